import { monthsOf } from './delivery';
import { quantityUnit, type Leg } from './leg';

/** The load shape of some legs: what each of them delivers, month by month. */
export const loadShape = (legs: readonly Leg[]): readonly Record<string, unknown>[] =>
  legs.flatMap((leg, index) =>
    monthsOf(leg.delivery).map((month) => ({
      leg: index + 1,
      from: month.start,
      to: month.end,
      'load-profile': leg.loadProfile,
      quantity: leg.quantity.toNumber(),
      'quantity-unit': quantityUnit(leg.commodity),
    })),
  );
