import type { Action, ActionBody, Before } from '../../domain/action';
import { failed, success, type Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { Quote } from '../../domain/quote';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import type { Trade, TradeReference } from '../../domain/trade';
import type { Evidence } from '../../domain/verdict';
import { dayPeriod } from '../zone-time';
import type { Period, Service } from '../service/service';
import type { TradeShelf } from './trade-shelf';

export interface EvidenceParts {
  readonly service: Service;
  readonly trades: Pick<TradeShelf, 'trade'>;
  readonly zone: string;
}

/** The lane of a write, and of what must be read before it. */
export const LANE_OF: Record<ActionBody['kind'], Lane> = {
  'withdraw-quote': 'withdraw',
  'accept-quote': 'accept',
  'send-quote': 'submit',
};

/** What is read just before sending: what the checks need, and what tells afterwards what came of it. */
export interface Seen {
  readonly request: Request;
  readonly quotes: Listing<Quote>;
  readonly before: Before;
}

export async function seenBefore(
  { requestId, kind }: Pick<ActionBody, 'requestId' | 'kind'>,
  now: number,
  { service, zone }: EvidenceParts,
): Promise<Outcome<Seen>> {
  const lane = { lane: LANE_OF[kind] };
  const noTrades = Promise.resolve(success<Listing<TradeReference>>({ records: [], unreadable: [] }));
  const [request, quotes, trades] = await Promise.all([
    service.request(requestId, lane),
    service.quotes(requestId, lane),
    kind === 'accept-quote' ? service.trades(since(now, now, zone), lane) : noTrades,
  ]);
  if (!request.ok) return request;
  if (!quotes.ok) return quotes;
  if (!trades.ok) return trades;
  const tradeIds = trades.value.records.map(({ id }) => id);
  const quoteIds = quotes.value.records.map(({ id }) => id);
  return success({ request: request.value, quotes: quotes.value, before: { tradeIds, quoteIds } });
}

/** What can be read now of an action whose outcome is not known. */
export async function seenAfter(
  action: Action,
  now: number,
  parts: EvidenceParts,
): Promise<Outcome<Evidence>> {
  const { requestId, kind } = action.body;
  const lane = { lane: 'accept' } as const;
  const none = Promise.resolve(success<FoundTrades>({ trades: [], tradesComplete: true }));
  const [request, quotes, found] = await Promise.all([
    parts.service.request(requestId, lane),
    parts.service.quotes(requestId, lane),
    kind === 'accept-quote' ? newTrades(action, now, parts) : none,
  ]);
  if (!request.ok) return request;
  if (!quotes.ok) return quotes;
  if (!found.ok) return found;
  return success({
    request: request.value,
    quotes: quotes.value.records,
    quotesComplete: quotes.value.unreadable.length === 0,
    ...found.value,
  });
}

type FoundTrades = Pick<Evidence, 'trades' | 'tradesComplete'>;
/** Details read at one look; the rest follows at the next. */
const DETAILS_MAX = 50;

/** The details of every trade that was not known before sending: only they say which request a trade is of. */
async function newTrades(
  { body, before, sentAt }: Action,
  now: number,
  { service, trades, zone }: EvidenceParts,
): Promise<Outcome<FoundTrades>> {
  const list = await service.trades(since(sentAt ?? now, now, zone), { lane: 'accept' });
  if (!list.ok) return failed(list.failure);
  const known = new Set(before?.tradeIds);
  const fresh = list.value.records.filter(
    ({ id, venue }) => !known.has(id) && (venue === undefined || venue === 'tender'),
  );
  const details = await Promise.all(fresh.slice(0, DETAILS_MAX).map(({ id }) => trades.trade(id)));
  const read = details.flatMap((detail) => (detail.ok ? [detail.value] : []));
  const whole =
    list.value.unreadable.length === 0 && read.length === fresh.length && read.every(namesItsRequest);
  return success({ trades: ofRequest(read, body.requestId), tradesComplete: whole });
}

const namesItsRequest = ({ requestId }: Trade): boolean => requestId !== undefined;
const ofRequest = (trades: readonly Trade[], id: RequestId): Trade[] =>
  trades.filter(({ requestId }) => requestId === id);

const CLOCKS_APART_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** From the start of the day of `from` on, with room for a service whose clock is not ours. */
const since = (from: number, now: number, zone: string): Period => ({
  from: dayPeriod(from, zone).from - CLOCKS_APART_MS,
  to: now + DAY_MS,
});
