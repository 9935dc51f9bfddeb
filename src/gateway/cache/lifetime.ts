import type { Resource } from '../../domain/resources/resource';
import { dayPeriod } from '../platform/zone-time';
import type { CachedValue } from './entry';
import type { RemoteResource } from './fetch';
import { stretchedMs, type Pace } from './pace';
import { ageLimitMs, isOver, pollIntervalMs, type PollIntervals } from './poll-intervals';

/** How old a value of each kind may be and still be shown, in ms, however rarely it is asked for. Absent: by the plan. */
export interface AgeLimits {
  readonly openRequestsMs?: number;
  /** Price proposals and counteroffers too. */
  readonly quotesMs?: number;
  /** Lists of concluded requests that go on today too. */
  readonly requestMs?: number;
  readonly analyticsMs?: number;
  readonly tradesMs?: number;
}

/** The limit that somebody set for this resource; lists of past days have none. */
export function setLimitMs(
  resource: RemoteResource,
  limits: AgeLimits,
  when: { now: number; zone: string },
): number | undefined {
  switch (resource.kind) {
    case 'open-requests':
      return limits.openRequestsMs;
    case 'quotes':
    case 'proposals':
    case 'counteroffers':
      return limits.quotesMs;
    case 'request':
      return limits.requestMs;
    case 'analytics':
      return limits.analyticsMs;
    case 'trades':
      return isOver(resource.to, when) ? undefined : limits.tradesMs;
    case 'concluded-requests':
      return isOver(resource.to, when) ? undefined : limits.requestMs;
    default:
      return undefined;
  }
}

/** A list of trades without a last day means another day after midnight. */
const followsToday = (resource: Resource): boolean => resource.kind === 'trades' && resource.to === undefined;

/** Whether what was fetched then is about another day than it would be now. */
export const isYesterdays = (
  resource: Resource,
  fetchedAt: number,
  { now, zone }: { now: number; zone: string },
): boolean => followsToday(resource) && fetchedAt < dayPeriod(now, zone).from;

/** Epoch ms from which a value is too old to be shown. */
export function staleAtOf(
  resource: RemoteResource,
  { fetchedAt, ageMs = 0 }: Pick<CachedValue, 'fetchedAt' | 'ageMs'>,
  {
    pollIntervals,
    ages = {},
    zone,
    pace,
  }: { pollIntervals: PollIntervals; ages?: AgeLimits; zone: string; pace: Pace },
): number {
  const wished = pollIntervalMs(resource, pollIntervals, { now: fetchedAt, zone });
  const planned = ageLimitMs(stretchedMs(wished, pace));
  const set = setLimitMs(resource, ages, { now: fetchedAt, zone });
  // Of what comes old each time another question brings nothing newer: it is shown with its age, unless somebody set a limit for that.
  const limit = fetchedAt + (set === undefined ? planned : set - ageMs);
  return followsToday(resource) ? Math.min(limit, dayPeriod(fetchedAt, zone).to) : limit;
}

/** Until when what was fetched then may be shown. */
export const lifetimeOf = (
  resource: RemoteResource,
  { final, ...read }: Pick<CachedValue, 'final' | 'fetchedAt' | 'ageMs'>,
  at: { pollIntervals: PollIntervals; ages?: AgeLimits; zone: string; pace: Pace },
): Pick<CachedValue, 'final' | 'fetchedAt' | 'ageMs' | 'staleAt'> =>
  final ? { final, ...read } : { final, ...read, staleAt: staleAtOf(resource, read, at) };
