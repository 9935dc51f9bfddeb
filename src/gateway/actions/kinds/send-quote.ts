import type { BodyOf } from '../../../domain/action';
import { sentOffer } from '../../../domain/verdict/offer';
import { seen, UNKNOWN } from '../../../domain/verdict/evidence';
import { idsOf, NOTHING, unless, unreadBefore } from './before';
import { offerProblem, offerToSend } from './offers';
import { isAboutTheSame, marketOf, type ActionRules } from './rules';

export const sendQuote: ActionRules<BodyOf<'send-quote'>> = {
  lane: 'submit',
  async prepare(body, { service, ask }) {
    const [request, quotes] = await Promise.all([
      service.request(body.requestId, ask),
      service.quotes(body.requestId, ask),
    ]);
    if (!request.ok) return request;
    if (!quotes.ok) return quotes;
    const otherwise = 'Only a recipient can quote. Accept a quote instead.';
    return unless(offerProblem(request.value, body, { role: 'recipient', otherwise }), {
      request: request.value,
      offers: quotes.value.records,
      before: { ...NOTHING, quoteIds: idsOf(quotes.value), ...unreadBefore(quotes.value, 'quotation-id') },
    });
  },
  async send(body, service, { request, ...leaving }) {
    return service.sendQuote(offerToSend(body, request), leaving);
  },
  isSameThing: (body, open) =>
    open.kind === 'send-quote' && isAboutTheSame(open, body) && open.direction === body.direction,
  evidence: ['request', 'quotes'],
  verdict: ({ body, before, failure }, evidence, others) =>
    before
      ? sentOffer(
          { body, before, failure, others },
          {
            noun: 'quote',
            before: before.quoteIds,
            now: seen(evidence.quotes),
            made: ({ id }) => ({ quoteId: id }),
            madeBy: ({ quoteId }) => quoteId,
          },
          evidence,
        )
      : UNKNOWN,
  affects: ({ requestId: id }) => [...marketOf(id), { kind: 'quotes', id }],
};
