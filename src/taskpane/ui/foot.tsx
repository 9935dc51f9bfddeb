import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { createContext, useContext, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
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
    maxHeight: 'calc(var(--room-height, 85vh) - 48px)',
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

/** The field that a person types into stays in sight between the room's head and its foot, however much that has to say. */
function useFieldInSight(foot: HTMLElement | null): void {
  useEffect(() => {
    const room = foot?.parentElement;
    const scroller = room?.closest('main');
    if (!foot || !room || !scroller) return undefined;
    const head = (): number => room.querySelector<HTMLElement>('[data-top]')?.offsetHeight ?? 0;
    const show = (): void => {
      const input = document.activeElement;
      const field = input?.closest('.fui-Field');
      if (!input || !field || !room.contains(field) || foot.contains(field)) return;
      const top = scroller.getBoundingClientRect().top + head() + GAP_PX;
      const bottom = foot.getBoundingClientRect().top - GAP_PX;
      // With its label and what is said below it, where there is room for them.
      const whole = field.getBoundingClientRect();
      const shown = whole.height <= bottom - top ? whole : input.getBoundingClientRect();
      if (shown.bottom > bottom) scroller.scrollTop += shown.bottom - bottom;
      else if (shown.top < top) scroller.scrollTop -= top - shown.top;
    };
    let above = 0;
    const grown = new ResizeObserver(() => {
      const toasts = toastsAbove(scroller);
      // A foot that needs nearly all of the room has to know how much of it is in sight; it is not pushed about by what stands there for a moment.
      foot.style.setProperty('--room-height', `${scroller.clientHeight + toasts}px`);
      // What the Tab key leads to is not under the head.
      scroller.style.scrollPaddingTop = `${head()}px`;
      // Nor is what is scrolled beside it, as far as it can be.
      scroller.scrollTop += toasts - above;
      above = toasts;
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

/** What stands for a moment before or after the room. */
const toastsOf = (scroller: Element | null | undefined): HTMLElement | null | undefined =>
  scroller?.parentElement?.querySelector<HTMLElement>(':scope > footer');

const toastsAbove = (scroller: Element): number => {
  const toasts = toastsOf(scroller);
  return toasts?.style.order === ABOVE ? toasts.offsetHeight : 0;
};

const ABOVE = '-1';

/** While a button that sends stands at the foot, what comes and goes by itself does so at the top: below, it would move that button under the finger. */
function useToastsAbove(foot: HTMLElement | null): void {
  useLayoutEffect(() => {
    const toasts = toastsOf(foot?.closest('main'));
    if (!toasts) return undefined;
    toasts.style.order = ABOVE;
    return () => {
      toasts.style.order = '';
    };
  }, [foot]);
}

/** Stands at the foot of the room, wherever it is written. `tall`: it may take nearly all of it. */
export function Foot({ tall = false, children }: { tall?: boolean; children: ReactNode }) {
  const styles = useStyles();
  const foot = useContext(FootContext);
  useToastsAbove(foot);
  const bar = (
    <div className={mergeClasses(styles.bar, tall && styles.tall)} data-tall={tall || undefined}>
      {children}
    </div>
  );
  return foot && createPortal(bar, foot);
}
