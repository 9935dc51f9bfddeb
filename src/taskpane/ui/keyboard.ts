import { useEffect, useEffectEvent, type KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Where the focus goes when what had it is about to go: the title of the room that it is in. */
export function focusRoomTitle(from: HTMLElement): void {
  from.closest('[data-room]')?.querySelector<HTMLElement>('[data-home]')?.focus();
}

/** Enter leads to the next field of the form that can be typed into, never through a button. */
export function focusNextField(event: ReactKeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? []),
  ];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

/** Calls back on Esc wherever the focus is, even where it was lost with a button that is gone. */
export function useEscape(onEscape: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Calls back on Alt and this key, by its place on the keyboard: with Alt held, some keyboards write another letter. */
export function useShortcut(code: `Key${string}`, onPress: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== code || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
