import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

export type Ageing = 'fresh' | 'late' | 'old';

const FRESH_MS = 15_000;
const LATE_MS = 120_000;

/** How far something can be relied on that was read so long ago. */
export function ageingOf(elapsedMs: number): Ageing {
  if (elapsedMs <= FRESH_MS) return 'fresh';
  return elapsedMs <= LATE_MS ? 'late' : 'old';
}

const useStyles = makeStyles({
  dot: {
    flexShrink: 0,
    display: 'inline-block',
    boxSizing: 'border-box',
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    border: `2px solid ${tokens.colorNeutralForeground3}`,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', border: '2px solid CanvasText' },
  },
  fresh: {
    border: `2px solid ${tokens.colorStatusSuccessBorder2}`,
    backgroundColor: tokens.colorStatusSuccessBorder2,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  late: {
    border: `2px solid ${tokens.colorStatusWarningBackground3}`,
    backgroundImage: `linear-gradient(90deg, ${tokens.colorStatusWarningBackground3} 50%, transparent 50%)`,
    '@media (forced-colors: active)': {
      backgroundImage: 'linear-gradient(90deg, CanvasText 50%, transparent 50%)',
    },
  },
  old: {},
});

/** Full, half or empty: the form says what the colour says. `text` is what a screen reader hears. */
export function AgeDot({ ageing, text }: { ageing: Ageing; text?: string }) {
  const styles = useStyles();
  const look = mergeClasses(styles.dot, styles[ageing]);
  return text === undefined ? (
    <span className={look} aria-hidden="true" />
  ) : (
    <span className={look} role="img" aria-label={text} title={text} />
  );
}
