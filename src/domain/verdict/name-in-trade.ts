import { namedOffers } from '../pre-trade';
import { oppositeOf, roleOf } from '../role';
import type { Trade } from '../trade';
import { differ, sameName, type Evidence } from './evidence';

/**
 * The desk's own name, where a trade of its account says it: on a request that the desk was asked on, the trade names the
 * quote that was taken, and whoever the desk traded with is not who made that quote. So its maker is the desk's company.
 */
export function nameInTrade(
  trade: Trade,
  { request, quotes }: Pick<Evidence, 'request' | 'quotes'>,
): string | undefined {
  if (!request || roleOf(request) !== 'recipient' || trade.counterparty === undefined) return undefined;
  const { quoteId } = namedOffers(trade.raw);
  const quote = quotes?.records.find(({ id }) => id === quoteId);
  if (quote?.counterparty === undefined || quote.requestId !== trade.requestId) return undefined;
  const [leg, second] = request.legs ?? [];
  // Seen from the desk, whoever asked to buy bought of it.
  const isOfAsker = leg && !second && differ(trade.action, oppositeOf(leg.action));
  return isOfAsker || sameName(quote.counterparty, trade.counterparty) ? undefined : quote.counterparty;
}
