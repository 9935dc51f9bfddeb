import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const GAP_PX = 4;

const FootContext = createContext<HTMLElement | null>(null);

const useStyles = makeStyles({
  foot: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    marginTop: 'auto',
    // What is above it stays in sight in a low pane too.
    maxHeight: '55vh',
    overflowY: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    boxShadow: '0 -2px 6px rgba(0, 0, 0, 0.08)',
    ':empty': { display: 'none' },
    '&:has(> [data-tall])': { maxHeight: 'none', overflowY: 'visible' },
  },
  bar: { display: 'flex', flexDirection: 'column', gap: '6px', padding: '8px 12px 10px' },
  /** As high as the room, but for the product at its head. */
  tall: {
    boxSizing: 'border-box',
    maxHeight: 'calc(var(--room-height, 85vh) - 40px)',
    overflowY: 'auto',
  },
});

/** A room with a foot that stays in sight, for whatever sends. */
export function WithFoot({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  useFieldInSight(foot);
  return (
    <FootContext.Provider value={foot}>
      {children}
      <div ref={setFoot} className={styles.foot} data-foot />
    </FootContext.Provider>
  );
}

/** The field that a person types into stays in sight above the foot, however much that has to say. */
function useFieldInSight(foot: HTMLElement | null): void {
  useEffect(() => {
    const room = foot?.parentElement;
    const scroller = room?.closest('main');
    if (!foot || !room || !scroller) return undefined;
    const show = (): void => {
      const input = document.activeElement;
      const field = input?.closest('.fui-Field');
      if (!input || !field || !room.contains(field) || foot.contains(field)) return;
      const top = scroller.getBoundingClientRect().top + GAP_PX;
      const bottom = foot.getBoundingClientRect().top - GAP_PX;
      // With its label and what is said below it, where there is room for them.
      const whole = field.getBoundingClientRect();
      const shown = whole.height <= bottom - top ? whole : input.getBoundingClientRect();
      if (shown.bottom > bottom) scroller.scrollTop += shown.bottom - bottom;
      else if (shown.top < top) scroller.scrollTop -= top - shown.top;
    };
    const grown = new ResizeObserver(() => {
      // A foot that needs nearly all of the room has to know how much of it is in sight.
      foot.style.setProperty('--room-height', `${scroller.clientHeight}px`);
      show();
    });
    grown.observe(foot);
    grown.observe(room);
    grown.observe(scroller);
    room.addEventListener('focusin', show);
    return () => {
      grown.disconnect();
      room.removeEventListener('focusin', show);
    };
  }, [foot]);
}

/** Stands at the foot of the room, wherever it is written. `tall`: it may take nearly all of it. */
export function Foot({ tall = false, children }: { tall?: boolean; children: ReactNode }) {
  const styles = useStyles();
  const foot = useContext(FootContext);
  const bar = (
    <div className={mergeClasses(styles.bar, tall && styles.tall)} data-tall={tall || undefined}>
      {children}
    </div>
  );
  return foot && createPortal(bar, foot);
}
