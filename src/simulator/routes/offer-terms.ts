import type Big from 'big.js';
import * as z from 'zod/mini';
import { invalid, type Complaint } from '../http/call';
import { exact } from '../world/amount';
import { quoteDirection, sidesOf, type Direction } from '../world/offer';
import type { OfferPrice } from '../world/offer-price';
import { spreadPrice, type SpreadRule } from '../world/spread-rule';
import type { TenderRequest } from '../world/tender-request';

/** The body of a quote, a price proposal or a counteroffer. Fields that the platform does not know are ignored. */
export const OfferBody = z.looseObject({
  type: z.optional(z.nullable(z.string())),
  'price-direction': z.enum(['bid', 'ask']),
  'spread-price': z.optional(z.nullable(z.number())),
  legs: z.optional(z.nullable(z.array(z.looseObject({ price: z.optional(z.nullable(z.number())) })))),
  quantity: z.optional(z.nullable(z.number())),
  'all-or-none': z.optional(z.nullable(z.boolean())),
});
export type OfferBody = z.infer<typeof OfferBody>;

interface OfferTerms {
  readonly direction: Direction;
  readonly price: OfferPrice;
  readonly quantity: Big;
  readonly allOrNone: boolean;
}

type Checked<T> = { readonly value: T } | { readonly complaints: readonly Complaint[] };

/** The terms of an offer on a request, or 422 with everything that is wrong with them. */
export function offerTerms(body: OfferBody, request: TenderRequest, rule: SpreadRule): OfferTerms {
  const allOrNone = body['all-or-none'] ?? request.allOrNone;
  const price = request.kind.contract === 'standard-spread' ? netPrice(body) : legPrices(body, request, rule);
  const quantity = quantityOf(body, request);
  const complaints = [...complaintsOf(price), ...complaintsOf(quantity)];
  if (!('value' in price) || !('value' in quantity)) throw invalid(...complaints);
  return { direction: body['price-direction'], price: price.value, quantity: quantity.value, allOrNone };
}

/** What is wrong with the direction of a quote: it must be the counterpart of the initiator's action on leg 1. */
export function directionComplaints(direction: Direction, request: TenderRequest): readonly Complaint[] {
  const expected = quoteDirection(request);
  if (direction === expected) return [];
  const message = `The initiator ${request.legs[0].action}s leg 1, so the quote must be a${expected === 'ask' ? 'n ask' : ' bid'}.`;
  return [{ code: 'wrong-direction', message, field: 'price-direction' }];
}

function netPrice(body: OfferBody): Checked<OfferPrice> {
  const complaints: Complaint[] = [];
  if (body.type !== 'standard-spread') {
    complaints.push({
      code: 'wrong-shape',
      message: 'The type must be "standard-spread" here.',
      field: 'type',
    });
  }
  if (body.legs) {
    const message = 'A standard spread has one net price and no leg prices.';
    complaints.push({ code: 'wrong-shape', message, field: 'legs' });
  }
  const net = body['spread-price'];
  if (typeof net !== 'number') {
    const message = 'A standard spread needs its spread-price.';
    return { complaints: [...complaints, { code: 'missing', message, field: 'spread-price' }] };
  }
  return complaints.length > 0 ? { complaints } : { value: { shape: 'net', net: exact(net) } };
}

function legPrices(body: OfferBody, request: TenderRequest, rule: SpreadRule): Checked<OfferPrice> {
  if (body.type === 'standard-spread') {
    const message = 'This request is no standard spread: send one price per leg.';
    return { complaints: [{ code: 'wrong-shape', message, field: 'type' }] };
  }
  const given = (body.legs ?? []).map(({ price }) => (typeof price === 'number' ? exact(price) : undefined));
  const complaints = request.kind.swapType
    ? swapComplaints(given)
    : countComplaints(given, request.legs.length);
  const [first, ...rest] = given.filter((price) => price !== undefined);
  if (complaints.length > 0 || !first) return { complaints };
  const mismatch = netComplaints(body, { request, legs: [first, ...rest], rule });
  return mismatch.length > 0
    ? { complaints: mismatch }
    : { value: { shape: 'legs', legs: [first, ...rest] } };
}

function countComplaints(given: readonly (Big | undefined)[], count: number): readonly Complaint[] {
  if (given.length > count) {
    return [{ code: 'too-many-legs', message: `This request has ${count} leg(s).`, field: 'legs' }];
  }
  return Array.from({ length: count }, (_, leg) => leg).flatMap((leg) =>
    given[leg] === undefined
      ? [{ code: 'leg-price-missing', message: `Leg ${leg + 1} needs a price.`, field: `legs[${leg}].price` }]
      : [],
  );
}

function netComplaints(
  body: OfferBody,
  priced: { request: TenderRequest; legs: readonly [Big, ...Big[]]; rule: SpreadRule },
): readonly Complaint[] {
  const net = body['spread-price'];
  if (typeof net !== 'number') return [];
  const field = 'spread-price';
  const actions = sidesOf(priced.request);
  const [leg1, leg2] = priced.legs;
  if (!actions || !leg2) {
    return [{ code: 'wrong-shape', message: 'Only a spread of two legs has a spread-price.', field }];
  }
  const expected = spreadPrice(leg1, leg2, actions, priced.rule);
  if (expected.eq(exact(net))) return [];
  const message = `The leg prices make a spread-price of ${expected.toFixed()}, not ${exact(net).toFixed()}.`;
  return [{ code: 'spread-price-mismatch', message, field }];
}

function quantityOf(body: OfferBody, request: TenderRequest): Checked<Big> {
  const field = 'quantity';
  const quantity = typeof body.quantity === 'number' ? exact(body.quantity) : request.remaining;
  const whole = request.remaining.toFixed();
  if (quantity.lte(0)) {
    return { complaints: [{ code: 'not-positive', message: 'The quantity must be above zero.', field }] };
  }
  if (quantity.gt(request.remaining)) {
    return { complaints: [{ code: 'too-much', message: `Only ${whole} are asked for.`, field }] };
  }
  if (request.allOrNone && !quantity.eq(request.remaining)) {
    return {
      complaints: [{ code: 'all-or-none', message: `This request is all or none: ${whole}.`, field }],
    };
  }
  return { value: quantity };
}

const complaintsOf = (checked: Checked<unknown>): readonly Complaint[] =>
  'complaints' in checked ? checked.complaints : [];

/**
 * What is wrong with the prices of a green-grey swap: it needs all three, and the power bought must cost what the
 * power sold costs (interface document, section 2, green-grey swap rules).
 */
export function swapComplaints(prices: readonly (Big | undefined)[]): readonly Complaint[] {
  const [certificate, power, otherPower] = prices;
  const missing = [certificate, power, otherPower].flatMap((price, index) =>
    price === undefined
      ? [
          {
            code: 'leg-price-missing',
            message: 'A swap needs a price for each of its three legs.',
            field: at(index),
          },
        ]
      : [],
  );
  if (missing.length > 0) return missing;
  if (prices.length > 3) return [{ code: 'too-many-legs', message: 'A swap has three legs.', field: 'legs' }];
  if (power && otherPower && !power.eq(otherPower)) {
    const message = 'Both power legs of a swap must carry the same price.';
    return [{ code: 'power-prices-differ', message, field: at(2) }];
  }
  return [];
}

const at = (index: number): string => `legs[${index}].price`;
