import { useEffect, useEffectEvent } from 'react';

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

/** Calls back on Alt and this key, by its place on the keyboard: with Alt held, some keyboards write another letter. `all`: Ctrl (Command on a Mac) and Shift as well. */
export function useShortcut(code: `Key${string}`, onPress: () => void, held: 'alt' | 'all' = 'alt'): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, shiftKey } = event;
    const isHeld = held === 'alt' ? !ctrlKey && !metaKey : shiftKey && (ctrlKey || metaKey);
    if (event.code !== code || !event.altKey || !isHeld || event.repeat) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
