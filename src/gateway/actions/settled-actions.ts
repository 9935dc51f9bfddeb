import { requestIdOf, type Action } from '../../domain/action';
import { moved, wasFound, wasRefused } from '../../domain/actions/action-event';
import { factsOf } from '../../domain/actions/kinds';
import type { ActionId, QuoteId } from '../../domain/identifiers';
import {
  correction,
  isConfirmed,
  LIST_LAG_MS,
  mayBeCorrected,
  needsTrades,
  refusalDisproved,
  twinsOf,
} from '../../domain/verdict/settled';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { type Journal, PAST_MAX } from './journal';
import { rulesOf } from './kinds/kinds';
import type { OutcomeLookup } from './outcome-lookup';
import { laneOfOutcomePoll, LOOKS_OF_ACTION, OutcomePolling, timesAfter } from './outcome-polling';

interface SettledActionsOptions {
  readonly journal: Pick<Journal, 'newest' | 'read'>;
  readonly lookup: OutcomeLookup;
  readonly clock: Clock;
  readonly log: Log;
  /** Writes it down and acts on it as on any outcome; of one that is in doubt its outcome is open again. */
  readonly onCorrected: (action: Action) => Promise<unknown>;
  /** Quotes that may be what it sent, in the place of the one that was found. */
  readonly onTwins: (action: Action, ids: readonly QuoteId[]) => void;
}

/** What came of it is listed within this, as the leg prices of a standard spread are. */
const WATCHED_MS_MAX = 14 * 86_400_000;
/** A request that was made is listed within this: until then events of any request may tell of it. */
const NAMELESS_MS_MAX = 15 * 60_000;
/** After this a look can wait for its turn, also when all others are looked up at once. */
const RECENT_MS = 3_600_000;
/** A refusal is as a rule what it says, and what was found what was sent: each is looked at twice, when lists have caught up, and then for a day when something is heard of its request. */
const ANSWERED_MS_MAX = 86_400_000;
/** Under these numbers of checks the next one comes after 16 s, after a minute, and not by itself. */
const FIRST_LOOK = 4;
const SECOND_LOOK = 6;
const NO_LOOK = 20;
/** A whole sheet may be refused at once: no more are looked up together. */
const LOOKED_UP_TOGETHER_MAX = 20;
/** A quarter of an hour after it was settled, all settled actions share one check in this time; events bring others. */
const LATE_SPACING_MS = 3_600_000;

/**
 * Goes on looking up actions that a person settled, those that the platform refused, and quotes that were found by their terms. A person can err, an
 * answer too, and the platform's records may come late: what they prove to the contrary corrects the outcome. It blocks nothing meanwhile.
 */
export class SettledActions {
  private readonly watched = new Map<ActionId, Action>();
  private readonly looks: OutcomePolling;
  private readonly looksTwice: OutcomePolling;
  /** When one of {@link looksTwice} was looked up last, epoch ms. */
  private readonly lookedAt = new Map<ActionId, number>();

  constructor(private readonly options: SettledActionsOptions) {
    this.looksTwice = new OutcomePolling(options.clock, (id, times) => this.look(id, times), ANSWERED_MS_MAX);
    this.looks = new OutcomePolling(options.clock, (id, times) => this.look(id, times), LATE_SPACING_MS);
  }

  /** Resumes what the previous run watched. */
  async start(): Promise<void> {
    for (const action of await this.options.journal.newest(PAST_MAX)) {
      const ageMs = this.ageMsOf(action);
      if (!isFollowed(action) || ageMs > watchedMsOf(action)) continue;
      this.watched.set(action.id, action);
      if (isAnswered(action)) this.lookTwice(action, ageMs);
      else this.looks.leftBehind(action, ageMs);
    }
  }

  /** An action has ended. */
  take(action: Action): void {
    if (!isFollowed(action)) return this.end(action.id);
    this.watched.set(action.id, action);
    if (isAnswered(action)) this.lookTwice(action, 0);
    else this.looks.later(action, LOOKS_OF_ACTION);
  }

  private lookTwice(action: Action, ageMs: number): void {
    const waiting = [...this.watched.values()].filter(
      (one) => isAnswered(one) && this.ageMsOf(one) < LIST_LAG_MS,
    );
    const isLookedUp =
      mayBeOtherwise(action) && ageMs < LIST_LAG_MS && waiting.length <= LOOKED_UP_TOGETHER_MAX;
    this.looksTwice.later(action, isLookedUp ? FIRST_LOOK : NO_LOOK);
  }

  on(requestId: string): readonly ActionId[] {
    // A request that was being made has no number yet.
    const isOn = (action: Action): boolean =>
      factsOf(action.body).makes === 'newRequestId'
        ? this.ageMsOf(action) < NAMELESS_MS_MAX
        : requestIdOf(action.body) === requestId;
    return this.watchedIds(isOn);
  }

  /** What was refused is looked up once a minute at most: a request may be heard of all day long. */
  hint(ids: readonly ActionId[]): void {
    this.looks.hint(ids);
    const now = this.options.clock.now();
    const isDue = (id: ActionId): boolean => now - (this.lookedAt.get(id) ?? -Infinity) >= LIST_LAG_MS;
    this.looksTwice.hint(ids.filter(isDue));
  }

  now(): void {
    const recent = this.watchedIds((action) => this.ageMsOf(action) < RECENT_MS && !isAnswered(action));
    const answered = this.watchedIds(
      (action) => this.ageMsOf(action) < RECENT_MS && isAnswered(action) && mayBeOtherwise(action),
    );
    this.hint([...recent, ...answered.slice(-LOOKED_UP_TOGETHER_MAX)]);
  }

  stop(): void {
    this.looks.stop();
    this.looksTwice.stop();
  }

  private watchedIds(of: (action: Action) => boolean): readonly ActionId[] {
    return [...this.watched.values()].filter(of).map(({ id }) => id);
  }

  private end(id: ActionId): void {
    this.watched.delete(id);
    this.lookedAt.delete(id);
    this.looks.end(id);
    this.looksTwice.end(id);
  }

  private ageMsOf({ endedAt, createdAt }: Action): number {
    return this.options.clock.now() - (endedAt ?? createdAt);
  }

  private async look(id: ActionId, times: number): Promise<void> {
    const action = this.watched.get(id);
    if (!action) return;
    if (this.ageMsOf(action) > watchedMsOf(action)) return this.end(id);
    try {
      if (isAnswered(action)) await this.checkAnswered(action, times);
      else await this.check(action, Math.max(times, LOOKS_OF_ACTION));
    } catch (error) {
      this.options.log.error('Looking up a settled action broke.', { id, error: String(error) });
      if (this.watched.get(id) !== action) return;
      if (isAnswered(action)) this.looksTwice.later(action, NO_LOOK);
      else this.looks.later(action, times + 1);
    }
  }

  private async checkAnswered(action: Action, times: number): Promise<void> {
    const { lookup, journal, clock, onCorrected, onTwins } = this.options;
    this.lookedAt.set(action.id, clock.now());
    const parts = rulesOf(action.body).evidence.filter((part) => part !== 'request');
    const sought: Action = { ...action, state: 'acknowledged' };
    const { beside } = await lookup.of(sought, { lane: 'asked', times: LOOKS_OF_ACTION, parts });
    const judged = (others: readonly Action[]) => {
      const seen = { ...beside(others), others };
      return wasFound(action) ? undefinedIfNone(twinsOf(action, seen)) : refusalDisproved(action, seen);
    };
    // What looks wrong is judged once more, as of what a person settled.
    const others = judged(journal.read()) && (await this.allSince(action));
    const found = others && judged(others);
    if (this.watched.get(action.id) !== action) return;
    if (found && !('verdict' in found)) onTwins(action, found);
    // Lists lag: what was heard of now may be listed in a minute.
    if (!found || !('verdict' in found))
      return this.looksTwice.later(action, times === SECOND_LOOK ? NO_LOOK : SECOND_LOOK);
    this.end(action.id);
    try {
      const event =
        found.verdict === 'doubted'
          ? ({ type: 'doubted', evidence: found.evidence } as const)
          : ({ type: 'corrected', at: clock.now(), ...found } as const);
      await onCorrected(moved(action, event));
    } catch (error) {
      this.take(action);
      throw error;
    }
  }

  private async check(action: Action, times: number): Promise<void> {
    const { lookup, journal, clock, onCorrected } = this.options;
    const { evidence: own } = rulesOf(action.body);
    const parts = needsTrades(action) ? [...own, 'trades' as const] : own;
    // What the platform took without a result is not disproved by what it does not show.
    const sought: Action = { ...action, state: action.settledFrom ?? 'acknowledged' };
    const { found, looked, beside } = await lookup.of(sought, {
      lane: laneOfOutcomePoll(times),
      times,
      parts,
    });
    const now = clock.now();
    const judged = (others: readonly Action[]) => correction(action, { ...beside(others), others, now });
    // What looks wrong is judged once more: an action that is not shown any more may explain the record.
    const others = judged(journal.read()) && (await this.allSince(action));
    const corrected = others && judged(others);
    if (this.watched.get(action.id) !== action) return;
    if (corrected) {
      this.end(action.id);
      try {
        return void (await onCorrected(moved(action, { type: 'corrected', at: now, ...corrected })));
      } catch (error) {
        this.take(action);
        throw error;
      }
    }
    if (isConfirmed(action, found)) return this.end(action.id);
    const next = looked.unread.reduce(
      (most, { failure }) => Math.max(most, timesAfter(times, failure)),
      times + 1,
    );
    this.looks.later(action, next);
  }

  /** Every action of the desk since this one; none where they are too many to be sure that none explains a record. */
  private async allSince({ createdAt }: Action): Promise<readonly Action[] | undefined> {
    const { journal } = this.options;
    const past = await journal.newest(PAST_MAX);
    if (past.length >= PAST_MAX && (past.at(-1)?.createdAt ?? Infinity) > createdAt) return undefined;
    return [...new Map([...past, ...journal.read()].map((action) => [action.id, action])).values()];
  }
}

const undefinedIfNone = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length > 0 ? list : undefined;

/** By the platform's word, and by no person. */
const isAnswered = (action: Action): boolean => wasRefused(action) || wasFound(action);
const isFollowed = (action: Action): boolean => isAnswered(action) || mayBeCorrected(action);
const watchedMsOf = (action: Action): number => (isAnswered(action) ? ANSWERED_MS_MAX : WATCHED_MS_MAX);

/** A refusal that names what is wrong with what was sent, the price, the sign-in or the path is no sign of a state in which it may have been taken. */
const mayBeOtherwise = ({ state, failure }: Action): boolean =>
  state === 'done' ||
  failure?.kind === 'wrong-state' ||
  (failure?.kind === 'invalid-argument' && failure.fields === undefined);
