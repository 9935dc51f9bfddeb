import { requestIdOf, type Action } from '../../domain/action';
import { failed, success, type Failure, type FailureKind, type Outcome } from '../../domain/failure';
import { TradeId, type RequestId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { Listing } from '../../domain/record';
import { isOfOtherVenue, type Trade } from '../../domain/trade';
import { numberNamed, type Evidence, type Seen } from '../../domain/verdict/evidence';
import type { Ask, Service } from '../platform/operations';
import { tradesSince, unreadableIn, type IdField } from './kinds/before';
import { rulesOf } from './kinds/kinds';
import type { EvidencePart } from './kinds/rules';
import { belongsToAction } from './outcome-polling';
import type { OutcomeReads } from './shared-reads';
import type { TradeSearch } from './trade-search';

export interface EvidenceOptions {
  readonly service: Service;
  readonly zone: string;
  readonly otherVenues: readonly string[];
}

/** Records that could be read, and the parts that could not. */
export interface Looked {
  readonly evidence: Evidence;
  readonly unread: readonly { readonly part: EvidencePart; readonly failure: Failure }[];
}

/** Present records for an action with unknown outcome. An unreadable part does not stop the others from being used. */
export async function seenAfter(looking: Looking): Promise<Looked> {
  const { parts = rulesOf(looking.action.body).evidence } = looking;
  const read = await Promise.all(parts.map(async (part) => ({ part, outcome: await READ[part](looking) })));
  return {
    evidence: read.reduce<Evidence>(
      (all, { outcome }) => (outcome.ok ? { ...all, ...outcome.value } : all),
      {},
    ),
    unread: read.flatMap(({ part, outcome }) => (outcome.ok ? [] : [{ part, failure: outcome.failure }])),
  };
}

interface Looking {
  readonly action: Action;
  /** Epoch ms. */
  readonly now: number;
  readonly lane: Lane;
  /** Number of earlier checks. */
  readonly times: number;
  readonly search: TradeSearch;
  readonly options: Omit<EvidenceOptions, 'service'> & { readonly service: OutcomeReads };
  /** Where other records are asked than those of the action's kind. */
  readonly parts?: readonly EvidencePart[];
}
type Read = (looking: Looking) => Promise<Outcome<Evidence>>;

const READ: Record<EvidencePart, Read> = {
  request: (looking) =>
    onRequest(looking, async (id, { lane, options: { service } }) =>
      as(await service.request(id, beside(lane)), (request) => ({ request })),
    ),
  quotes: (looking) =>
    onRequest(looking, async (id, { lane, options: { service } }) =>
      as(await service.quotes(id, beside(lane)), (quotes) => ({ quotes: listed(quotes, 'quotation-id') })),
    ),
  proposals: (looking) =>
    onRequest(looking, async (id, { lane, options: { service } }) =>
      as(await service.proposals(id, beside(lane)), (proposals) => ({
        proposals: listed(proposals, 'price-proposal-id'),
      })),
    ),
  counteroffers: (looking) =>
    onRequest(looking, async (id, { lane, options: { service } }) =>
      as(await service.counteroffers(id, beside(lane)), (counteroffers) => ({
        counteroffers: listed(counteroffers, 'counteroffer-id'),
      })),
    ),
  trades: (looking) =>
    onRequest(looking, async (id) => as(await newTrades(id, looking), (trades) => ({ trades }))),
  requests: async ({ lane, options: parts }) =>
    as(await parts.service.openRequests(beside(lane)), (requests) => ({
      requests: listed(requests, 'request-id'),
    })),
  risk: async ({ action: { body }, lane, options: parts }) =>
    as(await parts.service.risks(beside(lane)), ({ records }) => {
      const risk = 'commodity' in body && records.find(({ commodity }) => commodity === body.commodity);
      return risk ? { risk } : {};
    }),
  settings: async ({ action: { body }, lane, options: parts }) =>
    'commodity' in body
      ? as(await parts.service.riskSettings(body.commodity, beside(lane)), (settings) => ({ settings }))
      : success({}),
};

/** An outcome check needs answers from now on, and can wait. */
const beside = (lane: Lane): Ask => ({ lane, beside: 'waits' });

const as = <T>(outcome: Outcome<T>, evidence: (value: T) => Evidence): Outcome<Evidence> =>
  outcome.ok ? success(evidence(outcome.value)) : outcome;

const listed = <T>(list: Listing<T>, field: IdField): Seen<T> => ({
  records: list.records,
  complete: list.unreadable.length === 0,
  unreadable: unreadableIn(list, field),
});

async function onRequest(
  looking: Looking,
  look: (id: RequestId, looking: Looking) => Promise<Outcome<Evidence>>,
): Promise<Outcome<Evidence>> {
  const id = requestIdOf(looking.action.body);
  return id === undefined ? success({}) : look(id, looking);
}

/** Trade details read per check; the rest follows at the next checks. */
const DETAILS_MAX = 50;
/** The same once looking has lasted: a day of many trades must not use up the calls of the day. */
const DETAILS_LATE_MAX = 10;

/** The details of every trade that was not known before sending: only they say which request a trade is of. */
async function newTrades(requestId: RequestId, looking: Looking): Promise<Outcome<Seen<Trade>>> {
  const { now, lane, times, search, options: parts } = looking;
  const { before, sentAt } = looking.action;
  const list = await parts.service.trades(tradesSince(sentAt ?? now, now, parts.zone), beside(lane));
  if (!list.ok) return failed(list.failure);
  const known = new Set<string>([...(before?.tradeIds ?? []), ...(before?.unreadable?.ids ?? [])]);
  const { records } = list.value;
  const mayBeOurs = records.filter((trade) => !isOfOtherVenue(trade, parts.otherVenues));
  const unreadable = unreadableIn(list.value, 'trade-id');
  // A row that cannot be read, or an answer that proves nothing, may still name its trade, whose details can be read.
  const ofRows = unreadable.ids.flatMap((id) => TradeId.safeParse(id).data ?? []);
  const named = [TradeId.safeParse(numberNamed(looking.action)).data ?? [], ofRows].flat();
  const oldestFirst = [...mayBeOurs].sort((a, b) => a.tradedAt - b.tradedAt).map(({ id }) => id);
  const ids = [...new Set([...oldestFirst, ...named])].filter((id) => !known.has(id));
  const callsMax = belongsToAction(times) ? DETAILS_MAX : DETAILS_LATE_MAX;
  const found = await search.of(requestId, { ids, lane, callsMax });
  const nameless = unreadable.count - ofRows.length;
  const hidden = found.unreadable ?? { count: 0, ids: [] };
  return success({
    ...found,
    complete: found.complete && nameless === 0,
    unreadable: { count: hidden.count + nameless, ids: hidden.ids },
  });
}

const GAP_WORDS: Record<EvidencePart, string> = {
  request: 'The request',
  quotes: 'The list of quotes',
  proposals: 'The list of price proposals',
  counteroffers: 'The list of counteroffers',
  trades: 'The list of trades',
  requests: 'The list of open requests',
  risk: 'The risk management',
  settings: 'The risk settings',
};

/** Equal problems have equal texts, so that the journal has them once. */
const WHY: Partial<Record<FailureKind, string>> = {
  unsupported: 'the platform does not offer it',
  unreadable: 'its answer makes no sense',
  'signed-out': 'the desk is signed out',
  denied: 'the platform refuses it',
  'not-found': 'the platform does not find it',
  'quota-spent': 'the calls of the day are used up',
  throttled: 'there are no calls left for it',
};

/** A part missing once is often there at the next check; only lasting gaps are shown. */
const TOLD_AFTER_LOOKS = 3;

const couldNotBeRead = (part: EvidencePart, { kind }: Failure): string =>
  `${GAP_WORDS[part]} could not be read (${WHY[kind] ?? 'the platform did not answer'}).`;

/** Which parts of the truth a look did not see, once that has lasted. */
export function gapsIn({ evidence, unread }: Looked, times: number): string | undefined {
  if (times < TOLD_AFTER_LOOKS) return undefined;
  const said = [
    ...unread.map(({ part, failure }) => couldNotBeRead(part, failure)),
    ...(isPending(evidence)
      ? ['Not every new trade could be read yet, and one of them may be this one.']
      : []),
  ];
  return said.length > 0 ? said.join(' ') : undefined;
}

const isPending = ({ trades }: Evidence): boolean => trades?.pending === true;
