import type { ActionBody } from '../../../domain/action';
import type { Failure } from '../../../domain/failure';
import { unitsProblem } from '../../../domain/leg';
import { netBesideLegs, type PricedOn } from '../../../domain/offer-price';
import { lastSeenOf, type Direction } from '../../../domain/offers';
import type { Price } from '../../../domain/price';
import type { Quantity } from '../../../domain/quantity';
import { quantityProblem as tooMuchOf } from '../../../domain/quantity-problem';
import type { Request } from '../../../domain/request';
import type { OfferToSend } from '../../platform/operations';
import { invalid, requestProblem, unsent, type NeededRole } from './refusals';

// What quotes, price proposals and counteroffers have alike when they are sent.

type OfferBody = Extract<ActionBody, { direction: unknown }>;
type RequestSeen = Pick<
  Request,
  'id' | 'state' | 'role' | 'contract' | 'legs' | 'swapType' | 'allOrNone' | 'remainingQuantity'
>;

/** Checks an offer against the request as just read. Without `needed` the desk may have either role. */
export function offerProblem(
  request: RequestSeen,
  body: OfferBody,
  needed?: NeededRole,
): Failure | undefined {
  return (
    requestProblem(request, needed) ??
    priceProblem(request, body) ??
    directionProblem(request, body, needed?.role ?? request.role) ??
    quantityProblem(request, body.quantity)
  );
}

function priceProblem(request: RequestSeen, { price }: OfferBody): Failure | undefined {
  const prices = pricesOf(price);
  const large = prices.findIndex((one) => one.replace('-', '').split('.', 1).join('').length > DIGITS_MAX);
  if (large >= 0) {
    const which = prices.length > 1 ? `The price of leg ${large + 1}` : 'The price';
    return invalid(`${which} is too large: ${prices[large]}.`, 'Enter it again.', `legs[${large}].price`);
  }
  const units = request.contract === 'standard-spread' ? unitsProblem(request.legs) : undefined;
  if (units !== undefined)
    return invalid(units, 'Act on it in the web client of the platform.', 'spread-price');
  const net = netBesideLegs(price, request);
  return net.ok ? undefined : unsent(net.failure);
}

const DIGITS_MAX = 9;
const pricesOf = (price: OfferBody['price']): readonly Price[] => {
  const seen = lastSeenOf(price);
  return seen.type === 'standard-spread' ? [seen.spreadPrice] : seen.legPrices;
};

/** The buyer of leg 1 bids and receives asks; its seller asks and receives bids. */
function directionProblem(request: RequestSeen, body: OfferBody, role: Request['role']): Failure | undefined {
  const buys = request.legs[0]?.action === 'buy';
  const ofInitiator: Direction = buys ? 'bid' : 'ask';
  const ofRecipient: Direction = buys ? 'ask' : 'bid';
  if (role !== 'initiator' && role !== 'recipient') return undefined;
  const wanted = role === 'initiator' ? ofInitiator : ofRecipient;
  if (body.direction === wanted) return undefined;
  const who =
    role === 'initiator'
      ? `Request ${request.id} is your own and ${buys ? 'buys' : 'sells'} leg 1, so you ${wanted}.`
      : `The maker of request ${request.id} ${buys ? 'buys, so it is sent asks' : 'sells, so it is sent bids'}.`;
  return invalid(who, `Send it as ${wanted}.`, 'price-direction');
}

/** Quantities above the remaining or the leg's quantity are refused here; other rules are the platform's. */
function quantityProblem(request: RequestSeen, quantity: Quantity): Failure | undefined {
  const tooMuch = tooMuchOf(request, quantity);
  if (tooMuch !== undefined) return invalid(tooMuch, 'Offer no more than that.', 'quantity');
  const [asked, ...others] = new Set(request.legs.map((leg) => leg.quantity));
  if (asked === undefined || others.length > 0) return undefined;
  if (!request.allOrNone || quantity === asked) return undefined;
  return invalid(`Request ${request.id} is all or none.`, `Offer the whole ${asked}.`, 'quantity');
}

/** The offer as the platform's operations take it. `request`: what it is priced on. */
export const offerToSend = (
  { requestId, direction, price, quantity, allOrNone }: OfferBody,
  request: PricedOn | undefined,
): OfferToSend => ({
  requestId,
  direction,
  price,
  quantity,
  allOrNone,
  ...(request && { request }),
});
