import { deliveryHours } from '../../domain/delivery/hours';
import { energyRate, notionalOf, volumesOf, type Amount } from '../../domain/delivery/notional';
import type { Leg, Side } from '../../domain/leg';
import { netMoneyOf, quantityOfLeg } from '../../domain/limits/commitment';
import { comparedPrice, isPricedAsSwap, type PricedOn } from '../../domain/offer-price';
import { netPrice, type QuotePrice } from '../../domain/offers';
import type { SentPrice } from '../../domain/action';
import type { Price } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { netSidesOf } from '../../domain/request';
import type { Formatters } from '../ui/formatters';
import { ESTIMATE } from '../ui/text/limit-text';

/**
 * "10 MW · 87,600 MWh · 737,154 EUR": what an offer is about over the whole delivery, as far as units and dates say it; of a spread
 * "87,600 MWh each leg · 328,500 EUR net", and where its legs deliver differently "43,180 and 44,180 MWh · −151,188 EUR net", with money where each leg has a price.
 * `side`: what the desk would do with leg 1; then words say who pays, and no sign has to be read.
 */
export function sumsInWords(
  request: PricedOn,
  {
    price,
    quantity,
    side,
  }: { price?: QuotePrice | SentPrice | undefined; quantity: Quantity; side?: Side | undefined },
  formatters: Formatters,
): string | undefined {
  const { legs } = request;
  const [first] = legs;
  if (!first) return undefined;
  const atMost = isAtMost(first) ? 'at most ' : '';
  const volumes = volumesOf(first, quantity).map(({ amount, unit }, at) =>
    at === 0
      ? `${formatters.quantity(amount)} ${unit}`
      : `${atMost}${energiesIn(request, { amount, unit }, quantity)
          .map((each) => formatters.quantity(each))
          .join(' and ')} ${unit}${isEachLeg(request, { amount, unit }, quantity) ? ' each leg' : ''}`,
  );
  const sum = price && (moneyOfLegs(price, request, quantity) ?? moneyOfOne(price, request, quantity));
  const isByLeg1 = price?.shape === 'standard-spread' && !deliverAlike(legs);
  const net = legs.length > 1 && !isPricedAsSwap(request) ? ` net${isByLeg1 ? ' by leg 1' : ''}` : '';
  const isNegative = sum?.amount.startsWith('-') === true;
  const pays = sum && !/[1-9]/.test(sum.amount) ? undefined : whoPays(side, isNegative);
  const amount = sum && formatters.whole(pays && isNegative ? sum.amount.slice(1) : sum.amount);
  const money = sum && `${pays ? `${pays} ` : ''}${atMost}${amount} ${sum.unit}${net}`;
  return [...volumes, money, money && isByLeg1 && ESTIMATE].filter(Boolean).join(' · ') || undefined;
}

/** What is pressed, with the sums that stood beside the button: the journal keeps what a person saw. */
export const withSums = (pressed: string, sums: string | undefined): string =>
  sums === undefined ? pressed : `${pressed} · ${sums}`;

/** Of a price that is paid to who sells, or with a minus to who buys. */
export const whoPays = (side: Side | undefined, isNegative: boolean): 'you pay' | 'you receive' | undefined =>
  side && ((side === 'buy') === isNegative ? 'you receive' : 'you pay');

/** Where the load profile is not known, every hour counts; what is not counted by the hour is exact. */
export const isAtMost = (leg: Leg): boolean =>
  deliveryHours(leg)?.isAtMost === true && energyRate(leg.quantityUnit ?? '')?.per === 'hour';

/** A spread whose legs deliver the same. */
const isEachLeg = (request: PricedOn, whole: Amount, quantity: Quantity): boolean =>
  request.legs.length > 1 && !isPricedAsSwap(request) && energiesIn(request, whole, quantity).length === 1;

/** What each leg delivers in this unit, where legs deliver differently; otherwise leg 1 alone. */
function energiesIn(
  request: PricedOn,
  { amount, unit }: { readonly amount: string; readonly unit: string },
  quantity: Quantity,
): readonly string[] {
  const [first] = request.legs;
  const all = request.legs.map((leg) =>
    volumesOf(leg, quantityOfLeg(leg, first, quantity)).find((one, at) => at > 0 && one.unit === unit),
  );
  const amounts = new Set(all.map((one) => one?.amount));
  if (isPricedAsSwap(request) || amounts.size === 1) return [amount];
  return all.flatMap((one) => one?.amount ?? []);
}

/** Of a spread whose legs have each a price, in one unit. */
const moneyOfLegs = (
  price: QuotePrice | SentPrice,
  request: PricedOn,
  quantity: Quantity,
): Amount | undefined =>
  price.shape === 'per-leg' && netSidesOf(request)
    ? netMoneyOf(request.legs, price.legPrices, quantity)
    : undefined;

function moneyOfOne(
  price: QuotePrice | SentPrice,
  request: PricedOn,
  quantity: Quantity,
): Amount | undefined {
  const [first] = request.legs;
  const each = moneyPrice(price, request);
  const notional = first && each !== undefined ? notionalOf(first, each, quantity) : undefined;
  return notional?.total === undefined ? undefined : { unit: notional.currency, amount: notional.total };
}

/**
 * The price that money is made of: for legs that deliver alike their net price, of a swap its certificate's. Of legs that do not, a net price
 * counts over leg 1, as for an approver and the limits; what else differs is not added up.
 */
function moneyPrice(price: QuotePrice | SentPrice, request: PricedOn): Price | undefined {
  if (isPricedAsSwap(request)) return comparedPrice(price, request);
  return price.shape === 'standard-spread' || deliverAlike(request.legs)
    ? netPrice(price, netSidesOf(request))
    : undefined;
}

/** Over the same hours the same amount. */
export const deliverAlike = ([first, ...others]: readonly Leg[]): boolean =>
  first !== undefined && others.every((leg) => delivers(leg, first));

const delivers = (a: Leg, b: Leg): boolean =>
  a.quantity === b.quantity &&
  a.quantityUnit === b.quantityUnit &&
  deliveryHours(a)?.hours === deliveryHours(b)?.hours;
