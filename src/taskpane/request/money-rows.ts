import { deliveryHours } from '../../domain/delivery/hours';
import { energyRate, notionalOf, rateUnit, volumesOf } from '../../domain/delivery/notional';
import type { Leg, Side } from '../../domain/leg';
import { netMoneyOf, quantityOfLeg } from '../../domain/limits/commitment';
import { isPricedAsSwap, type PricedOn } from '../../domain/offer-price';
import { netPrice, type QuotePrice } from '../../domain/offers';
import { present } from '../../domain/present';
import type { Quantity } from '../../domain/quantity';
import { netSidesOf } from '../../domain/request';
import type { Formatters } from '../ui/formatters';
import { netUnit } from '../ui/text/offer-text';
import { withUnit } from '../ui/text/request-text';
import { deliverAlike, isAtMost, whoPays } from './sums';

/** One line of what is accepted: a leg, or the net of two. What units, dates or prices do not say is absent; nothing is made up. */
export interface MoneyRow {
  readonly name: 'Leg' | 'Net' | 'Net by leg 1';
  /** What the desk does with the leg. */
  readonly side?: Side | undefined;
  /** "8,760 h", where the quantity is a power. */
  readonly hours?: string | undefined;
  /** "10 MW", "87,600 MWh" */
  readonly amounts: readonly string[];
  readonly price?: string | undefined;
  readonly unit?: string | undefined;
  /** "7,371,540 EUR" over the whole delivery, of which nobody reads cents. */
  readonly money?: string | undefined;
  /** "841.50 EUR/h" */
  readonly rate?: string | undefined;
  /** Who pays is said in words, so that no sign has to be read. */
  readonly pays?: 'you pay' | 'you receive' | undefined;
}

/**
 * A row for each leg, then the net of two. `quantity` is counted in leg 1, `sides` are what accepting does with each leg (a net price goes the
 * way of leg 1, and counts over it, as for an approver and the limits); of a part nothing is said about legs that have another quantity.
 */
export function moneyRows(
  request: PricedOn,
  price: QuotePrice,
  { quantity, sides = [], formatters }: Accepted,
): readonly MoneyRow[] {
  const { legs } = request;
  const [first] = legs;
  const prices = price.shape === 'single' ? [price.price] : price.shape === 'per-leg' ? price.legPrices : [];
  const rows = legs.map((leg, at): MoneyRow => {
    const isOther = leg.quantity !== undefined && leg.quantity !== first?.quantity;
    const side = sides[at];
    const each = prices[at];
    const priced = each === undefined ? {} : { price: formatters.price(each), unit: leg.priceUnit };
    if (isOther && quantity !== first?.quantity) return { name: 'Leg', side, amounts: [], ...priced };
    const own = quantityOfLeg(leg, first, quantity);
    const most = isAtMost(leg) ? 'at most ' : '';
    return {
      name: 'Leg',
      side,
      hours: hoursOf(leg, formatters),
      amounts: volumesOf(leg, own).map(
        ({ amount, unit }, index) => `${index > 0 ? most : ''}${withUnit(formatters.quantity(amount), unit)}`,
      ),
      ...priced,
      ...(each !== undefined && worth(leg, each, { quantity: own, side, formatters })),
    };
  });
  const net = netOf(request, price, { quantity, sides, formatters });
  return net ? [...rows, net] : rows;
}

interface Accepted {
  readonly quantity: Quantity;
  readonly sides?: readonly Side[];
  readonly formatters: Formatters;
}

function hoursOf(leg: Leg, formatters: Formatters): string | undefined {
  const hours = energyRate(leg.quantityUnit ?? '')?.per === 'hour' ? deliveryHours(leg) : undefined;
  return hours && `${formatters.count(hours.hours)} h`;
}

function worth(
  leg: Leg,
  price: string,
  { quantity, side, formatters }: { quantity: Quantity; side: Side | undefined; formatters: Formatters },
): Pick<MoneyRow, 'money' | 'rate' | 'pays'> {
  const isNegative = price.startsWith('-');
  const notional = notionalOf(leg, side !== undefined && isNegative ? price.slice(1) : price, quantity);
  if (!notional) return {};
  const { currency, rate, total } = notional;
  const pays = price === '0' ? {} : paysOf(side, isNegative);
  const each = rate && `${formatters.money(rate.amount)} ${rateUnit(notional)}`;
  if (total === undefined) return { money: each, ...pays };
  const most = isAtMost(leg) ? 'at most ' : '';
  const money = rate ? `${most}${formatters.whole(total)}` : formatters.money(total);
  return { money: `${money} ${currency}`, rate: each, ...pays };
}

const paysOf = (side: Side | undefined, isNegative: boolean): Pick<MoneyRow, 'pays'> =>
  present({ pays: whoPays(side, isNegative) });

/** Of a swap, and of legs in two units, there is none. */
function netOf(
  request: PricedOn,
  price: QuotePrice,
  { quantity, sides = [], formatters }: Accepted,
): MoneyRow | undefined {
  const { legs } = request;
  const [first, second] = legs;
  const sidesOfNet = netSidesOf(request);
  const net = price.shape === 'per-leg' && !sidesOfNet ? undefined : netPrice(price, sidesOfNet);
  if (!first || !second || net === undefined || isPricedAsSwap(request)) return undefined;
  const [side] = sides;
  const row = { amounts: [], price: formatters.price(net), unit: netUnit(request) };
  if (price.shape !== 'per-leg') {
    return {
      name: deliverAlike(legs) ? 'Net' : 'Net by leg 1',
      ...row,
      ...worth(first, net, { quantity, side, formatters }),
    };
  }
  const isPart = quantity !== first.quantity && second.quantity !== first.quantity;
  const sum = isPart ? undefined : netMoneyOf(legs, price.legPrices, quantity);
  if (!sum) return { name: 'Net', ...row };
  const isNegative = sum.amount.startsWith('-');
  const amount = side !== undefined && isNegative ? sum.amount.slice(1) : sum.amount;
  const most = legs.some(isAtMost) ? 'at most ' : '';
  return {
    name: 'Net',
    ...row,
    money: `${most}${formatters.whole(amount)} ${sum.unit}`,
    ...(amount === '0' ? {} : paysOf(side, isNegative)),
  };
}
