import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

/** An order of rows that a person may be reading, and how many rows wait until they look up. */
interface HeldOrder {
  readonly ids: readonly string[];
  readonly waiting: number;
}

/**
 * The order to show: the wanted one, unless a person is at the list. Then rows stay where they are, those that no longer exist leave,
 * and new ones wait, or stand below, so that nothing moves under a finger.
 */
export function heldOrder(
  shown: readonly string[],
  wanted: readonly string[],
  held: false | NewRows,
): HeldOrder {
  if (held === false) return { ids: wanted, waiting: 0 };
  const there = new Set(wanted);
  const known = new Set(shown);
  const ids = shown.filter((id) => there.has(id));
  const fresh = wanted.filter((id) => !known.has(id));
  return held === 'below' ? { ids: [...ids, ...fresh], waiting: 0 } : { ids, waiting: fresh.length };
}

/** The order, and what the list of its rows has to be told. */
export type HeldList = ReturnType<typeof useHeldOrder>;

/** Where rows stand that come while the order is held. */
type NewRows = 'wait' | 'below';

/**
 * Keeps rows in place while a person is at the list with pointer or focus. `question` names what the list shows: another
 * question is answered at once.
 */
export function useHeldOrder(wanted: readonly string[], question: string, fresh: NewRows = 'wait') {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState({ ids: wanted, question });
  const held = (hovered || focused) && shown.question === question && shown.ids.length > 0;
  const order = heldOrder(shown.ids, wanted, held && fresh);
  if (shown.question !== question || !same(order.ids, shown.ids)) setShown({ ids: order.ids, question });
  // A row that has the focus and leaves takes it along, and tells nobody.
  const place = useRef<Element | null>(null);
  useEffect(() => {
    if (focused && place.current?.contains(document.activeElement) !== true) setFocused(false);
  }, [focused, wanted]);
  const pointer = ({ pointerType }: PointerEvent, at: boolean): void => {
    if (pointerType === 'mouse') setHovered(at);
  };
  return {
    ...order,
    showAll: () => setShown({ ids: wanted, question }),
    list: {
      onPointerEnter: (event: PointerEvent) => pointer(event, true),
      onPointerLeave: (event: PointerEvent) => pointer(event, false),
      onFocus: ({ currentTarget }: FocusEvent) => {
        place.current = currentTarget;
        setFocused(true);
      },
      onBlur: () => setFocused(false),
    },
  };
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
