/** An exact decimal number: `units` × 10^−`decimals`. */
export interface Exact {
  readonly units: bigint;
  readonly decimals: number;
}

/** From plain decimal text, such as a price or a quantity. */
export function exactOf(text: string): Exact {
  const [whole = '', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), decimals: fraction.length };
}

export const times = (a: Exact, b: Exact): Exact => ({
  units: a.units * b.units,
  decimals: a.decimals + b.decimals,
});

export const timesCount = (a: Exact, count: number): Exact => times(a, { units: BigInt(count), decimals: 0 });

/** Negative when a is below b, zero when equal, positive when above: for what is not a price, such as quantities. */
export function comparedExact(a: string, b: string): number {
  const [left, right] = [exactOf(a), exactOf(b)];
  const decimals = Math.max(left.decimals, right.decimals);
  const difference = raised(left, decimals) - raised(right, decimals);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** Whether one is at least `factor` times as far from zero as the other. */
export function farApart(a: string, b: string, factor: bigint): boolean {
  const [left, right] = [exactOf(a), exactOf(b)];
  const decimals = Math.max(left.decimals, right.decimals);
  const [size, other] = [magnitude(raised(left, decimals)), magnitude(raised(right, decimals))];
  return size >= other * factor || other >= size * factor;
}

const raised = ({ units, decimals }: Exact, to: number): bigint => units * 10n ** BigInt(to - decimals);
const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

/** Plain decimal text again. */
export function textOf({ units, decimals }: Exact): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const sign = units < 0n ? '-' : '';
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
