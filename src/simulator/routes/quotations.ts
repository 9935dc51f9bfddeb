import {
  invalid,
  jsonBody,
  notFound,
  param,
  VERSIONS,
  wrongState,
  type Answer,
  type Call,
  type Operation,
} from '../http/call';
import { DESK } from '../world/counterparty';
import { directionComplaints, OfferBody, offerTerms } from './offer-terms';
import { paged } from '../http/list-query';
import { wireQuote, type Quote } from '../world/offer';
import { ruleOf } from '../world/spread-rule';
import type { World } from '../world/world';
import { mustBeOpen, mustKnowStandardSpreads, namedRequest } from './tender-records';

export const quotationOperations = (world: World): readonly Operation[] => [
  { name: 'list-quotes', method: 'GET', path: 'quotes', versions: VERSIONS, answer: list(world) },
  { name: 'send-quote', method: 'POST', path: 'sendQuote', versions: VERSIONS, answer: send(world) },
  {
    name: 'withdraw-quote',
    method: 'DELETE',
    path: 'withdrawQuote',
    versions: VERSIONS,
    answer: withdraw(world),
  },
];

const list =
  (world: World) =>
  (call: Call): Answer => {
    const request = namedRequest(world, call);
    const quotes = world.visibleQuotes(request).map((quote) => wireQuote(quote, request, call.version));
    return paged(quotes, call, world.profile.lists);
  };

const send =
  (world: World) =>
  (call: Call): Answer => {
    const body = jsonBody(call, OfferBody);
    const request = namedRequest(world, call);
    mustKnowStandardSpreads(call, request.kind.contract);
    if (request.role === 'initiator')
      throw wrongState(`${request.id} is your own request: others quote on it.`);
    mustBeOpen(request);
    const misdirected = directionComplaints(body['price-direction'], request);
    if (misdirected.length > 0) throw invalid(...misdirected);
    const quote: Quote = {
      id: world.nextId('QT'),
      requestId: request.id,
      maker: DESK,
      state: 'active',
      createdAt: world.now,
      ...offerTerms(body, request, ruleOf('quotation', call.version)),
    };
    world.addQuote(quote);
    return { status: 201, body: wireQuote(quote, request, call.version) };
  };

const withdraw =
  (world: World) =>
  (call: Call): Answer => {
    const request = namedRequest(world, call);
    const id = param(call, 'quotation-id');
    const quote = world.visibleQuotes(request).find((known) => known.id === id);
    if (!quote) throw notFound(`quote ${id} on ${request.id}`);
    if (quote.maker !== DESK)
      throw wrongState(`${id} is ${quote.maker}'s quote; only its maker can withdraw it.`);
    if (quote.state !== 'active') throw wrongState(`${id} is ${quote.state}.`);
    return { status: 200, body: wireQuote(world.withdraw(quote), request, call.version) };
  };
