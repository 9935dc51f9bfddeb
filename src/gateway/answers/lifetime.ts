import type { Resource } from '../../domain/resource';
import { setLimitMs, type AgeLimits } from '../planner/age-limits';
import { ageLimitMs, wishMs, type Wishes } from '../planner/wishes';
import { dayPeriod } from '../zone-time';
import type { Known } from './entry';
import type { RemoteResource } from './question';

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
  fetchedAt: number,
  { wishes, ages = {}, zone, stretch }: { wishes: Wishes; ages?: AgeLimits; zone: string; stretch: number },
): number {
  const wished = wishMs(resource, wishes, { now: fetchedAt, zone });
  const planned = ageLimitMs(wished * Math.max(1, stretch));
  const limit = fetchedAt + (setLimitMs(resource, ages, { now: fetchedAt, zone }) ?? planned);
  return followsToday(resource) ? Math.min(limit, dayPeriod(fetchedAt, zone).to) : limit;
}

/** Until when what was fetched then may be shown. */
export const lifetimeOf = (
  resource: RemoteResource,
  { final, fetchedAt }: { final: boolean; fetchedAt: number },
  at: { wishes: Wishes; ages?: AgeLimits; zone: string; stretch: number },
): Pick<Known, 'final' | 'fetchedAt' | 'staleAt'> =>
  final ? { final, fetchedAt } : { final, fetchedAt, staleAt: staleAtOf(resource, fetchedAt, at) };
