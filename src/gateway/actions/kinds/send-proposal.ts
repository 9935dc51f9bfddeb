import type { BodyOf } from '../../../domain/action';
import { seen, UNKNOWN } from '../../../domain/verdict/evidence';
import { sentOffer } from '../../../domain/verdict/offer';
import { idsOf, NOTHING, orNotOffered, unless, unreadBefore } from './before';
import { offerProblem, offerToSend } from './offers';
import { isAboutTheSame, marketOf, type ActionRules } from './rules';

/** Both sides of a request may propose prices (section 1, use cases). */
export const sendProposal: ActionRules<BodyOf<'send-proposal'>> = {
  lane: 'submit',
  async prepare(body, { service, ask }) {
    const [request, proposals] = await Promise.all([
      service.request(body.requestId, ask),
      service.proposals(body.requestId, ask).then(orNotOffered),
    ]);
    if (!request.ok) return request;
    if (!proposals.ok) return proposals;
    const list = proposals.value;
    return unless(offerProblem(request.value, body), {
      request: request.value,
      offers: list?.records ?? [],
      before: {
        ...NOTHING,
        ...(list && { proposalIds: idsOf(list) }),
        ...unreadBefore(list, 'price-proposal-id'),
      },
    });
  },
  async send(body, service, { request, ...leaving }) {
    return service.addProposal({ ...offerToSend(body, request), kind: body.proposalKind }, leaving);
  },
  /** It would take the place of the other, or be deleted with the rest. */
  isSameThing: (body, open) =>
    (open.kind === 'send-proposal' || open.kind === 'delete-proposals') && isAboutTheSame(open, body),
  evidence: ['proposals'],
  verdict: ({ body, before, failure }, evidence, others) =>
    before
      ? sentOffer(
          { body, before, failure, others },
          {
            noun: 'price proposal',
            before: before.proposalIds,
            now: seen(evidence.proposals),
            made: ({ id }) => ({ proposalId: id }),
            madeBy: ({ proposalId }) => proposalId,
            isOther: (offer, sent) => offer.kind !== sent.proposalKind,
          },
          evidence,
        )
      : UNKNOWN,
  affects: ({ requestId: id }) => [...marketOf(id), { kind: 'proposals', id }],
};
