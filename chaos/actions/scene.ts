import { readProposal } from '../../src/contract/service/read-proposal';
import { readQuote } from '../../src/contract/service/read-quote';
import { readRequest } from '../../src/contract/service/read-request';
import type { ActionBody, SentPrice } from '../../src/domain/action';
import { sentence, type Outcome } from '../../src/domain/failure';
import type { ProposalId, QuoteId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import { lastSeenOf, type Offer } from '../../src/domain/quote';
import { priceShape, type Request } from '../../src/domain/request';
import type { Kind, Plan } from './plan';
import type { Platform } from '../campaign/platform';

const DESK = 'Your Desk';
const OTHERS_QUOTES = 2;

/** A fresh request at the service, and what a page wants done on it. */
export interface Scene {
  readonly request: Request;
  readonly body: ActionBody;
  /** The write that carries it. */
  readonly operation: string;
}

export async function sceneOf(plan: Plan, platform: Platform): Promise<Scene> {
  const { kind, sort, action } = plan;
  const role = kind === 'accept-quote' ? 'initiator' : 'recipient';
  const request = need(readRequest(await platform.act({ do: 'create-request', role, sort, action })));
  for (let quotes = 0; quotes < OTHERS_QUOTES; quotes++) {
    await platform.act({ do: 'quote', requestId: request.id });
  }
  return { request, body: await bodyOf(plan, request, platform), operation: operationOf(kind, request) };
}

async function bodyOf(plan: Plan, request: Request, platform: Platform): Promise<ActionBody> {
  const allOrNone = request.allOrNone === true;
  const requestId = request.id;
  switch (plan.kind) {
    case 'send-quote':
      return { kind: 'send-quote', ...ownOffer(request) };
    case 'send-proposal':
      return { kind: 'send-proposal', proposalKind: 'firm', ...ownOffer(request) };
    case 'withdraw-quote': {
      const own = await platform.act({ do: 'quote', requestId, counterparty: DESK });
      return { kind: 'withdraw-quote', requestId, quoteId: need(readQuote(own)).id };
    }
    case 'accept-quote': {
      const quote = need(readQuote(await platform.act({ do: 'quote', requestId, allOrNone })));
      return acceptanceOf(plan, { kind: 'accept-quote', quoteId: quote.id, requestId }, quote);
    }
    case 'accept-proposal': {
      const proposal = need(readProposal(await platform.act({ do: 'propose', requestId, allOrNone })));
      return acceptanceOf(plan, { kind: 'accept-proposal', proposalId: proposal.id, requestId }, proposal);
    }
  }
}

type Accepted = { requestId: Request['id'] } & (
  { kind: 'accept-quote'; quoteId: QuoteId } | { kind: 'accept-proposal'; proposalId: ProposalId }
);

function acceptanceOf({ inPart }: Plan, accepted: Accepted, offer: Offer): ActionBody {
  const { quantity, allOrNone, price } = offer;
  const part = inPart && allOrNone === false && quantity !== undefined ? partOf(quantity) : undefined;
  return {
    ...accepted,
    lastSeen: lastSeenOf(price),
    ...(quantity !== undefined && { shownQuantity: quantity }),
    ...(allOrNone !== undefined && { shownAllOrNone: allOrNone }),
    ...(part !== undefined && { quantity: part }),
  };
}

const partOf = (quantity: Quantity): Quantity => Quantity.parse(String(Number(quantity) / 4));

/** On the side of the asker the bid is for what is bought; whoever was asked stands on the other one. */
function ownOffer(request: Request) {
  const isBought = request.legs[0]?.action === 'buy';
  return {
    requestId: request.id,
    direction: isBought ? ('ask' as const) : ('bid' as const),
    price: ownPrice(request),
    quantity: request.legs[0]?.quantity ?? Quantity.parse('1'),
    allOrNone: request.allOrNone ?? true,
  };
}

function ownPrice(request: Request): SentPrice {
  const shape = priceShape(request);
  if (shape === 'standard-spread') return { shape, spreadPrice: Price.parse('-1.25') };
  if (shape === 'single') return { shape, price: Price.parse('-3.25') };
  return { shape, legPrices: ['30', '29'].map((written) => Price.parse(written)) };
}

function operationOf(kind: Kind, request: Request): string {
  if (kind === 'accept-quote' || kind === 'accept-proposal') return 'execute-trade';
  if (kind !== 'send-proposal') return kind;
  return priceShape(request) === 'standard-spread' ? 'add-standard-spread-proposal' : 'add-proposal';
}

function need<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(sentence(outcome.failure));
}
