import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveriesNamed } from '../../../src/domain/delivery/named-deliveries';
import { productNamed } from '../../../src/domain/delivery/named-product';
import { productInWords } from '../../../src/domain/delivery/product-words';

const TODAY = '2026-11-22';

/** Each leg as "market | product | load", or the sentence of the failure. */
function read(text: string): string[] | string {
  const found = deliveriesNamed(text, TODAY);
  if (!found.ok) return found.failure.message;
  return found.value.map(({ market = '', product, load = '' }) => [market, product.name, load].join(' | '));
}

describe('a text of a table names deliveries', () => {
  it.each([
    ['Cal-27', [' | Cal-27 | ']],
    ['DE Cal-27 base', ['DE | Cal-27 | base']],
    ['de cal 27 peak', ['de | Cal-27 | peak']],
    ['TTF Dec-26', ['TTF | Dec-26 | ']],
    ['DE WE48-26 base', ['DE | WE48-26 | base']],
    ['DE 28 Nov 2026 base', ['DE | 28 Nov 2026 | base']],
    ['DE 1 Feb – 30 Apr 2027 base', ['DE | 1 Feb – 30 Apr 2027 | base']],
    ['1 Feb – 30 Apr 2027', [' | 1 Feb – 30 Apr 2027 | ']],
    ['DE Cal-27 08-20 Mon-Fri', ['DE | Cal-27 | 08-20 Mon-Fri']],
    ['GB Q1-27 EFA WD3-5', ['GB | Q1-27 | EFA WD3-5']],
    ['DE base Cal-27', ['DE | Cal-27 | base']],
    ['Cal-27 base DE', ['DE | Cal-27 | base']],
    ['NL/DE Cal-27 base', ['NL | Cal-27 | base', 'DE | Cal-27 | base']],
    ['NL + DE Cal-28 base', ['NL | Cal-28 | base', 'DE | Cal-28 | base']],
    ['NL Cal-27/28 base', ['NL | Cal-27 | base', 'NL | Cal-28 | base']],
    ['DE Q1/Q4-27 base', ['DE | Q1-27 | base', 'DE | Q4-27 | base']],
    ['DE Dec-26/Jan-27 base/peak', ['DE | Dec-26 | base', 'DE | Jan-27 | peak']],
    ['DE 28 Nov 2026/29 Nov 2026 base', ['DE | 28 Nov 2026 | base', 'DE | 29 Nov 2026 | base']],
    ['AT Cal-28 base EFP', ['AT | Cal-28 | base', 'AT | Cal-28 | base']],
    ['AT Cal-28 base EFP ECC/bilateral', ['AT | Cal-28 | base', 'AT | Cal-28 | base']],
    ['AT Cal-28 base EFP ICE Clear Europe/OTC', ['AT | Cal-28 | base', 'AT | Cal-28 | base']],
    ['DE base Cal-27; FR peak Q1-27', ['DE | Cal-27 | base', 'FR | Q1-27 | peak']],
    ['Q1-27 / Q4-27', [' | Q1-27 | ', ' | Q4-27 | ']],
    // Certificates have markets that no hours are known of, and a load may be the platform's own.
    ['EU-WIND Cal-27', ['EU-WIND | Cal-27 | ']],
    ['EU-HYDRO/AT Cal-27 base', ['EU-HYDRO | Cal-27 | base', 'AT | Cal-27 | base']],
    ['DE Cal-27 shaped', ['DE | Cal-27 | shaped']],
  ])('%s', (text, legs) => {
    expect(read(text)).toEqual(legs);
  });

  it.each([
    ['nonsense', 'There is no product "nonsense".'],
    ['more nonsense', 'There is no product "more nonsense".'],
    ['DE Cal-2x base', '"Cal-2x" in "DE Cal-2x base" is no delivery period.'],
    ['DE base', '"DE base" names no delivery period.'],
    ['bse Cal-27 DE', '"bse" in "bse Cal-27 DE" is neither a market nor a load.'],
    [
      'DE base Cal-27; FR bse Cal-27',
      '"bse" in "DE base Cal-27; FR bse Cal-27" is neither a market nor a load.',
    ],
    ['DE FR Cal-27 base', '"DE FR Cal-27 base" names more than one market and one load.'],
    ['2027-01-01 / 2027-10-01', '"2027-01-01 / 2027-10-01" is one day of each leg, and no delivery.'],
  ])('or says what was not understood: %s', (text, sentence) => {
    expect(read(text)).toBe(sentence);
  });

  it('reads two years as one winter or gas year, and of anything else as a spread', () => {
    expect(read('Win-27/28')).toEqual([' | Win-27 | ']);
    expect(read('GY27/28')).toEqual([' | GY27 | ']);
    expect(read('Cal-27/28')).toEqual([' | Cal-27 | ', ' | Cal-28 | ']);
    expect(productNamed('Cal-27/28', TODAY).ok).toBe(false);
    expect(productNamed('Win-27/29', TODAY).ok).toBe(false);
  });
});

const periods = fc.constantFrom(
  ['2027-01-01', '2027-12-31'],
  ['2028-01-01', '2028-12-31'],
  ['2027-10-01', '2028-03-31'],
  ['2028-10-01', '2029-03-31'],
  ['2027-04-01', '2027-09-30'],
  ['2027-10-01', '2028-09-30'],
  ['2028-10-01', '2029-09-30'],
  ['2027-01-01', '2027-03-31'],
  ['2027-10-01', '2027-12-31'],
  ['2026-12-01', '2026-12-31'],
  ['2026-11-23', '2026-11-29'],
  ['2026-11-28', '2026-11-29'],
  ['2026-11-28', '2026-11-28'],
  ['2026-11-29', '2026-11-29'],
  ['2027-02-01', '2027-04-30'],
  ['2027-05-01', '2028-01-31'],
);
const leg = fc.record({
  period: periods,
  market: fc.constantFrom('DE', 'FR', 'GB', 'TTF', 'THE', 'DE-LU', 'NO2'),
  loadProfile: fc.constantFrom('base', 'peak', 'offpeak', '08-20 Mon-Fri', 'EFA WD3-5'),
  action: fc.constantFrom('buy' as const, 'sell' as const),
});

it('whatever our tables say of a request reads as what its legs deliver', () => {
  fc.assert(
    fc.property(fc.array(leg, { minLength: 1, maxLength: 2 }), fc.boolean(), (given, isEfp) => {
      const legs = given.map(({ period: [deliveryStart = '', deliveryEnd = ''], ...one }) => ({
        ...one,
        deliveryStart,
        deliveryEnd,
      }));
      const text = productInWords({ legs, spreadType: isEfp ? 'efp' : 'time' });
      const found = deliveriesNamed(text, TODAY);
      if (!found.ok) throw new Error(`${text}: ${found.failure.message}`);
      expect(
        found.value.map(({ market, product, load }) => [market, product.start, product.end, load]),
      ).toEqual(legs.map((one) => [one.market, one.deliveryStart, one.deliveryEnd, one.loadProfile]));
    }),
    { numRuns: 1_000 },
  );
});
