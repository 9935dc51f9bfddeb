import type Big from 'big.js';
import { netOf, quoteDirection, rankedOffers } from './offer';
import type { Quote } from './quote';
import type { TenderRequest } from './tender-request';
import { isoTime } from './zone';

/**
 * How the quoting of a request went. Analytics of custom spreads were left out of the change of the spread sign, so
 * theirs follow the former rule (section 2, spread price rule 6).
 */
export function wireAnalytics(request: TenderRequest, quotes: readonly Quote[]): Record<string, unknown> {
  const counted = rankedOffers(
    quotes.filter(({ state }) => (request.state === 'open' ? state === 'active' : state !== 'withdrawn')),
    request,
  );
  const nets = counted.map(({ price }) => netOf(price, request, 'former'));
  const { contract } = request.kind;
  return {
    'request-id': request.id,
    ...(contract === 'standard-spread' && { type: 'standard-spread' }),
    'contract-type': contract,
    'price-direction': quoteDirection(request),
    'best-price': nets[0]?.toNumber() ?? null,
    'worst-price': nets.at(-1)?.toNumber() ?? null,
    'average-price': average(nets)?.toNumber() ?? null,
    'quotes-count': counted.length,
    'participants-count': new Set(quotes.map(({ maker }) => maker)).size,
    'traded-price': request.tradedPrice ? netOf(request.tradedPrice, request, 'former').toNumber() : null,
    'feedback-comment': request.feedbackComment ?? null,
    'concluded-at': request.concludedAt === undefined ? null : isoTime(request.concludedAt),
  };
}

function average(prices: readonly Big[]): Big | undefined {
  const [first, ...rest] = prices;
  return (
    first &&
    rest
      .reduce((sum, price) => sum.plus(price), first)
      .div(prices.length)
      .round(2)
  );
}
