import type { BodyOf } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import { sameLastSeen, type LastSeenPrice } from '../../domain/price';
import { lastSeenOf, type Offer, type Proposal, type Quote } from '../../domain/offers';
import type { Quantity } from '../../domain/quantity';
import { isMore, quantityProblem } from '../../domain/quantity-problem';
import { requestProblem, type RequestSeen } from './checks';
import { invalid, missing, movedFrom, wrongState } from './action-errors';

type Acceptance = BodyOf<'accept-quote'> | BodyOf<'accept-proposal'>;
interface Named {
  /** "Quote Q-1". */
  readonly name: string;
  readonly offer: Offer;
}

/** `quote` as it was read a moment ago. Its price must be the one that was frozen at the press. */
export function quoteAcceptanceProblem(
  request: RequestSeen,
  quote: Quote | undefined,
  body: BodyOf<'accept-quote'>,
): Failure | undefined {
  const problem = requestProblem(request, body.kind);
  if (problem) return problem;
  if (!quote) return missing(`Quote ${body.quoteId} is not there any more.`, LOOK_AT_QUOTES);
  if (quote.state !== 'active') return wrongState(`Quote ${quote.id} is ${quote.state}.`, LOOK_AT_QUOTES);
  return termsProblem(request, { name: `Quote ${quote.id}`, offer: quote }, body);
}

/** Only a firm price proposal can be accepted; an indicative one informs. */
export function proposalAcceptanceProblem(
  request: RequestSeen,
  proposal: Proposal | undefined,
  body: BodyOf<'accept-proposal'>,
): Failure | undefined {
  const problem = requestProblem(request, body.kind);
  if (problem) return problem;
  const name = `Price proposal ${body.proposalId}`;
  if (!proposal) return missing(`${name} is not there any more.`, LOOK_AT_PROPOSALS);
  if (proposal.state !== undefined && proposal.state !== 'active') {
    return wrongState(`${name} is ${proposal.state}.`, LOOK_AT_PROPOSALS);
  }
  if (proposal.kind !== 'firm') {
    return wrongState(`${name} is indicative, and only a firm one can be accepted.`, 'Send a quote instead.');
  }
  return termsProblem(request, { name, offer: proposal }, body);
}

/** Price, quantity and all or none as they were shown, and a part only where parts are allowed. */
function termsProblem(request: RequestSeen, named: Named, body: Acceptance): Failure | undefined {
  const { name, offer } = named;
  if (offer.price.shape === 'single' && request.legs.length > 1) {
    return {
      kind: 'unreadable',
      message: `${name} has one price, and its request ${request.legs.length} legs.`,
      next: 'Nothing was sent. Report it to the operator, or act in the web client of the platform.',
    };
  }
  const now = lastSeenOf(offer.price);
  if (!sameLastSeen(now, body.lastSeen)) {
    return movedFrom('price moved', priceText(body.lastSeen), priceText(now));
  }
  if (body.shownQuantity !== undefined && offer.quantity !== body.shownQuantity) {
    return movedFrom('quantity changed', body.shownQuantity, offer.quantity ?? 'not given');
  }
  if (body.shownAllOrNone !== undefined && isWhole(offer, request) !== body.shownAllOrNone) {
    return movedFrom('terms changed', termsText(body.shownAllOrNone), termsText(!body.shownAllOrNone));
  }
  const part = body.quantity === undefined ? undefined : partProblem(request, named, body.quantity);
  const taken = body.quantity ?? offer.quantity;
  const tooMuch = taken === undefined ? undefined : quantityProblem(request, taken);
  return (
    part ?? (tooMuch === undefined ? undefined : invalid(tooMuch, 'Take no more than that.', 'quantity'))
  );
}

/** Where the offer does not say, its request does; where neither does, nothing allows a part. */
const isWhole = ({ allOrNone }: Offer, request: RequestSeen): boolean =>
  allOrNone ?? request.allOrNone ?? true;

function partProblem(request: RequestSeen, { name, offer }: Named, part: Quantity): Failure | undefined {
  const whole = offer.quantity;
  if (part === whole) return undefined;
  if (whole !== undefined && isMore(part, whole)) {
    return invalid(`${name} is for ${whole}, less than ${part}.`, 'Take no more than that.', 'quantity');
  }
  const tooMuch = quantityProblem(request, part);
  if (tooMuch !== undefined) return invalid(tooMuch, 'Take no more than that.', 'quantity');
  if (isWhole(offer, request)) return invalid(`${name} is all or none.`, 'Take the whole of it.', 'quantity');
  if (!request.allOrNone) return undefined;
  return invalid(`Request ${request.id} is all or none.`, 'Take the whole of it.', 'quantity');
}

export const priceText = (price: LastSeenPrice): string =>
  price.type === 'standard-spread' ? price.spreadPrice : price.legPrices.join(' / ');
const termsText = (allOrNone: boolean): string => (allOrNone ? 'all or none' : 'partial OK');

const LOOK_AT_QUOTES = 'Check the current quotes.';
const LOOK_AT_PROPOSALS = 'Check the current price proposals.';
