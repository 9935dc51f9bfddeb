import type { ActionBody } from '../action';
import type { RequestId } from '../identifiers';
import type { Price } from '../price';
import type { Quantity } from '../quantity';
import { netPrice, type Direction, type QuotePrice } from '../quote';
import { actionsOf, type Request } from '../request';

/** What of a request decides how an action on it is limited. */
export type LimitedRequest = Pick<Request, 'id' | 'contract' | 'legs' | 'swapType'>;

/** What an action binds the desk to, or offers to. */
export interface Commitment {
  readonly requestId: RequestId;
  /** The side of the offer that is made or accepted; unknown while an accepted offer is not at hand. */
  readonly direction?: Direction;
  readonly price: QuotePrice;
  /** The one price it is compared by; a swap has none. */
  readonly net?: Price;
  readonly quantity?: Quantity;
}

/** The offer that an acceptance is about, as it was read last. */
export interface AcceptedOffer {
  readonly direction: Direction;
  readonly quantity?: Quantity;
}

/** `undefined` for what binds the desk to nothing: withdrawals, new requests, risk management. */
export function commitmentOf(
  body: ActionBody,
  request: LimitedRequest,
  offer?: AcceptedOffer,
): Commitment | undefined {
  if ('lastSeen' in body) {
    // An offer that does not say how much it is for is for what was asked: the pane says so too.
    const quantity = body.quantity ?? body.shownQuantity ?? offer?.quantity ?? request.legs[0]?.quantity;
    return {
      requestId: body.requestId,
      ...priced(priceSeen(body.lastSeen), request),
      ...(offer && { direction: offer.direction }),
      ...(quantity !== undefined && { quantity }),
    };
  }
  if (!('direction' in body)) return undefined;
  const { requestId, direction, quantity, price } = body;
  return { requestId, direction, quantity, ...priced(price, request) };
}

type LastSeen = Extract<ActionBody, { kind: 'accept-quote' }>['lastSeen'];

function priceSeen(lastSeen: LastSeen): QuotePrice {
  if (lastSeen.type === 'standard-spread') {
    return { shape: 'standard-spread', spreadPrice: lastSeen.spreadPrice };
  }
  const [only, second] = lastSeen.legPrices;
  return only !== undefined && second === undefined
    ? { shape: 'single', price: only }
    : { shape: 'per-leg', legPrices: lastSeen.legPrices };
}

function priced(price: QuotePrice, request: LimitedRequest): Pick<Commitment, 'price' | 'net'> {
  const net = netPrice(price, actionsOf(request));
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
