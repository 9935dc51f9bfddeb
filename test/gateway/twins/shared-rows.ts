import type { SharedKind, SharedRows } from '../../../src/gateway/storage/shared-rows';

/** What the machines of one desk share, in memory. */
export class MemorySharedRows implements SharedRows {
  /** Rejects instead of writing, as a store that cannot be had. */
  fails = false;
  private readonly rows = new Map<SharedKind, Map<string, string>>();

  read(kind: SharedKind): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map(this.of(kind)));
  }

  async put(kind: SharedKind, name: string, text: string): Promise<void> {
    if (this.fails) throw new Error('no store');
    this.of(kind).set(name, text);
  }

  async drop(kind: SharedKind, names: readonly string[]): Promise<void> {
    if (this.fails) throw new Error('no store');
    for (const name of names) this.of(kind).delete(name);
  }

  /** Everything that is kept, as one text. */
  get text(): string {
    return JSON.stringify([...this.rows].map(([kind, rows]) => [kind, ...rows]));
  }

  private of(kind: SharedKind): Map<string, string> {
    const known = this.rows.get(kind) ?? new Map<string, string>();
    this.rows.set(kind, known);
    return known;
  }
}
