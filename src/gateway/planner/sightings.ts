import type { ResourceKey } from '../../domain/resource';
import type { Entry } from '../answers/entry';
import { isLocal } from '../answers/question';
import { dependentsOf } from '../answers/request-state';
import { changesPerMs, expectedRate, seen, type ChangeRate } from './change-rate';

interface Sighted {
  readonly version: number;
  /** Epoch ms of the answer that was seen last. */
  readonly fetchedAt: number;
  readonly rate: ChangeRate;
  readonly hinted: boolean;
}

/** How likely a resource has changed since it was asked for. */
export interface Likelihood {
  readonly changesPerMs: number;
  readonly hinted: boolean;
}

/** What was learned, by looking at answers, of how often each resource changes. It forgets what the book forgets. */
export class Sightings {
  private readonly byKey = new Map<ResourceKey, Sighted>();

  /** Looks at every answer that has come since the last time. */
  look(entries: ReadonlyMap<ResourceKey, Entry>): void {
    for (const key of this.byKey.keys()) if (!entries.has(key)) this.byKey.delete(key);
    const moved = [...entries.values()].filter((entry) => this.sees(entry));
    for (const { resource, known } of moved) {
      if (resource.kind !== 'request' || !known) continue;
      for (const dependent of dependentsOf(entries, resource.id)) this.hint(dependent.key, known.fetchedAt);
    }
  }

  of(key: ResourceKey): Likelihood | undefined {
    const sighted = this.byKey.get(key);
    return sighted && { changesPerMs: changesPerMs(sighted.rate), hinted: sighted.hinted };
  }

  /** Whether this is a new answer that says something else than the one before. */
  private sees({ resource, key, known }: Entry): boolean {
    const before = this.byKey.get(key);
    if (isLocal(resource) || !known || known.fetchedAt === before?.fetchedAt) return false;
    const { version, fetchedAt } = known;
    const changed = before !== undefined && before.version !== version;
    const rate = before
      ? seen(before.rate, { ms: fetchedAt - before.fetchedAt, changed })
      : expectedRate(resource.kind);
    this.byKey.set(key, { version, fetchedAt, rate, hinted: false });
    return changed;
  }

  /** What hangs on a request that moved has likely moved with it, unless it was asked for since. */
  private hint(key: ResourceKey, movedAt: number): void {
    const sighted = this.byKey.get(key);
    if (sighted && sighted.fetchedAt < movedAt) this.byKey.set(key, { ...sighted, hinted: true });
  }
}
