import type { Temporal } from 'temporal-polyfill';
import type { Chance } from '../../effects/chance';
import { exact } from './amount';
import { catalogue, power, product } from './catalogue';
import { kindOf } from './contract-kind';
import { oneOf } from './counterparty';
import { hoursOfYears, periodAhead, type Period } from './delivery';
import { MARKETS, opposite, type Side, type Leg, type Product } from './leg';
import type { TenderRequest } from './tender-request';

/** What a new request asks for. */
export type Draft = Pick<TenderRequest, 'legs' | 'kind' | 'allOrNone'>;

export const DRAFT_SORTS = [
  'single',
  'location',
  'time',
  'standard',
  'swap',
  'same-direction',
  'efp',
] as const;
export type DraftSort = (typeof DRAFT_SORTS)[number];

interface Wish {
  readonly sort: DraftSort;
  readonly action: Side;
  readonly today: Temporal.PlainDate;
}

/** A request of a certain sort for something that is dealt in, the rest by chance. `action` is that of leg 1. */
export function someDraft({ sort, action, today }: Wish, chance: Chance): Draft {
  const other = opposite(action);
  const size = oneOf([5, 10, 15, 20, 25], chance);
  const year = periodAhead(today, 'year', oneOf([1, 2], chance));
  const [market, neighbour] = oneOf(NEIGHBOURS, chance);
  switch (sort) {
    case 'single':
      return single(oneOf(catalogue(today), chance), action, chance() < 0.5);
    case 'location':
      return drafted(
        [leg(power(market, year), action, size), leg(power(neighbour, year), other, size)],
        true,
      );
    case 'same-direction':
      return drafted(
        [leg(power(market, year), action, size), leg(power(neighbour, year), action, size)],
        true,
      );
    case 'time': {
      const far = periodAhead(today, 'quarter', oneOf([3, 4], chance));
      const near = periodAhead(today, 'quarter', 1);
      return drafted([leg(power(market, near), action, size), leg(power(market, far), other, size)], true);
    }
    case 'standard': {
      const [first, second] = neighbours(today, oneOf(['month', 'quarter', 'year'], chance), market);
      return drafted([leg(first, action, size), leg(second, other, size)], true);
    }
    case 'swap': {
      const certificate = product('goo', oneOf(MARKETS.goo, chance), year);
      const legs = [
        leg(certificate, action, size * hoursOfYears(year)),
        leg(power(market, year), 'buy', size),
      ] as const;
      return drafted([...legs, leg(power(market, year), 'sell', size)], true);
    }
    case 'efp': {
      const cleared = { type: 'exchange', house: 'ECC' } as const;
      const exchange = { ...leg(power(market, year), action, size), clearing: cleared };
      return drafted([exchange, leg(power(market, year), other, size)], true);
    }
  }
}

/** A request for one product. Certificates are asked for by the thousand. */
export const single = (wanted: Product, action: Side, allOrNone: boolean): Draft =>
  drafted([leg(wanted, action, wanted.commodity === 'goo' ? 5000 : 10)], allOrNone);

/** DE against FR, peak of next year: what somebody wants to price who has marks of both. */
export const peakSpread = (today: Temporal.PlainDate): Draft => {
  const year = periodAhead(today, 'year', 1);
  return drafted(
    [leg(power('DE', year, 'peak'), 'buy', 10), leg(power('FR', year, 'peak'), 'sell', 10)],
    true,
  );
};

const NEIGHBOURS = [
  ['DE', 'FR'],
  ['NL', 'DE'],
  ['AT', 'DE'],
] as const;

const neighbours = (today: Temporal.PlainDate, period: Period, market: string): [Product, Product] => [
  power(market, periodAhead(today, period, 1)),
  power(market, periodAhead(today, period, 2)),
];

function drafted(legs: readonly [Leg, ...Leg[]], allOrNone: boolean): Draft {
  const kind = kindOf(legs);
  if (!kind) throw new Error('these legs make no contract');
  return { legs, kind, allOrNone };
}

const leg = (wanted: Product, action: Side, quantity: number): Leg => ({
  ...wanted,
  action,
  quantity: exact(quantity),
  clearing: { type: 'bilateral', house: null },
  price: null,
});
