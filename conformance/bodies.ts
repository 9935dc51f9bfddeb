import { amountAt, at, legPrices, legsOf, textAt, type Fields } from './fields';
import { sortOf } from './subjects';

const LEG_PRICES = [50, 49, 49];
export const NET_PRICE = 1.25;

/** The direction of a quote: whoever buys leg 1 is sent asks, whoever sells it bids. */
const quoteDirection = (request: Fields): string =>
  textAt(request, 'legs', 0, 'action') === 'buy' ? 'ask' : 'bid';

/** The object of one spread price in which a standard spread is quoted, proposed and countered. */
export const standardSpreadQuote = (request: Fields): Fields => ({
  type: 'standard-spread',
  'price-direction': quoteDirection(request),
  'spread-price': NET_PRICE,
  quantity: at(request, 'legs', 0, 'quantity'),
  'all-or-none': at(request, 'all-or-none'),
});

/** A quote on a request in the shape that it asks for; `over` changes fields of it. */
export function quoteBody(request: Fields, over: Fields = {}): Fields {
  if (sortOf(request) === 'standard-spread') return { ...standardSpreadQuote(request), ...over };
  return {
    'price-direction': quoteDirection(request),
    legs: legsOf(request).map((_, leg) => ({ price: LEG_PRICES[leg] })),
    quantity: at(request, 'legs', 0, 'quantity'),
    'all-or-none': at(request, 'all-or-none'),
    ...over,
  };
}

export const proposalBody = (request: Fields, kind: 'firm' | 'indicative'): Fields => ({
  ...quoteBody(request),
  kind,
});

const TERMS = ['price-direction', 'quantity', 'all-or-none', 'kind', 'type', 'quotation-id'];

/** Whether an offer is listed with everything that was sent: terms, and every price to its last digit. */
export function carries(record: Fields, sent: Fields): boolean {
  const [listed, wanted] = [legPrices(record), legPrices(sent)];
  const net = amountAt(sent, 'spread-price');
  return (
    TERMS.every((name) => sent[name] === undefined || at(record, name) === sent[name]) &&
    listed.length === wanted.length &&
    wanted.every((price, leg) => listed[leg]?.eq(price) === true) &&
    (net === undefined || amountAt(record, 'spread-price')?.eq(net) === true)
  );
}

/** The last seen price of an offer, in the shape of the offer. */
export const lastSeen = (offer: Fields): Fields =>
  textAt(offer, 'type') === 'standard-spread'
    ? { type: 'standard-spread', 'spread-price': at(offer, 'spread-price') }
    : { type: 'per-leg', legs: legsOf(offer).map((leg) => ({ price: at(leg, 'price') })) };

/** The acceptance of a quote at the price that it shows. */
export const acceptance = (quote: Fields, over: Fields = {}): Fields => ({
  'quotation-id': at(quote, 'quotation-id'),
  'last-seen-price': lastSeen(quote),
  ...over,
});

/** One leg of a new request: ten megawatts of base power in a whole year, `yearsAhead` of `now`. */
export function newLeg(now: number, leg: { yearsAhead?: number; action?: string; market?: string }): Fields {
  const year = new Date(now).getUTCFullYear() + (leg.yearsAhead ?? 1);
  return {
    commodity: 'power',
    market: leg.market ?? 'DE',
    'delivery-start': `${year}-01-01`,
    'delivery-end': `${year}-12-31`,
    'load-profile': 'base',
    action: leg.action ?? 'buy',
    quantity: 10,
    clearing: { type: 'bilateral', house: null },
  };
}

export const newSingle = (now: number): Fields => ({ 'all-or-none': true, legs: [newLeg(now, {})] });

/** Two markets in one year: a spread by location. */
export const newSpread = (now: number, actions: readonly [string, string] = ['buy', 'sell']): Fields => ({
  'all-or-none': true,
  legs: [newLeg(now, { action: actions[0] }), newLeg(now, { action: actions[1], market: 'FR' })],
});

/** Two neighbouring years of one market in opposite directions. */
export const newStandardSpread = (now: number): Fields => ({
  'all-or-none': true,
  legs: [newLeg(now, { yearsAhead: 1, action: 'buy' }), newLeg(now, { yearsAhead: 2, action: 'sell' })],
});
