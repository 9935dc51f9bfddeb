import Big from 'big.js';
import { productInWords, daysInWords } from '../delivery/product-words';
import type { Leg } from '../leg';
import { isPricedAsSwap } from '../offer-price';
import { present } from '../present';
import type { Price } from '../price';
import { amountText, priceText } from './amount-text';
import { pricesOf, type Commitment, type LimitedRequest } from './commitment';
import type { Checked } from './finding';
import type { NearestLevels } from './limits';
import { isInUnit, productKey, productOfKey, type LastTrade, type TradedProduct } from './same-product';

/** The last trade of the product nearest to a leg, which is weak: a year is no month. But it tells 314.00 from 31.40. */
export interface NearTrade {
  readonly price: Price;
  /** "TTF Cal-27 base, traded on 19 Nov 2026" */
  readonly name: string;
  /** Counted from 0. */
  readonly leg: number;
  /** Another market of the commodity, where none is known of its own. */
  readonly isOtherMarket: boolean;
}

/** One for each leg of which one is known. */
export const nearTradesOf = (
  { legs }: Pick<LimitedRequest, 'legs'>,
  trades: readonly LastTrade[],
): readonly NearTrade[] =>
  legs.flatMap((leg, index) => {
    const near = nearestTo(leg, trades);
    return near ? [{ ...near, leg: index }] : [];
  });

/** Of the same commodity and unit: in its market before another, in its load profile before another, by the nearest delivery, the newest. */
function nearestTo(leg: Leg, trades: readonly LastTrade[]): Omit<NearTrade, 'leg'> | undefined {
  const own = productOfKey(productKey(leg));
  if (!own) return undefined;
  const [nearest] = trades
    .flatMap((trade) => {
      const product = productOfKey(trade.product);
      return product && isAlike(own, product) && isInUnit(trade, leg.priceUnit)
        ? [{ trade, product, distance: distanceOf(own, product) }]
        : [];
    })
    .sort((a, b) => inOrder(a.distance, b.distance) || b.trade.tradedAt - a.trade.tradedAt);
  if (!nearest) return undefined;
  const { trade, product } = nearest;
  const isOtherMarket = product.market !== own.market;
  const day = new Date(trade.tradedAt).toISOString().slice(0, 10);
  const { deliveryStart, deliveryEnd } = product;
  // As the request writes it where it is its own: keys are in small letters.
  const market = isOtherMarket ? product.market.toUpperCase() : leg.market;
  const loadProfile = product.loadProfile === own.loadProfile ? leg.loadProfile : product.loadProfile;
  const words = productInWords({ legs: [present({ market, loadProfile, deliveryStart, deliveryEnd })] });
  return { price: trade.price, name: `${words}, traded on ${daysInWords(day, day) ?? day}`, isOtherMarket };
}

/** Power of a few days has prices of its own, a weekend of sun is below zero: it says nothing of a month, nor a month of it. */
const isAlike = (own: TradedProduct, other: TradedProduct): boolean =>
  own.commodity === other.commodity && (own.commodity !== 'power' || isShort(own) === isShort(other));

const SHORT_DAYS_MAX = 7;
const DAY_MS = 86_400_000;
const isShort = ({ deliveryStart, deliveryEnd }: TradedProduct): boolean =>
  Date.parse(deliveryEnd) - Date.parse(deliveryStart) < SHORT_DAYS_MAX * DAY_MS;

const distanceOf = (own: TradedProduct, other: TradedProduct): readonly number[] => [
  Number(other.market !== own.market),
  Number(other.loadProfile !== own.loadProfile),
  Math.abs(Date.parse(other.deliveryStart) - Date.parse(own.deliveryStart)),
];

const inOrder = (a: readonly number[], b: readonly number[]): number =>
  a.map((part, at) => part - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Each price that is many times the nearest trade, a small part of it, or of the other sign. */
export const nearestChecks = (
  { price }: Commitment,
  { request, near = [] }: { request: LimitedRequest; near?: readonly NearTrade[] | undefined },
  levels: NearestLevels,
): Checked[] => {
  if (price.shape === 'standard-spread') return [];
  const prices = pricesOf(price);
  return near.flatMap((one) => {
    const typed = prices[one.leg];
    // Both power legs of a swap have one price.
    if (typed === undefined || (isPricedAsSwap(request) && one.leg === 2)) return [];
    return besideNearest(typed, one, { leg: request.legs[one.leg], isOne: prices.length === 1, levels });
  });
};

function besideNearest(
  typed: Price,
  near: NearTrade,
  of: { readonly leg: Leg | undefined; readonly isOne: boolean; readonly levels: NearestLevels },
): Checked[] {
  const commodity = of.leg?.commodity?.toLowerCase();
  const [own, other] = [new Big(typed), new Big(near.price)];
  const isOpposite = own.times(other).lt(0);
  const isAbove = !isOpposite && own.abs().gt(other.abs());
  if (other.eq(0)) return [];
  const exceeds = (times: Price | undefined): times is Price => {
    if (times === undefined) return false;
    if (isOpposite) return true;
    const [more, less] = isAbove ? [own, other] : [other, own];
    return more.abs().gt(less.abs().times(times));
  };
  const { warnTimes, blockTimes } = of.levels;
  // Hubs of gas are never so far apart. Other markets may be, and power may be as low as it likes.
  const mayBlock = commodity === 'gas' || (!near.isOtherMarket && (isAbove || commodity !== 'power'));
  const step = mayBlock && exceeds(blockTimes) ? 'block' : exceeds(warnTimes) ? 'warn' : undefined;
  if (step === undefined) return [];
  const beside = `${near.name}, at ${priceText(near.price)}`;
  const level = `the ${step} level is ${amountText((step === 'block' ? blockTimes : warnTimes) ?? '')} times`;
  const said = isOpposite
    ? `has the opposite sign to ${beside}${commodity === 'gas' && own.lt(0) ? '. Gas is not traded below zero' : ''}`
    : isAbove
      ? `is ${timesText(own, other)} times ${beside}; ${level}`
      : own.eq(0)
        ? `is zero against ${beside}; ${level}, either way`
        : `is far below ${beside}, which is ${timesText(other, own)} times as much; ${level}, either way`;
  return [
    {
      step,
      code: 'nearest-trade',
      message: `${of.isOne ? '' : `Leg ${near.leg + 1}: `}${priceText(typed)} ${said}.`,
      size: own.minus(other).abs().toFixed(),
      beside: { name: near.name, price: near.price },
      ...(of.isOne ? {} : { about: `leg ${near.leg + 1}`, leg: near.leg }),
    },
  ];
}

const ROUND_UP = 3;
const timesText = (more: Big, less: Big): string => amountText(more.div(less).round(1, ROUND_UP).toFixed());
