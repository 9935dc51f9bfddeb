import { at, legsOf, textAt, type Fields } from './fields';
import { Absent } from './row';
import type { Service } from './site/service';

/** What a request asks prices for, by how its prices are written. */
export type Sort = 'single' | 'spread' | 'standard-spread' | 'swap';

export function sortOf(request: Fields): Sort | undefined {
  const count = legsOf(request).length;
  if (count === 1) return 'single';
  if (count === 3) return 'swap';
  if (count !== 2) return undefined;
  return textAt(request, 'contract') === 'standard-spread' ? 'standard-spread' : 'spread';
}

export const idOf = (request: Fields): string => textAt(request, 'request-id');

/** The actions of the legs, such as "buy/sell". */
export const actionsOf = (request: Fields): string =>
  legsOf(request)
    .map((leg) => textAt(leg, 'action'))
    .join('/');

export interface Wanted {
  readonly sort?: Sort;
  readonly role?: 'initiator' | 'recipient';
  readonly where?: (request: Fields) => boolean;
}

/** The open requests that fit, in the service's order. */
export async function openRequests(service: Service, wanted: Wanted = {}): Promise<readonly Fields[]> {
  const { items } = await service.get('openRequests');
  return items.filter(
    (request) =>
      (wanted.sort === undefined || sortOf(request) === wanted.sort) &&
      (wanted.role === undefined || textAt(request, 'role') === wanted.role) &&
      (wanted.where === undefined || wanted.where(request)),
  );
}

/** One of them. Throws {@link Absent} when there is none at the moment. */
export async function openRequest(service: Service, wanted: Wanted): Promise<Fields> {
  const [request] = await openRequests(service, wanted);
  if (request) return request;
  throw new Absent(`no open ${[wanted.role, wanted.sort].filter(Boolean).join(' ')} request is to be seen`);
}

export async function concludedRequests(service: Service): Promise<readonly Fields[]> {
  const { items } = await service.get('concludedRequests');
  if (items.length > 0) return items;
  throw new Absent('no concluded request is to be seen');
}

/** The details of trades of the list, newest first, so many at most; those that satisfy `which`. */
export async function someTrades(
  service: Service,
  which: (reference: Fields) => boolean = () => true,
): Promise<readonly Fields[]> {
  const { items } = await service.get('trades');
  const chosen = items.filter(which).slice(-TRADES_MAX).reverse();
  if (chosen.length === 0) throw new Absent('no such trade is to be seen');
  const trades: Fields[] = [];
  for (const reference of chosen) {
    trades.push((await service.get('trade', { trade: textAt(reference, 'trade-id') })).fields);
  }
  return trades;
}
const TRADES_MAX = 8;

/** The quotes of a request that may still be accepted. Throws {@link Absent} when there are none. */
export async function activeQuotes(service: Service, request: Fields): Promise<readonly Fields[]> {
  const { items } = await service.get('quotes', { request: idOf(request) });
  const active = items.filter((quote) => at(quote, 'state') === 'active');
  if (active.length > 0) return active;
  throw new Absent(`${idOf(request)} has no active quote`);
}

/** A quote as its request lists it now, if it may still be accepted. Unlike {@link activeQuotes} it takes its absence for an answer. */
export async function liveQuote(service: Service, quote: Fields): Promise<Fields | undefined> {
  const { items } = await service.get('quotes', { request: idOf(quote) });
  return items.find((one) => one['quotation-id'] === quote['quotation-id'] && at(one, 'state') === 'active');
}

/** An open request of a sort with active quotes on it, and these. */
export async function quotedRequest(
  service: Service,
  wanted: Wanted,
): Promise<{ readonly request: Fields; readonly quotes: readonly Fields[] }> {
  for (const request of (await openRequests(service, wanted)).slice(0, TRADES_MAX)) {
    const { items } = await service.get('quotes', { request: idOf(request) });
    const quotes = items.filter((quote) => at(quote, 'state') === 'active');
    if (quotes.length > 0) return { request, quotes };
  }
  throw new Absent(`no open ${[wanted.role, wanted.sort].filter(Boolean).join(' ')} request has quotes`);
}
