import type { SeenValue } from '../../domain/history';
import { Price } from '../../domain/price';
import type { SeenPrice } from './seen-prices';

/** What the gateway saw before a moment, as points: a gap begins where a value was good for less long than until the next one, or that moment. */
export function courseOf(values: readonly SeenValue[], moment: number): readonly SeenPrice[] {
  const before = values.filter(({ at }) => at < moment);
  return before.flatMap(({ at, until, value }, index): SeenPrice[] => {
    const price = Price.safeParse(value);
    const next = before[index + 1]?.at ?? moment;
    return [{ at, ...(price.success && { price: price.data }) }, ...(until < next ? [{ at: until }] : [])];
  });
}
