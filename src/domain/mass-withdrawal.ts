import * as z from 'zod/mini';
import { ActionId } from './identifiers';
import { By } from './person';

/** One press of "Withdraw all": nothing that was pressed before it goes live after it. */
export const MassWithdrawal = z.object({
  /** Counts them in one environment, from 1 on. */
  number: z.number(),
  /** Epoch ms. */
  at: z.number(),
  /** Made by the page that pressed, so that it knows its own. */
  id: ActionId,
  /** Firm price proposals of the desk are deleted as well. */
  proposals: z.optional(z.boolean()),
  /** Who pressed it. */
  by: z.optional(By),
});
export type MassWithdrawal = z.infer<typeof MassWithdrawal>;

/**
 * Whether a press is about an offer that is live: it was sent before. One that a person had recorded as not sent was unknown to
 * whoever pressed before its record was found, and the same may have been sent again since: a person decides. `since`: epoch ms.
 */
export const isOfRecall = (
  { recall, isCorrected, since }: { recall: number; isCorrected: boolean; since: number },
  { number, at }: Pick<MassWithdrawal, 'number' | 'at'>,
): boolean => recall < number && (!isCorrected || since <= at);
