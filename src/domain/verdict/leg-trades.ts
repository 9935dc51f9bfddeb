import type { Action, CommittedLeg, ExecutedLeg } from '../action';
import { comparedDecimals, sameDecimal } from '../decimal';
import { legsOfFill, tradedPrice } from '../delivery/fill-legs';
import type { Acceptance } from '../executed';
import type { RequestId } from '../identifiers';
import { lastSeenOf } from '../offers';
import { namedOffers, type NamedOffers } from '../pre-trade';
import { present } from '../present';
import { minus, type LastSeenPrice } from '../price';
import type { Quantity } from '../quantity';
import { leaves, type RawRecord } from '../record';
import { legsAt } from '../taken';
import type { Trade } from '../trade';
import { sameName } from './evidence';
import { sameMeasure } from './surely-other';
import { legProblems } from './traded-otherwise';

/*
 * The interface document does not say how the trade of a spread is recorded: as one record of several legs, or as one for each. The trades of the
 * legs together say what one record would, and one of them alone only that something was traded.
 */

/** What was accepted or quoted in several legs, and may have been traded in a trade for each. */
export interface MeantLegs {
  readonly requestId: RequestId;
  /** With the desk's own sides. */
  readonly legs: readonly ExecutedLeg[];
  readonly price: LastSeenPrice;
  /** Counted in leg 1; absent where nothing says it. */
  readonly quantity: Quantity | undefined;
  /** What each leg comes to, where that is known. */
  readonly committed: readonly CommittedLeg[];
  /** Of an offer of which any part may have been traded. */
  readonly isAnyPart: boolean;
  /** Traded all at once: there is no second deal of it. */
  readonly isWhole: boolean;
  readonly counterparty: string | undefined;
  /** The offer that was accepted, or the desk's own. */
  readonly offer: NamedOffers;
  /** IANA, of the service's days. */
  readonly zone: string;
}

export interface LegTrades {
  /** Each says one of the legs. */
  readonly all: readonly Trade[];
  /** Those that together say all of them, each set in the order of the legs. */
  readonly sets: readonly (readonly Trade[])[];
  /** Numbers of the legs that none of them says, counted from 1. */
  readonly missing: readonly number[];
}

export const NO_LEG_TRADES: LegTrades = { all: [], sets: [], missing: [] };
/** Of more trades than these there are too many sets to try. */
const MOST_TRIED = 12;

/** Trades of one leg each that say what was meant of it: its side, product, delivery, quantity and price, and no other counterparty or offer. */
export function legTradesOf(trades: readonly Trade[], meant: MeantLegs): LegTrades {
  const { legs } = meant;
  if (legs.length < 2) return NO_LEG_TRADES;
  const fitting = legs.map((_, at) => trades.filter((trade) => fits(trade, at, meant)));
  const all = [...new Set(fitting.flat())];
  const missing = fitting.flatMap(({ length }, at) => (length === 0 ? [at + 1] : []));
  if (all.length > MOST_TRIED) return { all, sets: [], missing };
  const sets = fitting.reduce<readonly (readonly Trade[])[]>(
    (sofar, next) =>
      sofar.flatMap((set) => next.flatMap((one) => (set.includes(one) ? [] : [[...set, one]]))),
    [[]],
  );
  return { all, sets: sets.filter((set) => areOneDeal(set, meant)), missing };
}

/** The set that alone explains all of them; nothing where one more, or another set, may be what was meant. */
export const onlySet = ({ all, sets: [only, second] }: LegTrades): readonly Trade[] | undefined =>
  only && !second && all.length === only.length ? only : undefined;

/** Why they prove nothing yet, in a sentence. */
export function whyOpen({ all, sets, missing }: LegTrades): string {
  const ids = all.map(({ id }) => id).join(', ');
  if (missing.length > 0) {
    const one = all.length === 1;
    const legs = missing.map((leg) => `leg ${leg}`).join(' and ');
    return `${one ? `Trade ${ids} is` : `Trades ${ids} are each`} of one leg of it alone; no trade of ${legs} is listed yet.`;
  }
  if (sets.length === 0)
    return `Trades ${ids} are each of one leg of it; that they are of one deal, at its price, nothing says.`;
  return `Trades ${ids} are each of one leg of it; which of them belong together nothing says.`;
}

/** A record of at most one leg: of one leg of a spread, or of all of it as a whole. */
export const isOfOneLeg = ({ raw: { legs } }: Pick<Trade, 'raw'>): boolean =>
  !Array.isArray(legs) || legs.length < 2;

/** A record of one leg, with what stands on that leg on the trade itself. */
function asSingle(trade: Trade): Trade {
  const { legs, ...raw } = trade.raw;
  const [leg] = Array.isArray(legs) ? (legs as readonly unknown[]) : [];
  const own = Object.fromEntries(
    Object.entries(Object(leg) as Record<string, unknown>).filter(([, value]) => value != null),
  );
  return { ...trade, ...present({ price: tradedPrice(trade) }), raw: { ...raw, ...own } };
}

/** What differs from leg to leg, and is said of no trade of several. */
const OF_A_LEG = new Set(['action', 'contract', 'price', 'quantity', 'spread-price', 'trade-id']);

/** The trades of the legs of one deal as the one record that other platforms make of it; under the number of the first. */
export function asOneTrade(trades: readonly Trade[]): Trade | undefined {
  const singles = trades.map(asSingle);
  const [first] = singles;
  if (!first) return undefined;
  const raws = singles.map(({ raw, price, quantity, action }) => ({
    ...raw,
    ...present({ price, quantity, action }),
  }));
  const shared: RawRecord = Object.fromEntries(
    Object.entries(first.raw).filter(
      ([name, value]) =>
        !OF_A_LEG.has(name) &&
        raws.every((raw: RawRecord) => JSON.stringify(raw[name]) === JSON.stringify(value)),
    ),
  );
  const prices = singles.flatMap(({ price }) => price ?? []);
  const { id, requestId, venue, counterparty, quantity } = first;
  return {
    id,
    tradedAt: Math.max(...singles.map(({ tradedAt }) => tradedAt)),
    raw: { ...shared, 'trade-id': id, legs: raws },
    ...present({ requestId, venue, counterparty, quantity }),
    ...(prices.length === singles.length && { legPrices: prices }),
  };
}

function fits(trade: Trade, at: number, meant: MeantLegs): boolean {
  const leg = meant.legs[at];
  const { counterparty } = trade;
  if (!leg?.action || !isOfOneLeg(trade) || trade.requestId !== meant.requestId) return false;
  if (counterparty !== undefined && meant.counterparty !== undefined)
    if (!sameName(counterparty, meant.counterparty)) return false;
  const { quoteId, proposalId } = namedOffers(trade.raw);
  const isNamed = quoteId !== undefined || proposalId !== undefined;
  if (isNamed && !OFFERS.some((one) => isSame(namedOffers(trade.raw)[one], meant.offer[one]))) return false;
  const single = asSingle(trade);
  const [said] = legsOfFill(single);
  if (said?.action !== leg.action) return false;
  const isDelivered = (['deliveryStart', 'deliveryEnd'] as const).every(
    (day) => leg[day] === undefined || said[day] !== undefined,
  );
  return (
    isDelivered &&
    legProblems(leg, single, meant.zone).length === 0 &&
    isPricedAs(single, at, meant) &&
    isSizedAs(single, said.quantityUnit, at, meant)
  );
}

const OFFERS = ['quoteId', 'proposalId'] as const;

const isSame = (named: string | undefined, meant: string | undefined): boolean =>
  meant !== undefined && named === meant;

function isPricedAs({ price }: Trade, at: number, { price: meant }: MeantLegs): boolean {
  if (price === undefined) return false;
  return meant.type === 'standard-spread' || price === meant.legPrices[at];
}

function isSizedAs({ quantity }: Trade, unit: string | undefined, at: number, meant: MeantLegs): boolean {
  if (quantity === undefined) return false;
  const { volumes = [] } = meant.committed[at] ?? {};
  const [own] = volumes;
  const due = own ? volumes.find((one) => sameMeasure(unit ?? own.unit, one.unit))?.amount : meant.quantity;
  if (due === undefined) return false;
  return meant.isAnyPart ? comparedDecimals(quantity, due) <= 0 : sameDecimal(quantity, due);
}

/** So far apart the trades of one deal may be made; a part of an offer may be followed by the next at any time. */
const ONE_DEAL_MS = 2_000;
const WHOLE_MS = 60_000;

function areOneDeal(
  set: readonly Trade[],
  { price, isWhole, isAnyPart, offer, committed }: MeantLegs,
): boolean {
  const names = set.flatMap(({ counterparty }) => counterparty ?? []);
  if (names.some((name) => !sameName(name, names[0] ?? name))) return false;
  if (isAnyPart && !areAlike(set, committed)) return false;
  if (price.type === 'standard-spread') {
    const [leg1, leg2] = set.map((trade) => tradedPrice(trade));
    if (leg1 === undefined || leg2 === undefined || minus(leg1, leg2) !== price.spreadPrice) return false;
  }
  const deals = set.map(({ raw }) => dealIn(raw));
  if (new Set(deals.flatMap((deal) => deal ?? [])).size > 1) return false;
  if (sayOneDeal(set, { offer, isWhole })) return true;
  const times = set.map(({ tradedAt }) => tradedAt);
  return Math.max(...times) - Math.min(...times) <= (isWhole ? WHOLE_MS : ONE_DEAL_MS);
}

/** Whether all of them bear the number of one deal, or that of an offer of which there is no second deal. */
export function sayOneDeal(
  set: readonly Trade[],
  { offer, isWhole }: Pick<MeantLegs, 'offer' | 'isWhole'>,
): boolean {
  const [deal, ...others] = set.map(({ raw }) => dealIn(raw));
  if (deal !== undefined && others.every((other) => other === deal)) return true;
  return (
    isWhole &&
    set.every(({ raw }) =>
      OFFERS.some((one) => offer[one] !== undefined && namedOffers(raw)[one] === offer[one]),
    )
  );
}

/** Of legs that come to one amount, the parts do too. Of others nobody knows how they are split. */
function areAlike(set: readonly Trade[], committed: readonly CommittedLeg[]): boolean {
  const [first] = set;
  const amounts = committed.map(({ volumes: [own] }) => JSON.stringify(own));
  if (amounts.some((amount) => amount !== amounts[0])) return false;
  return set.every(
    ({ quantity }) =>
      quantity !== undefined && first?.quantity !== undefined && sameDecimal(quantity, first.quantity),
  );
}

/** The number that both trades of a spread bear, as the pre-trade object has it in the place of the former spread-id. */
function dealIn({ 'pre-trade': preTrade }: RawRecord): string | undefined {
  const found = leaves(preTrade).find(
    ([path, value]) =>
      path
        .replaceAll(/[^a-z\d]/gi, '')
        .toLowerCase()
        .endsWith('spreadid') &&
      (typeof value === 'string' || typeof value === 'number'),
  );
  return found && String(found[1]);
}

/** What an acceptance took, leg by leg; nothing of a single, or where the desk did not know its legs. */
export function legsAccepted({
  body,
  legs = [],
  before,
  zone,
}: Pick<Action, 'before' | 'legs'> & {
  readonly body: Acceptance;
  readonly zone: string;
}): MeantLegs | undefined {
  const { requestId, lastSeen: price, quantity: part, shownQuantity } = body;
  const count = price.type === 'standard-spread' ? 2 : price.legPrices.length;
  if (count < 2 || legs.length !== count) return undefined;
  const { committed = [], offered } = before ?? {};
  return {
    ...{ requestId, legs, price, committed, zone },
    quantity: part ?? shownQuantity ?? offered?.quantity,
    isAnyPart: false,
    isWhole: part === undefined,
    counterparty: offered?.counterparty,
    offer: 'quoteId' in body ? { quoteId: body.quoteId } : { proposalId: body.proposalId },
  };
}

/** What a quote of the desk offered, leg by leg: any part of it may have been taken, unless it is all or none. */
export function legsQuoted(
  { body, legs = [], before, quoteId }: Pick<Action, 'body' | 'legs' | 'before' | 'quoteId'>,
  zone: string,
): MeantLegs | undefined {
  if (body.kind !== 'send-quote' || quoteId === undefined) return undefined;
  const { requestId, quantity, allOrNone } = body;
  if (legs.length < 2 || legs.length !== legsAt(body.price)) return undefined;
  return {
    ...{ requestId, legs, quantity, zone, offer: { quoteId } },
    price: lastSeenOf(body.price),
    committed: before?.committed ?? [],
    isAnyPart: !allOrNone,
    isWhole: allOrNone,
    counterparty: undefined,
  };
}

/** The only set that this trade is of; nothing where there are several, or another of its trades may be of another one. */
export function setWith({ sets }: LegTrades, trade: Trade): readonly Trade[] | undefined {
  const [only, second] = sets.filter((set) => set.includes(trade));
  const isShared = sets.some((set) => set !== only && set.some((one) => only?.includes(one)));
  return second || isShared ? undefined : only;
}
