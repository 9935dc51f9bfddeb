import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { deskColours, FORCED } from './desk-colours';

export type Ageing = 'fresh' | 'late' | 'old';

const FRESH_MS = 15_000;
const LATE_MS = 120_000;

/** How far something can be relied on that was read so long ago. */
export function ageingOf(elapsedMs: number): Ageing {
  if (elapsedMs <= FRESH_MS) return 'fresh';
  return elapsedMs <= LATE_MS ? 'late' : 'old';
}

const half = (colour: string): string => `linear-gradient(90deg, ${colour} 50%, transparent 50%)`;

const useStyles = makeStyles({
  dot: {
    flexShrink: 0,
    display: 'inline-block',
    boxSizing: 'border-box',
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    border: `2px solid ${deskColours.old}`,
    [FORCED]: { forcedColorAdjust: 'none', border: '2px solid CanvasText' },
  },
  fresh: {
    border: `2px solid ${deskColours.fresh}`,
    backgroundColor: deskColours.fresh,
    [FORCED]: { backgroundColor: 'CanvasText' },
  },
  late: {
    border: `2px solid ${deskColours.late}`,
    backgroundImage: half(deskColours.late),
    [FORCED]: { backgroundImage: half('CanvasText') },
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
