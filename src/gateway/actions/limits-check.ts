import {
  goneOn,
  onlyProtects,
  requestIdOf,
  type Action,
  type ActionBody,
  type BodyOf,
  type Decision,
} from '../../domain/action';
import { validUntil } from '../../contract/service/valid-until';
import type { Failure } from '../../domain/failure';
import { grownSince, needsApproval, type Asked, type FourEyes } from '../../domain/policy/four-eyes';
import { besideMarket, heldBeside, otherOnCard, type CardMarket } from '../../domain/policy/market-beside';
import { sameReference } from '../../domain/policy/same-reference';
import type { ActionId, RequestId } from '../../domain/identifiers';
import { committedBy, preTradeCheck, type PreTrade } from '../../domain/limits/check';
import { PRICE_CODES, type Findings } from '../../domain/limits/finding';
import { findingsFailure } from '../../domain/limits/accepted-warnings';
import { DUPLICATE_MS_MAX, type Limits } from '../../domain/limits/limits';
import { newRequestCheck } from '../../domain/limits/new-request-check';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import type { Own } from '../../domain/policy/policy';
import { sentWithinMinute } from '../../domain/limits/pace-checks';
import {
  acceptedIn,
  referencesFor,
  withKnown,
  type KnownAround,
  type KnownPrices,
  type RecentAction,
  type Reference,
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
  /** The market of a request as pages are told it, without a call; absent where the request is not known. Nothing unless said. */
  readonly told?: (id: RequestId) => Omit<KnownPrices, 'recent'> | undefined;
  /** Without it the daily limits count nothing. */
  readonly ledger?: Pick<DayLedger, 'take' | 'totals'>;
  /** Without it nothing is unproven. */
  readonly parts?: Pick<ProvenParts, 'unproven'>;
  /** Above what another person has to approve; nobody has to unless said. */
  readonly fourEyes?: () => FourEyes | undefined;
  /** What a person is held to beside the desk's levels. Nothing unless said. */
  readonly own?: (by: By | undefined) => readonly Own[];
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
  problem(action: Action, read: Read): Failure | undefined {
    const own = this.options.own?.(action.by) ?? [];
    const findings = this.findings(action, read);
    return findingsFailure(findings, action.accepted) ?? tooManyPresses(action, own, this.seen(action, read));
  }

  /** Which limits an action reaches, by the records given and other known data. */
  findings(action: Pick<Action, 'id' | 'body' | 'by' | 'replaces'>, read: Read): Findings {
    const own = this.options.own?.(action.by) ?? [];
    return preTradeCheck(action.body, this.seen(action, read), this.options.limits(), own);
  }

  /** Why a new request may not be sent. `markets`: those of the open requests that were just read. */
  newRequestProblem(
    { draft }: BodyOf<'create-request'>,
    action: Pick<Action, 'by' | 'accepted'>,
    markets: readonly string[],
  ): Failure | undefined {
    const own = this.options.own?.(action.by) ?? [];
    const seen = { markets, now: this.options.clock.now() };
    return findingsFailure(newRequestCheck(draft, seen, this.options.limits(), own), action.accepted);
  }

  /** Why another person has to approve it, and by when; `undefined` where nobody has to. `read` is absent where nothing is read. */
  asks(
    action: Pick<Action, 'id' | 'body' | 'by' | 'replaces'>,
    read: Read | undefined,
  ): (Asked & Pick<FourEyes, 'minutes'>) | undefined {
    const fourEyes = this.options.fourEyes?.();
    const asked = fourEyes && needsApproval(action.body, read && this.seen(action, read), fourEyes);
    if (!asked) return undefined;
    const warnedBeside = read ? heldBeside(read.request, this.findings(action, read).warnings) : [];
    return {
      ...asked,
      ...(warnedBeside.length > 0 && { warnedBeside }),
      minutes: fourEyes.minutes,
    };
  }

  /** The market of what waits, by what every page is told at this moment; `undefined` of what is done on no request. `card`: what the card showed of it. */
  decision({ id, body }: Pick<Action, 'id' | 'body'>, card?: CardMarket): Decision | undefined {
    const requestId = requestIdOf(body);
    if (requestId === undefined) return undefined;
    const at = this.options.clock.now();
    const known = this.options.told?.(requestId);
    const beside = known ? besideMarket(body, { ...known, recent: this.recent(id, at) }) : {};
    return { at, ...beside, ...present({ card: otherOnCard(card, beside.market) }) };
  }

  /** What the price of an offer is held against; absent where nothing is known. */
  market(action: Pick<Action, 'id' | 'body' | 'replaces'>, read: Read): Reference | undefined {
    return referencesFor(action.body, this.seen(action, read)).market;
  }

  /** Why the approval of an action does not hold for what it comes to now. */
  grown(action: Action, now: Asked | undefined, read: Read | undefined): Failure | undefined {
    const message = grownSince(action, now, read ? this.marketNow(action, read) : {});
    return message === undefined ? undefined : { kind: 'wrong-state', message, next: PRESS_AGAIN };
  }

  private marketNow(action: Action, read: Read): Parameters<typeof grownSince>[2] {
    const then = action.approval?.market;
    const { blocks, warnings } = this.findings(action, read);
    const warning = [...blocks, ...warnings].find(({ code }) => PRICED.has(code));
    return {
      same: then && sameReference(action.body, then, this.seen(action, read)),
      warning: warning?.message,
      unreadable: read.unreadable,
    };
  }

  /** It leaves now, whatever the journal shows of it at this moment. */
  take(action: Action, { request, offers }: Read): void {
    const { clock, ledger } = this.options;
    const sending: RecentAction = { ...action, state: 'sending', sentAt: clock.now() };
    this.passed.set(action.id, sending);
    const committed = [...committedBy(action.body, request, acceptedIn(action.body, offers))];
    ledger?.take({ ...action, state: 'sending', before: { tradeIds: [], quoteIds: [], committed } });
  }

  private seen(
    { id, replaces }: Pick<Action, 'id' | 'replaces'>,
    { request, offers, unreadable = 0 }: Read,
  ): PreTrade {
    const { clock, ledger, around, parts } = this.options;
    const now = clock.now();
    const { offers: known = [], ...rest } = around?.(request.id) ?? {};
    return {
      request,
      offers: withKnown(offers, known).map((offer) => standingAt(offer, now)),
      unreadable,
      recent: this.recent(id, now),
      now,
      ...rest,
      ...(ledger && { today: ledger.totals(id, replaces) }),
      unprovenParts: parts?.unproven() ?? [],
    };
  }

  /** How many offers and acceptances of this desk count for the pace of the minute before now. */
  get lastMinute(): number {
    const now = this.options.clock.now();
    return sentWithinMinute(this.recent(undefined, now), now);
  }

  private recent(except: ActionId | undefined, now: number): readonly RecentAction[] {
    for (const [old, action] of this.passed) {
      if (goneOn(action) < now - DUPLICATE_MS_MAX) this.passed.delete(old);
    }
    const others = new Map<ActionId, RecentAction>(this.passed);
    for (const one of this.options.shown()) others.set(one.id, one);
    if (except !== undefined) others.delete(except);
    return [...others.values()];
  }
}

const PRICED: ReadonlySet<string> = new Set(PRICE_CODES);

const PRESS_AGAIN = 'Nothing was sent. It has to be pressed again, and approved as it is then.';

/** Why one person may send no more offers and acceptances within this minute. */
function tooManyPresses(
  { by }: Action,
  own: readonly Own[],
  { recent, now }: Pick<PreTrade, 'recent' | 'now'>,
): Failure | undefined {
  const most = Math.min(...own.flatMap(({ pressesPerMinute }) => pressesPerMinute ?? []));
  const theirs = recent.filter((one) => one.by && by && (one.by.id ?? one.by.name) === (by.id ?? by.name));
  if (sentWithinMinute(theirs, now) < most) return undefined;
  return {
    kind: 'denied',
    message: `${by?.name ?? 'This person'} has sent ${most} prices and acceptances within one minute, which is the most that the policy allows.`,
    next: 'Nothing was sent. Wait a minute and press again; withdrawing still works.',
  };
}

/** An offer whose own time is over is no market, whatever the platform calls it. */
function standingAt(offer: SeenOffer, now: number): SeenOffer {
  const until = offer.raw && validUntil(offer.raw);
  return until && until.at <= now && (offer.state ?? 'active') === 'active'
    ? { ...offer, state: 'expired' }
    : offer;
}
