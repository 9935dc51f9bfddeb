import Big from 'big.js';
import type { CommittedLeg } from '../action';
import { samePrice } from '../bulk/difference';
import { sameUnit } from '../leg';
import { amountText, moneyText, priceText } from '../limits/amount-text';
import type { Amount } from '../delivery/notional';
import { comparedQuantities, differenceOf, type Quantity, type QuantityLeft } from '../quantity';
import { Quantity as QuantitySchema } from '../quantity';
import type { Price } from '../price';
import type { Bounds, Distance, Levels } from './bounds';
import type { ProgramOffer, WantedRow } from './wanted';

/** What is known around one row. Prices are those that offers on its request are compared by. */
export interface RowSeen {
  /** Of the wanted offer; absent where it has none. */
  readonly price?: Price;
  /** Of a spread: its prices are held against others by amount, not by per cent. */
  readonly isNet: boolean;
  /** The price that is live, or was live last. */
  readonly before?: Price;
  /** The best quote of the others on its side. */
  readonly best?: Price;
  /** The last trade of the same product. */
  readonly last?: Price;
  /** A person let exactly this price go on. */
  readonly released?: Price;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * What a row may come to. `nothing`: by the sheet's own word. `held`: a bound stops it, until a person lets it go on or, without
 * `needsPerson`, until it is within it again. Of both nothing may be live.
 */
export type RowVerdict =
  | { readonly may: 'send' }
  | { readonly may: 'nothing'; readonly says: string }
  | { readonly may: 'held'; readonly says: string; readonly needsPerson: boolean };

const nothing = (says: string): RowVerdict => ({ may: 'nothing', says });
const held = (says: string, needsPerson = false): RowVerdict => ({ may: 'held', says, needsPerson });

/** Whether a row may be live as it is wanted now. The sheet's own bounds come first, then those of the program. */
export function rowVerdict(row: WantedRow, seen: RowSeen, bounds: Bounds): RowVerdict {
  const { offer, why, floor, cap, validUntil, age, ageMax } = row;
  const { price, now, before, released } = seen;
  if (!offer) return nothing(why ?? 'Nothing to send.');
  if (validUntil !== undefined && now >= validUntil) return nothing('Its time is over.');
  if (age !== undefined && ageMax !== undefined && age > ageMax) return nothing('Its price is too old.');
  if (price === undefined) return held('Its price cannot be compared with others.');
  if (floor !== undefined && new Big(price).lt(floor))
    return nothing(`Below its floor of ${priceText(floor)}.`);
  if (cap !== undefined && new Big(price).gt(cap)) return nothing(`Above its cap of ${priceText(cap)}.`);
  const isReleased = released !== undefined && new Big(released).eq(price);
  if (before !== undefined && !isReleased && isBeyond(price, before, bounds.stepMax, seen))
    return held(`From ${priceText(before)} to ${priceText(price)} is too large a step.`, true);
  const references = [
    ['the best quote of the others', seen.best, bounds.bestDeviation],
    ['the last trade', seen.last, bounds.lastDeviation],
    ['its fair price', row.fair, bounds.fairDeviation],
  ] as const;
  const far = references.find(
    ([, other, distance]) => other !== undefined && isBeyond(price, other, distance, seen),
  );
  if (far?.[1] !== undefined) return held(`Too far from ${far[0]}, ${priceText(far[1])}.`);
  return { may: 'send' };
}

/** Per cent says nothing of a net price, and little near zero: there the amount counts where it is more. */
function isBeyond(
  price: Price,
  other: Price,
  { percent, amount, spread }: Distance,
  { isNet }: Pick<RowSeen, 'isNet'>,
): boolean {
  const away = new Big(price).minus(other).abs();
  if (isNet) return spread !== undefined && away.gt(spread);
  if (percent === undefined && amount === undefined) return false;
  const isFar = percent === undefined || away.times(100).gt(new Big(other).abs().times(percent));
  return isFar && away.gt(amount ?? 0);
}

/** Whether what is live is what is wanted, or less than a step away from it, in each of its legs too. Another quantity is never in step. */
export function isInStep(
  wanted: ProgramOffer,
  live: ProgramOffer,
  prices: {
    readonly wanted?: Price | undefined;
    readonly live?: Price | undefined;
    readonly step?: Price | undefined;
  },
): boolean {
  if (live.quantity !== wanted.quantity || live.allOrNone !== wanted.allOrNone) return false;
  if (samePrice(live.price, wanted.price)) return true;
  const { step } = prices;
  if (step === undefined || prices.wanted === undefined || prices.live === undefined) return false;
  const isWithin = (a: Price, b: Price): boolean => new Big(a).minus(b).abs().lt(step);
  const [of, from] = [legPricesOf(wanted), legPricesOf(live)];
  return (
    isWithin(prices.wanted, prices.live) &&
    of.length === from.length &&
    of.every((price, leg) => isWithin(price, from[leg] ?? price))
  );
}

const legPricesOf = ({ price }: Pick<ProgramOffer, 'price'>): readonly Price[] =>
  price.shape === 'per-leg' ? price.legPrices : [];

/** What is left to offer after fills; `undefined` where nothing is. All or none of a rest that is smaller was filled as a whole. */
export function restAfter(quantity: Quantity, filled: QuantityLeft): Quantity | undefined {
  if (filled === '0') return quantity;
  if (comparedQuantities(filled, quantity) >= 0) return undefined;
  return QuantitySchema.parse(differenceOf(quantity, filled));
}

/** What one offer comes to, for what may be live at once. */
export interface LiveAmounts {
  readonly volumes: readonly Amount[];
  readonly notionals: readonly Amount[];
}

/**
 * The amounts of one offer: in each unit, and in money, the larger of what it buys and what it sells. So 15 MW of a spread are 15 MW, and
 * two legs that are both bought are added.
 */
export function liveAmounts(legs: readonly CommittedLeg[]): LiveAmounts {
  const of = (side: CommittedLeg['side']): LiveAmounts => {
    const some = legs.filter((leg) => leg.side === side);
    return {
      volumes: sums(some.flatMap(({ volumes }) => volumes)),
      notionals: sums(some.flatMap(({ notional }) => notional ?? [])),
    };
  };
  const [bought, sold] = [of('buy'), of('sell')];
  return {
    volumes: larger(bought.volumes, sold.volumes),
    notionals: larger(bought.notionals, sold.notionals),
  };
}

/** Of each unit the larger amount. */
function larger(amounts: readonly Amount[], others: readonly Amount[]): readonly Amount[] {
  const isOf =
    ({ unit }: Amount) =>
    (one: Amount): boolean =>
      sameUnit(one.unit, unit);
  return [
    ...amounts.map((one) => {
      const other = others.find(isOf(one));
      return other && new Big(other.amount).gt(one.amount) ? { ...one, amount: other.amount } : one;
    }),
    ...others.filter((other) => !amounts.some(isOf(other))),
  ];
}

/** Amounts of what is live, added up over its offers by unit. */
export function summed(offers: readonly LiveAmounts[]): { volumes: Amount[]; notionals: Amount[] } {
  return {
    volumes: sums(offers.flatMap(({ volumes }) => volumes)),
    notionals: sums(offers.flatMap(({ notionals }) => notionals)),
  };
}

/** The same units added up, in the order in which they came first. */
export const sums = (amounts: readonly Amount[]): Amount[] =>
  amounts.reduce<Amount[]>((sum, { unit, amount }) => {
    const at = sum.findIndex((one) => sameUnit(one.unit, unit));
    const known = sum[at];
    if (!known) return [...sum, { unit, amount }];
    return sum.with(at, { unit: known.unit, amount: new Big(known.amount).plus(amount).toFixed() });
  }, []);

/**
 * Why an offer is more than may be live at once, together with what is. Every leg wants a level in one of its units at least, and in
 * its money: what cannot be held against a bound is beyond it.
 */
export function beyondLive(
  legs: readonly CommittedLeg[],
  live: readonly LiveAmounts[],
  { volume, notional }: Pick<Bounds, 'volume' | 'notional'>,
): string | undefined {
  if (legs.length === 0) return 'Its quantity is not known.';
  for (const leg of legs) {
    if (!leg.volumes.some(({ unit }) => volume.some((level) => sameUnit(level.unit, unit))))
      return `There is no bound for ${leg.volumes[0]?.unit ?? 'its unit'}.`;
    const { notional: money } = leg;
    if (!money || !notional.some(({ unit }) => sameUnit(unit, money.unit)))
      return money ? `There is no bound for ${money.unit}.` : 'How much money it is worth is not known.';
  }
  const own = liveAmounts(legs);
  const all = summed([...live, own]);
  return (
    aboveInWords(all.volumes, { own: own.volumes, levels: volume, text: amountText }) ??
    aboveInWords(all.notionals, { own: own.notionals, levels: notional, text: moneyText })
  );
}

/** "With its 15 MW 60 MW would be live at once; the bound is 50 MW.": the first of these amounts that is above its level. */
function aboveInWords(
  amounts: readonly Amount[],
  {
    own,
    levels,
    text,
  }: { readonly own: readonly Amount[]; readonly levels: Levels; readonly text: (amount: string) => string },
): string | undefined {
  for (const { unit, amount } of amounts) {
    const level = levels.find((one) => sameUnit(one.unit, unit))?.amount;
    if (level === undefined || !new Big(amount).gt(level)) continue;
    const mine = own.find((one) => sameUnit(one.unit, unit))?.amount ?? '0';
    const bound = `the bound is ${text(level)} ${unit}`;
    return new Big(mine).eq(amount)
      ? `It is ${text(amount)} ${unit}; ${bound} live at once.`
      : `With its ${text(mine)} ${unit}, ${text(amount)} ${unit} would be live at once; ${bound}.`;
  }
  return undefined;
}

/** One fill of a program. */
export interface Fill {
  /** Epoch ms. */
  readonly at: number;
  readonly volume: Amount;
}

/** Which bound on fills these reach. */
export function fillsReached(
  fills: readonly Fill[],
  now: number,
  bounds: Bounds,
): 'fills' | 'filled' | undefined {
  const within = (ms: number): Fill[] => fills.filter(({ at }) => at > now - ms);
  if (within(bounds.fills.withinMs).length >= bounds.fills.count) return 'fills';
  const filled = sums(within(bounds.filled.withinMs).map(({ volume }) => volume));
  const isReached = filled.some(({ unit, amount }) => {
    const level = bounds.filled.volume.find((one) => sameUnit(one.unit, unit));
    return level !== undefined && new Big(amount).gte(level.amount);
  });
  return isReached ? 'filled' : undefined;
}
