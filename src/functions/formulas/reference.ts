import type { Action } from '../../domain/action';
import { orderingPrice } from '../../domain/offer-price';
import { rankedBy, type Proposal } from '../../domain/offers';
import { toNumber } from '../../domain/price';
import type { Request } from '../../domain/request';
import { oppositeSide, ourDirection } from '../../domain/role';
import { CellFailure } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import { valueOf, type FormulaContext } from '../cells/context';
import { bestQuote, priceOf, type BestQuote } from './best-price';
import { ofOthers } from './my-quote';
import { inRequestUnits } from './offer-units';

/** Quotes on the side where they stand. */
export const beside = (request: Request) => ({
  direction: ourDirection(request),
  bothSides: '',
  request,
});

/** The best quote of others on the side where quotes stand, as far as this desk may see them. */
export function bestOfOthers(request: Request, desk: FormulaContext): BestQuote | CellFailure {
  const among = ofOthers(desk);
  return among instanceof CellFailure ? among : bestQuote(desk, request.id, { ...beside(request), among });
}

interface Reference {
  readonly price: Cell;
  /** "quote ask", "firm ask", "indicative bid". */
  readonly kind: string;
  /** The list that it stands on. */
  readonly on: 'quotes' | 'proposals';
}

/**
 * What a quote is compared with, as the pane does it (`shownReference` in domain/limits): the best quote of others, else their best price proposal, a firm one first and
 * of each kind one on the side of quotes; nothing without either.
 */
export function reference(request: Request, desk: FormulaContext): Reference | CellFailure | undefined {
  const quote = bestOfOthers(request, desk);
  if (quote instanceof CellFailure) return quote.isNone ? bestProposal(request, desk) : quote;
  const price = priceOf(quote);
  if (price instanceof CellFailure && price.isNone) return bestProposal(request, desk);
  return { price, kind: `quote ${quote.offer.direction}`, on: 'quotes' };
}

function bestProposal(request: Request, desk: FormulaContext): Reference | CellFailure | undefined {
  const listing = valueOf(desk, { kind: 'proposals', id: request.id });
  if (listing instanceof CellFailure) return listing;
  const journal = valueOf(desk, { kind: 'journal' });
  if (journal instanceof CellFailure) return journal;
  const others = inRequestUnits(desk, proposalsOfOthers(listing.records, journal), request);
  if (others instanceof CellFailure) return others;
  for (const kind of ['firm', 'indicative'] as const) {
    const stated = others
      .filter((proposal) => proposal.kind === kind)
      .map((proposal) => ({ ...proposal, state: proposal.state ?? 'active' }));
    const own = ourDirection(request);
    const [best] = [own, oppositeSide(own)].flatMap((side) =>
      rankedBy(stated, side, (price) => orderingPrice(price, request)).map(({ net }) => ({ net, side })),
    );
    if (best) return { price: toNumber(best.net), kind: `${kind} ${best.side}`, on: 'proposals' };
  }
  return undefined;
}

/** Without those that this desk sent, and others on their side under the same name, such as one sent from the web client. */
function proposalsOfOthers(all: readonly Proposal[], journal: readonly Action[]): readonly Proposal[] {
  const sent = new Set(journal.map(({ proposalId }) => proposalId));
  const own = all.filter(({ id }) => sent.has(id));
  return all.filter(
    ({ id, counterparty, direction }) =>
      !sent.has(id) &&
      !own.some(
        (one) =>
          counterparty !== undefined && one.counterparty === counterparty && one.direction === direction,
      ),
  );
}
