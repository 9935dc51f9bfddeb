import Big from 'big.js';
import type { Action, ExecutedLeg } from '../action';
import { comparedDecimals } from '../decimal';
import { converted } from '../delivery/convert';
import { legsOfFill, textIn } from '../delivery/fill-legs';
import { marketOf } from '../delivery/markets';
import { energyRate, type Amount } from '../delivery/notional';
import { periodText } from '../delivery/product';
import { isAcceptance } from '../executed';
import { sameUnit } from '../leg';
import { numberIn } from '../net-beside';
import { moneyNamed, priceUnitOf } from '../price-unit';
import { statedQuantity } from '../quantity';
import { isSingle, type Trade } from '../trade';
import { deliveryDays, sameEnd, sameStart } from './delivery-days';
import { sameName } from './evidence';
import { sideProblem } from './side';
import {
  isOtherClearing,
  isOtherCommodity,
  isOtherLoad,
  isOtherMarket,
  isOtherPriceUnit,
  sameMeasure,
} from './surely-other';

type Told = Pick<Action, 'body' | 'before' | 'legs'>;

/** A leg as it was accepted, or as the record of its trade says it. */
type Leg = { readonly [K in keyof ExecutedLeg]: ExecutedLeg[K] | undefined } & {
  readonly currency?: string | undefined;
  /** Of its quantity, where the leg itself says none. */
  readonly unitOfTrade?: string | undefined;
};

/** What a leg is otherwise, as "market FR instead of DE". */
type Difference = string;

/**
 * Where the record of a trade says another product, unit or share of a leg than was accepted, in a sentence or two; nothing where both agree. What one of both
 * does not say is not compared, and another way to write the same is no other thing. `zone` (IANA): of the service's days.
 */
export function tradedOtherwise(told: Told, trade: Trade, zone: string): string | undefined {
  const { legs: meant = [] } = told;
  if (meant.length === 0 || !saysItsLegs(trade, meant)) return undefined;
  const said = saidLegs(trade, meant);
  if (meant.length !== said.length) {
    const count = said.length === 1 ? 'one leg' : `${said.length} legs`;
    if (isAcceptance(told.body)) return sentence(told, trade, `${count} instead of ${meant.length}`);
    // A quote of several legs may be taken in a trade for each of them.
    const [only, second] = said;
    const other = only && !second ? nearestLeg(meant, only, zone) : [];
    return other.length > 0 ? sentence(told, trade, other.join(', ')) : undefined;
  }
  const isSideTold = sideProblem(told, trade.id, legsOfFill(trade)) !== undefined;
  const wanted = isSideTold ? meant.map(({ action: _, ...leg }) => leg) : meant;
  const others = orders(wanted, said, zone)
    .map((ordered) => [...differences(wanted, ordered, zone), ...sharesApart(told, trade, ordered)])
    .sort((a, b) => a.length - b.length)[0];
  return others && others.length > 0 ? sentence(told, trade, others.join(', ')) : undefined;
}

const sentence = ({ body }: Told, { id }: Trade, otherwise: string): string =>
  `The record of trade ${id} is not what you ${isAcceptance(body) ? 'accepted' : 'quoted'}: ${otherwise}. Ask the operator before you count on it.`;

/** What a record of one leg is otherwise than the leg that it is nearest to. */
function nearestLeg(meant: readonly Leg[], said: Leg, zone: string): readonly Difference[] {
  const each = meant.map((leg, at) => differencesOf(leg, said, zone).map((one) => ofLeg(meant, at, one)));
  return each.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** What the record of a trade of one leg says otherwise than was meant of that leg. */
export const legProblems = (meant: ExecutedLeg, trade: Trade, zone: string): readonly string[] =>
  differencesOf(meant, saidLegs(trade, [meant])[0] ?? {}, zone);

/** A record of several legs may be without them yet. */
const saysItsLegs = (trade: Trade, { length }: readonly unknown[]): boolean => {
  const { legs } = trade.raw;
  return length === 1 || isSingle(trade) || (Array.isArray(legs) && legs.length > 0);
};

/** Where a record has what a leg says. */
const WIRE = {
  commodity: 'commodity',
  market: 'market',
  deliveryStart: 'delivery-start',
  deliveryEnd: 'delivery-end',
  loadProfile: 'load-profile',
  priceUnit: 'price-unit',
  clearing: 'clearing',
} as const;

/**
 * What each leg says for itself. What only its trade says, which may be leg 1's, is said of a leg where all legs were to be alike in it; a quantity never
 * is.
 */
function saidLegs(trade: Trade, meant: readonly Leg[]): readonly Leg[] {
  const { raw } = trade;
  const raws = Array.isArray(raw.legs) && raw.legs.length > 0 ? (raw.legs as readonly unknown[]) : [raw];
  return legsOfFill(trade).map((leg, index) => {
    const own = Object(raws[index]) as Record<string, unknown>;
    const unsaid = FIELDS.filter(
      (field) => own[WIRE[field]] == null && !isAlike(meant.map((one) => one[field])),
    );
    // The unit that a leg has of its own goes before the currency of its trade.
    const isOfTrade = own['price-unit'] == null && isAlike(meant.map(currencyOf));
    return {
      ...leg,
      // As it is written: a midnight may be that of its day, or the end of the one before.
      deliveryEnd: textIn(own['delivery-end'] ?? raw['delivery-end']),
      ...Object.fromEntries(unsaid.map((field) => [field, undefined])),
      quantity: own['quantity'] == null ? undefined : leg.quantity,
      quantityUnit: textIn(own['quantity-unit']),
      unitOfTrade: textIn(raw['quantity-unit']),
      currency: textIn(own['currency'] ?? (isOfTrade ? raw['currency'] : undefined)),
    };
  });
}

const FIELDS = Object.keys(WIRE) as (keyof typeof WIRE)[];
const isAlike = (all: readonly unknown[]): boolean => new Set(all.map((one) => JSON.stringify(one))).size < 2;

/** Of more legs than these there are too many orders to try. */
const MOST_TRIED = 4;

/** Orders that the legs of a record may have: as they come first. */
function orders(wanted: readonly Leg[], said: readonly Leg[], zone: string): (readonly Leg[])[] {
  if (said.length <= MOST_TRIED) return permutations(said);
  const left = [...said];
  const nearest = wanted.flatMap((leg) => {
    const counts = left.map((one) => differencesOf(leg, one, zone).length);
    return left.splice(counts.indexOf(Math.min(...counts)), 1);
  });
  return [said, nearest];
}

function permutations<T>(legs: readonly T[]): (readonly T[])[] {
  if (legs.length < 2) return [legs];
  return legs.flatMap((leg, at) =>
    permutations(legs.filter((_, other) => other !== at)).map((rest) => [leg, ...rest]),
  );
}

const differences = (meant: readonly Leg[], said: readonly Leg[], zone: string): Difference[] =>
  meant.flatMap((leg, index) =>
    differencesOf(leg, said[index] ?? {}, zone).map((one) => ofLeg(meant, index, one)),
  );

const ofLeg = ({ length }: readonly unknown[], index: number, one: string): Difference =>
  length === 1 ? one : `leg ${index + 1}: ${one}`;

const differencesOf = (meant: Leg, said: Leg, zone: string): Difference[] => [
  ...other('', meant.action, said.action, isOtherName),
  ...other('', meant.commodity, said.commodity, isOtherCommodity),
  ...other('market', meant.market, said.market, isOtherMarket),
  ...otherDelivery(meant, said, zone),
  ...other('load', meant.loadProfile, said.loadProfile, (a, b) => isOtherLoad(a, b, meant)),
  ...otherMoney(meant, said),
  ...otherClearing(meant, said),
];

const isOtherName = (a: string, b: string): boolean => !sameName(a, b);

function other(
  name: string,
  meant: string | undefined,
  said: string | undefined,
  isOther: (a: string, b: string) => boolean,
): Difference[] {
  if (meant === undefined || said === undefined || !isOther(meant, said)) return [];
  return [`${name} ${said} instead of ${meant}`.trim()];
}

function otherDelivery(meant: Leg, said: Leg, zone: string): Difference[] {
  const clocks = { zone, market: marketOf(meant.market, meant.commodity) };
  const isSame =
    sameStart(meant.deliveryStart, said.deliveryStart, clocks) &&
    sameEnd(meant.deliveryEnd, said.deliveryEnd, clocks);
  if (isSame) return [];
  const [was, is] = [meant, said].map((leg) => {
    const { start, end } = deliveryDays(leg, clocks);
    return periodText(start, end) ?? '';
  });
  return [`delivery ${is ?? ''} instead of ${was ?? ''}`];
}

function otherMoney(meant: Leg, said: Leg): Difference[] {
  const unit = other('price unit', meant.priceUnit, said.priceUnit, isOtherPriceUnit);
  return unit.length > 0 ? unit : other('currency', currencyOf(meant), moneyIn(said.currency), isOtherName);
}

const currencyOf = ({ priceUnit }: Leg): string | undefined =>
  priceUnit === undefined ? undefined : priceUnitOf(priceUnit)?.currency;
const moneyIn = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : moneyNamed(word)?.currency;

function otherClearing({ clearing: meant }: Leg, { clearing: said }: Leg): Difference[] {
  if (!meant || !said || !isOtherClearing(meant, said)) return [];
  const [before, now] = [meant, said].map(({ type, house }) =>
    house === undefined ? type : `${type} (${house})`,
  );
  return [`clearing ${now ?? ''} instead of ${before ?? ''}`];
}

/** How much of a leg was traded, beside what was committed of it. */
interface Share {
  /** As the record writes it. */
  readonly text: string;
  readonly quantity: string;
  /** What was committed, in the unit of the quantity and in that of the request. */
  readonly of: string;
  readonly committed: Amount;
  /** Whether both units are one. */
  readonly isInUnit: boolean;
}

/** `undefined` where the leg does not say it, or in a unit that is not known. */
function shareOf(
  { quantity, quantityUnit, unitOfTrade }: Leg,
  volumes: readonly Amount[],
): Share | undefined {
  const [committed] = volumes;
  if (!committed || quantity === undefined) return undefined;
  const unit = quantityUnit ?? unitOfTrade ?? committed.unit;
  if (sameMeasure(unit, committed.unit))
    return { text: `${quantity} ${unit}`, quantity, of: committed.amount, committed, isInUnit: true };
  const rate = energyRate(unit);
  // The unit of leg 1 may not be that of this one.
  if (!rate || quantityUnit === undefined) return undefined;
  const to = rate.per === 'whole' ? 'MWh' : 'MW';
  const of = volumes.find((one) => sameUnit(one.unit, to))?.amount;
  const own = converted(quantity, { from: unit, to });
  if (of === undefined || !own.ok) return undefined;
  return { text: `${quantity} ${unit}`, quantity: own.value, of, committed, isInUnit: false };
}

/**
 * Legs that were to be of one amount are traded in one, whatever part it is: that of the trade itself where it says one. Of a leg of another amount than
 * leg 1's the whole was committed: it goes with the whole of leg 1, and how much of it with a part nobody knows, but that it is no more.
 */
function sharesApart({ body, before }: Told, trade: Trade, said: readonly Leg[]): Difference[] {
  const due = before?.committed ?? [];
  if (said.length < 2 || due.length !== said.length) return [];
  const shares = said.map((leg, index) => shareOf(leg, due[index]?.volumes ?? []));
  const first = due[0]?.volumes[0];
  const top = shareOf(ofTrade(trade), due[0]?.volumes ?? []);
  const counted = [top, shares[0]].find((one) => one?.isInUnit);
  const isAllOfFirst = counted && comparedDecimals(counted.quantity, counted.committed.amount) === 0;
  return shares.flatMap((share, index) => {
    if (!share) return [];
    const isAsFirst = first !== undefined && isOneAmount(share.committed, first);
    if (isAsFirst && top?.isInUnit && (isAcceptance(body) || isLess(share, top)))
      return toldOfLeg(said, index, apart(share, top));
    const alike = shares.flatMap((one) => (one && isOneAmount(one.committed, share.committed) ? [one] : []));
    const beside = alike.find(({ isInUnit }) => isInUnit) ?? share;
    const whole = isAllOfFirst && due[index]?.isWhole ? otherThanWhole(share) : undefined;
    const more = first && !isAsFirst ? beyond(share) : undefined;
    return toldOfLeg(said, index, whole ?? apart(share, beside) ?? more);
  });
}

const toldOfLeg = (said: readonly Leg[], index: number, told: Difference | undefined): Difference[] =>
  told === undefined ? [] : [ofLeg(said, index, told)];

/** The quantity of a trade itself, which counts leg 1. */
const ofTrade = ({ raw }: Trade): Leg => ({
  quantity: statedQuantity(numberIn(raw['quantity'])),
  unitOfTrade: textIn(raw['quantity-unit']),
});

const isLess = (share: Share, than: Share): boolean =>
  share.isInUnit && comparedDecimals(share.quantity, than.quantity) < 0;

const isOneAmount = (a: Amount, b: Amount): boolean => a.amount === b.amount && a.unit === b.unit;

function apart(share: Share, beside: Share): Difference | undefined {
  if (share.isInUnit) {
    const isSame = comparedDecimals(share.quantity, beside.quantity) === 0;
    return isSame ? undefined : `${share.text} instead of ${beside.text}`;
  }
  const [one, other] = [new Big(share.quantity).times(beside.of), new Big(beside.quantity).times(share.of)];
  // Holidays, and a load that is not known, are counted in another way by others: but a day has no more hours.
  const isOther = one.gt(other.times(HOURS_OF_DAY)) || other.gt(one.times(HOURS_OF_DAY));
  return isOther ? `${share.text} in place of ${beside.committed.unit}` : undefined;
}
const HOURS_OF_DAY = 24;

const otherThanWhole = (share: Share): Difference | undefined =>
  share.isInUnit && comparedDecimals(share.quantity, share.committed.amount) !== 0
    ? insteadOfWhole(share)
    : undefined;

const beyond = (share: Share): Difference | undefined =>
  share.isInUnit && comparedDecimals(share.quantity, share.committed.amount) > 0
    ? insteadOfWhole(share)
    : undefined;

const insteadOfWhole = ({ text, committed }: Share): Difference =>
  `${text} instead of ${committed.amount} ${committed.unit}`;
