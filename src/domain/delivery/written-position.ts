import * as z from 'zod/mini';

/** Whole numbers as short text: "123e4" is 1230000. */
const Amounts = z.array(z.string());
/** One series of a book as plain values; days since 1970. */
export const WrittenSeries = z.object({
  of: z.tuple([z.nullable(z.string()), z.nullable(z.string()), z.string()]),
  load: z.array(z.array(z.tuple([z.number(), z.number()]))),
  market: z.object({ zone: z.string(), dayStart: z.number(), peak: z.tuple([z.number(), z.number()]) }),
  changes: z.array(z.tuple([z.number(), z.string(), Amounts])),
  wholes: z.array(z.tuple([z.number(), z.number(), z.string(), Amounts])),
});
export type WrittenSeries = z.infer<typeof WrittenSeries>;

export const amountText = (amount: bigint): string => {
  const text = amount.toString();
  const digits = text.replace(/0+$/, '');
  return digits === '' ? '0' : `${digits}e${text.length - digits.length}`;
};
const powers = new Map<string, bigint>();
function amountIn(text: string): bigint {
  const [digits = '', zeros = '0'] = text.split('e');
  const power = powers.get(zeros) ?? 10n ** BigInt(zeros);
  powers.set(zeros, power);
  return BigInt(digits) * power;
}
export function amountsIn(texts: readonly string[], count: number): bigint[] {
  if (texts.length !== count) throw new RangeError('These are not the sums of a position.');
  return texts.map(amountIn);
}
