import Big from 'big.js';
import { energyRate, notionalOf, rateUnit, type Amount, type Notional } from '../delivery/notional';
import type { DeliveryHours } from '../delivery/hours';
import { smallerLeg } from '../quantity-problem';
import { sameUnit, type Leg } from '../leg';
import { priceUnitOf } from '../price-unit';
import { amountText, moneyText, priceText } from './amount-text';
import {
  levelledVolumesOf,
  pricesOf,
  quantityOfLeg,
  type Commitment,
  type LimitedRequest,
} from './commitment';
import type { Limits, UnitLevels } from './limits';
import type { Checked } from './finding';
import { slipOf } from './price-checks';

/** How much is offered or taken: volume, notional, and a quantity with its decimal point in the wrong place. */
export function sizeChecks(
  commitment: Pick<Commitment, 'price' | 'quantity' | 'kind'>,
  request: LimitedRequest,
  limits: Limits,
): Checked[] {
  const { quantity } = commitment;
  if (quantity === undefined) {
    const isAsked = limits.volume.length + limits.notional.length > 0;
    return isAsked ? [notChecked('volume', 'Volume and notional', 'the quantity is not known')] : [];
  }
  const checks = [
    ...volume({ quantity }, request, limits.volume),
    ...notional({ ...commitment, quantity }, request, limits.notional),
    limits.factorOfTen === 'off' ? undefined : tooLarge(quantity, request, limits.factorOfTen),
    commitment.kind === 'offer' ? smaller({ quantity }, request) : undefined,
  ];
  return checks.filter((checked) => checked !== undefined);
}

type Sized = Required<Pick<Commitment, 'quantity'>>;

const notChecked = (code: 'volume' | 'notional', what: string, why: string): Checked => ({
  step: 'not-checked',
  code,
  message: `${what} not checked: ${why}.`,
});

/** The largest leg counts, in every unit in which this desk has a level: in MW, and in MWh over the whole delivery. */
export function volume(
  { quantity }: Sized,
  { legs }: Pick<LimitedRequest, 'legs'>,
  levels: readonly UnitLevels[],
): Checked[] {
  if (levels.length === 0) return [];
  const amounts = legs.flatMap((leg) =>
    levelledVolumesOf(leg, quantityOfLeg(leg, legs[0], quantity)).map((one) => ({ ...one, leg })),
  );
  if (amounts.length === 0) return [notChecked('volume', 'Volume', 'the platform gives no unit of quantity')];
  const held = levels.flatMap((level) => {
    const [largest] = amounts
      .filter(({ unit }) => sameUnit(unit, level.unit))
      .sort((a, b) => new Big(b.amount).cmp(a.amount));
    return largest ? [{ level, largest }] : [];
  });
  if (held.length === 0) {
    return [notChecked('volume', 'Volume', `this desk has no level in ${amounts[0]?.unit ?? 'its unit'}`)];
  }
  return held.flatMap(({ level, largest: { leg, ...amount } }): Checked[] => {
    const step = stepAbove(new Big(amount.amount), level);
    if (!step) return [];
    const isWhole =
      amount.unit !== leg.quantityUnit && energyRate(amount.unit)?.per !== 'hour' && !isWholeAnyway(leg);
    const over = isWhole ? ` over the whole delivery` : '';
    const shown = `${amountText(amount.amount)} ${amount.unit}`;
    return [
      {
        step,
        code: 'volume',
        ...measured(amount),
        message: `The quantity of ${shown}${over} is above the ${step} level of ${amountText(level[step] ?? '')} ${amount.unit}.`,
      },
    ];
  });
}

/** The quantity is an energy, and no power. */
const isWholeAnyway = ({ quantityUnit }: Leg): boolean =>
  quantityUnit !== undefined && energyRate(quantityUnit)?.per === 'whole';

const measured = ({ unit, amount }: Amount): Pick<Checked, 'about' | 'size'> => ({
  about: unit,
  size: amount,
});

interface Priced {
  readonly price: string;
  /** In every unit in which a desk may have a level. */
  readonly amounts: readonly Amount[];
  readonly notional?: Notional;
}

/**
 * Price times quantity over the whole delivery. Every leg counts, each without its sign: a spread of two large trades is not small
 * because they nearly cancel out. Levels for each hour are held against the amount of an hour.
 */
function notional(
  { price, quantity }: Pick<Commitment, 'price'> & Sized,
  { legs }: LimitedRequest,
  levels: readonly UnitLevels[],
): Checked[] {
  if (levels.length === 0) return [];
  const prices = pricesOf(price);
  const priced = prices.flatMap((each, index) => {
    const leg = legs[index];
    return leg ? (pricedLeg(leg, each, quantityOfLeg(leg, legs[0], quantity)) ?? []) : [];
  });
  if (priced.length < prices.length) {
    return [notChecked('notional', 'Notional', 'the platform gives no unit of price or of quantity')];
  }
  const hasLevel = (unit: string): boolean => levels.some((level) => sameUnit(level.unit, unit));
  const unheld = priced.filter(({ amounts }) => !amounts.some(({ unit }) => hasLevel(unit)));
  const missing = [...new Set(unheld.map(({ amounts }) => amounts[0]?.unit ?? 'its unit'))];
  return [
    ...levels.flatMap((level) => reached(priced, level)),
    ...(missing.length === 0
      ? []
      : [notChecked('notional', 'Notional', `this desk has no level in ${missing.join(' and ')}`)]),
  ];
}

function pricedLeg(leg: Leg, price: string, quantity: string): Priced | undefined {
  const { priceUnit, quantityUnit } = leg;
  if (priceUnit === undefined || quantityUnit === undefined) return undefined;
  const found = notionalOf(leg, price, quantity);
  const plain = new Big(price).times(quantity).toFixed();
  const amounts = [
    ...(found?.total === undefined ? [] : [{ unit: found.currency, amount: found.total }]),
    ...(found?.rate ? [{ unit: rateUnit(found), amount: found.rate.amount }] : []),
    // As prices and quantities stand: a desk may have a level in the pence of a price, or where units do not fit each other.
    ...(found && !found.rate && priceUnitOf(priceUnit)?.worth !== '1'
      ? [{ unit: priceUnit.split('/')[0] ?? priceUnit, amount: plain }]
      : []),
    { unit: `${priceUnit} × ${quantityUnit}`, amount: plain },
  ];
  return { price, amounts, ...(found && { notional: found }) };
}

/** All legs in the unit of a level, with the prices that it comes of and the hours that are in it. */
function reached(priced: readonly Priced[], level: UnitLevels): Checked[] {
  const own = priced.flatMap((one) => {
    const found = one.amounts.find(({ unit }) => sameUnit(unit, level.unit));
    return found ? [{ ...one, found }] : [];
  });
  const sum = own.reduce((total, { found }) => total.plus(new Big(found.amount).abs()), new Big(0));
  const step = stepAbove(sum, level);
  const [first] = own;
  if (!step || !first) return [];
  const amount = sum.toFixed();
  const hours = [...new Set(own.flatMap(({ notional: one }) => (one?.hours ? hoursInWords(one.hours) : [])))];
  const isWhole = sameUnit(level.unit, first.notional?.currency ?? '');
  const over = hours.length > 0 && isWhole ? ` over ${hours.join(' and ')}` : '';
  const at = own.map(({ price }) => priceText(price)).join(' and ');
  // Money of one leg keeps the sign of its price; that of several is a sum of sizes.
  const isPaid = own.length === 1 && new Big(first.found.amount).lt(0);
  const told = `${isPaid ? '−' : ''}${moneyText(amount)} ${level.unit}${over}`;
  const gross = own.length > 1 ? ', gross of all legs' : '';
  const message = `At ${at} it comes to ${told}${gross}, ${isPaid ? 'in size ' : ''}above the ${step} level of ${amountText(level[step] ?? '')} ${level.unit}.`;
  return [{ step, code: 'notional', about: level.unit, size: amount, message }];
}

/** "8,760 hours", "at most 8,760 hours (load profile not known)" */
const hoursInWords = ({ hours, isAtMost }: DeliveryHours): string =>
  isAtMost
    ? `at most ${amountText(String(hours))} hours (every hour, as the load profile is not known)`
    : `${amountText(String(hours))} hours`;

function tooLarge(quantity: string, { legs }: LimitedRequest, step: 'warn' | 'block'): Checked | undefined {
  const asked = legs[0]?.quantity;
  if (asked === undefined || new Big(quantity).lte(asked)) return undefined;
  const slip = slipOf(quantity, asked);
  if (slip === undefined) return undefined;
  return {
    step,
    code: 'factor-of-ten',
    about: 'quantity',
    size: quantity,
    message: `The quantity ${amountText(quantity)} is about ${slip} the ${asked} of the request: check its decimal point.`,
  };
}

/** The whole of a request whose legs differ is counted in leg 1, which a person has to know. */
function smaller({ quantity }: Sized, request: LimitedRequest): Checked | undefined {
  const hasTwo = request.swapType === undefined && request.legs.length > 1;
  const other = hasTwo ? smallerLeg(request, quantity) : undefined;
  return (
    other && {
      step: 'warn',
      code: 'leg-quantity',
      about: `leg ${other.leg + 1}`,
      size: quantity,
      message: `Leg ${other.leg + 1} asks for only ${amountText(other.quantity)}; your ${amountText(quantity)} is counted in leg 1.`,
    }
  );
}

export function stepAbove(amount: Big, { warn, block }: UnitLevels): 'warn' | 'block' | undefined {
  if (block !== undefined && amount.gt(block)) return 'block';
  return warn !== undefined && amount.gt(warn) ? 'warn' : undefined;
}
