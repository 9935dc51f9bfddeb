import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { MouseEvent } from 'react';
import { useSharedStyles } from '../ui/styles';
import { useNow, usePane } from './hooks';

/** For so long what went well is news, and looks like it; then it is said quietly with its time. */
export const NEWS_MS = 120_000;

/** Whether what happened then (epoch ms) is no news any more. */
export const useIsPast = (at: number): boolean => useNow() - at >= NEWS_MS;

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: '8px' },
  /** With whom it was done stands at the end: it is never cut. */
  words: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  button: { flexShrink: 0, minWidth: 'auto' },
});

/** What went well a while ago: when, what, and how to go on. */
export function PastResult({
  at,
  words,
  more,
  again,
  onAgain,
}: {
  /** Epoch ms. */
  at: number;
  words: string;
  /** What else there is to say of it, for whoever points at it. */
  more?: string;
  again: string;
  onAgain: (event: MouseEvent<HTMLElement>) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.line, shared.small, shared.muted, shared.digits)}>
      <span className={styles.words} title={more}>
        {formatters.clock(at)} · {words}
      </span>
      <Button size="small" className={styles.button} onClick={onAgain}>
        {again}
      </Button>
    </div>
  );
}
