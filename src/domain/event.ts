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
 * Something that happened on the platform (interface document, section 6), as this desk heard of it. It is a hint: what is
 * true now, reads say. Types are the service's own words; unknown ones are kept and shown.
 */
export const PlatformEvent = z.object({
  /** Ascending in the order in which the desk heard of them; never used twice. */
  sequence: z.number(),
  /** Epoch ms at which the desk first heard of it. */
  heardAt: z.number(),
  /**
   * `pushed`: the service delivered it. `found`: no event came, and the gateway noticed by looking. `test`: a person tried
   * the shape of events.
   */
  origin: z.enum(['pushed', 'found', 'test']),
  /** Such as "request-traded". */
  type: z.string(),
  requestId: id(),
  tradeId: id(),
  quoteId: id(),
  proposalId: id(),
  counterofferId: id(),
  /** How many equal deliveries were heard shortly after one another; 1 unless the service repeats itself. */
  times: z.number(),
});
export type PlatformEvent = z.infer<typeof PlatformEvent>;
