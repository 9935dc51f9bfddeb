import type { GatewayClient, Watcher } from '../../client/client';
import { isFinal, type Action } from '../../domain/action';
import type { Pace } from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import type { DeskLimits } from '../../domain/limits/limits';
import { knownNow, type KnownAround } from '../../domain/limits/references';
import { present } from '../../domain/present';
import type { Proposal, Quote } from '../../domain/offers';
import type { OwnQuote } from '../../domain/own-offers';
import type { Request } from '../../domain/request';
import { resourceKey, type Answer, type Resource, type ValueOf } from '../../domain/resources/resource';
import type { Press } from '../app/presses';
import type { Formatters } from '../ui/formatters';
import type { Intent } from '../quoting/row';

/** Something that was asked for: it has come, it is still to come, or it cannot be had. */
type Answered<T> =
  | { readonly state: 'known'; readonly value: T }
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly failure: Failure };

/** What is known at one moment, against which rows are held. */
export interface MarketSnapshot {
  readonly request: (id: RequestId) => Answered<Request>;
  readonly quotes: (id: RequestId) => Answered<readonly Quote[]>;
  readonly proposals: (id: RequestId) => Answered<readonly Proposal[]>;
  readonly own: Answered<readonly OwnQuote[]>;
  /** What the journal has of the ids that stand beside rows; absent while nobody could say. */
  readonly written: ReadonlyMap<ActionId, Action>;
  readonly journal: readonly Action[];
  readonly presses: readonly Press[];
  readonly limits:
    | Pick<DeskLimits, 'limits' | 'failure' | 'today' | 'lastTrades' | 'unprovenParts' | 'fourEyes'>
    | undefined;
  /** What is known of the market around a request anyway. */
  readonly around: (id: RequestId) => Omit<KnownAround, 'trades'>;
  /** What the desk has of the minute that the journal here may not show; absent while a batch of this workbook is part of it. */
  readonly pace?: Pace | undefined;
  /** Epoch ms, by the gateway's clock. */
  readonly now: number;
  readonly formatters: Formatters;
}

/** The same without quotes that were withdrawn just now: the list of a request has them until it has been read again. */
export function withoutQuotes(
  withdrawn: readonly Pick<OwnQuote, 'quoteId'>[],
  known: MarketSnapshot,
): MarketSnapshot {
  const ids = new Set<string>(withdrawn.map(({ quoteId }) => quoteId));
  const { own } = known;
  const quotesOf = (id: RequestId): Answered<readonly Quote[]> => {
    const quotes = known.quotes(id);
    return quotes.state === 'known'
      ? { ...quotes, value: quotes.value.filter((one) => !ids.has(one.id)) }
      : quotes;
  };
  return {
    ...known,
    quotes: quotesOf,
    own:
      own.state === 'known' ? { ...own, value: own.value.filter(({ quoteId }) => !ids.has(quoteId)) } : own,
  };
}

/** An answer that is too old counts as one that is still to come: nothing is held against it. */
function answeredOf<R extends Resource, T>(answer: Answer<R>, as: (value: ValueOf<R>) => T): Answered<T> {
  if (answer.value !== undefined && answer.state !== 'stale')
    return { state: 'known', value: as(answer.value) };
  return answer.failure ? { state: 'failed', failure: answer.failure } : { state: 'waiting' };
}

const OPEN = { kind: 'open-requests' } as const;
const OWN = { kind: 'own-quotes' } as const;
const JOURNAL = { kind: 'journal' } as const;
const LIMITS = { kind: 'limits' } as const;
const QUOTA = { kind: 'quota' } as const;
/** Known of a request anyway or not: nothing is asked for their sake. */
const AROUND = ['proposals', 'analytics'] as const;

/** The journal tells of an action, and the list of live quotes of what it left, in two messages: so long the second may take. */
const LISTED_WITHIN_MS = 3_000;
/** So long both may take on a busy line. */
const HEARD_WITHIN_MS = 30_000;

const watchKey = (resource: Resource, by: Watcher): string => `${by} ${resourceKey(resource)}`;

/** What rows are held against, kept up to date for as long as it is watched. */
export class MarketWatch {
  private readonly answers = new Map<string, unknown>();
  private readonly leaving = new Map<string, () => void>();

  constructor(
    private readonly client: Pick<GatewayClient, 'watch' | 'clock'>,
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
    readonly formatters: Formatters;
  }): MarketSnapshot {
    return {
      request: (id: RequestId) => this.request(id),
      quotes: (id: RequestId) => this.seen({ kind: 'quotes', id }, ({ records }) => records),
      proposals: (id: RequestId) => this.seen({ kind: 'proposals', id }, ({ records }) => records),
      // One that was accepted, perhaps in part, cannot be changed: a new quote stands beside its rest. A twin may be a colleague's.
      own: this.seen(OWN, (own) => own.filter(({ doubtful, isTwin }) => !doubtful && !isTwin)),
      journal: this.answer(JOURNAL).value ?? [],
      limits: this.answer(LIMITS).value,
      around: (id: RequestId) => this.around(id),
      pace: this.answer(QUOTA).value?.pace,
      now: this.client.clock.now(),
      ...beside,
    };
  }

  /** Whether the gateway withdraws what a quote takes the place of. */
  get hasFourEyes(): boolean {
    return this.answer(LIMITS).value?.fourEyes !== undefined;
  }

  /**
   * Whether one of these went live just now, and what is heard of the desk is older than that: its answer to a press may be seconds ahead
   * while much is told. A quote that is taken or withdrawn at once never comes.
   */
  isBehind(actions: Iterable<Action>): boolean {
    const own = this.answer(OWN).value;
    if (!own) return false;
    const now = this.client.clock.now();
    const listed = new Set(own.map(({ quoteId }) => quoteId));
    const ended = new Set(
      this.answer(JOURNAL).value?.flatMap((action) => (isFinal(action) ? action.id : [])),
    );
    return [...actions].some(({ id, body, quoteId, endedAt = 0 }) => {
      if (body.kind !== 'send-quote' || quoteId === undefined || listed.has(quoteId)) return false;
      return now - endedAt < (ended.has(id) ? LISTED_WITHIN_MS : HEARD_WITHIN_MS);
    });
  }

  private around(id: RequestId): ReturnType<MarketSnapshot['around']> {
    const now = this.client.clock.now();
    const known = <R extends Resource>(resource: R) => knownNow(this.answer(resource, 'aside'), now);
    const analytics = { kind: 'analytics', id } as const;
    const analysed = known(analytics);
    return {
      offers: known({ kind: 'proposals', id })?.records ?? [],
      analytics: analysed && {
        ...analysed,
        ...present({ readAt: this.answer(analytics, 'aside').fetchedAt }),
      },
    };
  }

  /** From the list of open requests; one that is not on it, as one that has just come or is over, is asked for by itself. */
  private request(id: RequestId): Answered<Request> {
    // What a page remembers of a request may be there before what the desk itself has done and allows.
    const isKnown = [this.answer(JOURNAL), this.answer(LIMITS)].every(
      ({ value, failure }) => value !== undefined || failure !== undefined,
    );
    if (!isKnown) return { state: 'waiting' };
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

  private seen<R extends Resource, T>(resource: R, as: (value: ValueOf<R>) => T): Answered<T> {
    return answeredOf(this.answer(resource), as);
  }
}
