import type { BodyOf } from '../../../domain/action';
import type { Failure } from '../../../domain/failure';
import type { Quote } from '../../../domain/offers';
import { seen, UNKNOWN } from '../../../domain/verdict/evidence';
import { sentOffer } from '../../../domain/verdict/offer';
import { idsOf, NOTHING, orNotOffered, unless, unreadBefore } from './before';
import { offerProblem, offerToSend } from './offers';
import { missing, wrongState } from './refusals';
import { isOnQuote, marketOf, type ActionRules } from './rules';

type Body = BodyOf<'send-counteroffer'>;

export const sendCounteroffer: ActionRules<Body> = {
  lane: 'submit',
  async prepare(body, { service, ask }) {
    const [request, quotes, counteroffers] = await Promise.all([
      service.request(body.requestId, ask),
      service.quotes(body.requestId, ask),
      service.counteroffers(body.requestId, ask).then(orNotOffered),
    ]);
    if (!request.ok) return request;
    if (!quotes.ok) return quotes;
    if (!counteroffers.ok) return counteroffers;
    const list = counteroffers.value;
    const answered = quotes.value.records.find(({ id }) => id === body.quoteId);
    const otherwise = 'Only the maker of a request can answer its quotes. Send a quote instead.';
    const problem = offerProblem(request.value, body, { role: 'initiator', otherwise });
    return unless(problem ?? answeredProblem(answered, body), {
      request: request.value,
      offers: quotes.value.records,
      before: {
        ...NOTHING,
        quoteIds: idsOf(quotes.value),
        ...(list && { counterofferIds: idsOf(list) }),
        ...unreadBefore(list, 'counteroffer-id'),
      },
    });
  },
  async send(body, service, { request, ...leaving }) {
    return service.sendCounteroffer({ ...offerToSend(body, request), quoteId: body.quoteId }, leaving);
  },
  isSameThing: (body, open) => isOnQuote(open, body),
  evidence: ['counteroffers'],
  verdict: ({ body, before, failure }, evidence, others) =>
    before
      ? sentOffer(
          { body, before, failure, others },
          {
            noun: 'counteroffer',
            before: before.counterofferIds,
            now: seen(evidence.counteroffers),
            made: ({ id }) => ({ counterofferId: id }),
            madeBy: ({ counterofferId }) => counterofferId,
            isOther: (offer, sent) => 'quoteId' in offer && offer.quoteId !== sent.quoteId,
          },
          evidence,
        )
      : UNKNOWN,
  affects: ({ requestId: id }) => [...marketOf(id), { kind: 'quotes', id }, { kind: 'counteroffers', id }],
};

/** The quote that a counteroffer answers has to be there and active. */
function answeredProblem(quote: Quote | undefined, { quoteId }: Body): Failure | undefined {
  if (!quote) {
    return missing(`Quote ${quoteId} is not there any more.`, 'Check the current quotes.');
  }
  return quote.state === 'active'
    ? undefined
    : wrongState(`Quote ${quoteId} is ${quote.state}.`, 'Check the current quotes.');
}
