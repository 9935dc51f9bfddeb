import type { KeyboardEvent } from 'react';

/**
 * The foot of a room comes after the form that it sends in the order of the Tab key, and before the offers of others. Its place in the
 * document cannot say so: what sticks to the end of a room has to be the last in it.
 */
export function tabThroughFoot(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: room } = event;
  if (key !== 'Tab' || altKey || ctrlKey || metaKey) return;
  const form = room.querySelector('form[data-sends]');
  const foot = room.querySelector('[data-foot]');
  const at = document.activeElement;
  if (!form || !foot || !at) return;
  const fields = stopsIn(form);
  const sending = stopsIn(foot);
  const others = stopsIn(room).filter((stop) => isBehind(form, stop) && !foot.contains(stop));
  if (sending.length === 0 || others.length === 0) return;
  // From the last of the others the browser goes on as from the end of the foot: out of the room.
  if (!shiftKey && at === others.at(-1)) focusFirst(sending.toReversed());
  else if (
    focusFirst(shiftKey ? before(at, { fields, sending, others }) : after(at, { fields, sending, others }))
  )
    event.preventDefault();
}

interface Stops {
  readonly fields: readonly HTMLElement[];
  readonly sending: readonly HTMLElement[];
  readonly others: readonly HTMLElement[];
}

const after = (at: Element, { fields, sending, others }: Stops): readonly HTMLElement[] =>
  at === fields.at(-1) ? sending : at === sending.at(-1) ? others : [];

const before = (at: Element, { fields, sending, others }: Stops): readonly HTMLElement[] =>
  at === sending[0] ? fields.toReversed() : at === others[0] ? sending.toReversed() : [];

const stopsIn = (place: Element): HTMLElement[] =>
  [
    ...place.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled'));

const isBehind = (form: Element, stop: Element): boolean =>
  (form.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !form.contains(stop);

/** Focuses the first of them that takes it, as what is folded away does not. */
const focusFirst = (stops: readonly HTMLElement[]): boolean =>
  stops.some((stop) => {
    stop.focus();
    return document.activeElement === stop;
  });
