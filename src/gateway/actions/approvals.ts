import { createHash } from 'node:crypto';
import type { ApprovalBody, RefusalBody } from '../../contract/desk/bodies';
import type { Action } from '../../domain/action';
import { moved } from '../../domain/actions/action-event';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { shownForApproval } from '../../domain/policy/four-eyes';
import { areTwoPeople, isSamePerson } from '../../domain/policy/two-people';
import type { ActionId } from '../../domain/identifiers';
import type { By } from '../../domain/person';
import type { Clock } from '../../effects/clock';
import { leftTooLate } from '../platform/errors';
import * as says from './action-errors';
import type { Pressed } from './batch';
import type { Journal } from './journal';
import type { Ready } from './kinds/rules';
import type { CheckedLimits } from './preparation';

interface ApprovalsOptions {
  /** Every action that is not final, by id. */
  readonly open: Map<ActionId, Action>;
  readonly journal: Pick<Journal, 'write' | 'find'>;
  /** Whether who pressed it may not send any more. Everybody may unless said. */
  readonly mayNotPress?: ((by: By | undefined) => boolean) | undefined;
  readonly clock: Clock;
  /** Records a new state of an action, and acts on it. */
  readonly enter: (action: Action) => Promise<Outcome<Action>>;
  /** The market of what waits at this moment, for the line of another person's word. */
  readonly limits: Pick<CheckedLimits, 'decision'>;
  /** Goes on with an action as with one that was just pressed and written down. */
  readonly goOn: (staged: Action, pressed: Pressed) => Promise<Outcome<Action>>;
}

const MINUTE_MS = 60_000;
/** The approvers are reminded of one action at most so often. */
const REMIND_MS = 60_000;

/** SHA-256 of all that who approves is shown. */
export const hashOf = (action: Action): string =>
  createHash('sha256').update(shownForApproval(action)).digest('hex');

/**
 * Actions that another person has to approve. Each waits once, for one word; nothing of it is sent before its approval is on disk, and
 * then everything is read and checked as at a press. An approval is used once, whatever comes of it.
 */
export class Approvals {
  private readonly timers = new Map<ActionId, () => void>();

  constructor(private readonly options: ApprovalsOptions) {}

  /** From here on it waits, with what is to be approved frozen. */
  async ask(staged: Action, { minutes, ...asked }: NonNullable<Ready['asks']>): Promise<Outcome<Action>> {
    const { open, clock, journal } = this.options;
    const at = clock.now();
    const until = at + minutes * MINUTE_MS;
    const unsigned = moved(staged, { type: 'asked', at, until, approval: { ...asked, hash: '' } });
    const waiting: Action = { ...unsigned, approval: { ...asked, hash: hashOf(unsigned) } };
    open.set(waiting.id, waiting);
    const kept = await journal.write(waiting);
    if (kept === 'in-doubt') return failed(says.IN_DOUBT);
    if (kept === 'refused') return this.end(waiting, says.NOT_WRITTEN);
    if (open.get(waiting.id) !== waiting) return success(waiting);
    const late = () => void this.end(waiting, says.NOBODY_APPROVED);
    this.timers.set(waiting.id, clock.after(minutes * MINUTE_MS, late));
    return success(waiting);
  }

  /** Another person's word that it may go. `hash`: of what that person was shown. */
  async approve(
    id: ActionId,
    { hash, pressedAt, card }: Pick<ApprovalBody, 'hash' | 'pressedAt' | 'card'>,
    { by, page }: Pick<Pressed, 'by' | 'page'>,
  ): Promise<Outcome<Action>> {
    const action = this.waiting(id);
    if (!action) return this.notWaiting(id);
    const { open, journal, clock, enter, goOn } = this.options;
    const at = clock.now();
    if (!by || !areTwoPeople(action.by, by)) return failed(says.OWN_APPROVAL);
    if (at >= (action.waitsUntil ?? 0)) {
      await this.end(action, says.NOBODY_APPROVED);
      return failed(says.LATE_APPROVAL);
    }
    if (this.options.mayNotPress?.(action.by)) {
      const failure = says.mayPressNoMore(action.by);
      await this.end(action, failure);
      return failed(failure);
    }
    if (pressedAt !== undefined && says.isOld(pressedAt, at)) return failed(leftTooLate);
    if (hash !== action.approval?.hash || hash !== hashOf(action)) return failed(says.OTHER_THAN_SHOWN);
    const decision = this.options.limits.decision(action, card);
    const approved = moved(action, { type: 'approved', at, by, decision });
    this.over(id);
    // From here on nobody else finds it waiting.
    open.set(id, approved);
    const kept = await journal.write(approved);
    if (kept === 'in-doubt') return failed(says.IN_DOUBT);
    if (kept === 'written') return goOn(approved, { page });
    await enter(moved(approved, { type: 'cancelled', at, failure: says.APPROVAL_NOT_WRITTEN }));
    return failed(says.APPROVAL_NOT_WRITTEN);
  }

  async refuse(
    id: ActionId,
    { reason, card }: Pick<RefusalBody, 'reason' | 'card'>,
    by: By,
  ): Promise<Outcome<Action>> {
    const action = this.waiting(id);
    if (!action) return this.notWaiting(id);
    const { limits, clock, enter } = this.options;
    const failure = says.refusedBecause(by.name, reason);
    const at = clock.now();
    const decision = limits.decision(action, card);
    this.over(id);
    return enter(moved(action, { type: 'refused', at, by, failure, decision }));
  }

  /** By the person who pressed it: the pages of approvers tell of it once more. */
  async remind(id: ActionId, by: By | undefined): Promise<Outcome<Action>> {
    const action = this.waiting(id);
    // One whose line is not on disk yet has told nobody.
    if (!action || !this.timers.has(id)) return this.notWaiting(id);
    if (!by || !isSamePerson(action.by, by)) return failed(says.NOT_YOURS_TO_REMIND);
    const { open, journal, clock } = this.options;
    const at = clock.now();
    const last = action.reminded?.at ?? -Infinity;
    // By a clock that was set back it would never be time again.
    if (Math.abs(at - last) < REMIND_MS) return failed(says.remindedAlready(last + REMIND_MS));
    const reminded = moved(action, { type: 'reminded', at, by });
    open.set(id, reminded);
    const kept = await journal.write(reminded);
    if (kept === 'in-doubt') return failed(says.IN_DOUBT);
    const now = open.get(id);
    if (kept === 'written') return success(now ?? reminded);
    if (now === reminded) open.set(id, action);
    return failed(says.NOT_REMINDED);
  }

  /** By whoever pressed it. */
  async cancel(id: ActionId, by: By | undefined): Promise<Outcome<Action>> {
    const action = this.waiting(id);
    if (!action) return this.notWaiting(id);
    if (!isSamePerson(action.by, by)) return failed(says.NOT_YOURS);
    return this.end(action, says.CANCELLED_WAITING);
  }

  /** None that waits now can be approved any more. */
  async cancelAll(failure: Failure): Promise<void> {
    const all = [...this.options.open.values()].filter(({ state }) => state === 'waiting');
    await Promise.all(all.map((action) => this.end(action, failure)));
  }

  private async end(action: Action, failure: Failure): Promise<Outcome<Action>> {
    const { open, clock, enter } = this.options;
    const now = open.get(action.id);
    if (now?.state !== 'waiting') return success(now ?? action);
    this.over(action.id);
    return enter(moved(now, { type: 'cancelled', at: clock.now(), failure }));
  }

  private over(id: ActionId): void {
    this.timers.get(id)?.();
    this.timers.delete(id);
  }

  /** Read and acted on within one turn, so that of two words the first one counts. */
  private waiting(id: ActionId): Action | undefined {
    const action = this.options.open.get(id);
    return action?.state === 'waiting' ? action : undefined;
  }

  private async notWaiting(id: ActionId): Promise<Outcome<never>> {
    const { open, journal } = this.options;
    const known = open.get(id) ?? (await journal.find(id));
    return failed(known ? says.notWaiting(known.state) : says.NO_SUCH_ACTION);
  }
}
