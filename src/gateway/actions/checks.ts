import type { ActionBody } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import { sameLastSeen, type LastSeenPrice } from '../../domain/last-seen-price';
import { compared, priceOf } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { lastSeenOf, type Quote } from '../../domain/quote';
import { isSwap, priceShape, type Request } from '../../domain/request';

type QuoteToCheck = Extract<ActionBody, { kind: 'send-quote' }>;
type AcceptanceToCheck = Extract<ActionBody, { kind: 'accept-quote' }>;
type RequestSeen = Pick<Request, 'id' | 'state' | 'role' | 'contract' | 'legs' | 'swapType'>;

const SHAPES = {
  single: 'one price',
  'per-leg': 'one price for each leg',
  'standard-spread': 'one net price',
} as const;

/** Why nothing may be sent on this request: it is over, or the desk has another part in it. */
export function requestProblem(
  request: Pick<Request, 'id' | 'state' | 'role'>,
  role: 'initiator' | 'recipient',
): Failure | undefined {
  if (request.state !== 'open') {
    return wrongState(`Request ${request.id} is ${request.state}.`, 'Look for one that is open.');
  }
  if (request.role === undefined || request.role === role) return undefined;
  return role === 'initiator'
    ? wrongState(`Request ${request.id} is not your own.`, 'Only who made a request accepts its quotes.')
    : wrongState(`Request ${request.id} is your own.`, 'Only who was asked quotes; accept a quote instead.');
}

export function quoteProblem(request: RequestSeen, body: QuoteToCheck): Failure | undefined {
  const problem = requestProblem(request, 'recipient');
  if (problem) return problem;
  if (isSwap(request)) return SWAP;
  const shape = priceShape(request);
  if (body.price.shape !== shape) {
    return invalid(`Request ${request.id} is quoted with ${SHAPES[shape]}.`, 'Enter the price so.');
  }
  if (body.price.shape === 'per-leg' && body.price.legPrices.length !== request.legs.length) {
    return invalid(
      `Request ${request.id} has ${request.legs.length} legs.`,
      'Enter a price for each of them.',
    );
  }
  // Whoever buys leg 1 is sent asks, whoever sells it bids.
  const direction = request.legs[0]?.action === 'buy' ? 'ask' : 'bid';
  if (body.direction === direction) return undefined;
  const wanted = direction === 'ask' ? 'buys, so it is sent asks' : 'sells, so it is sent bids';
  return invalid(`Who made request ${request.id} ${wanted}.`, `Quote it as ${direction}.`);
}

/** `quote` as it was read a moment ago. Its price must be the one that was frozen at the press. */
export function acceptanceProblem(
  request: RequestSeen,
  quote: Quote | undefined,
  body: AcceptanceToCheck,
): Failure | undefined {
  const problem = requestProblem(request, 'initiator');
  if (problem) return problem;
  if (!quote) {
    return { kind: 'not-found', message: `Quote ${body.quoteId} is not there any more.`, next: LOOK_AGAIN };
  }
  if (quote.state !== 'active') return wrongState(`Quote ${quote.id} is ${quote.state}.`, LOOK_AGAIN);
  if (quote.price.shape === 'single' && request.legs.length > 1) return legMissing(quote, request);
  const now = lastSeenOf(quote.price);
  if (!sameLastSeen(now, body.lastSeen)) {
    return {
      kind: 'price-moved',
      message: `The price moved: ${priceText(body.lastSeen)} → ${priceText(now)}.`,
      next: 'Nothing was sent. Look at the new price and press again if you want it.',
    };
  }
  if (body.shownQuantity !== undefined && quote.quantity !== body.shownQuantity) {
    return {
      kind: 'price-moved',
      message: `The quantity changed: ${body.shownQuantity} → ${quote.quantity ?? 'not given'}.`,
      next: 'Nothing was sent. Look at the quote as it is now and press again if you want it.',
    };
  }
  return body.quantity === undefined ? undefined : partProblem(quote, body.quantity);
}

const legMissing = ({ id }: Quote, { legs }: RequestSeen): Failure => ({
  kind: 'unreadable',
  message: `Quote ${id} has one price, and its request ${legs.length} legs.`,
  next: 'Nothing was sent. Report it to the operator, or act in the web client of the platform.',
});

function partProblem(quote: Quote, part: Quantity): Failure | undefined {
  const whole = quote.quantity;
  if (quote.allOrNone && part !== whole) {
    return invalid(`Quote ${quote.id} is all or none.`, 'Take the whole of it.');
  }
  const asked = priceOf(part);
  const offered = whole === undefined ? undefined : priceOf(whole);
  if (asked === undefined || offered === undefined || compared(asked, offered) <= 0) return undefined;
  return invalid(`Quote ${quote.id} is for ${whole}, less than ${part}.`, 'Take no more than that.');
}

export const priceText = (price: LastSeenPrice): string =>
  price.type === 'standard-spread' ? price.spreadPrice : price.legPrices.join(' / ');

const LOOK_AGAIN = 'Nothing was sent. Look at the quotes that are there now.';
const SWAP: Failure = {
  kind: 'unsupported',
  message: 'Swaps cannot be quoted from here yet.',
  next: 'Nothing was sent. Quote it in the web client of the platform.',
};

const wrongState = (message: string, next: string): Failure => ({
  kind: 'wrong-state',
  message,
  next: next === LOOK_AGAIN ? next : `Nothing was sent. ${next}`,
});
const invalid = (message: string, next: string): Failure => ({
  kind: 'invalid-argument',
  message,
  next: `Nothing was sent. ${next}`,
});
