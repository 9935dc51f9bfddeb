import type { KeyboardEvent, MouseEvent } from 'react';

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

/** Enter leads to the next field of the form that can be typed into, never through a button, and stays in one that is wrong. */
export function focusNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  if (event.currentTarget.getAttribute('aria-invalid') === 'true') return;
  const fields = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? []),
  ];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}
