import type { RequestId } from '../../domain/identifiers';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import { resourceKey, type ResourceKey } from '../../domain/resource';
import { isWanted, type Entry } from './entry';
import type { RemoteResource } from './question';

type Entries = ReadonlyMap<ResourceKey, Entry>;

/** Quotes and analytics are final when they were asked for after their request was known to be over. */
export function isOver(entries: Entries, resource: RemoteResource, sequence: number): boolean {
  if (resource.kind !== 'quotes' && resource.kind !== 'analytics') return false;
  const request = entries.get(resourceKey({ kind: 'request', id: resource.id }));
  return request?.known?.final === true && (request.concludedAt ?? Infinity) < sequence;
}

/** What hangs on a request, as far as somebody asked for it. */
export const dependentsOf = (entries: Entries, id: RequestId): Entry[] =>
  (['quotes', 'analytics'] as const).flatMap((kind) => entries.get(resourceKey({ kind, id })) ?? []);

/** Every wanted request that may still change, with what the list of open requests says of it. */
export function besideList(
  entries: Entries,
  { records }: Listing<Request>,
): { entry: Entry; request: Request | undefined }[] {
  const listed = new Map(
    records.map((request) => [resourceKey({ kind: 'request', id: request.id }), request]),
  );
  return [...entries.values()]
    .filter((entry) => entry.resource.kind === 'request' && isWanted(entry) && !entry.known?.final)
    .map((entry) => ({ entry, request: listed.get(entry.key) }));
}
