import * as z from 'zod/mini';
import { Day } from './day';
import { Failure } from './failure';
import { TradeId } from './identifiers';

/** Made by whoever wants the capture: the same id twice is one capture. */
export const CaptureId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
  .brand<'CaptureId'>();
export type CaptureId = z.infer<typeof CaptureId>;

const NAMES_MAX = 50;
const names = () =>
  z.optional(
    z
      .array(z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(100)))
      .check(z.minLength(1), z.maxLength(NAMES_MAX)),
  );

/**
 * Which trades: those of the days from `from` to `to`, both included, in the service's zone. Without `venues` those of
 * every venue, without `commodities` of every commodity; a trade that does not say what it is belongs to all.
 */
export const CaptureWanted = z.strictObject({
  from: Day,
  to: Day,
  venues: names(),
  commodities: names(),
});
export type CaptureWanted = z.infer<typeof CaptureWanted>;

/**
 * `queued`: another capture is being worked on. `listing`: the list of trades is read. `fetching`: details are, one call for each
 * trade that is not kept yet. `paused`: by a person. `waiting`: for the day's calls to be counted anew, or for the service.
 */
export const CaptureState = z.enum([
  'queued',
  'listing',
  'fetching',
  'paused',
  'waiting',
  'done',
  'failed',
  'cancelled',
]);
export type CaptureState = z.infer<typeof CaptureState>;

/** What a capture takes from now on. */
export const CaptureCost = z.object({
  listCalls: z.number(),
  /** One for each trade whose details are not kept; absent while nobody knows how many that are. */
  detailCalls: z.optional(z.number()),
  /** Seconds at the pace that the service allows, without the wait for another day. */
  seconds: z.optional(z.number()),
  /** Calls that bulk reading may still use today. */
  bulkLeft: z.number(),
  /** Share of `bulkLeft`; above 1 it takes more days than this. Absent where nothing is left, or where it is not known. */
  share: z.optional(z.number()),
  /** On how many days calls are used. */
  days: z.optional(z.number()),
  /** The list has not been read yet. */
  isEstimate: z.boolean(),
  /** All of it in a sentence for a person. */
  says: z.string(),
});
export type CaptureCost = z.infer<typeof CaptureCost>;

/** What is known of a capture before it starts. It cost no call. */
export const CaptureEstimate = z.object({
  wanted: CaptureWanted,
  /** Trades of the period, as far as lists that were read tell; absent while none was. */
  trades: z.optional(z.number()),
  /** Trades of the period whose details are kept. */
  kept: z.number(),
  cost: CaptureCost,
});
export type CaptureEstimate = z.infer<typeof CaptureEstimate>;

/** One thing that could not be captured: a trade, or an entry of the list. It never keeps the others away. */
export const SetAside = z.object({ what: z.string(), tradeId: z.optional(TradeId), failure: Failure });
export type SetAside = z.infer<typeof SetAside>;

export const CaptureCounts = z.object({
  /** Trades that the list names, as far as it has been read. */
  trades: z.number(),
  /** Of those, the ones whose details are still to be fetched. */
  missing: z.number(),
  /** Kept, and still without all prices: fetched again by a later capture. */
  provisional: z.number(),
  /** Details that were read since the capture began. */
  fetched: z.number(),
  /** Kept trades that the list does not name any more; they are no part of `trades`. */
  unlisted: z.optional(z.number()),
});
export type CaptureCounts = z.infer<typeof CaptureCounts>;

/** A capture of trades as it stands. Times are epoch ms. */
export const Capture = z.object({
  id: CaptureId,
  wanted: CaptureWanted,
  state: CaptureState,
  createdAt: z.number(),
  endedAt: z.optional(z.number()),
  /** The day up to which the list has been read. */
  listedTo: z.optional(Day),
  /** The list has been read to its end: `counts` are exact. */
  isListed: z.boolean(),
  listCalls: z.number(),
  counts: CaptureCounts,
  /** The first of those that were set aside, and how many there are in all. */
  setAside: z.array(SetAside),
  setAsideCount: z.number(),
  /** What it still takes; absent once it has ended. */
  cost: z.optional(CaptureCost),
  /** When a waiting capture goes on. */
  until: z.optional(z.number()),
  /** Why it waits or has failed. */
  failure: z.optional(Failure),
});
export type Capture = z.infer<typeof Capture>;

const ENDED: readonly CaptureState[] = ['done', 'failed', 'cancelled'];
export const hasEnded = ({ state }: Pick<Capture, 'state'>): boolean => ENDED.includes(state);

/** The same whichever way it was written: names once each and in order. */
export const plainWanted = ({ from, to, venues, commodities }: CaptureWanted): CaptureWanted => ({
  from,
  to,
  ...(venues && { venues: [...new Set(venues)].sort() }),
  ...(commodities && { commodities: [...new Set(commodities)].sort() }),
});

export const sameWanted = (one: CaptureWanted, other: CaptureWanted): boolean =>
  JSON.stringify(plainWanted(one)) === JSON.stringify(plainWanted(other));
