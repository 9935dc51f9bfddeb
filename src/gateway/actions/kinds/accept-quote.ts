import type { BodyOf } from '../../../domain/action';
import { isAcceptance } from '../../../domain/executed';
import type { Failure } from '../../../domain/failure';
import type { Quote } from '../../../domain/offers';
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
import { isAboutTheSame, isOnQuote, type ActionRules } from './rules';

type Body = BodyOf<'accept-quote'>;

export const acceptQuote: ActionRules<Body> = {
  lane: 'accept',
  async prepare(body, reading) {
    const { service, ask } = reading;
    let now = reading.now;
    const [request, quotes, trades] = await Promise.all([
      service.request(body.requestId, ask),
      service.quotes(body.requestId, { ...ask, dated: (at) => (now = at) }),
      tradesBefore(reading),
    ]);
    if (!request.ok) return request;
    if (!quotes.ok) return quotes;
    const quote = quotes.value.records.find(({ id }) => id === body.quoteId);
    return unless(problem(request.value, quote, { body, now }), {
      request: request.value,
      offers: quotes.value.records,
      unreadable: quotes.value.unreadable.length,
      before: { ...trades, quoteIds: idsOf(quotes.value), ...offeredBy(quote) },
    });
  },
  async send(body, service, { request, ...leaving }) {
    return service.executeTrade({ ...acceptanceToSend(body, request), quoteId: body.quoteId }, leaving);
  },
  /** Two acceptances on one request at once could not be told apart by their trades. */
  isSameThing: (body, open) => (isAcceptance(open) && isAboutTheSame(open, body)) || isOnQuote(open, body),
  evidence: ['request', 'quotes', 'trades'],
  verdict: ({ body, before, sentAt, failure, legs }, evidence, others) =>
    before
      ? acceptance(
          { body, before, sentAt, failure, others, legs },
          {
            name: `Quote ${body.quoteId}`,
            endsWhenTaken: true,
            now: seen(evidence.quotes).records.find(({ id }) => id === body.quoteId),
          },
          evidence,
        )
      : UNKNOWN,
  affects: affectedByTrade,
};

/** `quote` as it was read a moment ago. Its price must be the one that was frozen at the press. */
function problem(
  request: Request,
  quote: Quote | undefined,
  { body, now }: Pressed<Body>,
): Failure | undefined {
  const otherwise = 'Only the maker of a request can accept its quotes.';
  const ofRequest = requestProblem(request, { role: 'initiator', otherwise });
  if (ofRequest) return ofRequest;
  if (!quote) return missing(`Quote ${body.quoteId} is not there any more.`, LOOK_AT_QUOTES);
  if (quote.state !== 'active') return wrongState(`Quote ${quote.id} is ${quote.state}.`, LOOK_AT_QUOTES);
  const named = { name: `Quote ${quote.id}`, offer: quote };
  return overProblem(named, now) ?? termsProblem(request, named, body);
}

const LOOK_AT_QUOTES = 'Check the current quotes.';
