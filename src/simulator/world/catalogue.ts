import type { Temporal } from 'temporal-polyfill';
import { nextWeekend, periodAhead, type Delivery, type Period } from './delivery';
import { MARKETS, type Commodity, type Product } from './leg';

const AHEAD: Readonly<Record<Period, number>> = { month: 3, quarter: 4, year: 3 };

/** Everything that others deal in on a day: months, quarters, years, and the weekend's power. */
export function catalogue(today: Temporal.PlainDate): readonly Product[] {
  const deliveries = (['month', 'quarter', 'year'] as const).flatMap((period) =>
    Array.from({ length: AHEAD[period] }, (_, index) => periodAhead(today, period, index + 1)),
  );
  const years = Array.from({ length: 2 }, (_, index) => periodAhead(today, 'year', index));
  return [
    ...MARKETS.power.flatMap((market) => [
      ...deliveries.flatMap((delivery) => [power(market, delivery), power(market, delivery, 'peak')]),
      power(market, nextWeekend(today)),
    ]),
    ...MARKETS.gas.flatMap((market) => deliveries.map((delivery) => product('gas', market, delivery))),
    ...MARKETS.goo.flatMap((market) => years.map((delivery) => product('goo', market, delivery))),
  ];
}

export const power = (market: string, delivery: Delivery, loadProfile = 'base'): Product => ({
  commodity: 'power',
  market,
  delivery,
  loadProfile,
});

export const product = (
  commodity: Exclude<Commodity, 'power'>,
  market: string,
  delivery: Delivery,
): Product => ({
  commodity,
  market,
  delivery,
  loadProfile: commodity === 'gas' ? 'base' : null,
});
