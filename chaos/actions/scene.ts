import { readProposal, readQuote } from '../../src/contract/service/read-offers';
import { readRequest } from '../../src/contract/service/read-request';
import { Day } from '../../src/domain/day';
import type { NewRequest } from '../../src/domain/new-request';
import { RiskSettings } from '../../src/domain/record';
import type { ActionBody, SentPrice } from '../../src/domain/action';
import { sentence, type Outcome } from '../../src/domain/failure';
import type { ProposalId, QuoteId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import { lastSeenOf, type Offer } from '../../src/domain/offers';
import { priceShape, type Request } from '../../src/domain/request';
import type { Kind, Plan } from './plan';
import type { Platform } from '../campaign/platform';

const DESK = 'Your Desk';
const OTHERS_QUOTES = 2;

/** A fresh request at the service, or a commodity, and what a page wants done about it. */
export interface Scene {
  /** Absent where nothing is done on a request that is there. */
  readonly request?: Request;
  readonly body: ActionBody;
  /** The write that carries it. */
  readonly operation: string;
  /** Requests of the desk's own that were there before. */
  readonly before: readonly string[];
}

/** One on a request. */
export type RequestScene = Scene & { readonly request: Request };

/** `begin`: what is made from then on, the service may be late to show. */
export async function sceneOf(plan: Plan, platform: Platform, begin: () => void): Promise<Scene> {
  switch (plan.kind) {
    case 'risk on':
    case 'risk off':
    case 'set-risk':
      return riskScene(plan, platform, begin);
    case 'create-request': {
      const before = (await platform.truth()).requests.map((request) => String(request['request-id']));
      begin();
      return {
        body: { kind: 'create-request', draft: draftOf(plan) },
        operation: 'create-request',
        before,
      };
    }
    default:
      return requestSceneOf(plan, platform, begin);
  }
}

export async function requestSceneOf(
  plan: Plan,
  platform: Platform,
  begin: () => void = () => undefined,
): Promise<RequestScene> {
  const request = await requestOf(plan, platform);
  const body = await bodyOf(plan, request, { platform, begin });
  return { request, body, operation: operationOf(plan.kind, request), before: [] };
}

/** A request on which others have quoted, where the desk can do what is tried. */
export async function requestOf({ kind, sort, action }: Plan, platform: Platform): Promise<Request> {
  const isOwn = kind === 'accept-quote' || kind === 'send-counteroffer';
  const role = isOwn ? 'initiator' : 'recipient';
  const request = need(readRequest(await platform.act({ do: 'create-request', role, sort, action })));
  for (let quotes = 0; quotes < OTHERS_QUOTES; quotes++) {
    await platform.act({ do: 'quote', requestId: request.id });
  }
  return request;
}

const COMMODITIES = ['power', 'gas', 'goo'] as const;
const SETTING = 'quantity-max';

async function riskScene({ kind, seed }: Plan, platform: Platform, begin: () => void): Promise<Scene> {
  const commodity = COMMODITIES[seed % COMMODITIES.length] ?? COMMODITIES[0];
  const path = `/v2.2/risk/commodities/${commodity}`;
  if (kind === 'set-risk') {
    const now = RiskSettings.parse(await platform.call('GET', `${path}/settings`));
    begin();
    const settings = { ...now, [SETTING]: 1_000 + (seed % 1_000_000) };
    return { body: { kind: 'set-risk', commodity, settings }, operation: 'write-risk-settings', before: [] };
  }
  const on = kind === 'risk on';
  await platform.call('PUT', path, { 'risk-management': !on });
  begin();
  return { body: { kind: 'switch-risk', commodity, on }, operation: 'toggle-risk', before: [] };
}

/** Told from any other by its quantity. */
function draftOf({ seed, sort, action }: Plan): NewRequest {
  const quantity = Quantity.parse(String((100_000 + (seed % 900_000)) / 1_000));
  const leg = (side: 'buy' | 'sell', market: string, year: number) => ({
    action: side,
    commodity: 'power',
    market,
    deliveryStart: Day.parse(`${year}-01-01`),
    deliveryEnd: Day.parse(`${year}-12-31`),
    loadProfile: 'base',
    quantity,
  });
  const terms = { allOrNone: true, recipients: [] };
  if (sort === 'single') return { contract: 'single', legs: [leg(action, 'DE', 2028)], ...terms };
  const other = action === 'buy' ? 'sell' : 'buy';
  return sort === 'location'
    ? {
        contract: 'spread',
        spreadType: 'location',
        legs: [leg(action, 'DE', 2028), leg(other, 'FR', 2028)],
        ...terms,
      }
    : {
        contract: 'spread',
        spreadType: 'time',
        legs: [leg(action, 'DE', 2028), leg(other, 'DE', 2029)],
        ...terms,
      };
}

interface Around {
  readonly platform: Platform;
  readonly begin: () => void;
}

async function bodyOf(plan: Plan, request: Request, { platform, begin }: Around): Promise<ActionBody> {
  const allOrNone = request.allOrNone === true;
  const requestId = request.id;
  switch (plan.kind) {
    case 'send-quote':
      begin();
      return { kind: 'send-quote', ...ownOffer(request) };
    case 'send-proposal':
      begin();
      return { kind: 'send-proposal', proposalKind: 'firm', ...ownOffer(request) };
    case 'delete-proposals':
      begin();
      await platform.call(...ownProposal(request));
      return { kind: 'delete-proposals', requestId };
    case 'withdraw-quote': {
      begin();
      const own = await platform.act({ do: 'quote', requestId, counterparty: DESK });
      return { kind: 'withdraw-quote', requestId, quoteId: need(readQuote(own)).id };
    }
    case 'accept-quote': {
      const quote = need(readQuote(await platform.act({ do: 'quote', requestId, allOrNone })));
      begin();
      return acceptanceOf(plan, { kind: 'accept-quote', quoteId: quote.id, requestId }, quote);
    }
    case 'accept-proposal': {
      const proposal = need(readProposal(await platform.act({ do: 'propose', requestId, allOrNone })));
      begin();
      return acceptanceOf(plan, { kind: 'accept-proposal', proposalId: proposal.id, requestId }, proposal);
    }
    case 'send-counteroffer': {
      const quote = need(readQuote(await platform.act({ do: 'quote', requestId, allOrNone })));
      begin();
      return { kind: 'send-counteroffer', quoteId: quote.id, ...initiatorOffer(request) };
    }
    default:
      throw new Error(`${plan.kind} has no body of its own.`);
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
export const ownOffer = (request: Request) => offerOn(request, isBuying(request) ? 'ask' : 'bid');
const initiatorOffer = (request: Request) => offerOn(request, isBuying(request) ? 'bid' : 'ask');
const isBuying = (request: Request): boolean => request.legs[0]?.action === 'buy';

function offerOn(request: Request, direction: 'bid' | 'ask') {
  return {
    requestId: request.id,
    direction,
    price: ownPrice(request),
    quantity: request.legs[0]?.quantity ?? Quantity.parse('1'),
    allOrNone: request.allOrNone ?? true,
  };
}

/** A firm proposal of the desk's that no gateway sent: the call that makes it. */
function ownProposal(request: Request): [string, string, unknown] {
  const { direction, price, quantity, allOrNone, requestId } = ownOffer(request);
  const terms = {
    kind: 'firm',
    'price-direction': direction,
    quantity: Number(quantity),
    'all-or-none': allOrNone,
  };
  if (price.shape === 'standard-spread') {
    const path = `/v2.3/tender/requests/${requestId}/price-proposals`;
    return ['POST', path, { ...terms, type: 'standard-spread', 'spread-price': Number(price.spreadPrice) }];
  }
  const legs = (price.shape === 'single' ? [price.price] : price.legPrices).map((one) => ({
    price: Number(one),
  }));
  return ['POST', `/v2.2/tender/requests/${requestId}/price-proposal`, { ...terms, legs }];
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

export function need<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(sentence(outcome.failure));
}
