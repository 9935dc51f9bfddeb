import type { BodyOf } from '../../../domain/action';
import { isAcceptance } from '../../../domain/executed';
import type { Failure } from '../../../domain/failure';
import type { Proposal } from '../../../domain/offers';
import type { Request } from '../../../domain/request';
import { acceptance } from '../../../domain/verdict/acceptance';
import { seen, UNKNOWN } from '../../../domain/verdict/evidence';
import {
  acceptanceToSend,
  affectedByTrade,
  offeredBy,
  overProblem,
  termsProblem,
  tradesBefore,
  type Pressed,
} from './acceptances';
import { idsOf, unless } from './before';
import { missing, requestProblem, wrongState } from './refusals';
import { isAboutTheSame, type ActionRules } from './rules';

type Body = BodyOf<'accept-proposal'>;

export const acceptProposal: ActionRules<Body> = {
  lane: 'accept',
  async prepare(body, reading) {
    const { service, ask } = reading;
    let now = reading.now;
    const [request, proposals, trades] = await Promise.all([
      service.request(body.requestId, ask),
      service.proposals(body.requestId, { ...ask, dated: (at) => (now = at) }),
      tradesBefore(reading),
    ]);
    if (!request.ok) return request;
    if (!proposals.ok) return proposals;
    const proposal = proposals.value.records.find(({ id }) => id === body.proposalId);
    return unless(problem(request.value, proposal, { body, now }), {
      request: request.value,
      offers: proposals.value.records,
      unreadable: proposals.value.unreadable.length,
      before: { ...trades, quoteIds: [], proposalIds: idsOf(proposals.value), ...offeredBy(proposal) },
    });
  },
  async send(body, service, { request, ...leaving }) {
    return service.executeTrade({ ...acceptanceToSend(body, request), proposalId: body.proposalId }, leaving);
  },
  /** Two acceptances on one request at once could not be told apart by their trades. */
  isSameThing: (body, open) => isAcceptance(open) && isAboutTheSame(open, body),
  evidence: ['request', 'proposals', 'trades'],
  verdict: ({ body, before, sentAt, failure, legs }, evidence, others) =>
    before
      ? acceptance(
          { body, before, sentAt, failure, others, legs },
          {
            name: `Price proposal ${body.proposalId}`,
            endsWhenTaken: false,
            now: seen(evidence.proposals).records.find(({ id }) => id === body.proposalId),
          },
          evidence,
        )
      : UNKNOWN,
  affects: affectedByTrade,
};

/** Only a firm price proposal can be accepted; an indicative one informs. */
function problem(
  request: Request,
  proposal: Proposal | undefined,
  { body, now }: Pressed<Body>,
): Failure | undefined {
  const otherwise = 'Only a recipient can accept a price proposal. Accept a quote instead.';
  const ofRequest = requestProblem(request, { role: 'recipient', otherwise });
  if (ofRequest) return ofRequest;
  const name = `Price proposal ${body.proposalId}`;
  if (!proposal) return missing(`${name} is not there any more.`, LOOK_AT_PROPOSALS);
  if (proposal.state !== undefined && proposal.state !== 'active') {
    return wrongState(`${name} is ${proposal.state}.`, LOOK_AT_PROPOSALS);
  }
  if (proposal.kind !== 'firm') {
    return wrongState(`${name} is indicative, and only a firm one can be accepted.`, 'Send a quote instead.');
  }
  const named = { name, offer: proposal };
  return overProblem(named, now) ?? termsProblem(request, named, body);
}

const LOOK_AT_PROPOSALS = 'Check the current price proposals.';
