import type { References } from '../model/book';
import type { Handle } from '../model/kind';

const REFERENCES_MAX = 5000;
const DROPPED_WHEN_FULL = 1000;

/** Every changed-event keeps a range for a handler that may ask for it, so the oldest have to go at some point. */
export function createReferences(): References {
  const kept = new Map<string, Handle>();
  let last = 0;
  const shed = (): void => {
    for (const id of [...kept.keys()].slice(0, DROPPED_WHEN_FULL)) kept.delete(id);
  };
  return {
    keep(handle) {
      if (handle.referenceId !== null) return handle.referenceId;
      if (kept.size >= REFERENCES_MAX) shed();
      handle.referenceId = `ref${++last}`;
      kept.set(handle.referenceId, handle);
      return handle.referenceId;
    },
    find: (id) => kept.get(id) ?? null,
    drop(id) {
      const handle = kept.get(id);
      if (handle) handle.referenceId = null;
      kept.delete(id);
    },
    dropAll: () => kept.clear(),
    count: () => kept.size,
  };
}
