/** An order of rows that a person may be reading, and how many rows wait until they look up. */
export interface HeldOrder {
  readonly ids: readonly string[];
  readonly waiting: number;
}

/**
 * The order to show: the wanted one, unless a person is at the list. Then rows stay where they are, those that no longer exist leave,
 * and new ones wait, so that nothing moves under a finger.
 */
export function heldOrder(shown: readonly string[], wanted: readonly string[], held: boolean): HeldOrder {
  if (!held) return { ids: wanted, waiting: 0 };
  const there = new Set(wanted);
  const known = new Set(shown);
  const ids = shown.filter((id) => there.has(id));
  return { ids, waiting: wanted.filter((id) => !known.has(id)).length };
}
