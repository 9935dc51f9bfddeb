import * as z from 'zod/mini';
import { compared, Price, priceOf } from './price';

/** Exact decimal text above zero, in its shortest form; its unit stands beside it in the record. */
export const Quantity = z
  .string()
  .check(z.refine((text) => Price.safeParse(text).success && compared(text as Price, '0' as Price) > 0))
  .brand<'Quantity'>();
export type Quantity = z.infer<typeof Quantity>;

/** The quantity that a JSON number or a person's text writes; `undefined` when it is not one. Nothing is rounded. */
export function quantityOf(written: number | string): Quantity | undefined {
  const parsed = Quantity.safeParse(priceOf(written));
  return parsed.success ? parsed.data : undefined;
}
