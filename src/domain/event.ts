import * as z from 'zod/mini';

const id = () => z.optional(z.string());

/** The types that are known by name; the interface document shows only "request-traded", so there may be others. */
export const EVENT_TYPES = [
  'request-created',
  'request-closed',
  'request-traded',
  'quotation-created',
  'quotation-withdrawn',
  'price-proposal-created',
  'price-proposal-deleted',
  'counteroffer-created',
] as const;

/**
 * An event on the platform (interface document, section 6), as this desk received it. It is a hint: only reads give
 * the current state. Types are the service's own words; unknown ones are kept and shown.
 */
export const PlatformEvent = z.object({
  /** Ascending in the order of receipt; never reused. */
  sequence: z.number(),
  /** Epoch ms at which the desk first heard of it. */
  heardAt: z.number(),
  /**
   * `pushed`: the service delivered it. `found`: no event came, and polling detected the change. `test`: a person
   * tested the event format.
   */
  origin: z.enum(['pushed', 'found', 'test']),
  /** Such as "request-traded". */
  type: z.string(),
  requestId: id(),
  tradeId: id(),
  quoteId: id(),
  proposalId: id(),
  counterofferId: id(),
  /** Number of equal deliveries in short succession; 1 unless the platform repeats one. */
  times: z.number(),
});
export type PlatformEvent = z.infer<typeof PlatformEvent>;
