import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useNow } from '../app/hooks';
import { useSharedStyles } from '../ui/styles';

const SEGMENTS = 10;

const useStyles = makeStyles({
  segments: { display: 'grid', gridTemplateColumns: 'repeat(10, 1fr)', gap: '2px' },
  segment: {
    height: '6px',
    borderRadius: '1px',
    backgroundColor: tokens.colorNeutralStroke2,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'GrayText' },
  },
  full: {
    backgroundColor: tokens.colorStatusSuccessBorder2,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  heard: {
    backgroundColor: tokens.colorNeutralStroke1,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  late: {
    backgroundColor: tokens.colorStatusWarningBackground3,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  good: { color: tokens.colorStatusSuccessForeground1 },
  warning: { color: tokens.colorStatusWarningForeground1 },
});

/** How long ago the gateway heard of the sheet, and how much of its patience is left. */
export function Heartbeat({
  heardAt,
  silenceMs,
  isQuiet,
}: {
  heardAt: number;
  silenceMs: number;
  /** Something else is wrong: that the sheet is heard is no good news then. */
  isQuiet: boolean;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const silentMs = Math.max(0, useNow() - heardAt);
  const left = Math.max(0, silenceMs - silentMs);
  const isLate = left * 2 < silenceMs;
  const full = Math.ceil((left / silenceMs) * SEGMENTS);
  const words = isLate
    ? `Sheet silent for ${Math.floor(silentMs / 1000)} s`
    : `Sheet heard ${(silentMs / 1000).toFixed(0)} s ago`;
  return (
    <div className={shared.section}>
      <div className={mergeClasses(shared.spread, shared.small, shared.digits)}>
        <span
          className={mergeClasses(shared.strong, isLate ? styles.warning : isQuiet ? undefined : styles.good)}
        >
          ♥ {words}
        </span>
        <span className={shared.muted}>
          {isLate
            ? `withdraws all in ${Math.ceil(left / 1000)} s`
            : `silent ${silenceMs / 1000} s: all withdrawn`}
        </span>
      </div>
      <div
        className={styles.segments}
        role="img"
        aria-label={`${Math.ceil(left / 1000)} of ${silenceMs / 1000} s left`}
      >
        {Array.from({ length: SEGMENTS }, (_, at) => (
          <span
            key={at}
            className={mergeClasses(
              styles.segment,
              at < full && (isLate ? styles.late : isQuiet ? styles.heard : styles.full),
            )}
          />
        ))}
      </div>
    </div>
  );
}
