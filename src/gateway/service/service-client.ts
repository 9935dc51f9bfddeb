import * as z from 'zod/mini';
import type { Profile } from '../../contract/service/profile';
import { readAnalytics } from '../../contract/service/read-analytics';
import { readQuote } from '../../contract/service/read-quote';
import { readRequest } from '../../contract/service/read-request';
import { readTrade, readTradeReference } from '../../contract/service/read-trade';
import { listing } from '../../contract/service/reading';
import type { Analytics } from '../../domain/analytics';
import { failed, success, type Outcome } from '../../domain/failure';
import { QuoteId, TradeId, type RequestId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { Quote } from '../../domain/quote';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import type { Trade, TradeReference } from '../../domain/trade';
import type { Call } from './attempts';
import type { Calls } from './calls';
import type { HttpAnswer } from './http';
import { parsedJson } from './json';
import { allPages } from './pages';
import { executionBody, quoteBody } from './sent';
import type { Acceptance, Ask, Leaving, Period, QuoteToSend, Service } from './service';
import { unknownOutcome } from './service-failure';

type Reader<T> = (raw: unknown) => Outcome<T>;

/** The operations of the interface document over {@link Calls}: what is asked, and how its answer is read. */
export class ServiceClient implements Service {
  constructor(
    private readonly calls: Calls,
    private readonly outside: { readonly base: URL; readonly lists: Profile['lists'] },
  ) {}

  async trades(period: Period, ask: Ask): Promise<Outcome<Listing<TradeReference>>> {
    const query = { 'traded-at-from': iso(period.from), 'traded-at-to': iso(period.to) };
    const trades = await this.list({ operation: 'list-trades', ids: {}, query }, ask, readTradeReference);
    return trades.ok ? success(within(trades.value, period, ({ tradedAt }) => tradedAt)) : trades;
  }

  trade(id: TradeId, ask: Ask): Promise<Outcome<Trade>> {
    return this.one({ operation: 'read-trade', ids: { 'trade-id': id } }, ask, (raw) =>
      same(id, readTrade(raw), (trade) => trade.id),
    );
  }

  openRequests(ask: Ask): Promise<Outcome<Listing<Request>>> {
    return this.list({ operation: 'list-open-requests', ids: {} }, ask, readRequest);
  }

  async concludedRequests(period: Period, ask: Ask): Promise<Outcome<Listing<Request>>> {
    const query = { 'concluded-at-from': iso(period.from), 'concluded-at-to': iso(period.to) };
    const requests = await this.list(
      { operation: 'list-concluded-requests', ids: {}, query },
      ask,
      readRequest,
    );
    return requests.ok ? success(within(requests.value, period, ({ concludedAt }) => concludedAt)) : requests;
  }

  request(id: RequestId, ask: Ask): Promise<Outcome<Request>> {
    return this.one({ operation: 'read-request', ids: { 'request-id': id } }, ask, (raw) =>
      same(id, readRequest(raw), (request) => request.id),
    );
  }

  quotes(id: RequestId, ask: Ask): Promise<Outcome<Listing<Quote>>> {
    return this.list({ operation: 'list-quotes', ids: { 'request-id': id } }, ask, (raw) =>
      same(id, readQuote(raw), (quote) => quote.requestId),
    );
  }

  analytics(id: RequestId, ask: Ask): Promise<Outcome<Analytics>> {
    return this.one({ operation: 'read-analytics', ids: { 'request-id': id } }, ask, (raw) =>
      same(id, readAnalytics(raw), ({ requestId }) => requestId),
    );
  }

  async sendQuote(quote: QuoteToSend, leaving?: Leaving): Promise<Outcome<{ quoteId: QuoteId }>> {
    const body = quoteBody(quote);
    if (!body.ok) return body;
    const ids = { 'request-id': quote.requestId };
    const call: Call = { operation: 'send-quote', ids, body: body.value, ...leaving };
    const sent = await this.write(call, 'submit');
    if (!sent.ok) return sent;
    const read = SentQuoteAnswer.safeParse(bodyOf(sent.value));
    if (read.success) return success({ quoteId: read.data['quotation-id'] });
    return unclear(call, sent.value, 'The service took the quote without saying which number it has.');
  }

  async withdrawQuote(quote: {
    requestId: RequestId;
    quoteId: QuoteId;
  }): Promise<Outcome<{ quoteId: QuoteId }>> {
    const ids = { 'request-id': quote.requestId, 'quotation-id': quote.quoteId };
    const call: Call = { operation: 'withdraw-quote', ids };
    const sent = await this.write(call, 'withdraw');
    if (!sent.ok) return sent;
    if (sent.value.status !== ACCEPTED) return success({ quoteId: quote.quoteId });
    return unclear(call, sent.value, 'The service has noted the withdrawal, but not said that it is done.');
  }

  async executeTrade(acceptance: Acceptance, leaving?: Leaving): Promise<Outcome<{ tradeId?: TradeId }>> {
    const body = executionBody(acceptance);
    if (!body.ok) return body;
    const ids = { 'request-id': acceptance.requestId };
    const call: Call = { operation: 'execute-trade', ids, body: body.value, ...leaving };
    const sent = await this.write(call, 'accept');
    if (!sent.ok) return sent;
    const read = TradeAnswer.safeParse(bodyOf(sent.value));
    if (read.success) return success({ tradeId: read.data['trade-id'] });
    if (sent.value.status === ACCEPTED) return success({});
    return unclear(call, sent.value, 'The service answered without a trade number.');
  }

  private async one<T>(call: Call, ask: Ask, read: Reader<T>): Promise<Outcome<T>> {
    const answer = await this.calls.read(call, ask);
    if (!answer.ok) return answer;
    const body = parsedJson(answer.value.body);
    return body.ok ? read(body.value) : body;
  }

  private async list<T extends { readonly id: string }>(
    call: Call,
    ask: Ask,
    read: Reader<T>,
  ): Promise<Outcome<Listing<T>>> {
    const { base, lists } = this.outside;
    const items = await allPages(lists, base, ({ query, url }) =>
      this.calls.read({ ...call, query: { ...call.query, ...query }, ...(url && { url }) }, ask),
    );
    return items.ok ? success(once(listing(items.value, read))) : items;
  }

  private write(call: Call, lane: Lane): Promise<Outcome<HttpAnswer>> {
    return this.calls.write(call, lane);
  }
}

/** Taken, and the result comes later. */
const ACCEPTED = 202;

const SentQuoteAnswer = z.object({ 'quotation-id': QuoteId });
const TradeAnswer = z.object({ 'trade-id': TradeId });

const iso = (at: number): string => new Date(at).toISOString();

/** The body as JSON, or nothing that any schema takes for an answer. */
function bodyOf({ body }: HttpAnswer): unknown {
  const parsed = parsedJson(body);
  return parsed.ok ? parsed.value : undefined;
}

const unclear = (call: Call, { status }: HttpAnswer, because: string) =>
  failed(unknownOutcome(call, because, { status }));

/** A record of another thing than was asked for is no answer, however readable it is. */
function same<T>(asked: string, outcome: Outcome<T>, idOf: (record: T) => string): Outcome<T> {
  if (!outcome.ok || idOf(outcome.value) === asked) return outcome;
  return failed({
    kind: 'unreadable',
    message: `The service answered for ${idOf(outcome.value)} when it was asked for ${asked}.`,
    next: 'It is not used; report it to the operator.',
  });
}

/** Each record once, as it came last: pages that shift while they are read repeat records. */
const once = <T extends { readonly id: string }>({ records, unreadable }: Listing<T>): Listing<T> => ({
  records: [...new Map(records.map((record) => [record.id, record])).values()],
  unreadable,
});

/** What lies in the period: the service may draw its edges otherwise. A record without the moment stays. */
function within<T>(
  { records, unreadable }: Listing<T>,
  { from, to }: Period,
  timeOf: (record: T) => number | undefined,
): Listing<T> {
  const inside = records.filter((record) => {
    const at = timeOf(record);
    return at === undefined || (at >= from && at < to);
  });
  return { records: inside, unreadable };
}
