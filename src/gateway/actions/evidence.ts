import { requestIdOf, type Action, type ActionKind } from '../../domain/action';
import { failed, success, type Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import type { Listing } from '../../domain/record';
import type { Trade } from '../../domain/trade';
import type { Evidence, Seen } from '../../domain/verdict/evidence';
import type { Lane } from '../../domain/lane';
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

/** What can be read now of an action whose outcome is not known: all that its verdict needs, or why not. */
export async function seenAfter(looking: Looking): Promise<Outcome<Evidence>> {
  const { action } = looking;
  const read = await Promise.all(PARTS[action.body.kind].map((part) => READ[part](looking)));
  const unread = read.find((outcome) => !outcome.ok);
  if (unread && !unread.ok) return unread;
  return success(
    read.reduce<Evidence>((all, outcome) => (outcome.ok ? { ...all, ...outcome.value } : all), {}),
  );
}

export interface Looking {
  readonly action: Action;
  /** Epoch ms. */
  readonly now: number;
  readonly lane: Lane;
  readonly parts: EvidenceParts;
}
type Read = (looking: Looking) => Promise<Outcome<Evidence>>;

const READ: Record<Part, Read> = {
  request: (looking) =>
    onRequest(looking, async (id, { lane, parts: { service } }) =>
      as(await service.request(id, beside(lane)), (request) => ({ request })),
    ),
  quotes: (looking) =>
    onRequest(looking, async (id, { lane, parts: { service } }) =>
      as(await service.quotes(id, beside(lane)), (quotes) => ({ quotes: listed(quotes) })),
    ),
  proposals: (looking) =>
    onRequest(looking, async (id, { lane, parts: { service } }) =>
      as(await service.proposals(id, beside(lane)), (proposals) => ({ proposals: listed(proposals) })),
    ),
  counteroffers: (looking) =>
    onRequest(looking, async (id, { lane, parts: { service } }) =>
      as(await service.counteroffers(id, beside(lane)), (counteroffers) => ({
        counteroffers: listed(counteroffers),
      })),
    ),
  trades: (looking) =>
    onRequest(looking, async (id) => as(await newTrades(id, looking), (trades) => ({ trades }))),
  requests: async ({ lane, parts }) =>
    as(await parts.service.openRequests(beside(lane)), (requests) => ({ requests: listed(requests) })),
  risk: async ({ action: { body }, lane, parts }) =>
    as(await parts.service.risks(beside(lane)), ({ records }) => {
      const risk = 'commodity' in body && records.find(({ commodity }) => commodity === body.commodity);
      return risk ? { risk } : {};
    }),
  settings: async ({ action: { body }, lane, parts }) =>
    'commodity' in body
      ? as(await parts.service.riskSettings(body.commodity, beside(lane)), (settings) => ({ settings }))
      : success({}),
};

/** A look needs what is true from now on, and there is time. */
const beside = (lane: Lane): Ask => ({ lane, beside: 'waits' });

const as = <T>(outcome: Outcome<T>, evidence: (value: T) => Evidence): Outcome<Evidence> =>
  outcome.ok ? success(evidence(outcome.value)) : outcome;

const listed = <T>({ records, unreadable }: Listing<T>): Seen<T> => ({
  records,
  complete: unreadable.length === 0,
});

async function onRequest(
  looking: Looking,
  look: (id: RequestId, looking: Looking) => Promise<Outcome<Evidence>>,
): Promise<Outcome<Evidence>> {
  const id = requestIdOf(looking.action.body);
  return id === undefined ? success({}) : look(id, looking);
}

/** Details read at one look; the rest follows at the next. */
const DETAILS_MAX = 50;

/** The details of every trade that was not known before sending: only they say which request a trade is of. */
async function newTrades(
  requestId: RequestId,
  { action: { before, sentAt }, now, lane, parts: { service, trades, zone } }: Looking,
): Promise<Outcome<Seen<Trade>>> {
  const list = await service.trades(tradesSince(sentAt ?? now, now, zone), beside(lane));
  if (!list.ok) return failed(list.failure);
  const known = new Set(before?.tradeIds);
  const fresh = list.value.records.filter(
    ({ id, venue }) => !known.has(id) && (venue === undefined || venue === 'tender'),
  );
  const details = await Promise.all(fresh.slice(0, DETAILS_MAX).map(({ id }) => trades.trade(id, lane)));
  const read = details.flatMap((detail) => (detail.ok ? [detail.value] : []));
  const complete =
    list.value.unreadable.length === 0 && read.length === fresh.length && read.every(namesItsRequest);
  return success({ records: read.filter((trade) => trade.requestId === requestId), complete });
}

const namesItsRequest = ({ requestId }: Trade): boolean => requestId !== undefined;
