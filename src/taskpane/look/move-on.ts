import type { KeyboardEvent } from 'react';

/** Enter leads to the next field of the form that can be typed into, never through a button. */
export function moveOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? []),
  ];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}
