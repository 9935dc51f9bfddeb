import * as z from 'zod/mini';
import { Day } from './day';

/** The periods of delivery in which a position is told. */
export const PositionStep = z.enum(['month', 'quarter', 'year', 'day']);
export type PositionStep = z.infer<typeof PositionStep>;

/** Exact decimal text. */
const decimal = () => z.string();
const Volumes = z.object({ bought: decimal(), sold: decimal() });
/** MWh, and what they cost or brought in the currency of their prices. */
const Priced = z.object({ energy: decimal(), value: decimal() });

/**
 * What was bought and sold of one load in one market over a period of delivery, in MWh. Final trades alone are in `bought`,
 * `sold` and `prices`; what is `provisional`, `unlisted` or `atRisk` is told apart.
 */
export const PositionRow = z.object({
  /** First and last day of delivery. */
  start: Day,
  end: Day,
  commodity: z.optional(z.string()),
  market: z.optional(z.string()),
  load: z.string(),
  /** Delivery hours of the load in the period. */
  hours: z.number(),
  bought: decimal(),
  sold: decimal(),
  /**
   * By currency, of those that state a price for a MWh. `closed`: bought and sold for the same hours, and what that brought
   * (sold less bought).
   */
  prices: z.array(z.object({ currency: z.string(), bought: Priced, sold: Priced, closed: Priced })),
  provisional: z.optional(Volumes),
  unlisted: z.optional(Volumes),
  atRisk: z.optional(Volumes),
  /** A trade that could not be counted belongs here, or may: by what it misses, a sentence that names it. */
  misses: z.optional(
    z.object({
      bought: z.optional(z.string()),
      sold: z.optional(z.string()),
      provisional: z.optional(z.string()),
      unlisted: z.optional(z.string()),
      atRisk: z.optional(z.string()),
    }),
  ),
});
export type PositionRow = z.infer<typeof PositionRow>;

/** Trades that are in no sum, and why. No sum of MWh lacks those of `isNoEnergy`, which are certificates, and of `isVoid`, which were cancelled. */
export const Uncounted = z.object({
  why: z.string(),
  names: z.array(z.string()),
  count: z.number(),
  isNoEnergy: z.optional(z.literal(true)),
  isVoid: z.optional(z.literal(true)),
});
export type Uncounted = z.infer<typeof Uncounted>;

/** Sums over the trades that the gateway has stored. Moments are epoch ms. */
export const PositionSums = z.object({
  rows: z.array(PositionRow),
  /** Rows that were too many to be told. */
  left: z.number(),
  uncounted: z.array(Uncounted),
  provisional: z.number(),
  unlisted: z.number(),
  /** From when and until when every trade of the platform's list is stored; absent where no list was read. */
  capturedFrom: z.optional(z.number()),
  capturedUntil: z.optional(z.number()),
  /** Times in between of which no list was read. */
  gaps: z.array(z.object({ from: z.number(), to: z.number() })),
  /** Trades that a list names and of which no details are stored. */
  missing: z.number(),
});
export type PositionSums = z.infer<typeof PositionSums>;
