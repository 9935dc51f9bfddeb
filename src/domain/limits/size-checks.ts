import Big from 'big.js';
import type { Price } from '../price';
import type { QuotePrice } from '../quote';
import { alikeInLegs, type Commitment, type LimitedRequest } from './commitment';
import { sameUnit, type Limits, type UnitLevels } from './limits';
import type { Checked } from './outcome';
import { slipOf } from './price-checks';

/** How much is offered or taken: volume, notional, and a quantity with its decimal point in the wrong place. */
export function sizeChecks(
  commitment: Pick<Commitment, 'price' | 'quantity'>,
  request: LimitedRequest,
  limits: Limits,
): Checked[] {
  const { quantity } = commitment;
  if (quantity === undefined) {
    return [
      ...(limits.volume.length > 0 ? [notChecked('volume', 'the quantity is not known')] : []),
      ...(limits.notional.length > 0 ? [notChecked('notional', 'the quantity is not known')] : []),
    ];
  }
  const checks = [
    volume(quantity, request, limits.volume),
    notional(commitment.price, quantity, { request, levels: limits.notional }),
    limits.factorOfTen === 'off' ? undefined : tooLarge(quantity, request, limits.factorOfTen),
  ];
  return checks.filter((checked) => checked !== undefined);
}

const WORDS = { volume: 'Volume', notional: 'Notional' } as const;
const notChecked = (code: 'volume' | 'notional', why: string): Checked => ({
  step: 'not-checked',
  code,
  message: `${WORDS[code]} not checked: ${why}.`,
});

function volume(
  quantity: string,
  request: LimitedRequest,
  levels: readonly UnitLevels[],
): Checked | undefined {
  if (levels.length === 0) return undefined;
  const unit = alikeInLegs(request, 'quantityUnit');
  if (unit === undefined) return notChecked('volume', 'the platform gives no one unit of quantity');
  const own = levels.find((level) => sameUnit(level.unit, unit));
  if (!own) return notChecked('volume', `this desk has no level in ${unit}`);
  const step = stepAbove(new Big(quantity), own);
  if (!step) return undefined;
  return {
    step,
    code: 'volume',
    message: `The quantity of ${quantity} ${unit} is above the ${step} level of ${own[step]} ${unit}.`,
  };
}

function notional(
  price: QuotePrice,
  quantity: string,
  { request, levels }: { request: LimitedRequest; levels: readonly UnitLevels[] },
): Checked | undefined {
  if (levels.length === 0) return undefined;
  const priceUnit = alikeInLegs(request, 'priceUnit');
  const quantityUnit = alikeInLegs(request, 'quantityUnit');
  if (priceUnit === undefined || quantityUnit === undefined) {
    return notChecked('notional', 'the platform gives no one unit of price and quantity');
  }
  const unit = notionalUnit(priceUnit, quantityUnit);
  const own = levels.find((level) => sameUnit(level.unit, unit));
  if (!own) return notChecked('notional', `this desk has no level in ${unit}`);
  const amounts = pricesOf(price);
  const total = amounts.reduce((sum, one) => sum.plus(new Big(one).abs()), new Big(0)).times(quantity);
  const step = stepAbove(total, own);
  if (!step) return undefined;
  const priced = amounts.length === 1 ? amounts[0] : amounts.join(' and ');
  const comes = `${priced} ${priceUnit} × ${quantity} ${quantityUnit} comes to ${total.toFixed()} ${unit}`;
  return { step, code: 'notional', message: `${comes}, above the ${step} level of ${own[step]} ${unit}.` };
}

/** Every leg counts: a spread of two large trades is not small because they nearly cancel out. */
function pricesOf(price: QuotePrice): readonly Price[] {
  if (price.shape === 'single') return [price.price];
  return price.shape === 'per-leg' ? price.legPrices : [price.spreadPrice];
}

/**
 * What a price times a quantity is measured in: "EUR" for EUR/MWh × MWh, "EUR/h" for EUR/MWh × MW, which is money for each
 * hour of delivery, and otherwise both units as they stand. Hours are not multiplied in: how many a delivery has hangs
 * on its load profile and calendar, which the desk does not know for certain.
 */
export function notionalUnit(priceUnit: string, quantityUnit: string): string {
  const [money = '', per, more] = priceUnit.split('/').map((part) => part.trim());
  if (per === undefined || more !== undefined || money === '') return `${priceUnit} × ${quantityUnit}`;
  if (sameUnit(per, quantityUnit)) return money;
  return sameUnit(per, `${quantityUnit.trim()}h`) ? `${money}/h` : `${priceUnit} × ${quantityUnit}`;
}

function tooLarge(quantity: string, { legs }: LimitedRequest, step: 'warn' | 'block'): Checked | undefined {
  const asked = legs[0]?.quantity;
  if (asked === undefined || new Big(quantity).lte(asked)) return undefined;
  const slip = slipOf(quantity, asked);
  if (slip === undefined) return undefined;
  return {
    step,
    code: 'factor-of-ten',
    message: `The quantity ${quantity} is about ${slip} the ${asked} of the request: look where its decimal point is.`,
  };
}

function stepAbove(amount: Big, { warn, block }: UnitLevels): 'warn' | 'block' | undefined {
  if (block !== undefined && amount.gt(block)) return 'block';
  return warn !== undefined && amount.gt(warn) ? 'warn' : undefined;
}
