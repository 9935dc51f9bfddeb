import * as z from 'zod/mini';
import { Day } from './day';
import { LevelChange } from './desk-entry';
import { Failure } from './failure';
import { TradeId } from './identifiers';
import { By } from './person';

/** Id of a capture, made by its page: the same id twice is one capture. */
export const TradeDownloadId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
  .brand<'CaptureId'>();
export type TradeDownloadId = z.infer<typeof TradeDownloadId>;

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
export const DownloadSelection = z.strictObject({
  from: Day,
  to: Day,
  venues: names(),
  commodities: names(),
});
export type DownloadSelection = z.infer<typeof DownloadSelection>;

/**
 * `queued`: another capture is being worked on. `listing`: the list of trades is read. `fetching`: details are, one call for each
 * trade that is not kept yet. `paused`: by a person. `waiting`: for the day's calls to be counted anew, or for the service.
 */
export const TradeDownloadState = z.enum([
  'queued',
  'listing',
  'fetching',
  'paused',
  'waiting',
  'done',
  'failed',
  'cancelled',
]);
export type TradeDownloadState = z.infer<typeof TradeDownloadState>;

/** Estimated cost of a capture from now on. */
export const TradeDownloadCost = z.object({
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
export type TradeDownloadCost = z.infer<typeof TradeDownloadCost>;

/** Estimate of a capture before it starts. Costs no call. */
export const TradeDownloadEstimate = z.object({
  wanted: DownloadSelection,
  /** Trades of the period, as far as lists that were read tell; absent while none was. */
  trades: z.optional(z.number()),
  /** Trades of the period whose details are kept. */
  kept: z.number(),
  cost: TradeDownloadCost,
  /** Venues and commodities of the trades of these days, as far as they are known. */
  words: z.optional(z.object({ venues: z.array(z.string()), commodities: z.array(z.string()) })),
  /** What else a person needs to know of these days and filters, a sentence each. */
  notes: z.optional(z.array(z.string())),
  /** Words of the filters that no stored trade of any day has, and that the interface does not name. */
  unheard: z.optional(z.array(z.string())),
});
export type TradeDownloadEstimate = z.infer<typeof TradeDownloadEstimate>;

/** One thing that could not be captured: a trade, or an entry of the list. It never keeps the others away. */
export const SetAside = z.object({
  what: z.string(),
  tradeId: z.optional(TradeId),
  failure: Failure,
  /** When its details that are kept were read (epoch ms): files have it as it was then. Absent where none are. */
  storedAt: z.optional(z.number()),
});
export type SetAside = z.infer<typeof SetAside>;

export const TradeDownloadCounts = z.object({
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
export type TradeDownloadCounts = z.infer<typeof TradeDownloadCounts>;

/** A final trade that the platform tells otherwise than it did, and which of its fields. */
const CorrectedTrade = z.object({ id: TradeId, changes: z.array(LevelChange) });
export type CorrectedTrade = z.infer<typeof CorrectedTrade>;

/** A capture of trades as it stands. Times are epoch ms. */
export const TradeDownload = z.object({
  id: TradeDownloadId,
  wanted: DownloadSelection,
  /** Details that are kept and final are fetched again too: the platform may have corrected them. */
  anew: z.optional(z.boolean()),
  /** Final trades that the platform tells otherwise now than it did before. */
  changed: z.optional(z.array(TradeId)),
  /** A trade of another time that the platform listed when it was asked for these days: its list may not keep to what is asked. */
  unfiltered: z.optional(z.object({ from: Day, to: Day, tradeId: TradeId, tradedAt: z.number() })),
  /** The first of those with their fields; the journal has all. */
  corrections: z.optional(z.array(CorrectedTrade)),
  /** Who started it. */
  by: z.optional(By),
  /** A command on the gateway's machine started it. */
  isProgram: z.optional(z.boolean()),
  state: TradeDownloadState,
  createdAt: z.number(),
  endedAt: z.optional(z.number()),
  /** The day up to which the list has been read. */
  listedTo: z.optional(Day),
  /** The list has been read to its end: `counts` are exact. */
  isListed: z.boolean(),
  listCalls: z.number(),
  counts: TradeDownloadCounts,
  /** The first of those that were set aside, and how many there are in all. */
  setAside: z.array(SetAside),
  setAsideCount: z.number(),
  /** Remaining cost; absent once it has ended. */
  cost: z.optional(TradeDownloadCost),
  /** When a waiting capture goes on. */
  until: z.optional(z.number()),
  /** Why it waits or has failed. */
  failure: z.optional(Failure),
});
export type TradeDownload = z.infer<typeof TradeDownload>;

const ENDED: readonly TradeDownloadState[] = ['done', 'failed', 'cancelled'];
export const hasEnded = ({ state }: Pick<TradeDownload, 'state'>): boolean => ENDED.includes(state);

/** The same whichever way it was written: names once each and in order. */
export const plainSelection = ({ from, to, venues, commodities }: DownloadSelection): DownloadSelection => ({
  from,
  to,
  ...(venues && { venues: [...new Set(venues)].sort() }),
  ...(commodities && { commodities: [...new Set(commodities)].sort() }),
});

export const sameSelection = (one: DownloadSelection, other: DownloadSelection): boolean =>
  JSON.stringify(plainSelection(one)) === JSON.stringify(plainSelection(other));
