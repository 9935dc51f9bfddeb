import * as z from 'zod/mini';

/** How gateways on one key come to terms: one paces for all, a store in between does, or nobody. */
export const Way = z.enum(['led', 'redis', 'alone']);
export type Way = z.infer<typeof Way>;

/** What one of several gateways is told when it starts. */
export const GatewayPlan = z.object({
  way: Way,
  scale: z.number(),
  baseUrl: z.string(),
  apiKey: z.string(),
  folder: z.string(),
  /** All asked for at once; each is repeated until it is served. */
  reads: z.int(),
  urgentCalls: z.int(),
  urgentEveryMs: z.number(),
  /** Of the one that leads; it is that one where there is none. */
  leaderPort: z.optional(z.int()),
  /** By which peers know each other. */
  key: z.string(),
  redisPort: z.optional(z.int()),
});
export type GatewayPlan = z.infer<typeof GatewayPlan>;

/** What it says: that it may begin, and where the others reach it; or what came of the run. */
export const GatewayWord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('warm'), port: z.optional(z.int()) }),
  z.object({ type: z.literal('done'), wallMs: z.number(), urgentWaitsMs: z.array(z.number()) }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type GatewayWord = z.infer<typeof GatewayWord>;
