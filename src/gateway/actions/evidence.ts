import { requestIdOf, type Action, type ActionKind } from '../../domain/action';
import { failed, success, type Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import type { Listing } from '../../domain/record';
import type { Trade } from '../../domain/trade';
import type { Evidence, Seen } from '../../domain/verdict/evidence';
import type { Ask, Service } from '../service/service';
import { tradesSince } from './lanes';
import type { TradeShelf } from './trade-shelf';

export interface EvidenceParts {
  readonly service: Service;
  readonly trades: Pick<TradeShelf, 'trade'>;
  readonly zone: string;
}

type Part = keyof Evidence;

/** What has to be read to tell what came of an action. */
const PARTS: Record<ActionKind, readonly Part[]> = {
  'withdraw-quote': ['quotes'],
  'send-quote': ['request', 'quotes'],
  'accept-quote': ['request', 'quotes', 'trades'],
  'send-proposal': ['proposals'],
  'delete-proposals': ['proposals'],
  'accept-proposal': ['request', 'proposals', 'trades'],
  'send-counteroffer': ['counteroffers'],
  'create-request': ['requests'],
  'switch-risk': ['risk'],
  'set-risk': ['settings'],
};

/** Looking up goes ahead of everything but what takes risk away: until it is known, the desk does not know what it holds. */
const LANE: Ask = { lane: 'accept' };

/** What can be read now of an action whose outcome is not known: all that its verdict needs, or why not. */
export async function seenAfter(
  action: Action,
  now: number,
  parts: EvidenceParts,
): Promise<Outcome<Evidence>> {
  const looking = { action, now, parts };
  const read = await Promise.all(PARTS[action.body.kind].map((part) => READ[part](looking)));
  const unread = read.find((outcome) => !outcome.ok);
  if (unread && !unread.ok) return unread;
  return success(
    read.reduce<Evidence>((all, outcome) => (outcome.ok ? { ...all, ...outcome.value } : all), {}),
  );
}

interface Looking {
  readonly action: Action;
  readonly now: number;
  readonly parts: EvidenceParts;
}
type Read = (looking: Looking) => Promise<Outcome<Evidence>>;

const READ: Record<Part, Read> = {
  request: (looking) =>
    onRequest(looking, async (id, { service }) =>
      as(await service.request(id, LANE), (request) => ({ request })),
    ),
  quotes: (looking) =>
    onRequest(looking, async (id, { service }) =>
      as(await service.quotes(id, LANE), (quotes) => ({ quotes: listed(quotes) })),
    ),
  proposals: (looking) =>
    onRequest(looking, async (id, { service }) =>
      as(await service.proposals(id, LANE), (proposals) => ({ proposals: listed(proposals) })),
    ),
  counteroffers: (looking) =>
    onRequest(looking, async (id, { service }) =>
      as(await service.counteroffers(id, LANE), (counteroffers) => ({
        counteroffers: listed(counteroffers),
      })),
    ),
  trades: (looking) =>
    onRequest(looking, async (id) => as(await newTrades(id, looking), (trades) => ({ trades }))),
  requests: async ({ parts }) =>
    as(await parts.service.openRequests(LANE), (requests) => ({ requests: listed(requests) })),
  risk: async ({ action: { body }, parts }) =>
    as(await parts.service.risks(LANE), ({ records }) => {
      const risk = 'commodity' in body && records.find(({ commodity }) => commodity === body.commodity);
      return risk ? { risk } : {};
    }),
  settings: async ({ action: { body }, parts }) =>
    'commodity' in body
      ? as(await parts.service.riskSettings(body.commodity, LANE), (settings) => ({ settings }))
      : success({}),
};

const as = <T>(outcome: Outcome<T>, evidence: (value: T) => Evidence): Outcome<Evidence> =>
  outcome.ok ? success(evidence(outcome.value)) : outcome;

const listed = <T>({ records, unreadable }: Listing<T>): Seen<T> => ({
  records,
  complete: unreadable.length === 0,
});

async function onRequest(
  { action, parts }: Looking,
  look: (id: RequestId, parts: EvidenceParts) => Promise<Outcome<Evidence>>,
): Promise<Outcome<Evidence>> {
  const id = requestIdOf(action.body);
  return id === undefined ? success({}) : look(id, parts);
}

/** Details read at one look; the rest follows at the next. */
const DETAILS_MAX = 50;

/** The details of every trade that was not known before sending: only they say which request a trade is of. */
async function newTrades(
  requestId: RequestId,
  { action: { before, sentAt }, now, parts: { service, trades, zone } }: Looking,
): Promise<Outcome<Seen<Trade>>> {
  const list = await service.trades(tradesSince(sentAt ?? now, now, zone), LANE);
  if (!list.ok) return failed(list.failure);
  const known = new Set(before?.tradeIds);
  const fresh = list.value.records.filter(
    ({ id, venue }) => !known.has(id) && (venue === undefined || venue === 'tender'),
  );
  const details = await Promise.all(fresh.slice(0, DETAILS_MAX).map(({ id }) => trades.trade(id)));
  const read = details.flatMap((detail) => (detail.ok ? [detail.value] : []));
  const complete =
    list.value.unreadable.length === 0 && read.length === fresh.length && read.every(namesItsRequest);
  return success({ records: read.filter((trade) => trade.requestId === requestId), complete });
}

const namesItsRequest = ({ requestId }: Trade): boolean => requestId !== undefined;
