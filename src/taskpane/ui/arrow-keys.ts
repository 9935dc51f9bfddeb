import type { KeyboardEvent } from 'react';

/** Of buttons side by side: right and down lead on, left and up back, Home and End to the ends. */
export function walkButtons(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === event.target);
  const places: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const place = places[event.key];
  if (at < 0 || place === undefined) return;
  event.preventDefault();
  buttons[place]?.focus();
}
