import { describe, expect, it } from 'vitest';
import { CellFailure } from '../../../src/functions/cells/cell-failure';
import { daySerial } from '../../../src/functions/cells/sheet-time';
import type { Formula } from '../../../src/functions/cells/context';
import {
  convertFormula,
  curveFormula,
  energyFormula,
  hoursFormula,
  periodsFormula,
  notionalFormula,
  productFormula,
  stripFormula,
} from '../../../src/functions/formulas/delivery';

/** What a formula shows that asks nothing of the desk; sentences of errors as text. */
function shown(formula: Formula): unknown {
  if (typeof formula === 'function') throw new Error('It asks the desk.');
  if (formula instanceof CellFailure) return formula.message;
  return formula.map((row) => row.map((cell) => (cell instanceof CellFailure ? cell.message : cell)));
}
const product = (name: unknown, part?: unknown, asOf: unknown = '2026-11-22', end?: unknown) =>
  shown(productFormula({ product: name, end, part, asOf }));
const hours = (name: unknown, load?: unknown, market?: unknown, unit?: unknown) =>
  shown(hoursFormula({ product: name, load, market, unit }));

describe('PRODUCT', () => {
  const CAL = ['Cal-27', daySerial('2027-01-01'), daySerial('2027-12-31'), 'year'];

  it('names a period, its days and its kind', () => {
    expect(product('cal 27')).toEqual([CAL]);
    expect(product(daySerial('2027-01-01'), undefined, undefined, '2027-12-31')).toEqual([CAL]);
    expect(product([['Cal-27'], [''], ['nonsense']])).toEqual([
      CAL,
      ['', '', '', ''],
      [expect.stringContaining('There is no product "nonsense".'), '', '', ''],
    ]);
  });

  it('gives one part of it, cell by cell', () => {
    expect(product([['M+1', 'Q+1']], 'name')).toEqual([['Dec-26', 'Q1-27']]);
    expect(product('WE48', 'start')).toEqual([[daySerial('2026-11-28')]]);
    expect(product('WE48', 'middle')).toEqual([[expect.stringContaining('part cannot be "middle".')]]);
  });

  it('asks the desk for the day only where the product depends on it', () => {
    expect(typeof productFormula({ product: 'M+1', end: null, part: null, asOf: null })).toBe('function');
    expect(typeof productFormula({ product: 'Cal-27', end: null, part: null, asOf: null })).toBe('object');
  });
});

describe('HOURS', () => {
  it('counts hours, quarter hours and days', () => {
    expect(hours([['Oct-27'], ['Mar-27']])).toEqual([[745], [743]]);
    expect(hours('Mar-27', 'peak', 'DE')).toEqual([[276]]);
    expect(hours('Oct-27', 'base', 'TTF', 'qh')).toEqual([[2980]]);
    expect(hours('Cal-28', null, null, 'days')).toEqual([[366]]);
    expect(hours(2027)).toEqual([[8760]]);
  });

  it('shows nothing for an empty cell, which may arrive as 0', () => {
    for (const empty of ['', 0]) {
      expect(hours([[empty], ['Cal-27']])).toEqual([[''], [8760]]);
      expect(product(empty)).toEqual([['', '', '', '']]);
      expect(product([[empty]], 'name')).toEqual([['']]);
      expect(
        shown(periodsFormula({ product: empty, by: null, load: null, market: null, unit: null })),
      ).toEqual([['']]);
    }
  });

  it('counts the days on which a load is delivered', () => {
    expect(hours('Q1-27', 'base', 'DE', 'days')).toEqual([[90]]);
    expect(hours('Q1-27', 'peak', 'DE', 'days')).toEqual([[64]]);
    expect(hours('Cal-27', 'peak', 'DE', 'days')).toEqual([[261]]);
    expect(hours('Q1-27', 'weekend', 'DE', 'days')).toEqual([[26]]);
    expect(hours('Q1-27', '08-20 Sat', 'DE', 'days')).toEqual([[13]]);
    const parts = shown(
      periodsFormula({ product: 'Q1-27', by: 'month', load: 'peak', market: 'DE', unit: 'days' }),
    ) as unknown[][];
    expect(parts.slice(1).map((row) => row.at(-1))).toEqual([21, 20, 23]);
  });

  it('counts no day on which the clocks leave out the only hour of a load', () => {
    expect(hours('2029-03-25', '02-03', 'DE', 'days')).toEqual([[0]]);
    expect(hours('Mar-29', '02-03', 'DE', 'days')).toEqual([[30]]);
    expect(hours('Mar-29', '02-04', 'DE', 'days')).toEqual([[31]]);
    expect(hours('GY28', '02-03', 'CEGH', 'days')).toEqual([[364]]);
  });

  it('says what it does not know', () => {
    expect(hours('Cal-27', 'pique')).toEqual([
      [expect.stringContaining('There is no load profile "pique".')],
    ]);
    expect(hours('Cal-27', 'base', 'Narnia')).toEqual([
      [expect.stringContaining('"Narnia" is not a market. Use one of DE')],
    ]);
    const long = hours('a'.repeat(5000)) as string[][];
    expect(long[0]?.[0]).toMatch(/^There is no product "a{60}…"\./);
    expect(hours('Cal-27', 'base', 'DE', 'weeks')).toEqual([
      [expect.stringContaining('Type "h", "qh" or "days".')],
    ]);
  });
});

describe('PRODUCT of a day that is typed', () => {
  it.each(['27.03.2027', '27/03/2027', '03/27/2027', '2027-03-27', '2027/3/27', ' 27-3-2027 '])(
    'takes %s',
    (text) => {
      expect(product(text, 'start')).toEqual([[daySerial('2027-03-27')]]);
      expect(product(text, 'name')).toEqual([['27 Mar 2027']]);
    },
  );

  it('takes two of them as first and last day', () => {
    expect(product('01.03.2027', 'name', '2026-11-22', '31.03.2027')).toEqual([['Mar-27']]);
  });

  it('asks what is meant where it can be read in two ways', () => {
    const both = [[expect.stringContaining('"03/04/2027" can be read as 2027-04-03 or as 2027-03-04.')]];
    expect(product('03/04/2027', 'name')).toEqual(both);
    expect(product('2027-03-01', 'name', '2026-11-22', '03/04/2027')).toEqual(both);
    expect(product('31.02.2027', 'name')).toEqual([[expect.stringContaining('There is no product')]]);
  });
});

describe('ENERGY and NOTIONAL', () => {
  const energy = (quantity: unknown, unit: unknown, ...[name, load, market]: unknown[]) =>
    shown(energyFormula({ quantity, unit, product: name, load, market }));

  it('multiply by the hours or the days of the delivery', () => {
    expect(energy(10, 'MW', 'Oct-27')).toEqual([[7450]]);
    expect(energy(10, 'MW', 'Mar-27', 'peak')).toEqual([[2760]]);
    expect(energy(240, 'MWh/d', 'Dec-26', null, 'TTF')).toEqual([[7440]]);
    expect(energy(1000, 'th/d', 'Dec-26', null, 'NBP')).toEqual([[908.5201]]);
    expect(energy([[5], ['']], 'MWh', 'Cal-27')).toEqual([[5], ['']]);
    expect(energy(10, 'MW/d', 'Cal-27')).toEqual([[expect.stringContaining('"MW/d" is no unit of energy.')]]);
    for (const empty of ['', 0, null])
      expect(energy(10, empty === null ? null : [[empty]], 'Cal-27')).toEqual([
        [expect.stringContaining('cell of the unit is empty')],
      ]);
    expect(energy(5000, 'certificates', 'Cal-27')).toEqual([
      [expect.stringContaining('"certificates" is no unit of energy.')],
    ]);
    expect(energy(10, 'lots', 'Cal-27')).toEqual([[expect.stringContaining('"lots" is no unit of energy.')]]);
  });

  it('name the cell that is empty', () => {
    for (const empty of ['', 0])
      expect(energy(10, 'MW', [[empty]])).toEqual([
        [expect.stringContaining('The cell of the product is empty.')],
      ]);
    const notional = { unit: 'MW', product: 'Cal-27', load: null, market: null, priceUnit: null };
    expect(shown(notionalFormula({ price: 70, quantity: '', ...notional }))).toEqual([
      [expect.stringContaining('The cell of the quantity is empty.')],
    ]);
  });

  it('take no number that is none once it is rounded to 15 digits', () => {
    expect(
      shown(
        energyFormula({
          quantity: Number.MAX_VALUE,
          unit: 'MW',
          product: 'Cal-27',
          load: null,
          market: null,
        }),
      ),
    ).toEqual([[expect.stringContaining('is out of range')]]);
  });

  it('take 0 as text, which cells are told to type', () => {
    for (const zero of ['0', '0.0', '0,00']) {
      expect(energy(zero, 'MW', 'Cal-27')).toEqual([[0]]);
      expect(shown(convertFormula({ value: zero, from: 'MWh', to: 'kWh', fx: null }))).toEqual([[0]]);
    }
    expect(energy('1', 'MW', 'Cal-27')).toEqual([[expect.stringContaining('Enter it as a number, not')]]);
  });

  it('take no number that is too large or too small to be multiplied', () => {
    for (const amount of [1e308, -1e15, 1e-320])
      expect(energy(amount, 'MW', 'Cal-27')).toEqual([
        [expect.stringContaining('is out of range. Use at most 15')],
      ]);
    expect(energy(999_999_999_999_999, 'MWh', 'Cal-27')).toEqual([[999_999_999_999_999]]);
  });

  it('make money of a price, in its currency', () => {
    const notional = (price: unknown, unit: string, priceUnit?: string) =>
      shown(
        notionalFormula({
          price,
          quantity: 10,
          unit,
          product: 'Oct-27',
          load: null,
          market: null,
          priceUnit,
        }),
      );
    expect(notional(71.5, 'MW')).toEqual([[532_675]]);
    expect(notional(-2, 'MWh')).toEqual([[-20]]);
    expect(notional(71.5, 'MW', 'EUR/t')).toEqual([
      [expect.stringContaining('A price in EUR/t and a quantity in MW make no money.')],
    ]);
    expect(notional(29.3071, 'MW', 'p/th')).toEqual([[74_500]]);
    expect(notional(71.5, 'therm', 'p/th')).toEqual([[7.15]]);
    expect(notional(100, 'th', 'EUR/MWh')).toEqual([[29.3071]]);
    expect(notional(71.5, 'MWh', 'CT/MWh')).toEqual([[7.15]]);
    for (const unit of ['foo/MWh', '1/MWh', 'MW/MWh'])
      expect(notional(71.5, 'MW', unit)).toEqual([
        [expect.stringContaining(`"${unit}" is not a unit of price. Use a currency by its code, €`)],
      ]);
  });
});

it('CONVERT converts, and says when a rate is missing', () => {
  const convert = (value: unknown, from: string, to: string, fx?: unknown) =>
    shown(convertFormula({ value, from, to, fx }));
  expect(convert([[80, 100]], 'p/th', 'GBP/MWh')).toEqual([[27.2971396009841, 34.1214245012301]]);
  expect(convert(80, 'p/th', 'EUR/MWh', 1.15)).toEqual([[31.3917105411317]]);
  expect(convert(80, 'p/th', 'EUR/MWh')).toEqual([[expect.stringContaining('Give the rate')]]);
  for (const rate of [-1.15, '0'])
    expect(convert(80, 'p/th', 'EUR/MWh', rate)).toEqual([
      [expect.stringContaining(`The exchange rate cannot be ${rate}. Enter a number above 0.`)],
    ]);
  expect(convert(1e308, 'MWh', 'kWh')).toEqual([[expect.stringContaining('is out of range')]]);
});

describe('CURVE and STRIP', () => {
  const QUOTES = [
    ['product', 'price'],
    ['Cal-27', 85],
    ['Q1-27', 95],
    ['', ''],
    [0, 0],
  ];

  it('average back to every quote, by hours', () => {
    const curve = shown(curveFormula({ quotes: QUOTES, by: null, load: null, market: null }));
    expect(curve).toEqual([
      ['product', 'start', 'end', 'price', 'hours', 'note'],
      ['Q1-27', daySerial('2027-01-01'), daySerial('2027-03-31'), 95, 2159, ''],
      [
        '1 Apr – 31 Dec 2027',
        daySerial('2027-04-01'),
        daySerial('2027-12-31'),
        expect.closeTo(81.7293, 4),
        6601,
        '',
      ],
    ]);
    const months = shown(curveFormula({ quotes: QUOTES, by: 'quarter', load: null, market: null }));
    expect(months).toHaveLength(5);
    expect(
      shown(
        stripFormula({
          product: [['Cal-27'], ['Q3-27']],
          quotes: QUOTES,
          load: null,
          market: null,
          field: null,
        }),
      ),
    ).toEqual([[85], [expect.closeTo(81.7293, 4)]]);
  });

  it('say in words why there is no price, and nothing where there is one', () => {
    const why = (product: unknown, quotes: unknown = QUOTES, load: unknown = null) =>
      shown(stripFormula({ product, quotes, load, market: null, field: 'why' }));
    expect(why([['Q3-27'], ['Q1-28'], ['']])).toEqual([
      [''],
      ['No price for 1 Jan 2028, which is in Q1-28. Add a price that covers it.'],
      [''],
    ]);
    expect(why('Cal-27', [['Cal-27', '95,5']])).toEqual([[expect.stringContaining('95,5')]]);
    expect(why('Cal-27', QUOTES, 'peek')).toEqual([[expect.stringContaining('"peek"')]]);
  });

  it('give prices that can be gone on with: no finer than a price may be', () => {
    const [[price]] = shown(
      stripFormula({ product: 'Q3-27', quotes: QUOTES, load: null, market: null, field: null }),
    ) as [[number]];
    expect(String(price)).toMatch(/^\d+\.\d{1,8}$/);
    expect(price).toBeCloseTo(81.7293, 4);
  });

  it('do not look whole where a mark has no price, and leave alone what it does not move', () => {
    const quotes = [...QUOTES, ['Q2-27', ''], ['Cal-28', 70]];
    const follows = (name: string): unknown =>
      expect.stringContaining(`Q2-27 has no price, and ${name} would follow`);
    const curve = shown(curveFormula({ quotes, by: null, load: null, market: null })) as unknown[][];
    expect(curve.map(([name, , , price]) => [name, price])).toEqual([
      ['product', 'price'],
      ['Q1-27', 95],
      ['Q2-27', 'Q2-27 has no price yet. Type its price, or clear its name.'],
      ['1 Jul – 31 Dec 2027', follows('1 Jul – 31 Dec 2027')],
      ['Cal-28', 70],
    ]);
    const product = [['Cal-27'], ['Q1-27'], ['Q3-27'], ['Feb-27'], ['Q1-28']];
    expect(shown(stripFormula({ product, quotes, load: null, market: null, field: null }))).toEqual([
      [85],
      [95],
      [follows('Q3-27')],
      [expect.stringContaining('Q2-27 has no price')],
      [70],
    ]);
    const alone = [
      ['Q1-27', 95],
      ['Q2-27', null],
    ];
    const months = shown(
      curveFormula({ quotes: alone, by: 'month', load: null, market: null }),
    ) as unknown[][];
    expect(months.slice(1).map(([name, , , price]) => [name, typeof price])).toEqual([
      ...['Jan-27', 'Feb-27', 'Mar-27'].map((name) => [name, 'number']),
      ...['Apr-27', 'May-27', 'Jun-27'].map((name) => [name, 'string']),
    ]);
  });

  it('leave out no quote: a part of a period has a row, and so has a period without hours of the load', () => {
    const curve = (quotes: unknown, by: unknown, load: unknown = null) =>
      (shown(curveFormula({ quotes, by, load, market: null })) as unknown[][])
        .slice(1)
        .map(([name, , , ...rest]) => [name, ...rest]);
    const week = [['Wk48-27', 80]];
    const rest = (name: string) => `No price for the rest of ${name}.`;
    expect(curve(week, 'month')).toEqual([
      [
        '29 Nov – 30 Nov 2027',
        80,
        48,
        `${rest('Nov-27')} Shape unknown: 29 Nov – 30 Nov 2027 is flat from Wk48-27.`,
      ],
      [
        '1 Dec – 5 Dec 2027',
        80,
        120,
        `${rest('Dec-27')} Shape unknown: 1 Dec – 5 Dec 2027 is flat from Wk48-27.`,
      ],
    ]);
    const weeks = [
      ['Wk01-27', 80],
      ['Wk03-27', 90],
    ];
    expect(curve(weeks, 'quarter', 'peak')).toEqual([
      ['Wk01-27', 80, 60, rest('Q1-27')],
      ['Wk03-27', 90, 60, rest('Q1-27')],
    ]);
    const saturday = ['2027-10-30', 70];
    const idle = ['30 Oct 2027', 70, 0, 'No hours of this load.'];
    expect(curve([saturday], null, 'peak')).toEqual([idle]);
    expect(curve([saturday, ['Nov-27', 80]], 'month', 'peak')).toEqual([idle, ['Nov-27', 80, 264, '']]);
  });

  it('take 0 as text, and no price that is larger or smaller than a price can be', () => {
    const strip = (...quotes: unknown[][]) =>
      shown(stripFormula({ product: 'Cal-27', quotes, load: null, market: null, field: null }));
    expect(strip(['Cal-27', '0'])).toEqual([[0]]);
    for (const price of [1e9, -1e9, 1e-9, 1e308])
      expect(strip(['Cal-27', price])).toMatch(/is not a price\.|is out of range\./);
    expect(strip(['Cal-27', 1 / 3])).toEqual([[0.33333333]]);
  });

  it('take no price without a product', () => {
    const strip = (quotes: unknown) =>
      shown(stripFormula({ product: 'Cal-27', quotes, load: null, market: null, field: null }));
    expect(
      strip([
        ['Cal-27', 85],
        ['', 90],
      ]),
    ).toContain('The price "90" has no product.');
    expect(
      strip([
        ['', 90],
        ['Cal-27', 85],
      ]),
    ).toContain('The price "90" has no product.');
    expect(
      strip([
        ['Marks', ''],
        ['Cal-27', 85],
      ]),
    ).toEqual([[85]]);
    expect(
      strip([
        ['', 'Price'],
        ['Cal-27', 85],
      ]),
    ).toEqual([[85]]);
  });

  it('say what is contradictory, missing, or no price', () => {
    const strip = (quotes: unknown, name = 'Cal-27') =>
      shown(stripFormula({ product: name, quotes, load: null, market: null, field: null }));
    const twice = [
      ['Cal-27', 85],
      ['Cal-27', 86],
    ];
    // The pricing sheet knows a contradiction by its next step.
    const contradiction: unknown = expect.stringMatching(
      /^Cal-27 is given twice, at .* Change one of these prices, or/,
    );
    expect(strip(twice)).toEqual([[contradiction]]);
    // What has no day in common with them keeps its price; a quarter within them has none.
    const and28 = [...twice, ['Cal-28', 80]];
    expect(strip(and28, 'Q1-28')).toEqual([[80]]);
    expect(strip(and28, 'Q1-27')).toEqual([[contradiction]]);
    expect(strip([...and28, ['Win-27', 90]], 'Q4-28')).toEqual([[contradiction]]);
    expect(strip([['Q1-27', 85]])).toEqual([[expect.stringContaining('No price for 1 Apr 2027')]]);
    expect(
      strip([
        ['Product', 'Price'],
        ['Cal-27', 85],
      ]),
    ).toEqual([[85]]);
    for (const text of ['95,5', '95 EUR'])
      expect(
        strip(
          [
            ['Q1-27', text],
            ['Cal-27', 85],
          ],
          'Q1-27',
        ),
      ).toContain(`"${text}" is not a number.`);
    expect(strip([['', '']])).toContain('There are no prices.');
    expect(strip([['', '']], '')).toEqual([['']]);
    expect(
      strip([
        ['Cal-27', 85],
        ['Q1-27', 'high'],
      ]),
    ).toContain('"high" is not a number.');
  });

  it('say which period has its price flat from a wider one', () => {
    const strip = (field: unknown) =>
      shown(
        stripFormula({
          product: [['Q1-27'], ['Q2-27'], ['']],
          quotes: QUOTES,
          load: null,
          market: null,
          field,
        }),
      );
    expect(strip('note')).toEqual([[''], ['Shape unknown: Q2-27 is flat from Cal-27.'], ['']]);
    expect(strip('price')).toEqual([[95], [expect.closeTo(81.7293, 4)], ['']]);
    expect(strip('notes')).toBe('field cannot be "notes". Type "price", "note" or "why".');
    const [, first, second] = shown(
      curveFormula({ quotes: QUOTES, by: 'quarter', load: null, market: null }),
    ) as unknown[][];
    expect([first?.[5], second?.[5]]).toEqual(['', 'Shape unknown: Q2-27 is flat from Cal-27.']);
  });

  it('take two columns, neither the table of CURVE nor two markets side by side', () => {
    const strip = (quotes: unknown) =>
      shown(stripFormula({ product: 'Q2-27', quotes, load: null, market: null, field: null }));
    const table = shown(curveFormula({ quotes: QUOTES, by: null, load: null, market: null })) as unknown[][];
    expect(strip(table)).toBe(
      'This is the table of DESK.CURVE. Give the two columns that it was made of: products and their prices.',
    );
    const two = 'Give two columns: products such as Cal-27, and their prices.';
    expect(strip(table.slice(1))).toBe(`These prices have 6 columns. ${two}`);
    expect(strip([['Cal-27', 70, 66]])).toBe(`These prices have 3 columns. ${two}`);
    expect(strip([['Cal-27'], ['Q1-27']])).toBe(`These prices have 1 column. ${two}`);
    const side = [['Cal-27', 70, 66]];
    expect(shown(curveFormula({ quotes: side, by: null, load: null, market: null }))).toContain('3 columns');
  });

  it('say that a mark is a date, which is one day alone', () => {
    const strip = (day: string) =>
      shown(
        stripFormula({
          product: 'Dec-26',
          quotes: [[daySerial(day), 91.5]],
          load: null,
          market: null,
          field: null,
        }),
      );
    expect(strip('2026-12-01')).toEqual([
      [
        "No price for 2 Dec 2026, which is in Dec-26. A mark is the date 1 Dec 2026, one day alone: type 'Dec-26 for the month.",
      ],
    ]);
    expect(strip('2026-12-26')).toEqual([[expect.stringContaining("type 'Dec-26 for the month.")]]);
  });
});

describe('a delivery as a table shows it', () => {
  const energy = (product: unknown, load?: unknown, market?: unknown) =>
    shown(energyFormula({ quantity: 10, unit: 'MW', product, load, market }));
  const strip = (product: unknown, quotes: unknown, load?: unknown, market?: unknown) =>
    shown(stripFormula({ product, quotes, load, market, field: null }));

  it('says its market and load itself', () => {
    expect(hours('DE Cal-27 base')).toEqual([[8760]]);
    expect(hours([['DE Cal-27 peak'], ['DE base Q1-27'], ['1 Feb – 30 Apr 2027']])).toEqual([
      [3132],
      [2159],
      [2135],
    ]);
    // A gas day of TTF begins at 06:00: the hour of the clock change is that of the day before.
    expect(hours([['TTF 2027-03-27'], ['DE 2027-03-27'], ['TTF 2027-03-28'], ['DE 2027-03-28']])).toEqual([
      [23],
      [24],
      [24],
      [23],
    ]);
    expect(energy('DE Mar-27 peak')).toEqual([[2760]]);
    expect(product('DE Cal-27 base', 'name')).toEqual([['Cal-27']]);
    expect(product('EU-WIND Cal-27', 'name')).toEqual([['Cal-27']]);
    const parts = shown(
      periodsFormula({ product: 'DE Cal-27 peak', by: 'quarter', load: null, market: null, unit: null }),
    ) as unknown[][];
    expect(parts.map((row) => row.at(-1))).toEqual(['h', 768, 780, 792, 792]);
  });

  it('takes arguments that say the same, and refuses others', () => {
    expect(hours('DE Cal-27 peak', 'Peak', 'de')).toEqual([[3132]]);
    expect(hours('GB Cal-27 base', null, 'UK')).toEqual([[8760]]);
    expect(hours('DE Cal-27 peak', 'base')).toEqual([
      [
        'The argument load is "base", and "DE Cal-27 peak" is of peak. Correct one of the two, or leave it out.',
      ],
    ]);
    expect(energy('FR Cal-27 base', null, 'DE')).toEqual([
      [expect.stringContaining('The argument market is "DE", and "FR Cal-27 base" is of FR.')],
    ]);
    expect(hours('EU-WIND Cal-27')).toEqual([[expect.stringContaining('"EU-WIND" is not a market.')]]);
    expect(hours('DE Cal-27 bse')).toEqual([[expect.stringContaining('There is no load profile "bse".')]]);
  });

  it('is counted by either leg of a spread where both come to the same', () => {
    expect(hours([['NL/DE Cal-27 base'], ['AT Cal-28 base EFP']])).toEqual([[8760], [8784]]);
    expect(hours('Cal-27', 'base', 'NL / DE')).toEqual([[8760]]);
    expect(energy('NL + DE Cal-28 base')).toEqual([[87_840]]);
    expect(product('NL/DE Cal-27 base', 'name')).toEqual([['Cal-27']]);
    expect(hours('DE Cal-27/28 base')).toEqual([
      ['The legs are not alike: 8,760 and 8,784 h. Give one of them, such as "DE Cal-27 base".'],
    ]);
    expect(JSON.stringify(energy('DE Q1/Q4-27 base'))).toMatch(
      /The legs are not alike: [\d,]+ and [\d,]+ MWh\./,
    );
    expect(product('DE Q1/Q4-27 base', 'name')).toEqual([
      ['"DE Q1/Q4-27 base" is a spread of DE Q1-27 base and DE Q4-27 base. Give one of them.'],
    ]);
  });

  it('is no day where a column shows one of each leg', () => {
    const said: unknown = expect.stringContaining(
      '"2027-01-01 / 2027-10-01" is one day of each leg, and no delivery.',
    );
    expect(hours('2027-01-01 / 2027-10-01')).toEqual([[said]]);
    expect(product('2027-01-01 / 2027-10-01', 'name')).toEqual([[said]]);
    expect(product('2027-01-01 / 2027-10-01', 'name', undefined, '2027-03-31 / 2027-12-31')).toEqual([
      [said],
    ]);
  });

  it('is a mark of its market and load', () => {
    const quotes = [
      ['FR Cal-27 peak', 85],
      ['FR peak Q1-27', 95],
    ];
    const [, first] = shown(curveFormula({ quotes, by: null, load: null, market: null })) as unknown[][];
    expect(first).toEqual(['Q1-27', daySerial('2027-01-01'), daySerial('2027-03-31'), 95, 768, '']);
    expect(strip([['FR Q1-27 peak'], ['Cal-27'], ['FR Q1-27 base']], quotes)).toEqual([
      [95],
      [85],
      [expect.stringContaining('These prices are of peak, and "FR Q1-27 base" is of base.')],
    ]);
    expect(strip('DE Cal-27 base', [['Cal-27', 85]])).toEqual([[85]]);
    expect(strip('FR Cal-27 base', [['Cal-27', 85]])).toEqual([
      [expect.stringContaining('These prices are of DE, and "FR Cal-27 base" is of FR.')],
    ]);
    expect(strip('Cal-27', [['FR Cal-27 base', 85]], 'base', 'DE')).toContain(
      'The argument market is "DE", and "FR Cal-27 base" is of FR.',
    );
    const mixed = [
      ['FR Cal-27 base', 85],
      ['DE Q1-27 base', 95],
    ];
    expect(strip('Cal-27', mixed)).toContain('"FR Cal-27 base" is of FR, and "DE Q1-27 base" is of DE.');
    expect(strip('Cal-27', [['NL/DE Cal-27 base', 2]])).toContain(
      '"NL/DE Cal-27 base" is a spread of NL Cal-27 base and DE Cal-27 base.',
    );
    expect(
      strip('Cal-27', [
        ['Q1-27 marks', 'price'],
        ['Cal-27', 85],
      ]),
    ).toEqual([[85]]);
  });

  it('is off-peak by marks of base and of peak, each period by its hours', () => {
    const quotes = [
      ['DE Cal-27 base', 80],
      ['DE Cal-27 peak', 95.5],
      ['DE Q1-27 base', 90],
      ['DE Q1-27 peak', 108],
    ];
    const [cal, q1] = [(8760 * 80 - 3132 * 95.5) / (8760 - 3132), (2159 * 90 - 768 * 108) / (2159 - 768)];
    const asked = [['DE Cal-27 offpeak'], ['DE Q1-27 off-peak'], ['DE Cal-27 base'], ['DE Q1-27 peak'], ['']];
    expect(strip(asked, quotes)).toEqual([
      [Number(cal.toFixed(8))],
      [Number(q1.toFixed(8))],
      [80],
      [108],
      [''],
    ]);
    expect(strip('Q1-27', quotes, 'offpeak', 'DE')).toEqual([[Number(q1.toFixed(8))]]);
    // No peak is delivered on a weekend: all of it is off-peak.
    expect(strip('DE 2027-01-02 offpeak', quotes)).toEqual([[90]]);
    const note = stripFormula({
      product: 'DE Q2-27 offpeak',
      quotes,
      load: null,
      market: null,
      field: 'note',
    });
    expect(shown(note)).toEqual([['Shape unknown: Q2-27 is flat from Cal-27.']]);
  });

  it('is refused of marks of base and of peak where it does not say its load, and of two markets', () => {
    const quotes = [
      ['DE Cal-27 base', 80],
      ['DE Cal-27 peak', 95],
    ];
    const other = [expect.stringContaining('These prices are of base and of peak.')];
    expect(strip([['Cal-27'], ['DE Cal-27 weekend']], quotes)).toEqual([other, other]);
    expect(strip('FR Cal-27 offpeak', quotes)).toEqual([
      [expect.stringContaining('These prices are of DE, and "FR Cal-27 offpeak" is of FR.')],
    ]);
    expect(
      strip('Cal-27', [
        ['DE Cal-27 base', 80],
        ['FR Cal-27 peak', 95],
      ]),
    ).toContain('"DE Cal-27 base" is of DE, and "FR Cal-27 peak" is of FR.');
  });

  it('asks the desk for the day only where a text depends on it', () => {
    const asks = (name: string) =>
      typeof hoursFormula({ product: name, load: null, market: null, unit: null }) === 'function';
    expect([
      asks('DE M+1 base'),
      asks('DE Q1 base'),
      asks('DE Q1-27 base'),
      asks('DE nonsense base'),
    ]).toEqual([true, true, false, false]);
  });
});
