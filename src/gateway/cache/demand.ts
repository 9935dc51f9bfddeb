import { isConcluded } from '../../domain/request';
import { resourceKey, type ResourceKey } from '../../domain/resources/resource';
import type { Clock } from '../../effects/clock';
import { failsForGood, isAttended, isOwed, isWanted, type Entry } from './entry';
import { isLocal, type RemoteResource } from './fetch';
import { isYesterdays } from './lifetime';
import { stretchedMs, wishesOf, type Pace, type Wishes } from './pace';
import { pollIntervalMs, type PollIntervals } from './poll-intervals';
import type { ListedRequests } from './request-state';

/** One resource that polling keeps up to date. Times are monotonic ms. */
export interface Pollable {
  readonly key: ResourceKey;
  readonly kind: RemoteResource['kind'];
  readonly pollIntervalMs: number;
  /** Absent: never asked for, due at once. */
  readonly askedAtMs?: number;
  /** It is due by then, however its interval is stretched. */
  readonly dueByMs?: number;
  /** Something was told of it since it was last asked for. */
  readonly told: boolean;
  readonly retryAtMs?: number;
  readonly isAsking: boolean;
  /** A person acts on it: it is asked for this often, however the others are stretched. */
  readonly attended: boolean;
  /** There was nothing in it when it was read last. */
  readonly isEmpty: boolean;
  /** Its first value is waited for, and could not be had: it is asked for again as soon as its retry is due. */
  readonly owed: boolean;
}

/** What a person acts on is at most five seconds old; the answer takes its time. */
const ATTENDED_EVERY_MS = 4_000;
/** Proposals and counteroffers are rare, and an event brings one at once: a list that has none would cost as much as the quotes. */
const EMPTY_EVERY_MS = 12_000;

export interface Demand {
  readonly pollables: readonly Pollable[];
  /** Resources in sight that may still change, however they are kept up to date. */
  readonly watched: number;
  /** Several requests are watched: one list of open requests costs less than each by itself. */
  readonly listHelps: boolean;
}

export const OPEN_REQUESTS = resourceKey({ kind: 'open-requests' });
const REQUESTS_PER_LIST_MIN = 2;

/** Resources to poll, with their intervals, to keep all watched ones fresh. */
export function demandOf(
  entries: ReadonlyMap<ResourceKey, Entry>,
  at: {
    pollIntervals: PollIntervals;
    clock: Pick<Clock, 'now' | 'monotonicMs'>;
    zone: string;
    listedRequests: ListedRequests;
  },
): Demand {
  const { pollIntervals, clock, zone, listedRequests } = at;
  const now = clock.now();
  const nowMs = clock.monotonicMs();
  const list = entries.get(OPEN_REQUESTS);
  const living = [...entries.values()].filter((entry) => isWanted(entry) && canChange(entry));
  const listables = listedRequests === 'whole' ? living.filter((entry) => isListable(entry, list)) : [];
  const listHelps = listables.length >= REQUESTS_PER_LIST_MIN;
  const pollables = living
    .filter(
      (entry) =>
        isAttended(entry, nowMs) ||
        (!isCovered(entry, list) && !(listHelps && isListable(entry, list) && works(list))),
    )
    .flatMap((entry): Pollable[] => {
      const { resource, key, dueByMs, told = false, retryAtMs, known } = entry;
      if (isLocal(resource)) return [];
      const outdated = known !== undefined && isYesterdays(resource, known.fetchedAt, { now, zone });
      // An unwatched list refreshes single requests, at their interval.
      const quiet = key === OPEN_REQUESTS && entry.active === 0;
      const askedAtMs = entry.askedAtMs ?? (quiet ? firstAskedMs(listables) : undefined);
      return [
        {
          key,
          kind: resource.kind,
          pollIntervalMs: quiet
            ? pollIntervals.requestMs
            : pollIntervalMs(resource, pollIntervals, { now, zone }),
          ...(askedAtMs !== undefined && !outdated && { askedAtMs }),
          ...(dueByMs !== undefined && { dueByMs }),
          told,
          ...(retryAtMs !== undefined && { retryAtMs }),
          isAsking: entry.inFlight !== undefined,
          attended: isAttended(entry, nowMs),
          isEmpty: resource.kind !== 'quotes' && known?.json === '[]',
          owed: isOwed(entry),
        },
      ];
    });
  const watched = living.filter(({ active, resource }) => active > 0 && !isLocal(resource)).length;
  return { pollables, watched, listHelps };
}

/** A list for requests that were all asked for singly is due when the first of them is. */
const firstAskedMs = (entries: readonly Entry[]): number | undefined =>
  entries.reduce<number | undefined>(
    (first, { askedAtMs }) =>
      first === undefined || askedAtMs === undefined ? undefined : Math.min(first, askedAtMs),
    Infinity,
  );

const canChange = (entry: Entry): boolean => !entry.known?.final && !failsForGood(entry);

/** An open request that the list has, or about which it has not been asked since the request was. */
function isListable({ resource, request, listed, taken, born }: Entry, list: Entry | undefined): boolean {
  if (resource.kind !== 'request' || (request && isConcluded(request))) return false;
  return listed || Math.max(taken, born) > (list?.taken ?? 0);
}

const works = (list: Entry | undefined): boolean => list?.failure === undefined;

const isCovered = (entry: Entry, list: Entry | undefined): boolean =>
  entry.listed && list !== undefined && isWanted(list) && works(list);

/** What something was told of comes so much sooner than what nothing was told of. */
const TOLD_SOONER = 2;

/** The intervals that share the calls of polling. What comes sooner costs as much more: else all others would wait longer than planned and told. */
export const wishesIn = (pollables: readonly Pollable[]): Wishes =>
  wishesOf(
    pollables.flatMap(({ attended, told, pollIntervalMs }) =>
      attended ? [] : Array.from({ length: told ? TOLD_SOONER : 1 }, () => pollIntervalMs),
    ),
  );

/** A resource with the interval that the plan has for it just now, and when it is to be asked for again. */
export interface Paced {
  readonly key: ResourceKey;
  readonly isAsking: boolean;
  readonly attended: boolean;
  readonly owed: boolean;
  /** Monotonic ms; absent: never asked for. */
  readonly askedAtMs: number | undefined;
  readonly intervalMs: number;
  /** Monotonic ms. */
  readonly dueAtMs: number;
}

/** Each has its turn; nothing is asked for more often than wished. */
export function paced(pollable: Pollable, pace: Pace): Paced {
  const { key, isAsking, attended, isEmpty, owed, askedAtMs, dueByMs, told, retryAtMs, pollIntervalMs } =
    pollable;
  const plannedMs = stretchedMs(pollIntervalMs, pace);
  const intervalMs = attended
    ? isEmpty
      ? EMPTY_EVERY_MS
      : Math.min(ATTENDED_EVERY_MS, pollIntervalMs)
    : told
      ? Math.max(pollIntervalMs, plannedMs / TOLD_SOONER)
      : plannedMs;
  const turnMs = owed ? -Infinity : Math.min((askedAtMs ?? -Infinity) + intervalMs, dueByMs ?? Infinity);
  const dueAtMs = Math.max(turnMs, retryAtMs ?? -Infinity);
  return { key, isAsking, attended, owed, askedAtMs, intervalMs, dueAtMs };
}

/** How late a resource is, measured in its own interval, so that none starves. */
export const overdue = ({ askedAtMs, intervalMs }: Paced, nowMs: number): number =>
  askedAtMs === undefined ? Number.MAX_VALUE : (nowMs - askedAtMs) / intervalMs;
