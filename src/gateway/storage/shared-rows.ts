/**
 * What every machine of a desk has to know that may lead next: small things, by their kind and their name. Beside them in the table stand
 * the standpoints of its journals (`postgres/standpoint.ts`).
 */
export const SHARED_KINDS = ['session', 'sign-in', 'pairings', 'credentials', 'standing', 'machine'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

/** A write that resolved is kept as safely as the journal is. Each rejects when the store cannot be had. */
export interface SharedRows {
  /** By their names. */
  read(kind: SharedKind): Promise<ReadonlyMap<string, string>>;
  put(kind: SharedKind, name: string, text: string): Promise<void>;
  drop(kind: SharedKind, names: readonly string[]): Promise<void>;
}

/** For a gateway on its own: what it has in memory ends with it. */
export const NOTHING_SHARED: SharedRows = {
  read: async () => new Map(),
  put: async () => undefined,
  drop: async () => undefined,
};
