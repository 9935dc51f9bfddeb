import type { TakenTrade } from './action';
import { sumOf } from './quantity';

/** What the records of the trades that took a quote say, each once: "Nordkraft / Borealis". */
export const saidOfTaken = (
  taken: readonly TakenTrade[],
  of: (trade: TakenTrade) => string | undefined,
): readonly string[] => [...new Set(taken.flatMap((trade) => of(trade) ?? []))];

/** Of all trades together; nothing while one of them does not say its own, or says it in another unit. */
export function quantityTaken(taken: readonly TakenTrade[]): string | undefined {
  const quantities = taken.flatMap(({ quantity }) => quantity ?? []);
  if (saidOfTaken(taken, ({ quantityUnit }) => quantityUnit).length > 1) return undefined;
  return taken.length > 0 && quantities.length === taken.length ? sumOf(quantities) : undefined;
}
