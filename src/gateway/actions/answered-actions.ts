import { requestIdOf, type Action } from '../../domain/action';
import { isAnswered, mayBeOtherwise, moved, wasFound } from '../../domain/actions/action-event';
import type { PlatformEvent } from '../../domain/event';
import type { ActionId, QuoteId } from '../../domain/identifiers';
import { LIST_LAG_MS, refusalDisproved, twinsOf } from '../../domain/verdict/settled';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Journal } from './journal';
import { allSince } from './journal-since';
import { rulesOf } from './kinds/kinds';
import type { OutcomeLookup } from './outcome-lookup';
import { LOOKS_OF_ACTION } from './outcome-polling';
import { sharedReads, type OutcomeReads } from './shared-reads';

export interface AnsweredActionsOptions {
  readonly journal: Pick<Journal, 'newest' | 'read'>;
  readonly lookup: OutcomeLookup;
  readonly service: OutcomeReads;
  readonly clock: Clock;
  readonly log: Log;
  /** Writes it down and acts on it as on any outcome; of one that is in doubt its outcome is open again. */
  readonly onCorrected: (action: Action) => Promise<unknown>;
  /** Quotes that may be what it sent, in the place of the one that was found. */
  readonly onTwins: (action: Action, ids: readonly QuoteId[]) => void;
}

/** An action, how often it was looked up, and when that was and will be, in epoch ms. */
interface Watched {
  readonly action: Action;
  looks: number;
  lookedAt: number;
  dueAt?: number | undefined;
}

export type Heard = Pick<PlatformEvent, 'type' | 'requestId' | 'tradeId' | 'quoteId' | 'proposalId'>;

const WATCHED_MS_MAX = 86_400_000;
/** When lists have caught up as a rule; and once more after {@link LIST_LAG_MS}. */
const FIRST_LOOK_MS = 16_000;
/** A request is heard of all day long: after each look an action waits twice as long for the next one, up to this. */
const WAIT_MS_MAX = 30 * 60_000;
/** All that events may bring about in a day, of about three calls each. */
const HEARD_LOOKS_MAX = 100;
/** A whole sheet may be refused at once: no more are looked up together. */
const LOOKED_UP_TOGETHER_MAX = 20;
/** After this, looking everything up leaves it to events. */
const RECENT_MS = 3_600_000;

/**
 * Goes on looking up what the platform refused, and quotes that were found by their terms. A refusal is as a rule what it says, and what was found what
 * was sent: each is looked at twice, and then for a day when something is heard of it. All that are on one request share their looks.
 */
export class AnsweredActions {
  private readonly watched = new Map<ActionId, Watched>();
  /** When a request was looked at last, epoch ms. */
  private readonly lookedAt = new Map<string, number>();
  private readonly planned = new Map<string, () => void>();
  /** When looks were brought about by events, epoch ms. */
  private heardAt: readonly number[] = [];
  private isStopped = false;

  constructor(private readonly options: AnsweredActionsOptions) {}

  /** One that has ended, so long ago. */
  take(action: Action, ageMs = 0): void {
    this.end(action.id);
    if (!isAnswered(action) || ageMs > WATCHED_MS_MAX) return;
    const one: Watched = { action, looks: 0, lookedAt: -Infinity };
    this.watched.set(action.id, one);
    const waiting = [...this.watched.values()].filter((other) => this.ageMsOf(other) < LIST_LAG_MS);
    const isLookedUp =
      mayBeOtherwise(action) && ageMs < LIST_LAG_MS && waiting.length <= LOOKED_UP_TOGETHER_MAX;
    if (isLookedUp) this.due(one, this.options.clock.now() + FIRST_LOOK_MS);
  }

  /** What is heard of while a look has to wait is looked at then. */
  heard(event: Heard): void {
    const now = this.options.clock.now();
    this.heardAt = this.heardAt.filter((at) => now - at < WATCHED_MS_MAX);
    const { requestId } = event;
    if (requestId === undefined || this.heardAt.length >= HEARD_LOOKS_MAX) return;
    const told = this.on(requestId).filter(({ action }) => mayBeOtherwise(action) || tellsOf(event, action));
    const news = told.filter(({ dueAt }) => dueAt === undefined);
    if (news.length > 0) this.heardAt = [...this.heardAt, now];
    for (const one of told) this.due(one, Math.max(now, one.lookedAt + waitMsAfter(one.looks)));
  }

  now(): void {
    const recent = [...this.watched.values()].filter(
      (one) => this.ageMsOf(one) < RECENT_MS && mayBeOtherwise(one.action),
    );
    for (const one of recent.slice(-LOOKED_UP_TOGETHER_MAX)) this.due(one, this.options.clock.now());
  }

  stop(): void {
    this.isStopped = true;
    for (const cancel of this.planned.values()) cancel();
  }

  private on(requestId: string): readonly Watched[] {
    return [...this.watched.values()].filter(({ action }) => requestIdOf(action.body) === requestId);
  }

  private ageMsOf({ action: { endedAt, createdAt } }: Watched): number {
    return this.options.clock.now() - (endedAt ?? createdAt);
  }

  private end(id: ActionId): void {
    this.watched.delete(id);
  }

  private due(one: Watched, at: number): void {
    one.dueAt = Math.min(at, one.dueAt ?? Infinity);
    this.plan(requestIdOf(one.action.body) ?? '');
  }

  /** The next look at this request: when the first of its actions is due, and a minute after the last one. */
  private plan(requestId: string): void {
    const { clock } = this.options;
    this.planned.get(requestId)?.();
    this.planned.delete(requestId);
    const first = Math.min(...this.on(requestId).map(({ dueAt = Infinity }) => dueAt));
    if (this.isStopped || first === Infinity) return;
    const at = Math.max(first, (this.lookedAt.get(requestId) ?? -Infinity) + LIST_LAG_MS);
    this.planned.set(
      requestId,
      clock.after(Math.max(0, at - clock.now()), () => void this.look(requestId)),
    );
  }

  private async look(requestId: string): Promise<void> {
    const now = this.options.clock.now();
    this.lookedAt.set(requestId, now);
    const all = this.on(requestId);
    for (const one of all) if (this.ageMsOf(one) > WATCHED_MS_MAX) this.end(one.action.id);
    const due = all.filter(({ dueAt = Infinity }) => dueAt <= now);
    for (const one of due) {
      one.looks += 1;
      one.lookedAt = now;
      // Lists lag: what is heard of now may be listed in a minute.
      one.dueAt = one.looks === 1 ? now + LIST_LAG_MS : undefined;
    }
    const reads = sharedReads(this.options.service);
    const judged = this.on(requestId).filter((one) => due.includes(one) || mayBeOtherwise(one.action));
    await Promise.all(judged.map((one) => this.checked(one, reads)));
    if (this.on(requestId).length === 0) this.lookedAt.delete(requestId);
    this.plan(requestId);
  }

  private async checked(one: Watched, reads: OutcomeReads): Promise<void> {
    try {
      await this.check(one, reads);
    } catch (error) {
      const { id } = one.action;
      this.options.log.error('Looking up an answered action broke.', { id, error: String(error) });
    }
  }

  private async check(one: Watched, reads: OutcomeReads): Promise<void> {
    const { action } = one;
    const { lookup, journal, clock, onCorrected, onTwins } = this.options;
    const parts = rulesOf(action.body).evidence.filter((part) => part !== 'request');
    const sought: Action = { ...action, state: 'acknowledged' };
    const { beside } = await lookup.of(sought, { lane: 'asked', times: LOOKS_OF_ACTION, parts, reads });
    const judged = (others: readonly Action[]) => {
      const seen = { ...beside(others), others };
      return wasFound(action) ? undefinedIfNone(twinsOf(action, seen)) : refusalDisproved(action, seen);
    };
    // What looks wrong is judged once more, as of what a person settled.
    const others = judged(journal.read()) && (await allSince(journal, action));
    const found = others && judged(others);
    if (!found || this.watched.get(action.id) !== one) return;
    if (!('verdict' in found)) return onTwins(action, found);
    this.end(action.id);
    try {
      const event =
        found.verdict === 'doubted'
          ? ({ type: 'doubted', evidence: found.evidence } as const)
          : ({ type: 'corrected', at: clock.now(), ...found } as const);
      await onCorrected(moved(action, event));
    } catch (error) {
      this.watched.set(action.id, one);
      throw error;
    }
  }
}

const undefinedIfNone = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length > 0 ? list : undefined;

/** 1, 2, 4 minutes and so on. */
const waitMsAfter = (looks: number): number =>
  looks === 0 ? 0 : Math.min(WAIT_MS_MAX, LIST_LAG_MS * 2 ** (looks - 1));

/** Whether an event tells of a trade, or names the very offer that was accepted. */
const tellsOf = ({ type, tradeId, quoteId, proposalId }: Heard, { body }: Action): boolean =>
  type === 'request-traded' ||
  tradeId !== undefined ||
  (body.kind === 'accept-quote' && body.quoteId === quoteId) ||
  (body.kind === 'accept-proposal' && body.proposalId === proposalId);
