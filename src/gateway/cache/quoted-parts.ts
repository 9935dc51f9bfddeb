import { positionPart } from '../../domain/delivery/position-part';
import { quantityOfLeg } from '../../domain/limits/commitment';
import type { OwnQuote } from '../../domain/own-offers';
import { oppositeOf, takerActions } from '../../domain/role';
import type { KnownMarketView } from './known-market';
import type { Part } from './position-ledger';

/** Live quotes as a position counts them, by name. */
interface QuotedParts {
  /** The same for the same parts. */
  readonly key: string;
  readonly parts: readonly (readonly [name: string, Part])[];
}

export const NO_QUOTES: QuotedParts = { key: '[]', parts: [] };

/** What these live quotes would make the desk buy and sell, were they all taken. */
export function quotedParts(own: readonly OwnQuote[], market: Pick<KnownMarketView, 'request'>): QuotedParts {
  const known = own.map((quote) => ({ quote, request: market.request(quote.requestId) }));
  const key = JSON.stringify(known.map(({ quote, request }) => [quote, request?.legs]));
  const parts = known.flatMap(({ quote, request }): (readonly [string, Part])[] => {
    const { quoteId, direction, quantity } = quote;
    const [first] = request?.legs ?? [];
    if (!request || !first) return [[quoteId, { why: 'is on a request that is not known here' }]];
    // Whoever takes the quote does the opposite of what the desk does then.
    const sides = takerActions(request, direction).map(oppositeOf);
    return request.legs.map((leg, at) => {
      const { price: _, ...rest } = leg;
      const action = sides[at] ?? leg.action;
      const name = request.legs.length > 1 ? `${quoteId} leg ${at + 1}` : quoteId;
      return [name, positionPart({ ...rest, action, quantity: quantityOfLeg(leg, first, quantity) })];
    });
  });
  return { key, parts };
}
