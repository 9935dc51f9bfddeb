import { describe, expect, it } from 'vitest';
import { Quantity } from '../../../src/domain/quantity';
import { sumsInWords } from '../../../src/taskpane/request/sums';
import { formatters, leg, perLeg, price, spread, swap } from '../examples';

const WINTER = { deliveryStart: '2027-01-01', deliveryEnd: '2027-03-31', quantity: Quantity.parse('20') };
const AUTUMN = { deliveryStart: '2027-10-01', deliveryEnd: '2027-12-31', quantity: Quantity.parse('20') };
const inTime = (other: Parameters<typeof leg>[0] = {}) =>
  spread({ spreadType: 'time', legs: [leg(WINTER), leg({ action: 'sell', ...AUTUMN, ...other })] });
const words = (request: Parameters<typeof sumsInWords>[0], ...prices: string[]) =>
  sumsInWords(
    request,
    { quantity: Quantity.parse('20'), ...(prices.length > 0 && { price: perLeg(...prices) }) },
    formatters,
  );

describe('of a spread in time, whose legs have unlike hours', () => {
  it('both energies are told, and the money of leg 1 less that of leg 2', () => {
    expect(words(inTime(), '80.5', '82.1')).toBe(
      `20 MW · 43,180 and 44,180 MWh · ${formatters.whole('-151188')} EUR net`,
    );
    // Where the longer leg is the cheaper one a net price above zero may still be money below it.
    expect(words(inTime(), '82.2', '82.1')).toBe(
      `20 MW · 43,180 and 44,180 MWh · ${formatters.whole('-77782')} EUR net`,
    );
  });

  it('money is added up where both legs go the same way', () => {
    expect(words(inTime({ action: 'buy' }), '80.5', '82.1')).toContain('7,103,168 EUR net');
  });

  it('there are energies and no money before both prices are stated', () => {
    expect(words(inTime())).toBe('20 MW · 43,180 and 44,180 MWh');
  });

  it('the other leg counts with its own quantity', () => {
    expect(words(inTime({ quantity: Quantity.parse('10') }), '80.5', '82.1')).toBe(
      '20 MW · 43,180 and 22,090 MWh · 1,662,401 EUR net',
    );
  });

  it('there is no money where the legs are paid in two currencies', () => {
    expect(words(inTime({ priceUnit: 'GBP/MWh' }), '80.5', '82.1')).toBe('20 MW · 43,180 and 44,180 MWh');
  });
});

it('of legs that deliver alike says their energy once, and the net price times it', () => {
  const alike = spread({ legs: [leg(WINTER), leg({ ...WINTER, action: 'sell', market: 'FR' })] });
  expect(words(alike, '30', '29')).toBe('20 MW · 43,180 MWh each leg · 43,180 EUR net');
});

it('of a swap has the money of its certificates alone', () => {
  expect(words(swap(), '0.5', '80', '80')).toBe('20 MWh · 10 EUR');
});

const quantity = Quantity.parse('20');
const standard = { shape: 'standard-spread', spreadPrice: price('1.85') } as const;
const nextYear = { deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' };

it('says the energy of both legs where they deliver differently, and the money of a net price by leg 1', () => {
  const years = spread({ contract: 'standard-spread', legs: [leg(), leg({ action: 'sell', ...nextYear })] });
  expect(sumsInWords(years, { price: standard, quantity }, formatters)).toBe(
    '20 MW · 175,200 and 175,680 MWh · 324,120 EUR net by leg 1 · an estimate until the legs have prices',
  );
});

it('says one energy, and the net, where they deliver alike', () => {
  const places = spread({ contract: 'standard-spread' });
  expect(sumsInWords(places, { price: standard, quantity }, formatters)).toBe(
    '20 MW · 175,200 MWh each leg · 324,120 EUR net',
  );
});

it('what certificates come to is exact, for no hour is counted', () => {
  const { loadProfile: _, ...certificate } = leg({
    commodity: 'goo',
    quantity: Quantity.parse('87600'),
    quantityUnit: 'MWh',
  });
  const told = sumsInWords(
    { ...spread(), contract: 'single', legs: [certificate] },
    { quantity: Quantity.parse('87600'), price: { shape: 'single', price: price('0.84') } },
    formatters,
  );
  expect(told).toBe('87,600 MWh · 73,584 EUR');
});

it('who pays is said in words where the side is known, and no sign has to be read', () => {
  const single = { ...spread(), contract: 'single', legs: [leg(WINTER)] };
  const told = (amount: string, side: 'buy' | 'sell') =>
    sumsInWords(single, { quantity, side, price: { shape: 'single', price: price(amount) } }, formatters);
  expect(told('30', 'buy')).toBe('20 MW · 43,180 MWh · you pay 1,295,400 EUR');
  expect(told('30', 'sell')).toContain('you receive 1,295,400 EUR');
  expect(told('-3', 'buy')).toContain('you receive 129,540 EUR');
  expect(told('-3', 'sell')).toContain('you pay 129,540 EUR');
  expect(told('0', 'sell')).toBe('20 MW · 43,180 MWh · 0 EUR');
  const net = { price: perLeg('80.5', '82.1'), quantity };
  expect(sumsInWords(inTime(), { ...net, side: 'buy' }, formatters)).toContain('you receive 151,188 EUR net');
  expect(sumsInWords(inTime(), { ...net, side: 'sell' }, formatters)).toContain('you pay 151,188 EUR net');
});
