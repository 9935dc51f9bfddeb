import * as z from 'zod/mini';
import { jsonBody, notFound, wrongState, type Answer, type Call, type Operation } from '../http/call';
import { wireCounteroffer, type Counteroffer } from '../world/offer';
import { DESK } from '../world/counterparty';
import { OfferBody, offerTerms } from './offer-terms';
import { paged } from '../http/list-query';
import { ruleOf } from '../world/spread-rule';
import type { World } from '../world/world';
import { mustBeOpen, mustKnowStandardSpreads, namedRequest } from './tender-records';

const CounterofferBody = z.extend(OfferBody, { 'quotation-id': z.string() });

export const counterofferOperations = (world: World): readonly Operation[] => [
  {
    name: 'list-counteroffers',
    method: 'GET',
    path: 'counteroffers',
    versions: ['2.2', '2.3'],
    answer: list(world),
  },
  {
    name: 'send-counteroffer',
    method: 'POST',
    path: 'sendCounteroffer',
    versions: ['2.2', '2.3'],
    answer: send(world),
  },
];

const list =
  (world: World) =>
  (call: Call): Answer => {
    const request = namedRequest(world, call);
    const known = world.counteroffers.get(request.id) ?? [];
    const counteroffers = known.map((counteroffer) => wireCounteroffer(counteroffer, request, call.version));
    return paged(counteroffers, call, world.profile.lists);
  };

const send =
  (world: World) =>
  (call: Call): Answer => {
    const body = jsonBody(call, CounterofferBody);
    const request = namedRequest(world, call);
    mustKnowStandardSpreads(call, request.kind.contract);
    mustBeOpen(request);
    const quoteId = body['quotation-id'];
    const quote = world.visibleQuotes(request).find(({ id }) => id === quoteId);
    if (!quote) throw notFound(`quote ${quoteId} on ${request.id}`);
    if (quote.maker === DESK) throw wrongState(`${quoteId} is your own quote: there is nobody to answer.`);
    if (quote.state !== 'active') throw wrongState(`${quoteId} is ${quote.state}.`);
    const counteroffer: Counteroffer = {
      id: world.nextId('CO'),
      quoteId,
      requestId: request.id,
      maker: DESK,
      createdAt: world.now,
      ...offerTerms(body, request, ruleOf('counteroffer', call.version)),
    };
    world.addCounteroffer(counteroffer);
    return { status: 201, body: wireCounteroffer(counteroffer, request, call.version) };
  };
