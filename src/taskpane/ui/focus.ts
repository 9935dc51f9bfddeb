import type { KeyboardEvent, MouseEvent } from 'react';

const TYPED = 'input:not([readonly], :disabled, [type="checkbox"], [type="radio"])';

/** Where the focus goes when what had it is about to go: the title of the room that it is in. */
export function focusRoomTitle(from: HTMLElement): void {
  from.closest('[data-room]')?.querySelector<HTMLElement>('[data-home]')?.focus();
}

/** A click into a filled field selects what is in it, so that typing replaces it; a click once it has the focus places the cursor. */
export function selectOnClick(event: MouseEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  if (event.button !== 0 || input.value === '' || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
  input.select();
}

/** Enter leads to the next field of the form that can be typed into, and from the last one to the button that sends; it stays in one that is wrong, and presses nothing. */
export function focusNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  if (event.currentTarget.getAttribute('aria-invalid') === 'true') return;
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])];
  const send = event.currentTarget.closest('[data-room]')?.querySelector<HTMLElement>('[data-send]');
  (fields[fields.indexOf(event.currentTarget) + 1] ?? send)?.focus();
}
