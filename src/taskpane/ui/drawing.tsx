import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({ drawing: { display: 'block', width: '100%', height: '100%' } });

/** An svg as wide as its place; widths and heights within it are units of the drawing. */
export function Drawing({
  width,
  height,
  text,
  children,
}: {
  width: number;
  height: number;
  /** What a screen reader hears. */
  text: string;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      {children}
    </svg>
  );
}
