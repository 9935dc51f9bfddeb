/** A value that others may watch. */
export interface Watchable<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

export class Observable<T> implements Watchable<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  readonly get = (): T => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  }
}

/** Whether a media query holds, as of the width of the pane or of its colours. */
export function mediaOf(query: string): Watchable<boolean> {
  const media = window.matchMedia(query);
  return {
    get: () => media.matches,
    subscribe: (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
  };
}
