import { answerReaders, answerWriters } from '../../contract/desk/answer-value';
import { saysAsMuch } from '../../domain/finality';
import type { RequestId } from '../../domain/identifiers';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import { resourceKey, type ResourceKey } from '../../domain/resources/resource';
import { asked, isWanted, type Entry } from './entry';
import type { RemoteResource } from './fetch';

type Entries = ReadonlyMap<ResourceKey, Entry>;

const DEPENDENT_KINDS = ['quotes', 'analytics', 'proposals', 'counteroffers', 'request-load-shapes'] as const;
type Dependent = Extract<RemoteResource, { kind: (typeof DEPENDENT_KINDS)[number] }>;

/** Resources of one request: final once it is over. */
const isDependent = (resource: RemoteResource): resource is Dependent =>
  DEPENDENT_KINDS.some((kind) => kind === resource.kind);

/** The request that decides whether this can still change. */
export const requestBehind = (
  resource: RemoteResource,
): Extract<RemoteResource, { kind: 'request' }> | undefined =>
  isDependent(resource) ? { kind: 'request', id: resource.id } : undefined;

/** Resources of a request are final when fetched after the request was known to be over. */
export function isOver(entries: Entries, resource: RemoteResource, sequence: number): boolean {
  const behind = requestBehind(resource);
  const request = behind && entries.get(resourceKey(behind));
  return request?.known?.final === true && (request.concludedAt ?? Infinity) < sequence;
}

/** Cached resources of a request. */
export const dependentsOf = (entries: Entries, id: RequestId): Entry[] =>
  DEPENDENT_KINDS.flatMap((kind) => entries.get(resourceKey({ kind, id })) ?? []);

/** Every request that somebody looks at and that may still change, with what the list of open requests says of it. */
function besideList(
  entries: Entries,
  { records }: Listing<Request>,
): { entry: Entry; request: Request | undefined }[] {
  const listed = new Map(
    records.map((request) => [resourceKey({ kind: 'request', id: request.id }), request]),
  );
  return [...entries.values()]
    .filter((entry) => entry.resource.kind === 'request' && entry.stage !== 'left' && !entry.known?.final)
    .map((entry) => ({ entry, request: listed.get(entry.key) }));
}

/** The list of open requests without one that its own record calls over; `undefined` where it is not in it, or the list cannot be read. */
export function listedWithout({ json }: { readonly json: string }, id: RequestId): string | undefined {
  const list = answerReaders['open-requests'](JSON.parse(json));
  if (!list.ok) return undefined;
  const records = list.value.records.filter((request) => request.id !== id);
  return records.length === list.value.records.length
    ? undefined
    : JSON.stringify(answerWriters['open-requests']({ ...list.value, records }));
}

/** Whether the list of open requests says of each all that its own record does, or only some of it. */
export type ListedRequests = 'whole' | 'references';

interface Spreading {
  /** The records of the list are whole. */
  readonly whole: boolean;
  /** Number of the question that brought the list. */
  readonly sequence: number;
  /** Monotonic ms. */
  readonly atMs: number;
  /** The list says of this one all that asking for it would. */
  readonly learn: (entry: Entry, request: Request) => void;
  readonly askAnew: (entry: Entry) => void;
}

/** One list of open requests answers every watched request in it; one that is gone from it is asked for by itself. */
export function spread(
  entries: ReadonlyMap<ResourceKey, Entry>,
  list: Listing<Request>,
  spreading: Spreading,
): void {
  for (const { entry, request } of besideList(entries, list)) {
    if (request) learnListed(entry, request, spreading);
    else if (entry.listed) {
      entry.listed = false;
      if (list.unreadable.length === 0 && isWanted(entry)) spreading.askAnew(entry);
    }
  }
}

function learnListed(entry: Entry, request: Request, spreading: Spreading): void {
  const { whole, sequence, atMs, learn, askAnew } = spreading;
  entry.listed = whole && (!entry.request || saysAsMuch(request, entry.request));
  if (entry.listed) {
    if (sequence < entry.taken) return;
    asked(entry, atMs);
    learn(entry, request);
  } else if (entry.request && entry.request.state !== request.state && isWanted(entry)) askAnew(entry);
}

/** So many are remembered at most: more are told of by nobody but an attacker. */
const HEARD_MAX = 10_000;

/** Requests that an event calls closed: a list that was asked for before does not know it yet. */
export class HeardClosed {
  /** The number of the moment at which each was heard of. */
  private readonly since = new Map<RequestId, number>();

  hear(id: RequestId, number: number): void {
    if (this.since.size >= HEARD_MAX) this.since.clear();
    this.since.set(id, number);
  }

  /** Whether it was heard after that moment. */
  isSince(id: RequestId, number: number): boolean {
    return (this.since.get(id) ?? -Infinity) > number;
  }

  /** A list that was asked for at that moment is believed. */
  readAt(number: number): void {
    for (const [id, since] of this.since) if (since < number) this.since.delete(id);
  }
}
