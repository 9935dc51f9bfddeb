import * as z from 'zod/mini';
import { Failure } from './failure';
import { ResourceKey } from './resource';

/**
 * Who keeps a resource up to date. `itself`: it is asked for by itself. `open-requests`: the list of open
 * requests brings it, which is asked for anyway. `kept`: it never changes again and is never asked for. `gateway`: it is
 * the gateway's own. `nobody`: it is asked for only when a person says so, because every workbook that
 * shows it is in manual mode or paused, or because asking again would bring the same failure.
 */
export const KeptBy = z.enum(['itself', 'open-requests', 'kept', 'gateway', 'nobody']);
export type KeptBy = z.infer<typeof KeptBy>;

/** Where what is shown of one resource comes from, and what is going to happen to it. Times are epoch ms. */
export const Source = z.object({
  key: ResourceKey,
  state: z.enum(['waiting', 'fresh', 'refreshing', 'stale', 'failed']),
  fetchedAt: z.optional(z.number()),
  staleAt: z.optional(z.number()),
  /** When it will be asked for again as things stand; absent when never. */
  nextAt: z.optional(z.number()),
  /** Calls that asking again costs: one for each page of a list, as many as last time; 0 for what costs nothing. */
  calls: z.number(),
  by: KeptBy,
  failure: z.optional(Failure),
});
export type Source = z.infer<typeof Source>;
