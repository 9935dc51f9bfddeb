import Big from 'big.js';
import type { ActionBody, CommittedLeg } from '../action';
import { addedDecimals, subtractedDecimals } from '../decimal';
import { converted } from '../delivery/convert';
import { deliveryHours } from '../delivery/hours';
import {
  energyRate,
  notionalOf,
  volumesOf,
  type Amount,
  type Delivered,
  type Notional,
} from '../delivery/notional';
import type { RequestId } from '../identifiers';
import { sameUnit, type Side, type Leg } from '../leg';
import type { Price } from '../price';
import type { Quantity } from '../quantity';
import type { RawRecord } from '../record';
import { wholeOf } from '../quantity-problem';
import { comparedPrice } from '../offer-price';
import { priceSeen, type Direction, type QuotePrice } from '../offers';
import type { Request } from '../request';

/** Fields of a request that the limits need. */
export type LimitedRequest = Pick<Request, 'id' | 'contract' | 'legs' | 'swapType' | 'remainingQuantity'>;

/** Commitment or offer that an action makes. */
export interface Commitment {
  readonly requestId: RequestId;
  /** An offer is made, or one is accepted. */
  readonly kind: 'offer' | 'acceptance';
  /** The side of the offer that is made or accepted; unknown while an accepted offer is not at hand. */
  readonly direction?: Direction;
  readonly price: QuotePrice;
  /** The one price it is compared by: of a swap its certificate's. */
  readonly net?: Price;
  readonly quantity?: Quantity;
}

/** The offer that an acceptance is about, as it was read last. */
export interface AcceptedOffer {
  readonly direction: Direction;
  readonly quantity?: Quantity;
  /** As the platform wrote it, for what it says of its units. */
  readonly raw?: RawRecord;
}

/** `undefined` for actions without a commitment: withdrawals, new requests, risk management. */
export function commitmentOf(
  body: ActionBody,
  request: LimitedRequest,
  offer?: AcceptedOffer,
): Commitment | undefined {
  if ('lastSeen' in body) {
    // An offer that does not say how much it is for is for what is left, or was asked: the pane says so too.
    const quantity = body.quantity ?? body.shownQuantity ?? offer?.quantity ?? wholeOf(request);
    return {
      requestId: body.requestId,
      kind: 'acceptance',
      ...priced(priceSeen(body.lastSeen), request),
      ...(offer && { direction: offer.direction }),
      ...(quantity !== undefined && { quantity }),
    };
  }
  if (!('direction' in body)) return undefined;
  const { requestId, direction, quantity, price } = body;
  return { requestId, kind: 'offer', direction, quantity, ...priced(price, request) };
}

function priced(price: QuotePrice, request: LimitedRequest): Pick<Commitment, 'price' | 'net'> {
  const net = comparedPrice(price, request);
  return { price, ...(net !== undefined && { net }) };
}

/** A name that every leg has alike; `undefined` where one has none, or they differ. */
export function alikeInLegs(
  { legs }: Pick<Request, 'legs'>,
  name: 'priceUnit' | 'quantityUnit',
): string | undefined {
  const [first, ...others] = legs.map((leg) => leg[name]);
  return others.every((other) => other === first) ? first : undefined;
}

/** One price per leg that has one: of a net price, leg 1 alone. */
export function pricesOf(price: QuotePrice): readonly Price[] {
  if (price.shape === 'single') return [price.price];
  return price.shape === 'per-leg' ? price.legPrices : [price.spreadPrice];
}

/**
 * How much of a leg a quantity is that is counted in leg 1. Of a part of a request whose legs differ it is not said how much of the other
 * leg goes with it: then it is the whole of that leg, which is the most that it can be.
 */
export const quantityOfLeg = (leg: Leg, first: Leg | undefined, quantity: Quantity): Quantity =>
  leg.quantity === undefined || leg.quantity === first?.quantity ? quantity : leg.quantity;

/** A quantity in each unit in which a desk may have a level: its own, and whatever the platform's unit of power or energy, MW and MWh. */
export function levelledVolumesOf(leg: Delivered, quantity: string): readonly Amount[] {
  const { quantityUnit: unit } = leg;
  const own = volumesOf(leg, quantity);
  const rate = unit === undefined ? undefined : energyRate(unit);
  if (!rate || unit === undefined) return own;
  const power = rate.per === 'whole' ? undefined : converted(quantity, { from: unit, to: 'MW' });
  const hours = rate.per === 'whole' ? { hours: 1, days: 1 } : deliveryHours(leg);
  const times = rate.per === 'day' ? hours?.days : hours?.hours;
  const energy =
    times === undefined ? undefined : new Big(quantity).times(rate.energy).times(times).toFixed();
  const more = [
    ...(power?.ok ? [{ unit: 'MW', amount: power.value }] : []),
    ...(energy === undefined ? [] : [{ unit: 'MWh', amount: energy }]),
  ];
  return [...own, ...more.filter((one) => !own.some((known) => sameUnit(known.unit, one.unit)))];
}

/**
 * What a difference between two prices that are compared comes to: of a swap the certificates', of a spread the net price, which says no sum
 * where the legs deliver different amounts.
 */
export function differenceInMoney(
  legs: LimitedRequest['legs'],
  away: string,
  quantity: Quantity,
): Notional | undefined {
  const compared = legs.filter(({ priceUnit }) => priceUnit === legs[0]?.priceUnit);
  const [first, ...others] = compared.map((leg) =>
    notionalOf(leg, away, quantityOfLeg(leg, legs[0], quantity)),
  );
  const isAlike = others.every(
    (other) => other?.total === first?.total && other?.rate?.amount === first?.rate?.amount,
  );
  return isAlike ? first : undefined;
}

/** The desk's own side of a leg by an offer that is made or accepted. */
export function ownSideOf(
  leg: Pick<Leg, 'action'>,
  first: Pick<Leg, 'action'> | undefined,
  { kind, direction }: Pick<Commitment, 'kind'> & { readonly direction: Direction },
): Side {
  // A bidder buys leg 1; the acceptor of a bid sells it.
  const buysFirst = (direction === 'bid') === (kind === 'offer');
  return (leg.action === first?.action) === buysFirst ? 'buy' : 'sell';
}

/**
 * What two legs come to over the delivery, each at its own price: leg 1, and leg 2 with it or against it as their net price is made, with that sign. None
 * where a price, a unit or a date is missing, or they are paid in two currencies.
 */
export function netMoneyOf(
  [first, second, third]: readonly Leg[],
  prices: readonly (Price | undefined)[],
  quantity: Quantity,
): Amount | undefined {
  if (!first || !second || third) return undefined;
  const [one, other] = [first, second].map((leg, at) => {
    const price = prices[at];
    return price === undefined ? undefined : notionalOf(leg, price, quantityOfLeg(leg, first, quantity));
  });
  if (one?.total === undefined || other?.total === undefined || one.currency !== other.currency) {
    return undefined;
  }
  const together = first.action === second.action ? addedDecimals : subtractedDecimals;
  return { unit: one.currency, amount: together(one.total, other.total) };
}

/** Commitment of an action per leg, over the whole delivery. None while its quantity is not known. */
export function committedLegs(
  { kind, direction, price, quantity }: Commitment,
  { legs }: Pick<Request, 'legs'>,
): readonly CommittedLeg[] {
  const [first] = legs;
  if (quantity === undefined || direction === undefined || !first) return [];
  const prices = pricesOf(price);
  return legs.map((leg, index): CommittedLeg => {
    const own = quantityOfLeg(leg, first, quantity);
    const each = prices[index];
    const notional = each === undefined ? undefined : notionalOf(leg, each, own);
    const total = notional?.total;
    const isOther = leg.quantity !== undefined && leg.quantity !== first.quantity;
    return {
      commodity: leg.commodity ?? '',
      side: ownSideOf(leg, first, { kind, direction }),
      volumes: levelledVolumesOf(leg, own).map(({ unit, amount }) => ({ unit, amount })),
      ...(notional &&
        total !== undefined && {
          notional: { unit: notional.currency, amount: total.replace('-', '') },
        }),
      ...(isOther && quantity === first.quantity && { isWhole: true as const }),
    };
  });
}

/**
 * What legs come to by currency, each without its sign: a spread of two large trades is not small because they nearly cancel out. Empty
 * where no leg has a price or its units.
 */
export function grossOf(legs: readonly CommittedLeg[]): readonly Amount[] {
  const units = [...new Set(legs.flatMap(({ notional }) => notional?.unit ?? []))];
  return units.map((unit) => {
    const own = legs.flatMap(({ notional }) => (notional?.unit === unit ? [notional.amount] : []));
    return { unit, amount: own.reduce((sum, amount) => addedDecimals(sum, amount), '0') };
  });
}
