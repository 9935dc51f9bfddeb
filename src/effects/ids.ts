/** Where identifiers and secrets come from. */
export interface Ids {
  /** A random UUID, lower case. */
  uuid(): string;
}

export const systemIds: Ids = { uuid: () => crypto.randomUUID() };

/** The same ids in the same order every time, for tests. */
export function countedIds(): Ids {
  let count = 0;
  return { uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}` };
}
