import type { ResourceKey } from '../../domain/resource';

/** The value of a resource as it crosses the wire, in JSON, with when the service gave it (epoch ms). */
export interface StoredRecord {
  readonly key: ResourceKey;
  readonly json: string;
  readonly fetchedAt: number;
  /** It never changes again: never asked for twice. */
  readonly final: boolean;
}

/** Where answers outlive a restart. The newest record of a key replaces the one before, but never a final one. */
export interface RecordStore {
  find(key: ResourceKey): Promise<StoredRecord | undefined>;
  save(records: readonly StoredRecord[]): Promise<void>;
  /** Forgets what is not final and was fetched before this moment. */
  forget(before: number): Promise<void>;
}
