import { describe, expect, it } from 'vitest';
import { allInPrice, cleanSpread, type Cost } from '../../../src/domain/delivery/costs';

const OVER = { energy: '87600', power: '10', months: 12 };
const all = (
  costs: readonly Cost[],
  side: 'buy' | 'sell' = 'buy',
  over: Parameters<typeof allInPrice>[2]['over'] = OVER,
) => {
  const price = allInPrice('80', costs, { side, currency: 'EUR', over });
  return price.ok ? price.value : price.failure.message;
};

describe('a price with its costs', () => {
  it('adds what is by MWh, once for the trade, by MW and month, and in per cent', () => {
    expect(all([])).toBe('80');
    expect(all([{ amount: '0.1', unit: 'EUR/MWh' }])).toBe('80.1');
    expect(all([{ amount: '876', unit: 'EUR' }])).toBe('80.01');
    expect(all([{ amount: '73', unit: 'EUR/MW/month' }])).toBe('80.1');
    expect(all([{ amount: '0.5', unit: '%' }])).toBe('80.4');
    expect(all([{ amount: '5', unit: 'ct/MWh' }])).toBe('80.05');
    expect(all([{ amount: '5', unit: 'CT/MWh' }])).toBe('80.05');
    expect(all([{ amount: '876', unit: '€' }])).toBe('80.01');
  });

  it('takes them from what is sold', () => {
    expect(
      all(
        [
          { amount: '0.1', unit: 'EUR/MWh' },
          { amount: '-876', unit: 'EUR' },
        ],
        'sell',
      ),
    ).toBe('79.91');
  });

  it('assumes no rate, no energy and no unit', () => {
    expect(all([{ amount: '1', unit: 'GBP/MWh' }])).toBe('A cost in GBP cannot be added to a price in EUR.');
    expect(all([{ amount: '1', unit: 'EUR/kW' }])).toBe('"EUR/kW" is not a unit of a cost.');
    expect(all([{ amount: '1', unit: 'foo' }])).toBe('"foo" is not a unit of a cost.');
    const nothing = { energy: undefined, power: undefined, months: undefined };
    expect(all([{ amount: '1', unit: 'EUR' }], 'buy', nothing)).toContain('which is not known');
    expect(all([{ amount: '1', unit: 'EUR/MW/month' }], 'buy', { ...OVER, power: undefined })).toContain(
      'needs a quantity of power',
    );
  });
});

describe('the clean spread', () => {
  const given = { power: '90', fuel: '30', carbon: '70', efficiency: '0.5', emission: '0.2', fx: '1' };
  it('takes the fuel and the carbon of one MWh of power', () => {
    expect(cleanSpread(given)).toBe('2');
    expect(cleanSpread({ ...given, fx: '1.2' })).toBe('-10');
    expect(cleanSpread({ ...given, efficiency: '0.4913', fuel: '0', carbon: '0' })).toBe('90');
  });
});
