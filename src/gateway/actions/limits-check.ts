import { onlyProtects, type Action, type ActionBody } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import { committedBy, preTradeCheck } from '../../domain/limits/check';
import { findingsFailure } from '../../domain/limits/accepted-warnings';
import { DUPLICATE_MS_MAX, type Limits } from '../../domain/limits/limits';
import { sentWithinMinute } from '../../domain/limits/pace-checks';
import {
  acceptedIn,
  withKnown,
  type KnownAround,
  type RecentAction,
  type SeenOffer,
} from '../../domain/limits/references';
import type { Request } from '../../domain/request';
import type { Clock } from '../../effects/clock';
import type { DayLedger } from './day-ledger';
import type { ProvenParts } from './proven-parts';

export interface LimitsCheckOptions {
  readonly limits: () => Limits;
  /** Why the stored limits are not known; absent while they are. */
  readonly failure?: () => Failure | undefined;
  /** Journal entries: the newest actions, and all open ones. */
  readonly shown: () => readonly RecentAction[];
  /** Something will be checked in a moment: what is known is brought up to date meanwhile, and waited for by nobody. */
  readonly onSoon?: () => void;
  /** Nothing unless said. */
  readonly around?: (id: RequestId) => KnownAround;
  /** Without it the daily limits count nothing. */
  readonly ledger?: Pick<DayLedger, 'take' | 'totals'>;
  /** Without it nothing is unproven. */
  readonly parts?: Pick<ProvenParts, 'unproven'>;
  readonly clock: Clock;
}

/** Records just read for an action. */
interface Read {
  readonly request: Request;
  readonly offers: readonly SeenOffer[];
  readonly unreadable?: number;
}

/** The final check of the desk's limits before sending, independent of the pane's. */
export class LimitsCheck {
  /** Recently allowed actions: the journal shows fewer than a busy minute has. */
  private readonly passed = new Map<ActionId, RecentAction>();

  constructor(private readonly options: LimitsCheckOptions) {}

  /** Why no action that takes risk may be sent: the stored limits cannot be read. */
  unread(body: ActionBody): Failure | undefined {
    this.options.onSoon?.();
    return onlyProtects(body) ? undefined : this.options.failure?.();
  }

  /** Why an action may not be sent, by the records just read and other known data. */
  problem(action: Action, { request, offers, unreadable = 0 }: Read): Failure | undefined {
    const { clock, limits, ledger } = this.options;
    const { body } = action;
    const now = clock.now();
    const recent = this.recent(action.id, now);
    const { offers: known = [], ...around } = this.options.around?.(request.id) ?? {};
    const seen = { request, offers: withKnown(offers, known), unreadable, recent, now, ...around };
    const today = ledger && { today: ledger.totals(action.id) };
    const unprovenParts = this.options.parts?.unproven() ?? [];
    const findings = preTradeCheck(body, { ...seen, ...today, unprovenParts }, limits());
    const failure = findingsFailure(findings, action.accepted);
    if (failure) return failure;
    // It leaves now, whatever the journal shows of it at this moment.
    const sending: RecentAction = { ...action, state: 'sending', sentAt: now };
    this.passed.set(action.id, sending);
    const committed = [...committedBy(body, request, acceptedIn(body, offers))];
    ledger?.take({ ...action, state: 'sending', before: { tradeIds: [], quoteIds: [], committed } });
    return undefined;
  }

  /** How many offers and acceptances of this desk count for the pace of the minute before now. */
  get lastMinute(): number {
    const now = this.options.clock.now();
    return sentWithinMinute(this.recent(undefined, now), now);
  }

  private recent(except: ActionId | undefined, now: number): readonly RecentAction[] {
    for (const [old, { createdAt }] of this.passed) {
      if (createdAt < now - DUPLICATE_MS_MAX) this.passed.delete(old);
    }
    const others = new Map<ActionId, RecentAction>(this.passed);
    for (const one of this.options.shown()) others.set(one.id, one);
    if (except !== undefined) others.delete(except);
    return [...others.values()];
  }
}
