import type {
  SentCounteroffer,
  SentExecution,
  SentProposal,
  SentQuote,
  SentRequest,
} from '../../contract/service/wire';
import type { SentPrice } from '../../domain/action';
import { failed, success, type Outcome } from '../../domain/failure';
import { priceOf, statedPrice, toNumber, type LastSeenPrice, type Price } from '../../domain/price';
import type { NewLeg, NewRequest } from '../../domain/new-request';
import { newRequestProblem } from '../../domain/new-request-problem';
import { netBesideLegs } from '../../domain/offer-price';
import { quantityOf, type Quantity } from '../../domain/quantity';
import type { Acceptance, CounterofferToSend, OfferToSend, ProposalToSend } from './operations';

/** The body of a quote. A figure that JSON's numbers cannot carry to the last digit is not sent. */
export function quoteBody(offer: OfferToSend): Outcome<SentQuote> {
  const { price } = offer;
  const beside = netBesideLegs(price, offer.request);
  if (!beside.ok) return beside;
  const net = price.shape === 'standard-spread' ? price.spreadPrice : beside.value;
  const inexact = inexactOf([...legPricesOf(price), ...(net === undefined ? [] : [net])], [offer.quantity]);
  if (inexact !== undefined) return notExact(inexact);
  return success({
    ...(price.shape === 'standard-spread' && { type: 'standard-spread' }),
    'price-direction': offer.direction,
    ...(net !== undefined && { 'spread-price': toNumber(net) }),
    ...(price.shape !== 'standard-spread' && {
      legs: legPricesOf(price).map((legPrice) => ({ price: toNumber(legPrice) })),
    }),
    quantity: Number(offer.quantity),
    'all-or-none': offer.allOrNone,
  });
}

export function proposalBody(proposal: ProposalToSend): Outcome<SentProposal> {
  const body = quoteBody(proposal);
  return body.ok ? success({ kind: proposal.kind, ...body.value }) : body;
}

export function counterofferBody(counteroffer: CounterofferToSend): Outcome<SentCounteroffer> {
  const body = quoteBody(counteroffer);
  return body.ok ? success({ 'quotation-id': counteroffer.quoteId, ...body.value }) : body;
}

/** The body of a trade execution: the price that it carries is the one that was shown, however fine the platform wrote it. */
export function executionBody(acceptance: Acceptance): Outcome<SentExecution> {
  const { lastSeen, quantity } = acceptance;
  const seen = lastSeenPrices(lastSeen).find((shown) => statedPrice(toNumber(shown)) !== shown);
  const inexact = seen ?? inexactOf([], quantity === undefined ? [] : [quantity]);
  if (inexact !== undefined) return notExact(inexact);
  return success({
    ...('quoteId' in acceptance
      ? { 'quotation-id': acceptance.quoteId }
      : { 'price-proposal-id': acceptance.proposalId }),
    ...(quantity !== undefined && { quantity: Number(quantity) }),
    'last-seen-price':
      lastSeen.type === 'standard-spread'
        ? { type: 'standard-spread', 'spread-price': toNumber(lastSeen.spreadPrice) }
        : { type: 'per-leg', legs: lastSeen.legPrices.map((price) => ({ price: toNumber(price) })) },
  });
}

/** The body of a new request. Whether a spread is a standard one is for the service to detect. */
export function newRequestBody(request: NewRequest): Outcome<SentRequest> {
  const problem = newRequestProblem(request);
  if (problem) return failed(problem);
  const inexact = inexactOf(
    [],
    request.legs.map(({ quantity }) => quantity),
  );
  if (inexact !== undefined) return notExact(inexact);
  return success({
    contract: request.contract === 'single' ? 'single' : 'spread',
    ...(request.contract === 'spread' && { 'spread-type': request.spreadType }),
    ...(request.contract === 'swap' && { spreadType: request.swapType }),
    commodity: request.legs[0].commodity,
    'all-or-none': request.allOrNone,
    ...(request.recipients.length > 0 && { recipients: request.recipients }),
    legs: request.legs.map(sentLeg),
  });
}

const sentLeg = (leg: NewLeg): SentRequest['legs'][number] => ({
  commodity: leg.commodity,
  market: leg.market,
  'delivery-start': leg.deliveryStart,
  'delivery-end': leg.deliveryEnd,
  ...(leg.loadProfile !== undefined && { 'load-profile': leg.loadProfile }),
  action: leg.action,
  quantity: Number(leg.quantity),
  ...(leg.quantityUnit !== undefined && { 'quantity-unit': leg.quantityUnit }),
  ...(leg.clearing && {
    clearing: {
      type: leg.clearing.type,
      ...(leg.clearing.house !== undefined && { house: leg.clearing.house }),
    },
  }),
});

function legPricesOf(price: SentPrice): readonly Price[] {
  if (price.shape === 'per-leg') return price.legPrices;
  return price.shape === 'single' ? [price.price] : [];
}

const lastSeenPrices = (lastSeen: LastSeenPrice): readonly Price[] =>
  lastSeen.type === 'standard-spread' ? [lastSeen.spreadPrice] : lastSeen.legPrices;

/** The first figure that would arrive as another one. */
const inexactOf = (prices: readonly Price[], quantities: readonly Quantity[]): string | undefined =>
  prices.find((written) => priceOf(toNumber(written)) !== written) ??
  quantities.find((written) => quantityOf(Number(written)) !== written);

const notExact = (figure: string): { ok: false; failure: ReturnType<typeof failed>['failure'] } =>
  failed({
    kind: 'invalid-argument',
    message: `${figure} has more digits than the platform's numbers can carry, so nothing was sent.`,
    next: 'Use fewer digits.',
  });
