import * as z from 'zod/mini';

const Dated = z.object({ id: z.string(), at: z.number() });

/** What the platform's lists said when they were compared last. Times are epoch ms. */
export const Mark = z.object({
  /** When the lists were asked for. */
  at: z.number(),
  /** Requests that were open, or that are over but wait for their last prices. */
  openIds: z.array(z.string()),
  /** Requests that no list has any more, and since when. */
  missing: z.array(Dated),
  /** Requests concluded lately. */
  concluded: z.array(Dated),
  /** Trades of lately. */
  trades: z.array(Dated),
  /** Calls that comparing has taken on the service's day that ends at `dayEndsAt`. */
  calls: z.number(),
  dayEndsAt: z.number(),
});
export type Mark = z.infer<typeof Mark>;

/** Where the last known moment of one environment is kept. There is one; the newer replaces the older. */
export interface MarkStore {
  read(): Mark | undefined;
  /** Throws when it cannot be kept: then the one before stays, and the same is found again. */
  write(mark: Mark): void;
}
