import type { ResourceKey, ResourceKind } from '../../domain/resource';
import type { Entry } from './entry';

const KEYS_MAX = 20_000;
/** What was known before the gateway started is looked at this soon: nobody listened while it was gone. */
const AFTER_START_MS = 1_000;

/** Since when what is kept of a resource is known to be of the past. Times are epoch ms. */
export class Outdated {
  private readonly since = new Map<ResourceKey, number>();
  private readonly kinds = new Map<ResourceKind, number>();
  /** What is older than this may be of the past: more was outdated than is remembered one by one. */
  private allBefore = -Infinity;

  /** `openedAt`: since then this desk listens. */
  constructor(private readonly openedAt: number) {}

  /** In how many ms a kept answer is to be looked at, however long its turn would take; nothing of this run needs that. */
  lookWithinMs(fetchedAt: number): number | undefined {
    return fetchedAt < this.openedAt ? AFTER_START_MS : undefined;
  }

  mark(key: ResourceKey, at: number): void {
    if ((this.since.get(key) ?? -Infinity) >= at) return;
    if (this.since.size >= KEYS_MAX) {
      this.allBefore = [...this.since.values()].reduce((last, one) => Math.max(last, one), this.allBefore);
      this.since.clear();
    }
    this.since.set(key, at);
  }

  /** Every list of these kinds: for which days one is kept is known only when somebody looks at it. */
  markKinds(kinds: readonly ResourceKind[], at: number): void {
    for (const kind of kinds) this.kinds.set(kind, Math.max(this.kinds.get(kind) ?? -Infinity, at));
  }

  /** Whether what was fetched at this moment is of the past by now. */
  has({ key, resource: { kind } }: Pick<Entry, 'key' | 'resource'>, fetchedAt: number): boolean {
    const since = Math.max(this.since.get(key) ?? -Infinity, this.kinds.get(kind) ?? -Infinity);
    return fetchedAt <= Math.max(since, this.allBefore);
  }
}

/** To be asked for as soon as may be. Whoever comes back to it must not take for new what is known, or on its way by `number`. */
export function makeDue(entry: Entry, number: number): void {
  if (entry.known?.final) return;
  entry.askedAtMs = undefined;
  if (entry.stage !== 'left') return;
  entry.known = undefined;
  entry.taken = number;
}
