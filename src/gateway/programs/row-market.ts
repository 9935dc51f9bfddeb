import { comparedDecimals } from '../../domain/decimal';
import { notionalOf } from '../../domain/delivery/notional';
import { committedBy } from '../../domain/limits/check';
import { quantityOfLeg } from '../../domain/limits/commitment';
import type { CommittedLeg } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import type { KnownAround } from '../../domain/limits/references';
import { lastTradeOf } from '../../domain/limits/same-product';
import { inUnitsOf } from '../../domain/limits/offer-units';
import { comparedPrice, isPricedAsSwap } from '../../domain/offer-price';
import { rankedBy, type Proposal, type Quote } from '../../domain/offers';
import type { OwnQuote } from '../../domain/own-offers';
import { present } from '../../domain/present';
import type { Price } from '../../domain/price';
import type { RowSeen } from '../../domain/program/guards';
import type { ProgramKind, ProgramOffer, WantedRow } from '../../domain/program/wanted';
import type { Request } from '../../domain/request';
import type { ProgramBody } from './program-body';

/** What is known without a call. */
export interface ProgramMarket {
  readonly request: (id: RequestId) => Request | undefined;
  readonly quotes: (id: RequestId) => readonly Quote[];
  readonly proposals: (id: RequestId) => readonly Proposal[];
  readonly around: (id: RequestId) => KnownAround;
}

/** Prices around one row, by which its bounds are kept. */
export function pricesAround(
  { requestId, direction, offer }: WantedRow,
  request: Request,
  { market, own }: { readonly market: ProgramMarket; readonly own: readonly OwnQuote[] },
): Pick<RowSeen, 'price' | 'isNet' | 'best' | 'last'> {
  const ids = new Set<string>(own.map(({ quoteId }) => quoteId));
  const quotes = market.quotes(requestId);
  const names = new Set(
    quotes.flatMap(({ id, counterparty, direction: side }) =>
      ids.has(id) && side === direction ? [counterparty] : [],
    ),
  );
  const others = quotes.filter(
    ({ id, counterparty }) => !ids.has(id) && (counterparty === undefined || !names.has(counterparty)),
  );
  const [best] = rankedBy(inUnitsOf(others, request), direction, (price) => comparedPrice(price, request));
  const legs = isPricedAsSwap(request) ? request.legs.slice(0, 1) : request.legs;
  const last = lastTradeOf({ legs }, market.around(requestId).trades ?? []);
  return {
    isNet: request.legs.length > 1 && !isPricedAsSwap(request),
    ...present({ price: offer && priceOf(offer, request), best: best?.net, last: last?.price }),
  };
}

/** The price that an offer is compared by. */
export const priceOf = ({ price }: Pick<ProgramOffer, 'price'>, request: Request): Price | undefined =>
  comparedPrice(price, request);

/**
 * What an offer commits the desk to; nothing where nobody can take it. A standard spread has no prices of its legs: its money is the net
 * price times the quantity, over the leg that delivers more.
 */
export function legsOf(body: ProgramBody, request: Request): readonly CommittedLeg[] {
  const legs = committedBy(body, request);
  const { price, quantity } = body;
  if (price.shape !== 'standard-spread') return legs;
  const sums = request.legs.map((leg) =>
    notionalOf(leg, price.spreadPrice, quantityOfLeg(leg, request.legs[0], quantity)),
  );
  const [first] = sums;
  const totals = sums.flatMap(({ currency, total } = { currency: '' }) =>
    currency === first?.currency && total !== undefined ? [total.replace('-', '')] : [],
  );
  const most = totals.reduce((one, other) => (comparedDecimals(other, one) > 0 ? other : one), '0');
  if (!first || totals.length < legs.length) return legs;
  return legs.map((leg, at) => ({
    ...leg,
    notional: { unit: first.currency, amount: at === 0 ? most : '0' },
  }));
}

/** Whether nobody can take what a program of this kind sends. */
export const onlyInforms = (kind: ProgramKind): boolean => kind === 'indicative-proposals';
