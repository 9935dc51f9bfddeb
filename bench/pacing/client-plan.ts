import * as z from 'zod/mini';

/** What one client process is told when it starts. */
export const ClientPlan = z.object({
  subject: z.string(),
  scale: z.number(),
  baseUrl: z.string(),
  apiKey: z.string(),
  folder: z.string(),
  full: z.boolean(),
  /** All asked for at once; each is repeated until it is served. */
  reads: z.int(),
  /** So many urgent calls beside them, one each `urgentEveryMs`. */
  urgentCalls: z.int(),
  urgentEveryMs: z.number(),
});
export type ClientPlan = z.infer<typeof ClientPlan>;

/** What it says: that it is warm, what came of the run that was started then, or why there is none. */
export const ClientWord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('warm') }),
  z.object({
    type: z.literal('done'),
    wallMs: z.number(),
    cpuMs: z.number(),
    urgentWaitsMs: z.array(z.number()),
    /** The part of each wait that passed before the process came to ask: the machine's, not the pacer's. */
    urgentLatesMs: z.array(z.number()),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type ClientWord = z.infer<typeof ClientWord>;
export type ClientFigures = Extract<ClientWord, { type: 'done' }>;
