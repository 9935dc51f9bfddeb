import type Big from 'big.js';
import { jsonBody, VERSIONS, wrongState, type Answer, type Call, type Operation } from '../http/call';
import { paged, periodOf, within } from '../http/list-query';
import { DESK } from '../world/counterparty';
import { loadShape } from '../world/leg';
import { netOf, quoteDirection, rankedOffers, type Quote } from '../world/offer';
import { wireRequest, type TenderRequest } from '../world/tender-request';
import type { World } from '../world/world';
import { isoTime } from '../world/zone';
import { newRequest, NewRequestBody } from './new-request';
import { mustKnowStandardSpreads, namedRequest } from './tender-records';

// Own requests stay open long enough for a person to work on them.
const OWN_REQUEST_OPEN_MS = 30 * 60_000;

export const tenderRequestOperations = (world: World): readonly Operation[] => [
  {
    name: 'list-open-requests',
    method: 'GET',
    path: 'openRequests',
    versions: VERSIONS,
    answer: (call) => listed(world, call, periodOf(call, 'concluded-at').asked ? 'concluded' : 'open'),
  },
  {
    name: 'list-concluded-requests',
    method: 'GET',
    path: 'concludedRequests',
    versions: VERSIONS,
    answer: (call) => listed(world, call, 'concluded'),
  },
  {
    name: 'create-request',
    method: 'POST',
    path: 'createRequest',
    versions: VERSIONS,
    answer: create(world),
  },
  {
    name: 'read-request',
    method: 'GET',
    path: 'request',
    versions: VERSIONS,
    answer: (call) => ({ status: 200, body: written(world, namedRequest(world, call)) }),
  },
  { name: 'read-analytics', method: 'GET', path: 'analytics', versions: VERSIONS, answer: analyse(world) },
  {
    name: 'read-request-load-shapes',
    method: 'GET',
    path: 'requestLoadShapes',
    versions: ['2.2', '2.3'],
    answer: shapes(world),
  },
];

const written = (world: World, request: TenderRequest): Record<string, unknown> =>
  wireRequest(request, world.proposalsOf(request.id)[0]?.id);

function listed(world: World, call: Call, which: 'open' | 'concluded'): Answer {
  const created = periodOf(call, 'created-at');
  const concluded = periodOf(call, 'concluded-at');
  const commodity = call.query.get('commodity');
  const when = (request: TenderRequest): number => request.concludedAt ?? request.createdAt;
  const found = [...world.requests.values()]
    .filter(({ state }) => (state === 'open') === (which === 'open'))
    .filter((request) => within(created, request.createdAt) && within(concluded, request.concludedAt))
    .filter(({ legs }) => commodity === null || legs[0].commodity === commodity)
    .sort((a, b) => when(a) - when(b));
  return paged(
    found.map((request) => written(world, request)),
    call,
    world.profile.lists,
  );
}

const create =
  (world: World) =>
  (call: Call): Answer => {
    const asked = newRequest(jsonBody(call, NewRequestBody));
    mustKnowStandardSpreads(call, asked.kind.contract);
    const request: TenderRequest = {
      ...asked,
      id: world.nextId('RQ'),
      state: 'open',
      role: 'initiator',
      initiator: DESK,
      remaining: asked.legs[0].quantity,
      createdAt: world.now,
      closesAt: world.now + OWN_REQUEST_OPEN_MS,
    };
    world.addRequest(request);
    return { status: 201, body: written(world, request) };
  };

const analyse =
  (world: World) =>
  (call: Call): Answer => {
    const request = namedRequest(world, call);
    mustKnowStandardSpreads(call, request.kind.contract);
    return { status: 200, body: wireAnalytics(request, world.quotesOf(request.id)) };
  };

const shapes =
  (world: World) =>
  (call: Call): Answer => {
    const request = namedRequest(world, call);
    if (request.state !== 'open') {
      throw wrongState(`${request.id} is ${request.state}: its load shape is read from the trade.`);
    }
    return paged(loadShape(request.legs), call, world.profile.lists);
  };

/**
 * How the quoting of a request went. Analytics of custom spreads were left out of the change of the spread sign, so
 * theirs follow the former rule (section 2, spread price rule 6).
 */
function wireAnalytics(request: TenderRequest, quotes: readonly Quote[]): Record<string, unknown> {
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
