import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { QUOTA, useAnswer, useNow, usePane } from '../app/hooks';
import { age } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { quotaInWords } from '../ui/text/status-text';

const useStyles = makeStyles({
  gauge: {
    position: 'absolute',
    left: 0,
    right: 0,
    bottom: '-1px',
    paddingTop: '4px',
    '@media (forced-colors: active)': { left: '3px', right: '3px', bottom: '3px' },
  },
  all: {
    height: '2px',
    backgroundColor: tokens.colorNeutralStroke2,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Canvas' },
  },
  allOn: { backgroundColor: 'rgba(0, 0, 0, 0.35)' },
  left: {
    height: '2px',
    backgroundColor: tokens.colorNeutralForeground3,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
  leftOn: { backgroundColor: 'rgba(255, 255, 255, 0.85)' },
  scarce: { backgroundColor: tokens.colorStatusWarningBackground3 },
  calls: { display: 'flex', whiteSpace: 'nowrap' },
  /** In the menu, in line with the doors there. */
  item: {
    alignItems: 'center',
    minHeight: '32px',
    padding: '0 12px',
    color: tokens.colorNeutralForeground2,
  },
  /** What does not fit beside the doors goes on a second line, which is not in sight: never half a number. */
  beside: {
    flexWrap: 'wrap',
    flexGrow: 1,
    flexBasis: 0,
    minWidth: 0,
    overflow: 'hidden',
    lineHeight: '35px',
    color: tokens.colorNeutralForeground3,
    '::before': { content: '""', flexGrow: 1, width: '1px', height: '35px' },
  },
});

/** The calls that the day has left, as a line of that length; its sentence for who points at it or listens. */
export function CallsGauge({ isOn }: { isOn: boolean }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const now = useNow();
  const { value: quota } = useAnswer(client, QUOTA);
  if (!quota) return null;
  const isScarce = quota.left <= quota.reserve;
  const share = quota.perDay > 0 ? Math.max(0, Math.min(1, quota.left / quota.perDay)) : 0;
  const { pricesAt } = quota.plan ?? {};
  // The age goes on while nothing is heard from the desk.
  const oldest = pricesAt === undefined ? '' : `Oldest price updated ${age(now - pricesAt)} ago · `;
  const words = `${oldest}${quotaInWords(quota, formatters)}`;
  const look = mergeClasses(styles.left, isOn && styles.leftOn, isScarce && styles.scarce);
  return (
    <div className={styles.gauge} role="group" aria-label="Calls today" title={words}>
      <span className={shared.hidden}>{words}</span>
      <div className={mergeClasses(styles.all, isOn && styles.allOn)} aria-hidden="true">
        <div className={look} style={{ width: `${(share * 100).toFixed(1)}%` }} />
      </div>
    </div>
  );
}

/** "3,708 calls": beside the doors in a wide pane, else in the menu, in every room alike; the sentence stands with the gauge. */
export function CallsLeft({ isItem = false }: { isItem?: boolean }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const { value: quota } = useAnswer(client, QUOTA);
  if (!quota) return null;
  return (
    <span
      className={mergeClasses(isItem ? styles.item : styles.beside, styles.calls, shared.figure)}
      title={quotaInWords(quota, formatters)}
      aria-hidden="true"
    >
      <span>{formatters.count(quota.left)} calls</span>
    </span>
  );
}
