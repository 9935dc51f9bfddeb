import { describe, expect, it } from 'vitest';
import type { Wins, WinsRow } from '../../../src/domain/wins';
import { winsFormula } from '../../../src/functions/formulas/wins';
import { errorOf, MemoryDesk, rowsOf } from '../formula-context';

const wins = (given: Partial<Parameters<typeof winsFormula>[0]> = {}) =>
  winsFormula({ from: null, to: null, by: null, ...given });
const ROW: WinsRow = {
  group: '2026-11',
  ...{ asked: 10, quoted: 6, best: 3, bestUnknown: 0, traded: 2, others: 3, none: 1, unknown: 4, open: 3 },
  ...{ ended: 5, hits: 2 },
  distances: [{ unit: 'EUR/MWh', average: '0.25', count: 4 }],
};
const KNOWN: Wins = { rows: [ROW], left: 0, undated: 0, doubtful: 0, isCut: false };
const desk = (known: Partial<Wins> = {}, asked: { from?: string; to?: string } = {}) =>
  new MemoryDesk().knows({ kind: 'wins', by: 'month', ...asked }, { ...KNOWN, ...known });

describe('WINS', () => {
  it('has a row for each month, and says what it cannot know', () => {
    const known = desk();
    const [header, row, ...last] = rowsOf(wins(), known);
    expect(header).toEqual([
      ...['month', 'asked', 'quoted', 'best', 'traded', 'traded by others', 'not traded', 'unknown'],
      ...['hit rate', 'distance', 'price-unit', 'open'],
    ]);
    expect(row).toEqual(['Nov-26', 10, 6, 3, 2, 3, 1, 4, 0.4, 0.25, 'EUR/MWh', 3]);
    expect(last).toHaveLength(1);
    expect(last[0]?.[0]).toMatch(/^Requests that nobody looked at here are missing/);
    expect(known.asking).toEqual(['{"by":"month","kind":"wins"}']);
  });

  it('has no rate without a known end, and no distance without a price', () => {
    const [, row] = rowsOf(wins(), desk({ rows: [{ ...ROW, ended: 0, hits: 0, distances: [] }] }));
    expect(row?.slice(8)).toEqual(['', '', '', 3]);
  });

  it('never averages prices of different units', () => {
    const distances = [...ROW.distances, { unit: 'GBp/therm', average: '1', count: 1 }];
    const [, row] = rowsOf(wins(), desk({ rows: [{ ...ROW, distances }] }));
    expect(row?.[9]).toMatch(/^#N\/A These prices are in EUR\/MWh and GBp\/therm/);
  });

  it('says below what is in no count', () => {
    const known = desk({ rows: [{ ...ROW, bestUnknown: 2 }], undated: 1, doubtful: 3, isCut: true, left: 5 });
    const last = rowsOf(wins(), known)
      .slice(2)
      .map(([text]) => text);
    expect(last).toHaveLength(6);
    expect(last[1]).toMatch(/^Not in "best".*: 2 requests\.$/);
    expect(last[2]).toMatch(/^In no row.*: 1 request\.$/);
    expect(last[3]).toMatch(/^Not in "quoted".*: 3 requests\.$/);
    expect(last[4]).toMatch(/older quotes are missing/);
  });

  it('asks for the days and groups that it is told', () => {
    const known = new MemoryDesk().knows(
      { kind: 'wins', by: 'market', from: '2026-11-01', to: '2026-11-30' },
      { ...KNOWN, rows: [{ ...ROW, group: 'DE' }] },
    );
    const rows = rowsOf(wins({ from: '2026-11-01', to: '2026-11-30', by: 'Market' }), known);
    expect(rows.slice(0, 2).map(([first]) => first)).toEqual(['market', 'DE']);
  });

  it('has no rate by counterparty while nothing says who asked some of the requests', () => {
    const named = { ...ROW, group: 'Kestrel' };
    const known = (rows: WinsRow[]) =>
      new MemoryDesk().knows({ kind: 'wins', by: 'counterparty' }, { ...KNOWN, rows });
    const rate = (rows: WinsRow[]) =>
      rowsOf(wins({ by: 'counterparty' }), known(rows)).find(([name]) => name === 'Kestrel')?.[8];
    expect(rate([named])).toBe(0.4);
    expect(rate([{ ...ROW, group: '' }, named])).toMatch(
      /^#N\/A Nothing says who made 5 requests that ended/,
    );
    expect(rate([{ ...ROW, group: '', ended: 0, hits: 0 }, named])).toBe(0.4);
  });

  it.each([
    [{ by: 'trader' }, /by cannot be "trader".*"month"/],
    [{ from: 'soon' }, /from is not a date/],
    [{ from: '2026-11-30', to: '2026-11-01' }, /no days from 2026-11-30 to 2026-11-01/],
  ])('says what is wrong with %j', (given, sentence) => {
    expect(errorOf(wins(given))).toMatch(sentence);
  });
});
