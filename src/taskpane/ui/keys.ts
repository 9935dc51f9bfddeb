import { useEffect, useLayoutEffect, useRef } from 'react';

/** Calls back on Esc wherever the focus is, even where it was lost with a button that is gone. */
export function useEscape(onEscape: () => void): void {
  useKeyDown((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  });
}

/** Calls back on Alt and this key, by its place on the keyboard: with Alt held, some keyboards write another letter. `all`: Ctrl (Command on a Mac) and Shift as well. */
export function useShortcut(
  code: `Key${string}` | `Digit${number}`,
  onPress: () => void,
  held: 'alt' | 'all' = 'alt',
): void {
  useKeyDown((event) => {
    const { ctrlKey, metaKey, shiftKey } = event;
    const isHeld = held === 'alt' ? !ctrlKey && !metaKey : shiftKey && (ctrlKey || metaKey);
    if (event.code !== code || !event.altKey || !isHeld || event.repeat) return;
    event.preventDefault();
    onPress();
  });
}

/** One listener for as long as the component is shown: it calls what was last rendered. */
function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const newest = useRef(onKeyDown);
  useLayoutEffect(() => {
    newest.current = onKeyDown;
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => newest.current(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
