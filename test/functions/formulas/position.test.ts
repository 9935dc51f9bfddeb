import { describe, expect, it } from 'vitest';
import type { PositionRow, PositionSums } from '../../../src/domain/position';
import type { Resource } from '../../../src/domain/resources/resource';
import { pnlFormula } from '../../../src/functions/formulas/pnl';
import { positionFormula } from '../../../src/functions/formulas/position';
import { errorOf, MemoryDesk, NOW, rowsOf, serial } from '../formula-context';

const GIVEN = { from: null, to: null, by: null, commodity: null, market: null, load: null };
const position = (given: Partial<Parameters<typeof positionFormula>[0]> = {}) =>
  positionFormula({ ...GIVEN, columns: null, ...given });
const pnl = (curve: unknown, given: Partial<Parameters<typeof pnlFormula>[0]> = {}) =>
  pnlFormula({ ...GIVEN, columns: null, curve, ...given });

const priced = (energy: string, value: string) => ({ energy, value });
const ROW: PositionRow = {
  start: '2027-03-01',
  end: '2027-03-31',
  commodity: 'power',
  market: 'DE',
  load: 'base',
  hours: 743,
  bought: '7430',
  sold: '2972',
  prices: [
    {
      currency: 'EUR',
      bought: priced('7430', '520100'),
      sold: priced('2972', '237760'),
      closed: priced('2972', '29720'),
    },
  ],
};
const SUMS: PositionSums = {
  rows: [ROW],
  left: 0,
  uncounted: [],
  provisional: 0,
  unlisted: 0,
  capturedFrom: NOW - 86_400_000,
  capturedUntil: NOW,
  gaps: [],
  missing: 0,
};
type Asked = Omit<Extract<Resource, { kind: 'position' }>, 'kind'>;
const desk = (sums: Partial<PositionSums> = {}, asked: Asked = { by: 'month' }) =>
  new MemoryDesk().knows({ kind: 'position', ...asked }, { ...SUMS, ...sums });
const NOON = serial('2026-11-20T12:30:00');

describe('POSITION', () => {
  it('has a row for each period, market and load, with exact sums, and says until when trades are stored', () => {
    const known = desk();
    const [header, row, ...last] = rowsOf(position(), known);
    expect(header?.slice(-4)).toEqual(['price-unit', 'provisional MWh', 'Downloaded until', NOON]);
    expect(row?.[0]).toBe('Mar-27');
    expect(row?.slice(3, 14)).toEqual(['power', 'DE', 'base', 6, 4458, 7430, 2972, 70, 80, 'EUR/MWh', 0]);
    expect(last).toHaveLength(1);
    expect(last[0]?.[0]).toMatch(/^Trades made before .* were not downloaded, and may be missing\.$/);
    expect(known.asking).toEqual(['{"by":"month","kind":"position"}']);
  });

  it('asks for what it is told, and for live quotes only by the name of their column', () => {
    const asked: Asked = {
      from: '2027-01-01',
      to: '2027-12-31',
      by: 'quarter',
      commodity: 'power',
      market: 'DE',
      load: 'base',
    };
    const given = {
      from: '2027-01-01',
      to: '2027-12-31',
      by: 'quarter',
      commodity: 'power',
      market: 'DE',
      load: 'base',
    };
    expect(
      rowsOf(position({ ...given, columns: 'period, Net MWh' }), desk({}, asked))[0]?.slice(0, 2),
    ).toEqual(['period', 'Net MWh']);
    const risky = desk(
      { rows: [{ ...ROW, atRisk: { bought: '743', sold: '74.3' } }] },
      { by: 'month', atRisk: true },
    );
    expect(rowsOf(position({ columns: 'at-risk, at-risk sold' }), risky)[1]?.slice(0, 2)).toEqual([
      668.7, 74.3,
    ]);
    expect(errorOf(position({ columns: 'colour' }))).toMatch(/^#VALUE! There is no field "colour"/);
    expect(errorOf(position({ by: 'week' }))).toMatch(/^#VALUE! by cannot be "week"/);
    expect(errorOf(position({ from: '2027-02-01', to: '2027-01-01' }))).toMatch(/^#VALUE! There are no days/);
  });

  it('shows no sum of which something is known to be missing, and names what is', () => {
    const misses = { sold: 'T-2 is not counted: it is in certificates, which is no energy.' };
    const uncounted = [{ why: 'is in certificates, which is no energy', names: ['T-2'], count: 1 }];
    const [, row, last] = rowsOf(position(), desk({ rows: [{ ...ROW, misses }], uncounted }));
    expect(row?.[6]).toMatch(/^#N\/A T-2 is not counted/);
    expect(row?.[7]).toMatch(/^#N\/A T-2 is not counted/);
    expect(row?.[8]).toBe(7430);
    expect(row?.[9]).toMatch(/^#N\/A T-2 is not counted/);
    expect(last?.[0]).toBe('T-2 is not counted: it is in certificates, which is no energy.');
  });

  it('has no average over what states no price, or another currency', () => {
    const [euro] = ROW.prices;
    if (!euro) throw new Error('no prices');
    const unpriced = { ...ROW, prices: [{ ...euro, bought: priced('7000', '490000') }] };
    expect(rowsOf(position(), desk({ rows: [unpriced] }))[1]?.[10]).toMatch(
      /430 MWh have no price for a MWh/,
    );
    const half = { ...euro, bought: priced('3715', '260050') };
    const mixed = { ...ROW, prices: [half, { ...half, currency: 'GBP', sold: priced('0', '0') }] };
    expect(rowsOf(position(), desk({ rows: [mixed] }))[1]?.[10]).toMatch(/in EUR and GBP/);
  });

  it('says what is not downloaded, not listed, or does not fit', () => {
    const gaps = [{ from: NOW - 5_000, to: NOW - 1_000 }];
    const told = rowsOf(position(), desk({ gaps, missing: 2, unlisted: 1, left: 7 })).map(([first]) =>
      String(first),
    );
    expect(told[2]).toMatch(/^7 more rows/);
    expect(told[3]).toMatch(/^1 trade that the platform does not list any more is in no sum but/);
    expect(told[4]).toBe('2 listed trades not downloaded yet, and in no sum: use the room Trades.');
    expect(told[5]).toMatch(/^Trades made from .* to .* were not downloaded/);
    const { capturedFrom: _, capturedUntil: __, ...nothing } = SUMS;
    const empty = rowsOf(
      position(),
      new MemoryDesk().knows({ kind: 'position', by: 'month' }, { ...nothing, rows: [] }),
    );
    expect(empty[0]?.slice(-2)).toEqual(['Nothing downloaded', '']);
    expect(empty[1]?.[0]).toMatch(/^No list of these trades was downloaded/);
    const read = new MemoryDesk().knows({ kind: 'position', by: 'month' }, nothing);
    expect(rowsOf(position(), read)[0]?.slice(-2)).toEqual(['No list downloaded', '']);
    expect(rowsOf(position(), read).at(-1)?.[0]).toMatch(/^No list of these trades was downloaded/);
  });
});

it('names a commodity or market that no stored trade has, with those that there are, here and in PNL', () => {
  const all = { kind: 'position', by: 'year' } as const;
  const empty = (filter: object) =>
    new MemoryDesk()
      .knows({ kind: 'position', by: 'month', ...filter } as never, { ...SUMS, rows: [] })
      .knows(all, { ...SUMS, rows: [ROW, { ...ROW, market: 'FR' }] });
  const below = (shown: ReturnType<typeof rowsOf>) => shown[1]?.[0];
  expect(below(rowsOf(position({ commodity: 'oil' }), empty({ commodity: 'oil' })))).toBe(
    'No stored trade is of commodity oil. There are: power.',
  );
  expect(below(rowsOf(position({ market: 'DEE' }), empty({ market: 'DEE' })))).toBe(
    'No stored trade is of market DEE. Did you mean DE?',
  );
  expect(below(rowsOf(pnl([['Cal-27', 60]], { market: 'PL' }), empty({ market: 'PL' })))).toBe(
    'No stored trade is of market PL. There are: DE, FR.',
  );
  expect(below(rowsOf(position({ market: 'FR' }), empty({ market: 'FR' })))).toMatch(/^Trades made before/);
});

describe('the status of the position', () => {
  const status = (sums: Partial<PositionSums> = {}) => {
    const rows = rowsOf(position({ columns: 'Status' }), desk(sums));
    expect(rows).toHaveLength(1);
    return rows[0];
  };

  it('is complete where the list was read today and nothing is left out', () => {
    expect(status()).toEqual([
      expect.stringMatching(
        /^complete: all trades made from .*2026-11-19 .* until 12:30:00 \S+, others as far as known$/,
      ),
    ]);
  });

  it('stays complete where only cancelled trades are left out, and names them', () => {
    const uncounted = [
      { why: 'is cancelled by its record', names: ['T-2'], count: 1, isVoid: true as const },
    ];
    expect(status({ uncounted })).toEqual([
      expect.stringMatching(/^complete: all trades .*; 1 trade left out, as it is cancelled by its record$/),
    ]);
    expect(rowsOf(position(), desk({ uncounted })).map(([first]) => first)).toContain(
      '1 trade left out, as it is cancelled by its record: T-2.',
    );
  });

  it('stays complete where only certificates are left out, and says how many, in the table with their names', () => {
    const uncounted = [
      {
        why: 'is in certificates, which is no energy',
        names: ['T-2', 'T-3'],
        count: 13,
        isNoEnergy: true as const,
      },
    ];
    expect(status({ uncounted })).toEqual([
      expect.stringMatching(/^complete: all trades .*; 13 certificate trades are not included \(no MWh\)$/),
    ]);
    expect(rowsOf(position(), desk({ uncounted })).map(([first]) => first)).toContain(
      '13 certificate trades are not included (no MWh): T-2, T-3 and 11 more.',
    );
  });

  it('names what is missing', () => {
    const said = (sums: Partial<PositionSums>) => String(status(sums)?.[0]);
    const until = /^incomplete: trades read until 12:30:00 \S+; /;
    for (const [sums, what] of [
      [{ missing: 2 }, '2 trades not downloaded'],
      [
        { uncounted: [{ why: 'has no days', names: ['T-2'], count: 1 }] },
        '1 trade not counted: it has no days',
      ],
      [
        { uncounted: [{ why: 'is in certificates', names: ['T-2', 'T-3'], count: 10 }] },
        '10 trades not counted: each is in certificates',
      ],
      [{ rows: [{ ...ROW, provisional: { bought: '1', sold: '0' } }] }, 'provisional trades apart'],
      // Also where none of them is in the rows that are shown: the sentence below the table counts them all.
      [{ unlisted: 17 }, '17 trades not listed any more, in no sum'],
      [{ gaps: [{ from: NOW - 5_000, to: NOW - 1_000 }] }, 'nothing downloaded from'],
      [{ left: 7 }, '7 rows left out'],
    ] as const) {
      expect(said(sums as Partial<PositionSums>)).toMatch(until);
      expect(said(sums as Partial<PositionSums>)).toContain(what);
    }
    expect(said({ capturedUntil: NOW - 86_400_000 })).toMatch(
      /^incomplete: trades read until 2026-11-19 12:30:00 \S+$/,
    );
    const { capturedFrom: _, capturedUntil: __, ...nothing } = SUMS;
    const none = new MemoryDesk().knows({ kind: 'position', by: 'month' }, nothing);
    expect(rowsOf(position({ columns: [['status']] }), none)).toEqual([
      ['incomplete: only trades read so far; the room Trades downloads all'],
    ]);
    none.knows({ kind: 'position', by: 'month' }, { ...nothing, rows: [] });
    expect(rowsOf(position({ columns: [['status']] }), none)).toEqual([
      ['incomplete: no trades are stored; the room Trades downloads them'],
    ]);
  });
});

describe('PNL', () => {
  it('tells what is closed and what is open at the curve apart, and their sum', () => {
    const [header, total, row] = rowsOf(pnl([['Mar-27', 75]]), desk());
    expect(header?.slice(3, 10)).toEqual([
      'net MWh',
      'mark',
      'realised',
      'open',
      'total',
      'currency',
      'provisional MWh',
    ]);
    // Σ sign × MWh × (mark − price) = 7,430 × (75 − 70) − 2,972 × (75 − 80).
    expect(row?.slice(3, 9)).toEqual([4458, 75, 29_720, 22_290, 52_010, 'EUR']);
    expect(total?.slice(0, 10)).toEqual(['total', '', '', 4458, '', 29_720, 22_290, 52_010, 'EUR', 0]);
  });

  it('shows the columns that are asked for, in that order and under these names, and refuses others', () => {
    const rows = rowsOf(pnl([['Mar-27', 75]], { columns: 'Total, Period, Net MWh' }), desk());
    expect(rows.slice(0, 3).map((row) => row.slice(0, 3))).toEqual([
      ['Total', 'Period', 'Net MWh'],
      [52_010, 'total', 4458],
      [52_010, 'Mar-27', 4458],
    ]);
    expect(errorOf(pnl([['Mar-27', 75]], { columns: 'totl' }), desk())).toBe(
      '#VALUE! There is no field "totl". Did you mean total?',
    );
  });

  it('adds up the months of a quarter, each at its own price', () => {
    const april = { ...ROW, start: '2027-04-01', end: '2027-04-30', hours: 720 };
    const rows = rowsOf(
      pnl(
        [
          ['Mar-27', 75],
          ['Apr-27', 80],
        ],
        { by: 'year' },
      ),
      desk({ rows: [ROW, april] }),
    );
    expect(rows[2]?.[0]).toBe('Cal-27');
    expect(rows[2]?.slice(5, 8)).toEqual([59_440, 22_290 + 44_580, 52_010 + 74_300]);
  });

  it('goes by days where a price begins within a month', () => {
    const known = desk({ rows: [] }, { by: 'day' });
    rowsOf(
      pnl([
        ['2027-03-01..2027-03-10', 75],
        ['Mar-27', 70],
      ]),
      known,
    );
    expect(known.asking).toEqual(['{"by":"day","kind":"position"}']);
  });

  it('has an error in the row that the curve has no price for, and none where nothing is open', () => {
    const [, , row] = rowsOf(pnl([['Apr-27', 75]]), desk());
    expect(row?.[5]).toBe(29_720);
    for (const cell of [row?.[4], row?.[6], row?.[7]]) expect(cell).toMatch(/^#N\/A No price for 1 Mar 2027/);
    const [euro] = ROW.prices;
    if (!euro) throw new Error('no prices');
    const closed = { ...ROW, bought: '2972', prices: [{ ...euro, bought: priced('2972', '208040') }] };
    expect(rowsOf(pnl([['Apr-27', 75]]), desk({ rows: [closed] }))[2]?.slice(4, 8)).toEqual([
      '',
      29_720,
      0,
      29_720,
    ]);
  });

  it('takes no price that is too large to compute with', () => {
    expect(errorOf(pnl([['Mar-27', 1e308]]), desk())).toContain('out of range');
    expect(errorOf(pnl([['Mar-27', 1e9]]), desk())).toContain('at most 9 digits');
  });

  it('is not known where a trade cannot be counted, has no price, or is in another currency', () => {
    const misses = { bought: 'T-3 is not counted: it does not say its days of delivery.' };
    expect(rowsOf(pnl([['Mar-27', 75]]), desk({ rows: [{ ...ROW, misses }] }))[2]?.[7]).toMatch(
      /T-3 is not counted/,
    );
    const unpriced = { ...ROW, bought: '7440' };
    expect(rowsOf(pnl([['Mar-27', 75]]), desk({ rows: [unpriced] }))[2]?.[7]).toMatch(
      /10 MWh of Mar-27 have no price/,
    );
  });

  it('has an exact total of its periods, and none where one of them is not known', () => {
    const [euro] = ROW.prices;
    if (!euro) throw new Error('no prices');
    const bought = (month: string, days: number, value: string): PositionRow => ({
      ...ROW,
      start: `2027-${month}-01`,
      end: `2027-${month}-${days}`,
      bought: '0.1',
      sold: '0',
      prices: [{ ...euro, bought: priced('0.1', value), sold: priced('0', '0'), closed: priced('0', '0') }],
    });
    const rows = [bought('04', 30, '0.1'), bought('05', 31, '0.2'), bought('06', 30, '0.3')];
    // In doubles the results of these three do not add up to -0.6.
    const told = rowsOf(pnl([['Q2-27', 0]]), desk({ rows }));
    expect(told[1]?.slice(0, 10)).toEqual(['total', '', '', 0.3, '', 0, -0.6, -0.6, 'EUR', 0]);
    const [, total, ...others] = rowsOf(
      pnl([
        ['Apr-27', 0],
        ['May-27', ''],
      ]),
      desk({ rows }),
    );
    expect(others[0]?.[7]).toBe(-0.1);
    expect(others[1]?.[7]).toMatch(/May-27 has no price/);
    expect(total?.[3]).toBe(0.3);
    expect(total?.[5]).toBe(0);
    for (const cell of [total?.[6], total?.[7]])
      expect(cell).toMatch(
        /^#N\/A There is no total: 2 of 3 periods are not known\. No price for May-27, Jun-27\. May-27 has no price/,
      );
    const why = rowsOf(
      pnl(
        [
          ['Apr-27', 0],
          ['May-27', ''],
        ],
        { columns: 'period,total,why' },
      ),
      desk({ rows }),
    );
    expect(why.slice(0, 5).map((row) => row.slice(0, 3))).toMatchObject([
      ['period', 'total', 'why'],
      ['total', expect.anything(), expect.stringMatching(/^There is no total: 2 of 3 periods are not known/)],
      ['Apr-27', -0.1, ''],
      ['May-27', expect.anything(), expect.stringMatching(/^May-27 has no price/)],
      ['Jun-27', expect.anything(), expect.anything()],
    ]);
    const pounds = {
      ...bought('05', 31, '0.2'),
      prices: rows[1]?.prices.map((one) => ({ ...one, currency: 'GBP' })) ?? [],
    };
    const mixed = rowsOf(pnl([['Q2-27', 0]]), desk({ rows: [...rows.slice(0, 1), pounds] }));
    expect(mixed[1]?.[7]).toMatch(/^#N\/A These periods are in EUR and GBP/);
    expect(mixed[1]?.[3]).toBe(0.2);
  });

  it('takes one market and load, and says which there are', () => {
    const french = { ...ROW, market: 'FR', load: 'peak' };
    expect(errorOf(pnl([['Mar-27', 75]]), desk({ rows: [ROW, french] }))).toBe(
      '#VALUE! A curve is of one market and load, and these trades are of DE, FR; base, peak. Give market and load, as in =DESK.PNL(curve,,,,"power","DE","base").',
    );
    expect(errorOf(pnl([[null, null]]), desk())).toMatch(/^#VALUE! There are no prices/);
    expect(errorOf(pnl([['FR Mar-27 base', 75]]), desk())).toMatch(
      /^#VALUE! These trades are of DE, and "FR Mar-27 base" is of FR\./,
    );
    expect(rowsOf(pnl([['DE Mar-27 base', 75]]), desk())[2]?.[4]).toBe(75);
  });
});
