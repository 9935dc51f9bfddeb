import type { PlatformEvent } from '../../domain/event';
import { RequestId, TradeId } from '../../domain/identifiers';
import type { ResourceKey } from '../../domain/resources/resource';
import type { Entry } from '../cache/entry';
import type { RemoteResource } from '../cache/fetch';
import { dayOf } from '../platform/zone-time';

/** So long after a deal the operator may still enter what makes it appear in lists, such as the leg prices of a spread. */
export const LATE_MS_MAX = 7 * 24 * 3_600_000;

/** What is to be read again because of an event. */
interface AffectedResources {
  readonly first: readonly RemoteResource[];
  /** Only after the request was read: whether it is over decides whether these are. */
  readonly then: readonly RemoteResource[];
}

interface EventContext {
  readonly entries: ReadonlyMap<ResourceKey, Pick<Entry, 'resource' | 'known'>>;
  /** Whether the list of open requests, as it was read last, has it. */
  readonly isListed: (id: RequestId) => boolean;
  readonly zone: string;
}

type Named = Pick<PlatformEvent, 'type' | 'heardAt' | 'requestId' | 'tradeId'> &
  Pick<PlatformEvent, 'quoteId' | 'proposalId' | 'counterofferId'>;

/** What an event is about, by its type; of a type that is not known, everything that its ids name. */
export function resourcesAffectedByEvent(event: Named, context: EventContext): AffectedResources {
  const ids = requestsOf(event, context);
  const parts = ids.map((id) => onRequest(id, event, context));
  const beside = [
    ...(CONCLUDES.test(event.type) || !KNOWN.test(event.type)
      ? listsOf('concluded-requests', event, context)
      : []),
    ...tradesOf(event, context),
  ];
  return {
    first: [
      ...parts.flatMap(({ first }) => first),
      ...(ids.length > 0 || event.tradeId !== undefined ? beside : []),
    ],
    then: parts.flatMap(({ then }) => then),
  };
}

/** Lists that an event may have changed, of whichever days. */
export function listKindsOf({
  type,
  tradeId,
}: Pick<Named, 'type' | 'tradeId'>): ('trades' | 'concluded-requests')[] {
  const isNew = !KNOWN.test(type);
  return [
    ...(CONCLUDES.test(type) || isNew ? (['concluded-requests'] as const) : []),
    ...(type === 'request-traded' || (isNew && tradeId !== undefined) ? (['trades'] as const) : []),
  ];
}

/** An event of the platform's of a type that is not known: it may tell of a correction of a trade that had its prices. */
export const mayCorrect = ({ type, origin }: Pick<PlatformEvent, 'type' | 'origin'>): boolean =>
  origin === 'pushed' && !KNOWN.test(type);

const KNOWN = /^(request-(created|closed|traded)|quotation-.+|price-proposal-.+|counteroffer-created)$/;
const CONCLUDES = /^request-(closed|traded)$/;
/** Whether it tells of the end of a request. */
export const concludes = ({ type }: Pick<PlatformEvent, 'type'>): boolean => CONCLUDES.test(type);

function onRequest(id: RequestId, { type }: Named, { isListed }: EventContext): AffectedResources {
  const request = { kind: 'request', id } as const;
  const open = { kind: 'open-requests' } as const;
  if (type.startsWith('quotation-')) {
    const first = [{ kind: 'quotes', id } as const, request, { kind: 'analytics', id } as const];
    return { first: isListed(id) ? first : [...first, open], then: [] };
  }
  if (type.startsWith('price-proposal-')) return { first: [{ kind: 'proposals', id }, request], then: [] };
  const dependents: RemoteResource[] = [
    { kind: 'quotes', id },
    { kind: 'analytics', id },
    { kind: 'proposals', id },
    { kind: 'counteroffers', id },
    { kind: 'request-load-shapes', id },
  ];
  if (type === 'counteroffer-created') {
    return {
      first: [
        { kind: 'counteroffers', id },
        { kind: 'quotes', id },
      ],
      then: [],
    };
  }
  return { first: [request, open], then: dependents };
}

function tradesOf(event: Named, context: EventContext): RemoteResource[] {
  if (event.type !== 'request-traded' && (KNOWN.test(event.type) || event.tradeId === undefined)) return [];
  const id = TradeId.safeParse(event.tradeId);
  const one: RemoteResource[] = id.success
    ? [
        { kind: 'trade', id: id.data },
        { kind: 'trade-load-shapes', id: id.data },
      ]
    : [];
  return [...one, ...listsOf('trades', event, context)];
}

/** Lists of days that somebody looks at and that it may have changed: those of today, and of days not long ago. */
function listsOf(
  kind: 'trades' | 'concluded-requests',
  { heardAt }: Named,
  { entries, zone }: EventContext,
): RemoteResource[] {
  const firstDay = dayOf(heardAt - LATE_MS_MAX, zone);
  return [...entries.values()].flatMap(({ resource }) =>
    resource.kind === kind && (resource.to === undefined || resource.to >= firstDay) ? [resource] : [],
  );
}

/** The request that an event names, or those of which something that it names is known. */
function requestsOf(event: Named, { entries }: EventContext): RequestId[] {
  if (event.requestId !== undefined) {
    const id = RequestId.safeParse(event.requestId);
    return id.success ? [id.data] : [];
  }
  const names = [event.quoteId, event.proposalId, event.counterofferId].flatMap((id) =>
    id === undefined ? [] : [JSON.stringify(id)],
  );
  if (names.length === 0) return [];
  const ids = [...entries.values()].flatMap(({ resource, known }) =>
    'id' in resource &&
    OFFERS.some((kind) => kind === resource.kind) &&
    names.some((name) => known?.json.includes(name))
      ? [RequestId.parse(resource.id)]
      : [],
  );
  return [...new Set(ids)];
}

const OFFERS = ['quotes', 'proposals', 'counteroffers'];
