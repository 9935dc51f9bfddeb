import * as z from 'zod/mini';

/** So many events in so much time, in turn about each of these requests. */
export const Sending = z.object({
  type: z.literal('send'),
  webhook: z.string(),
  requestIds: z.array(z.string()),
  count: z.number(),
  withinMs: z.number(),
  mark: z.string(),
});
export type Sending = z.infer<typeof Sending>;
export const SentEvents = z.object({
  type: z.literal('sent'),
  /** Of each that was answered with 2xx. */
  tookMs: z.array(z.number()),
  failed: z.number(),
  /** From the first that was sent to the last answer. */
  wallMs: z.number(),
});
export type SentEvents = z.infer<typeof SentEvents>;
