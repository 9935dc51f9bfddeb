import {
  Resource,
  resourceKey,
  type KeptBy,
  type ResourceKey,
  type Source,
} from '../../domain/resources/resource';
import type { Clock } from '../../effects/clock';
import { demandOf, OPEN_REQUESTS, paced, type Pollable } from './demand';
import type { Pace } from './pace';
import type { PollIntervals } from './poll-intervals';
import type { ListedRequests } from './request-state';
import { failsForGood, isWanted, viewOf, type Entry } from './entry';
import { isLocal } from './fetch';

interface SourceOptions {
  readonly entries: ReadonlyMap<ResourceKey, Entry>;
  readonly clock: Clock;
  readonly pollIntervals: PollIntervals;
  readonly zone: string;
  readonly listedRequests: ListedRequests;
  /** How far wished intervals are stretched just now. */
  readonly pace: Pace;
  readonly signedIn: boolean;
}

/** Sources of these values, and their next fetch as planned. Makes no call. */
export function sourcesOf(keys: readonly ResourceKey[], options: SourceOptions): Source[] {
  const { entries } = options;
  const { pollables } = demandOf(entries, options);
  const polled = new Map(pollables.map((pollable) => [pollable.key, pollable]));
  return keys.flatMap((key) => {
    const entry = entries.get(key);
    return entry ? sourceOf(entry, polled, options) : unseen(key);
  });
}

/** Source of one entry, given the polling plan. */
function sourceOf(
  entry: Entry,
  polled: ReadonlyMap<ResourceKey, Pollable>,
  options: Omit<SourceOptions, 'entries'>,
): Source {
  const { key, state, fetchedAt, staleAt, failure } = viewOf(entry, options.clock.now());
  const by = keptBy(entry, polled);
  const pollable = polled.get(by === 'open-requests' ? OPEN_REQUESTS : key);
  const nextAt =
    pollable && (by === 'itself' || by === 'open-requests') ? nextAtOf(pollable, options) : undefined;
  return {
    key,
    state,
    by,
    calls: by === 'gateway' || by === 'kept' ? 0 : (entry.calls ?? 1),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(staleAt !== undefined && { staleAt }),
    ...(nextAt !== undefined && { nextAt }),
    ...(failure && { failure }),
  };
}

function keptBy(entry: Entry, polled: ReadonlyMap<ResourceKey, Pollable>): KeptBy {
  if (isLocal(entry.resource)) return 'gateway';
  if (entry.known?.final) return 'kept';
  if (!isWanted(entry) || failsForGood(entry)) return 'nobody';
  // A wanted entry that is not polled comes with the list: only the list brings other resources.
  return polled.has(entry.key) ? 'itself' : 'open-requests';
}

/** Epoch ms; without a session nothing is asked. */
function nextAtOf(
  pollable: Pollable,
  { clock, pace, signedIn }: Pick<SourceOptions, 'clock' | 'pace' | 'signedIn'>,
): number | undefined {
  const waitMs = paced(pollable, pace).dueAtMs - clock.monotonicMs();
  return signedIn ? clock.now() + Math.max(0, Math.ceil(waitMs)) : undefined;
}

/** Nobody watches it, so nothing is known of it here. */
function unseen(key: ResourceKey): Source[] {
  const resource = resourceOf(key);
  if (!resource) return [];
  const own = isLocal(resource);
  return [{ key, state: 'waiting', calls: own ? 0 : 1, by: own ? 'gateway' : 'nobody' }];
}

function resourceOf(key: ResourceKey): Resource | undefined {
  try {
    const parsed = Resource.safeParse(JSON.parse(key));
    return parsed.success && resourceKey(parsed.data) === key ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
