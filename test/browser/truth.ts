import * as z from 'zod/mini';

const price = z.optional(z.number());
const legs = z.optional(z.array(z.object({ price: z.nullish(z.number()) })));
const offer = { 'request-id': z.string(), quantity: z.number(), legs, 'spread-price': price };

const Leg = z.object({
  commodity: z.string(),
  market: z.string(),
  action: z.string(),
  'delivery-start': z.string(),
  'delivery-end': z.string(),
  quantity: z.number(),
});
const Trade = z.object({
  ...offer,
  'request-id': z.nullish(z.string()),
  'trade-id': z.string(),
  counterparty: z.nullish(z.string()),
});

/** What really is on the platform: the judge of every journey. */
export const Truth = z.object({
  requests: z.array(
    z.object({
      'request-id': z.string(),
      state: z.string(),
      contract: z.string(),
      'spread-type': z.nullish(z.string()),
      // Of a swap.
      spreadType: z.nullish(z.string()),
      'remaining-quantity': z.number(),
      'all-or-none': z.boolean(),
      legs: z.array(Leg),
    }),
  ),
  quotes: z.array(
    z.object({ ...offer, 'quotation-id': z.string(), state: z.string(), counterparty: z.string() }),
  ),
  proposals: z.array(
    z.object({ ...offer, 'price-proposal-id': z.string(), kind: z.string(), counterparty: z.string() }),
  ),
  counteroffers: z.array(z.object({ ...offer, 'quotation-id': z.string() })),
  trades: z.array(Trade),
  awaitingLegPrices: z.array(Trade),
  risks: z.array(
    z.object({
      commodity: z.string(),
      enabled: z.boolean(),
      settings: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
    }),
  ),
  executions: z.record(z.string(), z.number()),
});
export type Truth = z.infer<typeof Truth>;

export const Calls = z.object({ byOperation: z.record(z.string(), z.number()) });

/** The desk's own name on the platform. */
export const DESK = 'Your Desk';

/** The prices of an offer as they are typed: one for each leg, or the one net price of a standard spread. */
export const pricesOf = (offered: Pick<Truth['quotes'][number], 'legs' | 'spread-price'>): string[] =>
  offered.legs ? offered.legs.map(({ price: leg }) => String(leg)) : [String(offered['spread-price'])];
