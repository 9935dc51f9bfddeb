import * as z from 'zod/mini';
import { jsonBody, type Answer, type Call, type Operation } from '../http/call';
import { DESK } from '../world/counterparty';
import { OfferBody, offerTerms } from './offer-terms';
import { paged } from '../http/list-query';
import { wireProposal, type Proposal } from '../world/offer';
import { ruleOf } from '../world/spread-rule';
import type { World } from '../world/world';
import { mustBeOpen, mustKnowStandardSpreads, namedRequest } from './tender-records';

const ProposalBody = z.extend(OfferBody, { kind: z.enum(['firm', 'indicative']) });

export const priceProposalOperations = (world: World): readonly Operation[] => [
  {
    name: 'list-proposals',
    method: 'GET',
    path: 'proposals',
    versions: ['2.0', '2.2', '2.3'],
    answer: list(world),
  },
  {
    name: 'add-standard-spread-proposal',
    method: 'POST',
    path: 'addStandardSpreadProposal',
    versions: ['2.2', '2.3'],
    answer: add(world),
  },
  { name: 'add-proposal', method: 'POST', path: 'addProposal', versions: ['2.2', '2.3'], answer: add(world) },
  {
    name: 'delete-proposals',
    method: 'DELETE',
    path: 'deleteProposals',
    versions: ['2.2', '2.3'],
    answer: remove(world),
  },
];

const list =
  (world: World) =>
  (call: Call): Answer => {
    const request = namedRequest(world, call);
    const proposals = world
      .proposalsOf(request.id)
      .map((proposal) => wireProposal(proposal, request, call.version));
    return paged(proposals, call, world.profile.lists);
  };

function add(world: World) {
  return (call: Call): Answer => {
    const body = jsonBody(call, ProposalBody);
    const request = namedRequest(world, call);
    mustKnowStandardSpreads(call, request.kind.contract);
    mustBeOpen(request);
    const proposal: Proposal = {
      id: world.nextId('PP'),
      requestId: request.id,
      maker: DESK,
      kind: body.kind,
      createdAt: world.now,
      ...offerTerms(body, request, ruleOf('proposal', call.version)),
    };
    world.replaceProposals(request.id, [proposal]);
    return { status: 201, body: wireProposal(proposal, request, call.version) };
  };
}

const remove =
  (world: World) =>
  (call: Call): Answer => {
    const request = namedRequest(world, call);
    mustBeOpen(request);
    const deleted = world.proposalsOf(request.id).length;
    if (deleted > 0) world.replaceProposals(request.id, []);
    return { status: 200, body: { 'request-id': request.id, state: 'deleted', 'deleted-count': deleted } };
  };
