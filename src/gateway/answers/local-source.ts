import type { Clock } from '../../effects/clock';

/** A resource of the gateway's own: read at any time, for free, and announced when it changed. */
export interface LocalSource {
  read(): unknown;
  /** Calls `listener` after every change until the returned function is called; twice is harmless. */
  onChange(listener: () => void): () => void;
}

/** Announces at most once in `everyMs`, and always the last change. */
export function seldom(source: LocalSource, clock: Clock, everyMs: number): LocalSource {
  return {
    read: () => source.read(),
    onChange(listener) {
      let cancel: (() => void) | undefined;
      const stop = source.onChange(() => {
        cancel ??= clock.after(everyMs, () => {
          cancel = undefined;
          listener();
        });
      });
      return () => {
        stop();
        cancel?.();
      };
    },
  };
}
