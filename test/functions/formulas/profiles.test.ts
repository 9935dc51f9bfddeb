import { describe, expect, it } from 'vitest';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import { CellFailure } from '../../../src/functions/cells/cell-failure';
import type { Formula } from '../../../src/functions/cells/context';
import { daySerial } from '../../../src/functions/cells/sheet-time';
import { periodsFormula } from '../../../src/functions/formulas/delivery';
import {
  allInFormula,
  profileFormula,
  profilePriceFormula,
  sparkFormula,
} from '../../../src/functions/formulas/profiles';
import { errorOf, MemoryDesk, rowsOf } from '../formula-context';

/** What a formula shows that asks nothing of the desk; sentences of errors as text. */
function shown(formula: Formula): unknown[][] | string {
  if (typeof formula === 'function') throw new Error('It asks the desk.');
  if (formula instanceof CellFailure) return formula.message;
  return formula.map((row) => row.map((cell) => (cell instanceof CellFailure ? cell.message : cell)));
}
const day = daySerial;

describe('PERIODS', () => {
  const periods = (product: unknown, by?: unknown, load?: unknown, unit?: unknown) =>
    shown(periodsFormula({ product, by, load, market: null, unit }));

  it('cuts a product at the ends of months, quarters, years and days', () => {
    expect(periods('Q1-27')).toEqual([
      ['product', 'start', 'end', 'h'],
      ['Jan-27', day('2027-01-01'), day('2027-01-31'), 744],
      ['Feb-27', day('2027-02-01'), day('2027-02-28'), 672],
      ['Mar-27', day('2027-03-01'), day('2027-03-31'), 743],
    ]);
    expect(periods('Cal-27', 'quarter', 'peak').slice(1)).toEqual([
      ['Q1-27', day('2027-01-01'), day('2027-03-31'), 768],
      ['Q2-27', day('2027-04-01'), day('2027-06-30'), 780],
      ['Q3-27', day('2027-07-01'), day('2027-09-30'), 792],
      ['Q4-27', day('2027-10-01'), day('2027-12-31'), 792],
    ]);
    expect(periods('WE48-26', 'days', null, 'qh').slice(1)).toEqual([
      ['28 Nov 2026', day('2026-11-28'), day('2026-11-28'), 96],
      ['29 Nov 2026', day('2026-11-29'), day('2026-11-29'), 96],
    ]);
    expect(periods('GY27', 'year').slice(1)).toHaveLength(2);
  });

  it('says what it cannot cut by', () => {
    expect(periods('Cal-27', 'week')).toContain('by cannot be "week".');
    expect(periods([['Q1-27'], ['Q2-27']])).toContain('product takes one cell here, not a range.');
    expect(periods('Q1-27', 'month', [['base', 'peak']])).toContain('load takes one cell here');
    expect(periods([['Q1-27'], ['']]).slice(1)).toHaveLength(3);
    expect(periods('nonsense')).toContain('There is no product "nonsense".');
  });
});

const HOURS = Array.from({ length: 24 }, (_, hour) => [hour >= 8 && hour < 20 ? 15 : 10]);

describe('PROFILE', () => {
  const profile = (values: unknown, period: unknown, minutes?: unknown, format?: unknown) =>
    shown(profileFormula({ values, period, minutes, format, market: null }));

  it('sums a row of numbers by month and in all', () => {
    expect(profile(HOURS, '2026-11-27')).toEqual([
      ['product', 'start', 'end', 'values', 'MWh', 'least MW', 'most MW', 'peak share'],
      ['27 Nov 2026', day('2026-11-27'), day('2026-11-27'), 24, 300, 10, 15, 0.6],
    ]);
    const twoMonths = Array.from({ length: (30 + 31) * 24 }, () => [0.1]);
    const table = profile([['MW'], ...twoMonths], '2026-11-01');
    if (typeof table === 'string') throw new Error(table);
    expect(table.slice(1).map(([name, , , values, energy]) => [name, values, energy])).toEqual([
      ['Nov-26', 720, 72],
      ['Dec-26', 744, 74.4],
      ['1 Nov – 31 Dec 2026', 1464, 146.4],
    ]);
  });

  it('says how many values there should be, which one is empty, and what it does not know', () => {
    expect(profile(HOURS, 'Dec-26')).toContain(
      '24 values are not Dec-26: it has 744 hours, 2,976 quarter hours.',
    );
    expect(profile([[1]], '2026-11-27')).toContain('1 value is not 27 Nov 2026: it has 24 hours,');
    expect(profile([[1]], 'Dec-26')).toContain('1 value is not Dec-26:');
    const gasDay = Array.from({ length: 24 }, () => [1]);
    expect(profile(gasDay, 'TTF 2027-03-27', 60)).toContain('02:00 of 2027-03-28 is not on the clock.');
    expect(profile([[1], [''], [2]], '2026-11-27')).toContain('Number 2 of the values is empty.');
    expect(profile(HOURS, '2026-11-27', 30)).toContain('minutes cannot be "30". Type 60 or 15.');
    expect(profile(HOURS, '2026-11-27', null, '25/25')).toContain('format cannot be "25/25".');
    expect(profile([['x'], ['y']], '2026-11-27')).toContain('"y" is not a number.');
  });

  it('takes 0 as text, and no number that is too large for a sum', () => {
    expect(profile([['0,0'], ...HOURS.slice(1)], '2026-11-27')[1]?.slice(3, 6)).toEqual([24, 290, 0]);
    expect(profile([[1e308], ...HOURS.slice(1)], '2026-11-27')).toContain('is out of range.');
  });

  it('counts by the clocks of the market that the text of its period says', () => {
    // The clock changes within the gas day of 27 March.
    const gasDay = Array.from({ length: 23 }, () => [1]);
    expect(profile(gasDay, 'TTF 27 Mar 2027')[1]?.slice(3, 5)).toEqual([23, 23]);
    expect(profile(gasDay, 'DE 27 Mar 2027')).toContain('23 values are not 27 Mar 2027');
  });
});

describe('PROFILEPRICE', () => {
  const price = (
    prices: unknown,
    peakPrices: unknown = null,
    values: unknown = HOURS,
    period: unknown = '2026-11-27',
  ) =>
    shown(
      profilePriceFormula({
        values,
        period,
        prices,
        peakPrices,
        minutes: null,
        format: null,
        market: null,
      }),
    );

  it('values a day by itself as within its month, and a weekend by the hours that are not peak', () => {
    const marks = [[['Cal-26', 80]], [['Cal-26', 95]]] as const;
    const day = Array.from({ length: 24 }, (_, hour) => hour + 1);
    const monthWith = (first: number): number[][] => {
      const hours = Array.from({ length: 720 }, () => 0);
      hours.splice(24 * (first - 1), 24, ...day);
      return hours.map((mw) => [mw]);
    };
    for (const date of [27, 28]) {
      const alone = price(
        ...marks,
        day.map((mw) => [mw]),
        `2026-11-${date}`,
      )[1]?.[2];
      const within = price(...marks, monthWith(date), 'Nov-26')[1]?.[2];
      expect([date, alone]).toEqual([date, expect.closeTo(Number(within), 6)]);
    }
    // Saturday: (80 × 720 − 95 × 252) / 468.
    const saturday = price(
      ...marks,
      day.map((mw) => [mw]),
      '2026-11-28',
    )[1]?.[2];
    expect(saturday).toBeCloseTo((300 * (80 * 720 - 95 * 252)) / 468, 6);
  });

  it('values a profile by base and peak, with premium, hedge and what it leaves open', () => {
    // November has 720 hours and 252 of peak: the others cost (80 × 720 − 100 × 252) / 468 = 69.23.
    const other = (80 * 720 - 100 * 252) / 468;
    const [name, mwh, value, ...rest] = price([['Nov-26', 80]], [['Nov-26', 100]])[1] ?? [];
    expect([name, mwh]).toEqual(['27 Nov 2026', 300]);
    expect(value).toBeCloseTo(180 * 100 + 120 * other, 6);
    const basePrice = (100 + other) / 2;
    expect(rest.slice(0, 3)).toEqual([
      expect.closeTo(Number(value) / 300, 6),
      expect.closeTo(basePrice, 6),
      expect.closeTo(Number(value) / 300 - basePrice, 6),
    ]);
    expect(rest.slice(3)).toEqual([0.6, 10, 5, 0, 0]);
  });

  it('values it by an hourly curve', () => {
    const hourly = HOURS.map(([mw]) => [mw === 15 ? 100 : 60]);
    expect(price(hourly).slice(1)).toEqual(
      ['27 Nov 2026', 'Total'].map((name) => [name, 300, 25_200, 84, 80, 4, 0.6, 10, 5, 0, 0]),
    );
    expect(price(hourly.slice(1))).toContain('There are 23 prices for 24 intervals.');
    expect(price([[80]])).toContain('There is 1 price for 24 intervals.');
  });

  it('has a row for each month, also for a single one, and the total below them', () => {
    const base = [['Cal-26', 80]];
    const november = Array.from({ length: 720 }, () => [1]);
    const december = Array.from({ length: 744 }, () => [1]);
    const firsts = (values: unknown, period: string): unknown[] => {
      const table = price(base, null, values, period);
      return typeof table === 'string' ? [table] : table.map(([name, mwh]) => [name, mwh]);
    };
    expect(firsts(november, 'Nov-26')).toEqual([
      ['period', 'MWh'],
      ['Nov-26', 720],
      ['Total', 720],
    ]);
    expect(firsts([...november, ...december], '2026-11-01').slice(1)).toEqual([
      ['Nov-26', 720],
      ['Dec-26', 744],
      ['Total', 1464],
    ]);
  });

  it('takes market and load as texts say them, and refuses prices of another one', () => {
    const price = (period: string, prices: unknown, peakPrices: unknown = null, market: unknown = null) =>
      shown(
        profilePriceFormula({
          values: HOURS,
          period,
          prices,
          peakPrices,
          minutes: null,
          format: null,
          market,
        }),
      );
    const plain = price('2026-11-27', [['Nov-26', 80]], [['Nov-26', 100]], 'FR');
    const told = price('FR 27 Nov 2026 base', [['FR Nov-26 base', 80]], [['FR peak Nov-26', 100]]);
    expect(plain).toHaveLength(3);
    expect(told).toEqual(plain);
    expect(price('2026-11-27', [['FR Nov-26 base', 80]], [['DE Nov-26 peak', 100]])).toBe(
      '"FR Nov-26 base" is of FR, and "DE Nov-26 peak" is of DE. Correct one of the two, or leave it out.',
    );
    expect(price('2026-11-27', [['FR Nov-26 peak', 80]])).toContain(
      'These are to be prices of base, and "FR Nov-26 peak" is of peak.',
    );
    expect(price('FR 27 Nov 2026 peak', [['Nov-26', 80]])).toContain(
      'A profile has every hour, and "FR 27 Nov 2026 peak" is of peak.',
    );
  });

  it('has no price where the curve has a gap', () => {
    expect(price([['Dec-26', 80]])).toMatch(/No price for 27 Nov 2026\./);
  });
});

describe('ALLIN', () => {
  const allIn = (over: Partial<Parameters<typeof allInFormula>[0]>) =>
    shown(
      allInFormula({
        price: 71.5,
        costs: [
          [0.1, 'EUR/MWh'],
          [876, 'EUR'],
        ],
        action: 'buy',
        quantity: 10,
        unit: 'MW',
        product: 'Cal-27',
        load: null,
        market: null,
        priceUnit: null,
        ...over,
      }),
    );

  it('adds costs for who buys and takes them from who sells, cell by cell', () => {
    expect(allIn({})).toEqual([[71.61]]);
    expect(allIn({ action: 'sell', price: [[71.5], [''], [80]] })).toEqual([[71.39], [''], [79.89]]);
    expect(allIn({ costs: [[73, 'EUR/MW/month']] })).toEqual([[71.6]]);
  });

  it('spreads costs over any unit of energy or power', () => {
    for (const [quantity, unit] of [
      [87.6, 'GWh'],
      [240, 'MWh/d'],
      [10_000, 'kW'],
      [87_600_000, 'kWh'],
    ])
      expect(allIn({ quantity, unit })).toEqual([[71.61]]);
    expect(allIn({ quantity: 10_000, unit: 'kW', costs: [[73, 'EUR/MW/month']] })).toEqual([[71.6]]);
    expect(allIn({ unit: 'lots' })).toEqual([[expect.stringContaining('"lots" is no unit of energy.')]]);
  });

  it('refuses what it would have to assume', () => {
    expect(allIn({ quantity: null })).toEqual([[expect.stringContaining('which is not known')]]);
    expect(allIn({ priceUnit: 'GBP/MWh' })).toEqual([[expect.stringContaining('A cost in EUR')]]);
    for (const quantity of [-10, '0'])
      expect(allIn({ quantity })).toEqual([[expect.stringContaining(`The quantity cannot be ${quantity}.`)]]);
    expect(allIn({ quantity: 1e-320 })).toEqual([[expect.stringContaining('is out of range')]]);
    expect(allIn({ action: 'hold' })).toEqual([[expect.stringContaining('action cannot be "hold".')]]);
    expect(allIn({ costs: [[1, '']] })).toContain('A cost has no unit.');
  });
});

describe('SPARK', () => {
  const spark = (efficiency: unknown, fx: unknown = null) =>
    shown(sparkFormula({ power: 90, fuel: 30, carbon: 70, efficiency, emission: 0.2, fx }));

  it('takes fuel and carbon from the price of power', () => {
    expect(spark(0.5)).toEqual([[2]]);
    expect(spark(0.5, 1.2)).toEqual([[-10]]);
    for (const empty of ['', 0, [['']], [[0]]])
      expect(spark(0.5, empty)).toEqual([[expect.stringContaining('exchange rate is empty, or 0')]]);
    expect(spark(50)).toEqual([[expect.stringContaining('Enter a share such as 0.5 or 49.13%.')]]);
    expect(spark(0.5, -1.2)).toEqual([[expect.stringContaining('The exchange rate cannot be -1.2.')]]);
    for (const [share, rate] of [
      [0.5, 1e308],
      [1e-320, 1],
    ])
      expect(spark(share, rate)).toEqual([[expect.stringContaining('is out of range')]]);
    const kilograms = sparkFormula({
      power: 90,
      fuel: 30,
      carbon: 70,
      efficiency: 0.5,
      emission: 202,
      fx: null,
    });
    expect(shown(kilograms)).toEqual([[expect.stringContaining('An emission of "202" is not possible.')]]);
  });
});

describe('the load shape of a request or a trade', () => {
  const point = (from: string, to: string, quantity: number) => ({
    ...{ leg: 1, from, to, quantity, 'load-profile': 'base', 'quantity-unit': 'MW' },
  });
  const points = [point('2027-01-01', '2027-01-31', 10), point('2027-02-01', '2027-02-28', 20)];
  const desk = () =>
    new MemoryDesk().knows({ kind: 'request-load-shapes', id: RequestId.parse('RQ-1') }, { points, raw: {} });
  const given = { period: null, minutes: null, format: null, market: 'DE' };

  it('is a profile by its id', () => {
    const known = desk();
    const rows = rowsOf(profileFormula({ ...given, values: [['RQ-1']] }), known);
    expect(rows.slice(1)).toEqual([
      ['Jan-27', day('2027-01-01'), day('2027-01-31'), 744, 7440, 10, 10, 0.3387096774],
      ['Feb-27', day('2027-02-01'), day('2027-02-28'), 672, 13440, 20, 20, 0.3571428571],
      ['1 Jan – 28 Feb 2027', day('2027-01-01'), day('2027-02-28'), 1416, 20880, 10, 20, 0.3505747126],
    ]);
    expect(known.asking).toEqual(['{"id":"RQ-1","kind":"request-load-shapes"}']);
  });

  it('has a price at a curve', () => {
    const prices = [
      ['Jan-27', 100],
      ['Feb-27', 70],
    ];
    const formula = profilePriceFormula({ ...given, values: 'RQ-1', prices, peakPrices: null });
    const total = rowsOf(formula, desk()).at(-1);
    expect(total?.slice(0, 3)).toEqual(['Total', 20880, 7440 * 100 + 13440 * 70]);
  });

  it('says what it wants, and what the platform said', () => {
    const ask = (over: Partial<Parameters<typeof profileFormula>[0]>, known = desk()) =>
      errorOf(profileFormula({ ...given, values: 'RQ-1', ...over }), known);
    expect(ask({ market: null })).toBe(
      '#VALUE! A load shape does not say its market. Give market, such as "DE".',
    );
    expect(ask({ period: 'Cal-27' })).toContain(
      'The load shape says its days itself. Leave the period empty.',
    );
    const none = new MemoryDesk().knows(
      { kind: 'trade-load-shapes', id: TradeId.parse('TR-1') },
      { points: [], raw: {} },
    );
    expect(ask({ values: 'TR-1' }, none)).toBe('#N/A The platform has no load shape for TR-1 yet.');
  });
});
