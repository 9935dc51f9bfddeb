import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * The foot of a room comes after the form that it sends in the order of the Tab key, and before the offers of others. Its place in the
 * document cannot say so: what sticks to the end of a room has to be the last in it.
 */
export function tabThroughFoot(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: room } = event;
  if (key !== 'Tab' || altKey || ctrlKey || metaKey) return;
  const stops = stopsOf(room);
  const at = document.activeElement;
  if (!stops || !at) return;
  // From the last of the others the browser goes on as from the end of the foot: out of the room.
  if (!shiftKey && at === stops.others.at(-1)) focusFirst(stops.sending.toReversed());
  else if (focusFirst(shiftKey ? before(at, stops) : after(at, stops))) event.preventDefault();
}

/** Back into the room from what stands behind it: there the foot is the last in the document, and the offers of others are the last in the order. */
export function focusFromBehind({
  currentTarget: room,
  target,
  relatedTarget,
}: FocusEvent<HTMLElement>): void {
  const stops = stopsOf(room);
  if (!stops || target !== stops.sending.at(-1)) return;
  // A click is meant for what it hits.
  const isByKeys = target.matches(':focus-visible');
  if (isByKeys && relatedTarget instanceof Element && isBehind(room, relatedTarget))
    focusFirst(stops.others.toReversed());
}

interface Stops {
  readonly fields: readonly HTMLElement[];
  readonly sending: readonly HTMLElement[];
  readonly others: readonly HTMLElement[];
}

/** `undefined` where a room has no form with a foot, or nothing behind that form. */
function stopsOf(room: HTMLElement): Stops | undefined {
  const form = room.querySelector('form[data-sends]');
  const foot = room.querySelector('[data-foot]');
  if (!form || !foot) return undefined;
  const fields = stopsIn(form);
  const sending = stopsIn(foot);
  const others = stopsIn(room).filter((stop) => isBehind(form, stop) && !foot.contains(stop));
  return sending.length === 0 || others.length === 0 ? undefined : { fields, sending, others };
}

const after = (at: Element, { fields, sending, others }: Stops): readonly HTMLElement[] =>
  at === fields.at(-1) ? sending : at === sending.at(-1) ? others : [];

const before = (at: Element, { fields, sending, others }: Stops): readonly HTMLElement[] =>
  at === sending[0] ? fields.toReversed() : at === others[0] ? sending.toReversed() : [];

const stopsIn = (place: Element): HTMLElement[] =>
  [
    ...place.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled'));

const isBehind = (place: Element, stop: Element): boolean =>
  (place.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !place.contains(stop);

/** Focuses the first of them that takes it, as what is folded away does not. */
const focusFirst = (stops: readonly HTMLElement[]): boolean =>
  stops.some((stop) => {
    stop.focus();
    return document.activeElement === stop;
  });
