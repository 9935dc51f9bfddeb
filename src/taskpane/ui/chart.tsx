import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useSharedStyles } from './styles';

const useStyles = makeStyles({
  head: { fontWeight: tokens.fontWeightSemibold },
  picture: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(40px, max-content)',
    columnGap: '6px',
  },
  ends: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    textAlign: 'right',
    color: tokens.colorNeutralForeground3,
  },
  times: { display: 'flex', justifyContent: 'space-between', color: tokens.colorNeutralForeground3 },
});

/** What a picture shows, and from when to when. */
export function ChartHead({ name, span }: { name: string; span: string }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={shared.spread}>
      <span className={styles.head}>{name}</span>
      <span className={shared.muted}>{span}</span>
    </div>
  );
}

/** A drawing with its highest and lowest value beside it; what it tells has words of its own for who listens. */
export function WithEnds({
  high,
  low,
  height,
  times,
  isOld = false,
  children,
}: {
  high: string;
  low: string;
  /** In pixels. */
  height: number;
  /** Of its left and right edge, told below it. */
  times?: readonly [from: string, to: string];
  /** What it shows cannot be relied on now. */
  isOld?: boolean;
  children: ReactNode;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={styles.picture} style={{ gridTemplateRows: `${height}px` }}>
      {children}
      <span className={mergeClasses(styles.ends, isOld && shared.old)} aria-hidden="true">
        <span>{high}</span>
        <span>{low}</span>
      </span>
      {times && (
        <div className={styles.times} aria-hidden="true">
          <span>{times[0]}</span>
          <span>{times[1]}</span>
        </div>
      )}
    </div>
  );
}
