import { requestIdOf, type Action } from '../../domain/action';
import { isAnswered, moved } from '../../domain/actions/action-event';
import { factsOf } from '../../domain/actions/kinds';
import type { ActionId } from '../../domain/identifiers';
import { correction, isConfirmed, mayBeCorrected, needsTrades } from '../../domain/verdict/settled';
import { AnsweredActions, type AnsweredActionsOptions, type Heard } from './answered-actions';
import { PAST_MAX } from './journal';
import { allSince } from './journal-since';
import { rulesOf } from './kinds/kinds';
import { laneOfOutcomePoll, LOOKS_OF_ACTION, OutcomePolling, timesAfter } from './outcome-polling';

/** What came of it is listed within this, as the leg prices of a standard spread are. */
const WATCHED_MS_MAX = 14 * 86_400_000;
/** A request that was made is listed within this: until then events of any request may tell of it. */
const NAMELESS_MS_MAX = 15 * 60_000;
/** After this a look can wait for its turn, also when all others are looked up at once. */
const RECENT_MS = 3_600_000;
/** A quarter of an hour after it was settled, all settled actions share one check in this time; events bring others. */
const LATE_SPACING_MS = 3_600_000;

/**
 * Goes on looking up actions that a person settled, and what the platform only answered. A person can err, an
 * answer too, and the platform's records may come late: what they prove to the contrary corrects the outcome. It blocks nothing meanwhile.
 */
export class SettledActions {
  private readonly watched = new Map<ActionId, Action>();
  private readonly looks: OutcomePolling;
  private readonly answered: AnsweredActions;

  constructor(private readonly options: AnsweredActionsOptions) {
    this.answered = new AnsweredActions(options);
    this.looks = new OutcomePolling(options.clock, (id, times) => this.look(id, times), LATE_SPACING_MS);
  }

  /** Resumes what the previous run watched. */
  async start(): Promise<void> {
    for (const action of await this.options.journal.newest(PAST_MAX)) {
      const ageMs = this.ageMsOf(action);
      this.answered.take(action, ageMs);
      if (isAnswered(action) || !mayBeCorrected(action) || ageMs > WATCHED_MS_MAX) continue;
      this.watched.set(action.id, action);
      this.looks.leftBehind(action, ageMs);
    }
  }

  /** An action has ended. */
  take(action: Action): void {
    this.answered.take(action);
    if (isAnswered(action) || !mayBeCorrected(action)) return this.end(action.id);
    this.watched.set(action.id, action);
    this.looks.later(action, LOOKS_OF_ACTION);
  }

  on(requestId: string): readonly ActionId[] {
    // A request that was being made has no number yet.
    const isOn = (action: Action): boolean =>
      factsOf(action.body).makes === 'newRequestId'
        ? this.ageMsOf(action) < NAMELESS_MS_MAX
        : requestIdOf(action.body) === requestId;
    return this.watchedIds(isOn);
  }

  hint(ids: readonly ActionId[]): void {
    this.looks.hint(ids);
  }

  now(): void {
    this.hint(this.watchedIds((action) => this.ageMsOf(action) < RECENT_MS));
    this.answered.now();
  }

  /** What an event tells may be of one that was refused, or found by its terms. */
  heard(event: Heard): void {
    this.answered.heard(event);
  }

  stop(): void {
    this.looks.stop();
    this.answered.stop();
  }

  private watchedIds(of: (action: Action) => boolean): readonly ActionId[] {
    return [...this.watched.values()].filter(of).map(({ id }) => id);
  }

  private end(id: ActionId): void {
    this.watched.delete(id);
    this.looks.end(id);
  }

  private ageMsOf({ endedAt, createdAt }: Action): number {
    return this.options.clock.now() - (endedAt ?? createdAt);
  }

  private async look(id: ActionId, times: number): Promise<void> {
    const action = this.watched.get(id);
    if (!action) return;
    if (this.ageMsOf(action) > WATCHED_MS_MAX) return this.end(id);
    try {
      await this.check(action, Math.max(times, LOOKS_OF_ACTION));
    } catch (error) {
      this.options.log.error('Looking up a settled action broke.', { id, error: String(error) });
      if (this.watched.get(id) === action) this.looks.later(action, times + 1);
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
    const others = judged(journal.read()) && (await allSince(journal, action));
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
}
