import { describe, expect, it } from 'vitest';
import { sameUnit } from '../../src/domain/leg';
import { priceUnitOf } from '../../src/domain/price-unit';

const inParts = (unit: string) => {
  const { currency, worth, measure } = priceUnitOf(unit) ?? {};
  return [currency, worth, measure];
};

describe('a unit of price', () => {
  it.each(['p/th', 'P/th', 'pence/th', 'Pence/th', 'GBp/th', 'GBX/th', 'gbx/th'])('%s is pence', (unit) => {
    expect(inParts(unit)).toEqual(['GBP', '0.01', 'th']);
  });

  it.each(['ct/kWh', 'CT/kWh', 'Ct/kWh', 'cent/kWh', 'Cents/kWh', '€ct/kWh', 'EURct/kWh', 'Eurocent/kWh'])(
    '%s is cents',
    (unit) => {
      expect(inParts(unit)).toEqual(['EUR', '0.01', 'kWh']);
    },
  );

  it.each([
    ['EUR/MWh', 'EUR'],
    ['eur/MWh', 'EUR'],
    ['€/MWh', 'EUR'],
    ['£ / MWh', 'GBP'],
    ['gbp/MWh', 'GBP'],
    ['$/MWh', 'USD'],
    ['PLN/MWh', 'PLN'],
    ['RON/MWh', 'RON'],
  ])('%s is whole money in %s', (unit, currency) => {
    expect(inParts(unit)).toEqual([currency, '1', 'MWh']);
  });

  it.each(['foo/MWh', '1/MWh', 'MW/MWh', 'MWh/MWh', 'CTS/kWh', 'c/kWh', '/MWh', 'EUR', 'EUR/', 'EUR/MW/h'])(
    '%s is none',
    (unit) => {
      expect(priceUnitOf(unit)).toBeUndefined();
    },
  );

  it('is the same by the sign of its currency and by its code', () => {
    expect(sameUnit('€/MWh', 'EUR/MWh')).toBe(true);
    expect(sameUnit('£/th', 'GBP/th')).toBe(true);
    expect(sameUnit('£/th', 'p/th')).toBe(false);
    expect(sameUnit('€', '$')).toBe(false);
  });
});
