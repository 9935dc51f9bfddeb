import { tradesMade, type Action, type BodyOf, type Executed } from '../../domain/action';
import { moved } from '../../domain/actions/action-event';
import { askedUnit, executedLegs, unitsDiffer } from '../../domain/executed';
import { success, type Failure, type Outcome } from '../../domain/failure';
import { fillOf } from '../../domain/delivery/fill';
import { inLegOrder } from '../../domain/delivery/leg-order';
import type { ActionId, TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import { netBeside } from '../../domain/net-beside';
import { present } from '../../domain/present';
import type { LastSeenPrice } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { isMore } from '../../domain/quantity-problem';
import { isSingle, type Trade } from '../../domain/trade';
import { sameTradedPrice } from '../../domain/verdict/acceptance';
import { asOneTrade, legsAccepted, legTradesOf, sayOneDeal, setWith } from '../../domain/verdict/leg-trades';
import { noProof, otherParty, undoneProblem } from '../../domain/verdict/no-proof';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import { sideProblem } from '../../domain/verdict/side';
import { tradedOtherwise } from '../../domain/verdict/traded-otherwise';
import type { Clock } from '../../effects/clock';
import { priceText } from './kinds/acceptances';
import { type Journal, PAST_MAX } from './journal';
import { laneOfOutcomePoll, OutcomePolling, timesAfter } from './outcome-polling';
import { FOLLOWED_MS } from './taken-off';
import type { TradeShelf } from './trade-shelf';

type AcceptanceBody = BodyOf<'accept-quote'> | BodyOf<'accept-proposal'>;
type Acceptance = Action & { readonly body: AcceptanceBody; readonly tradeId: TradeId };

interface ReadBacksOptions {
  readonly trades: Pick<TradeShelf, 'trade'>;
  /** New trades on its request, as its outcome is looked up by, and whether none is left to be read; nothing where they cannot be read. */
  readonly tradesBeside: (
    action: Action,
    how: { readonly lane: Lane; readonly times: number },
  ) => Promise<TradesBeside>;
  /** The trades of the legs of one were found. */
  readonly onLegTrades: (action: Action) => void;
  readonly journal: Pick<Journal, 'record' | 'newest' | 'find' | 'read'>;
  readonly clock: Clock;
  /** IANA, of the service's days. */
  readonly zone: string;
}

/** Prices still missing after this are not expected any more. */
const SOUGHT_MS_MAX = 14 * 24 * 3_600_000;

/**
 * Reads back executed terms of acceptances from the platform's trades: they can differ from the press. Each trade is
 * read once known, and again until it has its prices; the terms become another line of the journal. A trade with its
 * prices is final, and shared with the cells; only a correction makes it be read again.
 */
export class ReadBacks {
  private readonly sought = new Map<ActionId, Acceptance>();
  private readonly looks: OutcomePolling;
  private readonly startedMs: number;

  constructor(private readonly options: ReadBacksOptions) {
    this.startedMs = options.clock.monotonicMs();
    this.looks = new OutcomePolling(options.clock, (id, times) => this.read(id, times));
  }

  /** Resumes reads that the previous run left open. */
  async start(): Promise<void> {
    const now = this.options.clock.now();
    for (const action of await this.options.journal.newest(PAST_MAX)) {
      const ageMs = now - (action.endedAt ?? action.createdAt);
      if (!isDone(action) || saysAll(action) || ageMs > SOUGHT_MS_MAX) continue;
      this.sought.set(action.id, action);
      this.looks.leftBehind(action, ageMs);
    }
  }

  /** An action has ended: its trade is read at once. */
  take(action: Action): void {
    if (isDone(action)) this.seek(action);
  }

  /** Reads these at once if terms are missing: something was heard of their request. */
  hint(ids: readonly ActionId[]): void {
    this.looks.hint(ids);
  }

  /** Acceptances of which terms are missing. */
  get awaiting(): readonly Action[] {
    return [...this.sought.values()];
  }

  /** Acceptances on this request of which terms are missing. */
  on(requestId: string): readonly ActionId[] {
    return [...this.sought.values()].filter(({ body }) => body.requestId === requestId).map(({ id }) => id);
  }

  /** Trades that acceptances on this request made. */
  tradesOn(requestId: string): readonly TradeId[] {
    const made = this.options.journal.read().filter(isDone);
    return made.filter(({ body }) => body.requestId === requestId).flatMap(tradesMade);
  }

  /** Of those that an event tells of: standard spreads of which leg prices were read before. */
  pricedBefore(event: {
    readonly requestId?: string | undefined;
    readonly tradeId?: string | undefined;
  }): readonly TradeId[] {
    const { requestId, tradeId } = event;
    const isTold = (action: Acceptance): boolean =>
      tradeId === undefined
        ? action.body.requestId === requestId
        : tradesMade(action).some((id) => id === tradeId);
    return this.options.journal
      .read()
      .filter(isDone)
      .filter(
        (one) => one.body.lastSeen.type === 'standard-spread' && !this.sought.has(one.id) && isTold(one),
      )
      .flatMap(tradesMade);
  }

  /** Reads this trade again, whatever is known of it. */
  corrected(tradeId: TradeId): void {
    for (const action of this.options.journal.read()) {
      if (isDone(action) && tradesMade(action).includes(tradeId)) this.seek(action);
    }
  }

  now(): void {
    this.looks.now();
  }

  stop(): void {
    this.looks.stop();
  }

  private seek(action: Acceptance): void {
    this.sought.set(action.id, action);
    this.looks.later(action, 0);
    this.looks.hint([action.id]);
  }

  /** That a trade is not found is told once it has lasted: lists and records may lag. */
  private async unread(action: Acceptance, times: number, failure: Failure): Promise<void> {
    const { journal } = this.options;
    const isLong = this.isLong(action);
    const { tradeId } = action;
    const next =
      isLong && failure.kind === 'not-found' && !action.executed
        ? moved(action, { type: 'contradicted', about: 'unread', tradeId, says: missing(action) })
        : action;
    if (next !== action) await journal.record(next);
    if (this.sought.get(action.id) !== action || !isDone(next)) return;
    this.sought.set(action.id, next);
    this.looks.later(next, timesAfter(times, failure));
  }

  private async read(id: ActionId, times: number): Promise<void> {
    const action = this.sought.get(id);
    if (!action) return;
    const found = await this.tradeOf(action, times);
    if (!found.ok) return this.unread(action, times, found.failure);
    const { clock, zone } = this.options;
    const { trade, made = [trade], legTradeIds, isOneLeg = false } = found.value;
    // The trade of another leg may be listed late: what there is by then is not what was executed.
    if (isOneLeg && !this.isLong(action)) {
      if (this.sought.get(id) === action) this.looks.later(action, times + 1);
      return;
    }
    const { executed, evidence, ...says } = told(action, { trade, made }, zone);
    const at = clock.now();
    const { tradeId } = action;
    const next = [
      { about: 'state', tradeId, says: says.state } as const,
      { about: 'offer', tradeId, says: says.offer } as const,
      { about: 'side', tradeId, says: says.side } as const,
      { about: 'product', tradeId, says: says.product } as const,
      { about: 'unread', tradeId, says: undefined } as const,
    ].reduce(
      (before, one) => moved(before, { type: 'contradicted', ...one }),
      moved(action, { type: 'read-back', at, executed, evidence, legTradeIds }),
    );
    if (!isSame(action, next)) await this.options.journal.record(next);
    if (this.sought.get(id) !== action || !isDone(next)) return;
    if (legTradeIds) this.options.onLegTrades(next);
    if (saysAll(next)) {
      this.sought.delete(id);
      return this.looks.end(id);
    }
    this.sought.set(id, next);
    this.looks.later(next, times + 1);
  }

  /**
   * The trade that it made; of one that was traded in a trade for each leg all of them as one. `isOneLeg`: it is of one leg, and the trades of the
   * others are not found.
   */
  private async tradeOf(action: Acceptance, times: number): Promise<Outcome<TradeRead>> {
    const { trades, tradesBeside, journal, clock, zone } = this.options;
    const lane = laneOfOutcomePoll(times);
    const first = await trades.trade(action.tradeId, lane);
    if (!first.ok) return first;
    const trade = first.value;
    const made: Trade[] = [];
    for (const id of action.legTradeIds ?? []) {
      const read = id === trade.id ? first : await trades.trade(id, lane);
      if (!read.ok) return read;
      made.push(read.value);
    }
    if (made.length > 0) return success({ trade: asOneTrade(made) ?? trade, made });
    const meant = legsAccepted({ ...action, zone });
    const isWhole = !isSingle(trade) && sameTradedPrice(trade, action.body.lastSeen) === true;
    if (!meant || isWhole || legTradesOf([trade], meant).all.length === 0) return success({ trade });
    const ofOthers = journal.read().flatMap((other) => (other.id === action.id ? [] : tradesMade(other)));
    // A search costs lists and records: after a day of this run too it would find nothing new.
    if (Math.min(this.ageMsOf(action), clock.monotonicMs() - this.startedMs) >= FOLLOWED_MS)
      return success({ trade, isOneLeg: true });
    const { records, isComplete } = await tradesBeside(action, { lane, times });
    const others = records.filter(({ id }) => id !== trade.id && !ofOthers.includes(id));
    const legTrades = legTradesOf([trade, ...others], meant);
    const set = setWith(legTrades, trade);
    // By its terms alone one of another deal may be listed before its own.
    const isAlone = legTrades.all.length === set?.length && this.ageMsOf(action) >= LIST_LAG_MS;
    const isProven = set && isComplete && (isAlone || sayOneDeal(set, meant));
    const all = isProven ? asOneTrade(set) : undefined;
    return success(
      all && set
        ? { trade: all, made: set, legTradeIds: set.map(({ id }) => id) }
        : { trade, isOneLeg: true },
    );
  }

  private isLong(action: Action): boolean {
    return this.ageMsOf(action) >= MISSING_MS;
  }

  private ageMsOf({ endedAt, createdAt }: Action): number {
    return this.options.clock.now() - (endedAt ?? createdAt);
  }
}

export interface TradesBeside {
  readonly records: readonly Trade[];
  readonly isComplete: boolean;
}

/** What was read of the trade of an acceptance. */
interface TradeRead {
  readonly trade: Trade;
  /** Where it is all of these as one. */
  readonly made?: readonly Trade[];
  readonly legTradeIds?: readonly TradeId[];
  readonly isOneLeg?: boolean;
}

const MISSING_MS = 60_000;

/** Words of the platform alone say that it was executed. A standard spread has no trade before its leg prices are there. */
const missing = ({ body, tradeId }: Acceptance): string =>
  `The platform answered with trade ${tradeId} and does not find it: only its answer says that it was executed. ${
    body.lastSeen.type === 'standard-spread'
      ? 'The trade of a standard spread may come with its leg prices; if it does not, ask the operator.'
      : 'Ask the operator before you trade it again.'
  }`;

const isDone = (action: Action): action is Acceptance =>
  action.state === 'done' &&
  action.tradeId !== undefined &&
  (action.body.kind === 'accept-quote' || action.body.kind === 'accept-proposal');

const legsOf = ({ lastSeen }: AcceptanceBody): number =>
  lastSeen.type === 'standard-spread' ? 2 : lastSeen.legPrices.length;

/** Whether nothing more is to be expected: a single trade says its price, one of several legs that of each. */
const saysAll = ({ executed, contradictions = [], body }: Acceptance): boolean => {
  if (!executed) return false;
  const isNone = contradictions.some(({ about }) => about === 'state');
  const isPriced = legsOf(body) > 1 ? executed.legPrices !== undefined : executed.price !== undefined;
  return isNone || isPriced;
};

const isSame = (a: Action, b: Action): boolean =>
  a.evidence === b.evidence &&
  JSON.stringify([a.executed, a.contradictions, a.legTradeIds]) ===
    JSON.stringify([b.executed, b.contradictions, b.legTradeIds]);

/** The executed terms, and sentences where they differ from the acceptance. */
function told(
  { body, before, legs }: Acceptance,
  { trade: listed, made }: { readonly trade: Trade; readonly made: readonly Trade[] },
  zone: string,
): {
  readonly executed: Executed;
  readonly evidence?: string | undefined;
  readonly state?: string | undefined;
  readonly offer?: string | undefined;
  readonly side?: string | undefined;
  readonly product?: string | undefined;
} {
  const trade = inLegOrder(listed, legs);
  const accepted = { body, ...present({ before }) };
  const state = noProof(accepted, trade) ?? undoneProblem(made);
  if (state !== undefined) return { executed: {}, state };
  const executed = executedOf(trade);
  const asked = body.quantity ?? body.shownQuantity ?? before?.offered?.quantity;
  const unit = askedUnit({ before, legs });
  const differences = [
    ...quantityDifference(executed, asked, unit),
    ...priceDifference(trade, body.lastSeen),
  ];
  const side = sideProblem({ body, ...present({ legs }) }, trade.id, executedLegs(executed));
  const product = tradedOtherwise({ body, ...present({ before, legs }) }, trade, zone);
  const offer = otherParty(accepted, trade);
  return {
    executed,
    offer,
    side,
    product,
    evidence: differences.length > 0 ? differences.join(' ') : undefined,
  };
}

function quantityDifference(
  { quantity, quantityUnit }: Executed,
  asked: Quantity | undefined,
  askedUnit: string | undefined,
): string[] {
  if (quantity === undefined || asked === undefined) return [];
  const isOtherUnit = unitsDiffer(quantityUnit, askedUnit);
  if (quantity === asked && !isOtherUnit) return [];
  const said = [quantity, quantityUnit].filter(Boolean).join(' ');
  const wanted = [asked, askedUnit ?? quantityUnit].filter(Boolean).join(' ');
  const told = `Executed: ${said}. Asked for: ${wanted}.`;
  if (isOtherUnit) return [`${told} The units differ: check on the platform what was traded.`];
  const rest = isMore(asked, quantity)
    ? ' The rest may be in another trade of the request: check before you trade it again.'
    : '';
  return [`${told}${rest}`];
}

function priceDifference(trade: Trade, lastSeen: LastSeenPrice): string[] {
  if (sameTradedPrice(trade, lastSeen) !== false) return [];
  const at = trade.legPrices?.join(' / ') ?? trade.price ?? netBeside(trade.raw) ?? '';
  return [`It was executed at ${at}; you accepted ${priceText(lastSeen)}.`];
}

/** Executed terms by the trade's own record; missing fields are absent. */
function executedOf(trade: Trade): Executed {
  const { price, legPrices, quantity, action, counterparty } = trade;
  const { legs, quantityUnit } = fillOf(trade);
  const [first] = legs;
  const [only, second] = legPrices ?? [];
  const units = new Set(legs.map(({ priceUnit }) => priceUnit));
  return present({
    quantity,
    quantityUnit,
    price: price ?? (second === undefined ? (only ?? netBeside(trade.raw)) : undefined),
    legPrices: second !== undefined && legPrices ? [...legPrices] : undefined,
    priceUnit: units.size === 1 ? first?.priceUnit : undefined,
    side: action ?? first?.action,
    counterparty,
    legs: legs.length > 1 ? [...legs] : undefined,
  });
}
