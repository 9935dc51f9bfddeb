import { describe, expect, it } from 'vitest';
import { readRequest } from '../../../src/contract/service/read-request';
import { BUILT_IN_BOUNDS } from '../../../src/domain/program/bounds';
import { beyondLive } from '../../../src/domain/program/guards';
import { ProgramOffer, WantedRow } from '../../../src/domain/program/wanted';
import { bodyOf } from '../../../src/gateway/programs/program-body';
import { legsOf } from '../../../src/gateway/programs/row-market';
import { singleRequest } from '../twins/fake-platform';

const leg = (action: 'buy' | 'sell', year: number, unit = 'EUR/MWh') => ({
  action,
  quantity: 10,
  'quantity-unit': 'MW',
  'price-unit': unit,
  commodity: 'power',
  market: 'NL',
  'delivery-start': `${year}-01-01`,
  'delivery-end': `${year}-12-31`,
});
const legs = (spreadPrice: string, units?: readonly [string, string]) => {
  const over = {
    role: 'recipient',
    contract: 'standard-spread',
    legs: [leg('buy', 2027, units?.[0]), leg('sell', 2028, units?.[1])],
  };
  const read = readRequest(singleRequest('RQ-2', over));
  if (!read.ok) throw new Error(read.failure.message);
  const price = { shape: 'standard-spread', spreadPrice };
  const offer = ProgramOffer.parse({ price, quantity: '10', allOrNone: true });
  const row = WantedRow.parse({ row: 1, requestId: 'RQ-2', direction: 'ask' });
  return legsOf(bodyOf('quotes', row, offer), read.value);
};

describe('the money of a standard spread', () => {
  it('is its net price times its quantity, over the leg that delivers more', () => {
    // 2028 has 8,784 hours, 24 more than 2027.
    expect(legs('-4.5').map(({ notional }) => notional)).toEqual([
      { unit: 'EUR', amount: '395280' },
      { unit: 'EUR', amount: '0' },
    ]);
    expect(beyondLive(legs('-4.5'), [], BUILT_IN_BOUNDS.bounds)).toBeUndefined();
  });

  it('counts for the bound of money', () => {
    expect(beyondLive(legs('500'), [], BUILT_IN_BOUNDS.bounds)).toBe(
      'It is 43,920,000 EUR; the bound is 20,000,000 EUR live at once.',
    );
  });

  it('cannot be told where its legs are priced in different money', () => {
    const says = beyondLive(legs('-4.5', ['EUR/MWh', 'GBP/MWh']), [], BUILT_IN_BOUNDS.bounds);
    expect(says).toBe('How much money it is worth is not known.');
  });
});
