import type Big from 'big.js';
import * as z from 'zod/mini';
import { exact } from '../world/amount';
import {
  invalid,
  jsonBody,
  notFound,
  Refusal,
  wrongState,
  type Answer,
  type Call,
  type Operation,
} from '../http/call';
import { DESK } from '../world/counterparty';
import { available, execute, type Deal } from '../world/execution';
import type { Offer } from '../world/offer';
import { samePrice, type OfferPrice } from '../world/offer-price';
import type { TenderRequest } from '../world/tender-request';
import type { World } from '../world/world';
import { mustBeOpen, namedRequest } from './tender-records';

const ExecutionBody = z.looseObject({
  'quotation-id': z.optional(z.nullable(z.string())),
  'price-proposal-id': z.optional(z.nullable(z.string())),
  quantity: z.optional(z.nullable(z.number())),
  'last-seen-price': z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('standard-spread'), 'spread-price': z.number() }),
    z.looseObject({
      type: z.literal('per-leg'),
      legs: z.array(z.looseObject({ price: z.number() })).check(z.minLength(1), z.maxLength(3)),
    }),
  ]),
});
type ExecutionBody = z.infer<typeof ExecutionBody>;

/** The last seen price has one form in every version; the version changes nothing here. */
export const tradeExecutionOperations = (world: World): readonly Operation[] => [
  {
    name: 'execute-trade',
    method: 'POST',
    path: 'executeTrade',
    versions: ['2.2', '2.3'],
    answer: (call) => executed(world, call),
  },
];

function executed(world: World, call: Call): Answer {
  const body = jsonBody(call, ExecutionBody);
  const request = namedRequest(world, call);
  const accepted = acceptedOffer(world, request, body);
  const { offer } = accepted;
  if (!samePrice(seenPrice(body), offer.price)) {
    const message = 'The last-seen-price is no longer the current price; nothing was executed.';
    throw new Refusal(409, [{ code: 'price-mismatch', message, field: 'last-seen-price' }]);
  }
  const quantity = takenQuantity(body, request, offer);
  world.executions.set(request.id, (world.executions.get(request.id) ?? 0) + 1);
  const tradeId = execute(world, { request, quantity, at: world.now, ...accepted });
  return tradeId === undefined
    ? { status: 202, body: { 'request-id': request.id } }
    : { status: 201, body: { 'trade-id': tradeId } };
}

type Accepted = Pick<Deal, 'offer' | 'quote' | 'reference'>;

/** The initiator takes a quote, a recipient a firm proposal; anything else is an error that says which. */
function acceptedOffer(world: World, request: TenderRequest, body: ExecutionBody): Accepted {
  const quoteId = body['quotation-id'] ?? undefined;
  const proposalId = body['price-proposal-id'] ?? undefined;
  if ((quoteId === undefined) === (proposalId === undefined)) {
    throw invalid({ code: 'missing', message: 'Name either a quotation-id or a price-proposal-id.' });
  }
  mustBeOpen(request);
  return quoteId === undefined
    ? acceptedProposal(world, request, proposalId ?? '')
    : acceptedQuote(world, request, quoteId);
}

function acceptedQuote(world: World, request: TenderRequest, id: string): Accepted {
  if (request.role !== 'initiator') throw wrongState('Only the initiator of a request can accept a quote.');
  const quote = world.quotesOf(request.id).find((known) => known.id === id);
  if (!quote) throw notFound(`quote ${id} on ${request.id}`);
  if (quote.state !== 'active') throw wrongState(`${id} is ${quote.state}.`);
  return { offer: quote, quote, reference: { 'quotation-id': id } };
}

function acceptedProposal(world: World, request: TenderRequest, id: string): Accepted {
  if (request.role !== 'recipient')
    throw wrongState('Only a recipient of a request can accept a price proposal.');
  const proposal = world.proposalsOf(request.id).find((known) => known.id === id);
  if (!proposal) throw notFound(`price proposal ${id} on ${request.id}`);
  if (proposal.maker === DESK) throw wrongState(`${id} is your own price proposal.`);
  if (proposal.kind !== 'firm')
    throw wrongState(`${id} is indicative: only a firm price proposal can be accepted.`);
  return { offer: proposal, reference: { 'price-proposal-id': id } };
}

function seenPrice(body: ExecutionBody): OfferPrice {
  const seen = body['last-seen-price'];
  if (seen.type === 'standard-spread') return { shape: 'net', net: exact(seen['spread-price']) };
  const [first, ...rest] = seen.legs.map(({ price }) => exact(price));
  if (!first) throw new Error('a last seen price without legs passed the check');
  return { shape: 'legs', legs: [first, ...rest] };
}

function takenQuantity(body: ExecutionBody, request: TenderRequest, offer: Offer): Big {
  const most = available(request, offer);
  if (typeof body.quantity !== 'number') return most;
  const field = 'quantity';
  const quantity = exact(body.quantity);
  if (quantity.lte(0))
    throw invalid({ code: 'not-positive', message: 'The quantity must be above zero.', field });
  if (quantity.gt(most))
    throw invalid({ code: 'too-much', message: `Only ${most.toFixed()} can be taken.`, field });
  if (quantity.lt(most) && (request.allOrNone || offer.allOrNone)) {
    const message = `All or none: the quantity is ${most.toFixed()}.`;
    throw invalid({ code: 'all-or-none', message, field });
  }
  return quantity;
}
