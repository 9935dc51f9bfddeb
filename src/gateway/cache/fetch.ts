import { answerWriters } from '../../contract/desk/answer-value';
import { readRequest } from '../../contract/service/read-request';
import { failed, IS_RETRIED, success, type Failure, type Outcome } from '../../domain/failure';
import { isFinalLoadShape, isFinalRequest, isFinalTrade } from '../../domain/finality';
import type { Lane } from '../../domain/lane';
import { present } from '../../domain/present';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import { resourceKey, type Resource } from '../../domain/resources/resource';
import type { Log } from '../../effects/log';
import type { Ask, Period, Reads } from '../platform/operations';
import { dayOf, dayPeriod, daysPeriod } from '../platform/zone-time';
import type { RecordWriter } from './record-writer';

export type LocalResource = Extract<
  Resource,
  {
    kind:
      | 'status'
      | 'quota'
      | 'journal'
      | 'desk-entries'
      | 'limits'
      | 'captures'
      | 'own-quotes'
      | 'own-offers'
      | 'own-trades'
      | 'programs'
      | 'events'
      | 'history'
      | 'position'
      | 'wins';
  }
>;
export type RemoteResource = Exclude<Resource, LocalResource>;

/** Kinds that the gateway answers by itself. */
export const LOCAL_KINDS = [
  'status',
  'quota',
  'journal',
  'desk-entries',
  'limits',
  'captures',
  'own-quotes',
  'own-offers',
  'own-trades',
  'programs',
  'events',
  'history',
  'position',
  'wins',
] as const satisfies readonly LocalResource['kind'][];

export const isLocal = (resource: Resource): resource is LocalResource =>
  LOCAL_KINDS.some((kind) => kind === resource.kind);

/** Result of one fetch: the value in wire JSON, and the fields that the gateway itself needs. */
export interface Reply {
  readonly json: string;
  readonly final: boolean;
  readonly request?: Request;
  readonly openRequests?: Listing<Request>;
  /** How many calls it took, where one was made for it. */
  readonly calls?: number;
  /** How old its oldest page was when it came. */
  readonly ageMs?: number;
  /** Of what moment it is by the platform's own clock, where that says it; epoch ms. */
  readonly platformAt?: number;
}

interface Asking {
  readonly service: Reads;
  readonly lane: Lane;
  readonly signal: AbortSignal;
  readonly left: () => void;
  /** Stored values on this machine. */
  readonly records: Pick<RecordWriter, 'find'>;
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
  readonly log: Log;
}

/** Fetches a resource: one call, or one per page of a list. It never throws. */
export async function ask(resource: RemoteResource, asking: Asking): Promise<Outcome<Reply>> {
  let pages = 0;
  let ageMs = 0;
  const pageRead = (): void => void pages++;
  const aged = (ms: number): void => void (ageMs = Math.max(ageMs, ms));
  let platformAt: number | undefined;
  const dated = (at: number): void => void (platformAt = at);
  try {
    return over(await replyTo(resource, { ...asking, pageRead, aged, dated }), (reply) => ({
      ...reply,
      calls: Math.max(1, pages),
      ageMs,
      ...present({ platformAt }),
    }));
  } catch (error) {
    asking.log.error('A question to the service broke.', { resource, error: String(error) });
    return failed(BROKEN);
  }
}

const BROKEN: Failure = {
  kind: 'unavailable',
  message: 'The gateway could not query the platform.',
  next: `${IS_RETRIED} If it persists, see the gateway log.`,
};

/** A question while its pages are counted, and how old they are. */
type Counting = Asking & Required<Pick<Ask, 'pageRead' | 'aged' | 'dated'>>;

async function replyTo(resource: RemoteResource, asking: Counting): Promise<Outcome<Reply>> {
  const { service, signal, pageRead, aged, dated, left } = asking;
  // Polling has time: what another room asks for just now it asks for after that.
  const polls = asking.lane === 'polling' && { beside: 'waits' as const };
  const lane = { lane: asking.lane, signal, pageRead, aged, dated, left, ...polls };
  switch (resource.kind) {
    case 'open-requests':
      return over(await service.openRequests(lane), (openRequests) => ({
        json: JSON.stringify(answerWriters['open-requests'](openRequests)),
        final: false,
        openRequests,
      }));
    case 'request':
      return over(await service.request(resource.id, lane), requestReply);
    case 'quotes':
      return over(await service.quotes(resource.id, lane), (quotes) =>
        changing(answerWriters.quotes(quotes)),
      );
    case 'analytics':
      return over(await service.analytics(resource.id, lane), (analytics) =>
        changing(answerWriters.analytics(analytics)),
      );
    case 'proposals':
      return over(await service.proposals(resource.id, lane), (proposals) =>
        changing(answerWriters.proposals(proposals)),
      );
    case 'counteroffers':
      return over(await service.counteroffers(resource.id, lane), (counteroffers) =>
        changing(answerWriters.counteroffers(counteroffers)),
      );
    case 'trade':
      return askTrade(resource, asking);
    case 'trades':
    case 'concluded-requests':
      return askPeriod(resource, asking);
    case 'request-load-shapes':
    case 'trade-load-shapes':
    case 'risks':
    case 'risk-settings':
    case 'recipients':
      return askBeside(resource, asking);
  }
}

/** Its details are fetched by trade downloads and look-ups as well: what they have brought meanwhile is final here too. */
async function askTrade(
  { id }: Extract<RemoteResource, { kind: 'trade' }>,
  { service, records, lane, signal, aged, left }: Counting,
): Promise<Outcome<Reply>> {
  const record = await records.find(resourceKey({ kind: 'trade', id }));
  if (record?.final) return success({ json: record.json, final: true });
  return over(await service.trade(id, { lane, signal, aged, left, beside: 'joins' }), (trade) => ({
    json: JSON.stringify(answerWriters.trade(trade)),
    final: isFinalTrade(trade),
  }));
}

/** Data beside the market: it changes rarely or never. */
async function askBeside(
  resource: Extract<
    RemoteResource,
    { kind: 'request-load-shapes' | 'trade-load-shapes' | 'risks' | 'risk-settings' | 'recipients' }
  >,
  { service, lane, signal, pageRead, aged, left }: Counting,
): Promise<Outcome<Reply>> {
  switch (resource.kind) {
    case 'request-load-shapes':
      return over(
        await service.loadShape({ requestId: resource.id }, { lane, signal, aged, left }),
        (shape) => changing(answerWriters['request-load-shapes'](shape)),
      );
    case 'trade-load-shapes':
      return over(
        await service.loadShape({ tradeId: resource.id }, { lane, signal, aged, left }),
        (shape) => ({
          json: JSON.stringify(answerWriters['trade-load-shapes'](shape)),
          final: isFinalLoadShape(shape),
        }),
      );
    case 'risks':
      return over(await service.risks({ lane, signal, pageRead, aged, left }), (risks) =>
        changing(answerWriters.risks(risks)),
      );
    case 'risk-settings':
      return over(await service.riskSettings(resource.commodity, { lane, signal, aged, left }), (settings) =>
        changing(answerWriters['risk-settings'](settings)),
      );
    case 'recipients': {
      const { commodity, market } = resource;
      const wanted = { commodity, ...(market !== undefined && { market }) };
      return over(
        await service.smartRecipients(wanted, { lane, signal, pageRead, aged, left }),
        (recipients) => changing(answerWriters.recipients(recipients)),
      );
    }
  }
}

async function askPeriod(
  resource: Extract<RemoteResource, { kind: 'trades' | 'concluded-requests' }>,
  { service, lane, signal, pageRead, aged, left, zone, now }: Counting,
): Promise<Outcome<Reply>> {
  const period = periodOf(resource, zone, now);
  if (!period.ok) return period;
  if (resource.kind === 'trades') {
    return over(await service.trades(period.value, { lane, signal, pageRead, aged, left }), (list) =>
      changing(answerWriters.trades(list)),
    );
  }
  return over(await service.concludedRequests(period.value, { lane, signal, pageRead, aged, left }), (list) =>
    changing(answerWriters['concluded-requests'](list)),
  );
}

export const requestReply = (request: Request): Reply => ({
  json: JSON.stringify(answerWriters.request(request)),
  final: isFinalRequest(request),
  request,
});

/** A reply as it was kept on disk. */
export function keptReply(resource: RemoteResource, record: { json: string; final: boolean }): Reply {
  const { json, final } = record;
  if (resource.kind !== 'request') return { json, final };
  const request = readRequest(JSON.parse(json));
  return request.ok ? { json, final, request: request.value } : { json, final: false };
}

const changing = (wire: unknown): Reply => ({ json: JSON.stringify(wire), final: false });
const over = <T, U>(outcome: Outcome<T>, reply: (value: T) => U): Outcome<U> =>
  outcome.ok ? success(reply(outcome.value)) : outcome;

/** The days a list is about; a day that is not given is today, in the service's zone. */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: number,
): Outcome<Period> {
  if (from === undefined && to === undefined) return success(dayPeriod(now, zone));
  const last = to ?? dayOf(now, zone);
  const first = from ?? last;
  try {
    return first <= last ? success(daysPeriod(first, last, zone)) : failed(badPeriod(first, last));
  } catch {
    return failed(badPeriod(first, last));
  }
}

const badPeriod = (first: string, last: string): Failure => ({
  kind: 'invalid-argument',
  message: `There is no period from ${first} to ${last}.`,
  next: 'Give two days that exist, the earlier one first.',
});

/** A resource of the gateway's own: read at any time, for free, and announced when it changed. */
export interface LocalSource {
  /** `undefined` while it is being read from the disk. */
  read(): unknown;
  /** Calls `listener` after every change until the returned function is called; twice is harmless. */
  onChange(listener: () => void): () => void;
}
