import type { DeskClient, Watcher } from '../../client/client';
import type { Action } from '../../domain/action';
import type { Answer } from '../../domain/answer';
import type { ActionId, RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import { resourceKey, type Resource, type ValueOf } from '../../domain/resource';
import { knownNow } from '../limits/limit-findings';
import type { Press } from '../pressing/presses';
import type { Figures } from '../words/figures';
import { seenOf, type Known, type Seen } from './known';
import type { Intent } from './row';

const OPEN = { kind: 'open-requests' } as const;
const OWN = { kind: 'own-quotes' } as const;
const JOURNAL = { kind: 'journal' } as const;
const LIMITS = { kind: 'limits' } as const;
const QUOTA = { kind: 'quota' } as const;
/** Known of a request anyway or not: nothing is asked for their sake. */
const AROUND = ['proposals', 'analytics'] as const;

const watchKey = (resource: Resource, by: Watcher): string => `${by} ${resourceKey(resource)}`;

/** What rows are held against, kept up to date for as long as it is watched. */
export class Watching {
  private readonly answers = new Map<string, unknown>();
  private readonly leaving = new Map<string, () => void>();

  constructor(
    private readonly client: Pick<DeskClient, 'watch' | 'clock'>,
    private readonly onChange: () => void,
  ) {}

  /** From now on what these rows need is watched, and nothing else. */
  follow(intents: readonly Intent[]): void {
    const wanted = new Map<string, () => void>();
    const want = <R extends Resource>(resource: R, by: Watcher = 'pane'): void => {
      wanted.set(watchKey(resource, by), () => this.watch(resource, by));
    };
    for (const resource of [OPEN, OWN, JOURNAL, LIMITS, QUOTA]) want(resource);
    for (const { requestId: id, action } of intents) {
      if (action === 'quote' || action === 'firm' || action === 'indicative') want({ kind: 'quotes', id });
      if (action !== 'quote' && action !== 'withdraw') want({ kind: 'proposals', id });
      for (const kind of AROUND) want({ kind, id }, 'aside');
    }
    for (const [key, leave] of [...this.leaving]) {
      if (wanted.has(key)) continue;
      leave();
      this.leaving.delete(key);
      this.answers.delete(key);
    }
    for (const [key, watch] of wanted) if (!this.leaving.has(key)) watch();
  }

  close(): void {
    for (const leave of this.leaving.values()) leave();
    this.leaving.clear();
    this.answers.clear();
  }

  known(beside: {
    readonly written: ReadonlyMap<ActionId, Action>;
    readonly presses: readonly Press[];
    readonly figures: Figures;
  }): Known {
    return {
      request: (id: RequestId) => this.request(id),
      quotes: (id: RequestId) => this.seen({ kind: 'quotes', id }, ({ records }) => records),
      proposals: (id: RequestId) => this.seen({ kind: 'proposals', id }, ({ records }) => records),
      // One that was accepted, perhaps in part, cannot be changed: a new quote stands beside its rest.
      own: this.seen(OWN, (own) => own.filter(({ doubtful }) => !doubtful)),
      journal: this.answer(JOURNAL).value ?? [],
      limits: this.answer(LIMITS).value,
      around: (id: RequestId) => this.around(id),
      pace: this.answer(QUOTA).value?.pace,
      now: this.client.clock.now(),
      ...beside,
    };
  }

  private around(id: RequestId): ReturnType<Known['around']> {
    const now = this.client.clock.now();
    const known = <R extends Resource>(resource: R) => knownNow(this.answer(resource, 'aside'), now);
    return {
      offers: known({ kind: 'proposals', id })?.records ?? [],
      analytics: known({ kind: 'analytics', id }),
    };
  }

  /** From the list of open requests; one that is not on it, as one that has just come or is over, is asked for by itself. */
  private request(id: RequestId): Seen<Request> {
    const open = this.seen(OPEN, ({ records }) => records.find((one) => one.id === id));
    if (open.state === 'waiting') return open;
    if (open.state === 'known' && open.value) return { state: 'known', value: open.value };
    const resource = { kind: 'request', id } as const;
    if (!this.leaving.has(watchKey(resource, 'pane'))) this.watch(resource, 'pane');
    return this.seen(resource, (request) => request);
  }

  private watch<R extends Resource>(resource: R, by: Watcher): void {
    const key = watchKey(resource, by);
    const hear = (answer: Answer<R>): void => {
      this.answers.set(key, answer);
      this.onChange();
    };
    const leave = this.client.watch(resource, hear, { by });
    this.leaving.set(key, leave);
  }

  private answer<R extends Resource>(resource: R, by: Watcher = 'pane'): Answer<R> {
    // Each key holds what the watch on its own resource said.
    return (this.answers.get(watchKey(resource, by)) as Answer<R> | undefined) ?? { state: 'waiting' };
  }

  private seen<R extends Resource, T>(resource: R, as: (value: ValueOf<R>) => T): Seen<T> {
    return seenOf(this.answer(resource), as);
  }
}
