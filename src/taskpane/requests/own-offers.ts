import type { Action } from '../../domain/action';
import type { Counteroffer } from '../../domain/counteroffer';
import type { Proposal } from '../../domain/proposal';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { sideOf } from '../ticket/purpose';
import { roleOf } from '../words/request-words';
import type { AnyOffer } from './offer-rows';

export interface Offers {
  readonly quotes: readonly Quote[];
  readonly proposals: readonly Proposal[];
  readonly counteroffers: readonly Counteroffer[];
}

/**
 * The numbers of the desk's own offers on a request. The service marks none, so: what the journal says the desk sent, quotes and
 * price proposals of its side that bear the same name, and what nobody else can have made. Where the desk was asked and one name alone made all
 * quotes, that is the desk: a recipient sees its own. Whoever made a request makes all counteroffers on it, and the price
 * proposals on its side. A counteroffer's name proves nothing: it may be that of the one it is made to.
 */
export function ownOffers(
  request: Request,
  { quotes, proposals, counteroffers }: Offers,
  journal: readonly Action[],
): ReadonlySet<string> {
  const role = roleOf(request);
  const side = sideOf(request);
  const sent = new Set<string>(journal.flatMap(madeBy));
  const makers = new Set(quotes.map(({ counterparty }) => counterparty));
  const alone = role === 'recipient' && makers.size === 1;
  const named: readonly AnyOffer[] = [...quotes, ...proposals];
  const certain = [...named.filter(({ id }) => sent.has(id)), ...(alone ? quotes : [])];
  const names = new Set(certain.flatMap(({ counterparty }) => counterparty ?? []));
  const own = [
    ...certain,
    ...named.filter(
      ({ counterparty, direction }) =>
        direction === side && counterparty !== undefined && names.has(counterparty),
    ),
    ...proposals.filter(({ direction }) => role === 'initiator' && direction === side),
    ...counteroffers.filter(({ id }) => role === 'initiator' || sent.has(id)),
  ];
  return new Set(own.map(({ id }) => id));
}

function madeBy({ body, quoteId, proposalId, counterofferId }: Action): string[] {
  if (body.kind === 'send-quote') return quoteId === undefined ? [] : [quoteId];
  if (body.kind === 'send-proposal') return proposalId === undefined ? [] : [proposalId];
  return body.kind === 'send-counteroffer' && counterofferId !== undefined ? [counterofferId] : [];
}
