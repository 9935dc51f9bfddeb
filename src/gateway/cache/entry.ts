import type { Failure, FailureKind } from '../../domain/failure';
import { LANES, type Lane } from '../../domain/lane';
import type { Request } from '../../domain/request';
import type { AnswerState, Resource, ResourceKey } from '../../domain/resources/resource';

/** State given to a subscriber. `json` is the value in wire JSON; `version` changes with it and with nothing else. */
export interface AnswerView {
  readonly key: ResourceKey;
  readonly state: AnswerState;
  readonly version: number;
  readonly json?: string;
  readonly fetchedAt?: number;
  readonly staleAt?: number;
  readonly failure?: Failure;
  /** No value, and none will be fetched automatically. */
  readonly idle?: true;
}
export type AnswerListener = (view: AnswerView) => void;

export interface CachedValue {
  readonly json: string;
  /** Where it is told otherwise than it was read. */
  readonly asRead?: string;
  readonly version: number;
  /** Epoch ms at which it came: what is asked for next, and when, goes by this. */
  readonly fetchedAt: number;
  /** How old it was when it came; absent: of that moment. */
  readonly ageMs?: number;
  readonly staleAt?: number;
  readonly final: boolean;
}

/** Epoch ms of which it is, as far as the platform says: its age for a person, and for what is concluded from it. */
export const isOf = ({ fetchedAt, ageMs = 0 }: Pick<CachedValue, 'fetchedAt' | 'ageMs'>): number =>
  fetchedAt - ageMs;

/** `quiet`: a subscriber that shows known values and causes no calls. */
export interface Watcher {
  readonly hear: AnswerListener;
  readonly quiet: boolean;
}

/** `wanted`: it is kept up to date. `shown`: quiet watchers alone look at it. `left`: nobody does. */
export type Stage = 'wanted' | 'shown' | 'left';

/** One resource with present or recent subscribers. */
export interface Entry<R extends Resource = Resource> {
  readonly resource: R;
  readonly key: ResourceKey;
  readonly listeners: Set<Watcher>;
  /** How many of them are not quiet. */
  active: number;
  /** Interest of other entries, which nobody looks at: what must be known about the request of watched quotes. */
  holds: number;
  stage: Stage;
  /** Settled once what the disk knows has been read. */
  loaded: Promise<void>;
  isLoaded: boolean;
  /** Monotonic ms at which somebody who looked at it last left it. */
  leftAtMs?: number | undefined;
  /** Number of the moment at which somebody first wanted it. */
  readonly born: number;
  known?: CachedValue | undefined;
  failure?: Failure | undefined;
  failures: number;
  inFlight?: InFlight | undefined;
  /** Number of the newest question whose answer was taken. */
  taken: number;
  /** Monotonic ms. Absent: due at once. */
  askedAtMs?: number | undefined;
  /** Monotonic ms by which it is to be asked for, however long the interval between two questions is. */
  dueByMs?: number | undefined;
  /** Something was told of it since it was last asked for: its turn comes twice as soon. */
  told?: true | undefined;
  retryAtMs?: number | undefined;
  /** Pages on which a person acts on it, and until when, in monotonic ms. */
  readonly attendedBy: Map<object, number>;
  failedAtMs?: number | undefined;
  /** The last list of open requests had it. */
  listed: boolean;
  request?: Request | undefined;
  /** Calls that its last answer took; absent before it has been asked. */
  calls?: number | undefined;
  /** Cancels what tells that an offer of it is over by its own time. */
  cancelEnd?: (() => void) | undefined;
  /** Number of the moment at which its request was known to be over. */
  concludedAt?: number | undefined;
  release?: (() => void) | undefined;
}

export const newEntry = <R extends Resource>(resource: R, key: ResourceKey, born: number): Entry<R> => ({
  resource,
  key,
  listeners: new Set(),
  attendedBy: new Map(),
  active: 0,
  holds: 0,
  stage: 'left',
  loaded: Promise.resolve(),
  isLoaded: false,
  born,
  failures: 0,
  taken: 0,
  listed: false,
});

export function asked(entry: Entry, atMs: number): void {
  entry.askedAtMs = atMs;
  entry.dueByMs = entry.told = undefined;
}

/** Somebody who has it open has pressed or typed something within the last minute. */
export const isAttended = ({ attendedBy }: Entry, nowMs: number): boolean =>
  [...attendedBy.values()].some((untilMs) => nowMs < untilMs);

export const isWanted = ({ stage }: Entry): boolean => stage === 'wanted';

const LASTING: readonly FailureKind[] = ['not-found', 'invalid-argument', 'unsupported'];
/** A resource that keeps failing while others succeed has its own problem, and waits for its turn. */
const OWED_FAILURES_MAX = 3;
/** Somebody waits for its first value, and asking has failed a few times only: it is asked for again soon, before the background. */
export const isOwed = (entry: Entry): boolean =>
  entry.active > 0 && !entry.known && entry.failures > 0 && entry.failures <= OWED_FAILURES_MAX;

/** Asking again brings the same, until a person corrects something and asks. */
export const failsForGood = ({ failure, resource }: Entry): boolean =>
  failure !== undefined && (LASTING.includes(failure.kind) || isOfOver(failure, resource));

/** Load shapes of requests are there for active ones alone, and no request becomes active again. */
const isOfOver = ({ kind }: Failure, resource: Resource): boolean =>
  kind === 'wrong-state' && resource.kind === 'request-load-shapes';

/** Subscribers have no value, and none will be fetched automatically. */
export const isIdle = ({ known, isLoaded, inFlight, stage }: Entry): boolean =>
  !known && isLoaded && !inFlight && stage === 'shown';

export function viewOf(entry: Entry, now: number): AnswerView {
  const { key, known, failure, inFlight } = entry;
  const base = { key, version: known?.version ?? 0, ...(failure && { failure }) };
  if (!known) {
    if (failure) return { ...base, state: 'failed' };
    return { ...base, state: 'waiting', ...(isIdle(entry) && { idle: true }) };
  }
  const { json, staleAt } = known;
  const tooOld = staleAt !== undefined && now >= staleAt;
  const state = tooOld ? 'stale' : failure ? 'failed' : inFlight ? 'refreshing' : 'fresh';
  return { ...base, state, json, fetchedAt: isOf(known), ...(staleAt !== undefined && { staleAt }) };
}

/** `since`: number of the moment at which something changed. Absent: whatever is on its way will do. */
export interface Need {
  readonly since?: number | undefined;
}

/** A fetch: its number, and the epoch ms of sending. */
export interface Asked {
  readonly sequence: number;
  readonly at: number;
}

/** A question on its way. Questions are numbered in the order in which they left, or as long as they wait, were asked. */
export class InFlight {
  hasLeft = false;
  /** Cancels the fetch: while it waits for its turn it costs nothing. */
  readonly giveUp = new AbortController();
  landed: Promise<void> = Promise.resolve();

  constructor(
    readonly lane: Lane,
    public asked: Asked,
  ) {}

  /** Its answer is not older than this moment. A list counts from its first page. */
  leave(asked: Asked): void {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.asked = asked;
  }

  /**
   * Whether its answer is as good as that to the same question asked now, in this lane. `since`: something changed at that moment,
   * which a question that had left may not know of.
   */
  serves(lane: Lane, { since }: Need): boolean {
    if (this.hasLeft) return since === undefined || this.asked.sequence > since;
    if (this.giveUp.signal.aborted) return false;
    return LANES.indexOf(this.lane) <= LANES.indexOf(lane);
  }

  /** Another one takes its place: while it waits for its turn it is not asked any more. */
  makeWay(): void {
    if (!this.hasLeft) this.giveUp.abort();
  }
}
