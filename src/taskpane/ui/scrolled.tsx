import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';

const useStyles = makeStyles({
  place: { position: 'relative', display: 'flex', flexDirection: 'column', minHeight: 0 },
  inside: {
    minHeight: 0,
    overflowY: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  cue: {
    position: 'absolute',
    left: 0,
    right: 0,
    height: '18px',
    lineHeight: '18px',
    textAlign: 'center',
    pointerEvents: 'none',
    color: tokens.colorNeutralForeground2,
  },
  above: {
    top: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundImage: `linear-gradient(${tokens.colorNeutralBackground1} 40%, transparent)`,
  },
  below: {
    bottom: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundImage: `linear-gradient(transparent, ${tokens.colorNeutralBackground1} 60%)`,
  },
});

/** Scrolls on its own where it has not enough room, and shows at either end that there is more. */
export function Scrolled({
  label,
  heightMax,
  isStop,
  children,
}: {
  label: string;
  heightMax?: string;
  /** The Tab key stops at it while there is more than is in sight, so that the keys scroll it. */
  isStop: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  const inside = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ above: false, below: false });
  useEffect(() => {
    const place = inside.current;
    if (!place) return undefined;
    const look = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = place;
      // A fraction of a pixel is nothing to scroll to.
      setMore({ above: scrollTop > 1, below: scrollHeight - clientHeight - scrollTop > 1 });
    };
    const grown = new ResizeObserver(look);
    grown.observe(place);
    for (const child of place.children) grown.observe(child);
    place.addEventListener('scroll', look);
    return () => {
      grown.disconnect();
      place.removeEventListener('scroll', look);
    };
  }, []);
  const { above, below } = more;
  return (
    <div className={styles.place} style={{ maxHeight: heightMax }}>
      <div
        ref={inside}
        className={styles.inside}
        role="group"
        aria-label={label}
        {...(isStop && (above || below) && { tabIndex: 0 })}
      >
        {children}
      </div>
      {above && (
        <span className={mergeClasses(styles.cue, styles.above)} data-more="above" aria-hidden="true">
          ▴
        </span>
      )}
      {below && (
        <span className={mergeClasses(styles.cue, styles.below)} data-more="below" aria-hidden="true">
          ▾
        </span>
      )}
    </div>
  );
}
