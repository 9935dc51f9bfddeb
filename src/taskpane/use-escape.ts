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
