import { describe, expect, it } from 'vitest';
import { recognised } from '../../../src/domain/bulk/column';
import { PROGRAM_TABLE } from '../../../src/domain/bulk/program-column';
import { localTimeOf } from '../../../src/domain/local-time';
import type { Content } from '../../../src/taskpane/excel/reading';
import { readProgramRows, type RowsAround } from '../../../src/taskpane/programs/program-row';
import { NOON, request, spread } from '../examples';

type Cell = Content | readonly [Content, string];
type Cells = Readonly<Record<string, Cell>>;
const ROW: Cells = { 'request-id': 'RQ-1', direction: 'ask', price: 84.15, quantity: 10 };
const AROUND: RowsAround = {
  kind: 'quotes',
  request: (id) => [request(), spread({ id: 'RQ-2' })].find((one) => one.id === id),
  none: undefined,
  paused: new Set(),
  local: localTimeOf('Europe/Berlin'),
  now: NOON,
};

const cellsOf = (cells: Cells) =>
  Object.values(cells).map((cell) => {
    const [content, format] = typeof cell === 'object' ? cell : ([cell, 'General'] as const);
    return { content, format };
  });
function read(cells: Cells, around: Partial<RowsAround> = {}) {
  const { mapping, unclear } = recognised(Object.keys(cells), PROGRAM_TABLE);
  expect(unclear).toEqual([]);
  return readProgramRows([{ row: 4, before: [], cells: cellsOf(cells) }], mapping, { ...AROUND, ...around });
}
const wanted = (cells: Cells, around: Partial<RowsAround> = {}) =>
  read({ ...ROW, ...cells }, around).rows[0]?.wanted;

describe('a row about a request that is not in the list', () => {
  const said = (around: Partial<RowsAround>) =>
    wanted({ 'request-id': 'RQ-9' }, { listedAt: NOON, ...around })?.why;

  it('says of when the list is, and that it is being read', () => {
    expect(said({})).toBe('RQ-9 is not in the list of open requests of 12:04:31.');
    expect(said({ request: () => 'being read' })).toBe(
      'RQ-9 is not in the list of open requests of 12:04:31; it is being read.',
    );
  });
});

describe('a row of a program', () => {
  it('wants its price and quantity live, as exact decimals', () => {
    expect(wanted({ price: 0.1 + 0.2 })?.why).toContain('more than 8 decimals');
    expect(wanted({ price: 84.1 })).toEqual({
      row: 4,
      requestId: 'RQ-1',
      direction: 'ask',
      offer: { price: { shape: 'single', price: '84.1' }, quantity: '10', allOrNone: false },
    });
  });

  it('of a spread has leg prices, and the net one is compared', () => {
    const { rows } = read({ 'request-id': 'RQ-2', direction: 'ask', price: 84, 'price 2': 80, quantity: 10 });
    expect(rows[0]?.wanted.offer?.price).toEqual({ shape: 'per-leg', legPrices: ['84', '80'] });
    expect(rows[0]?.price).toBe('4');
  });

  it('says what it is held to', () => {
    const told = wanted({
      ...{ step: 0.05, floor: 80, cap: 90, fair: 84, 'valid-until': '17:30' },
      ...{ 'stop-after': 20, 'goes-on': 'yes', age: 12, 'max-age': 60 },
    });
    expect(told).toMatchObject({
      ...{ step: '0.05', floor: '80', cap: '90', fair: '84', stopAfter: '20', goesOn: true },
      validUntil: Date.UTC(2026, 10, 20, 16, 30),
      ...{ age: 12_000, ageMax: 60_000 },
    });
    expect(told?.offer).toBeDefined();
  });

  it('takes a time of the day and a moment from cells with a date format', () => {
    const at = Date.UTC(2026, 10, 20, 16, 30);
    expect(wanted({ 'valid-until': [17.5 / 24, 'hh:mm'] })?.validUntil).toBe(at);
    expect(wanted({ 'valid-until': [46346 + 17.5 / 24, 'yyyy-mm-dd hh:mm'] })?.validUntil).toBe(at);
  });

  it.each<[string, Cells, string]>([
    ['#N/A', { price: '#N/A' }, 'shows #N/A'],
    ['text', { price: 'about 84' }, 'holds the text'],
    ['nothing', { price: '' }, 'The price is missing.'],
    ['a date', { price: [46357, 'dd/mm/yyyy'] }, 'holds a date'],
    ['no quantity', { quantity: '' }, 'The quantity is missing.'],
    ['a quantity of nothing', { quantity: 0 }, 'A quantity is above zero.'],
    ['the other side', { direction: 'bid' }, 'wants asks from you'],
    ['a step below zero', { step: -1 }, 'not below zero'],
    ['a withdrawal', { action: 'withdraw' }, 'takes it off the market'],
    ['another kind', { action: 'firm proposal' }, 'not what this program sends'],
    ['a pause', { paused: 'yes' }, 'Paused in the sheet.'],
    ['an end that is over', { 'valid-until': '09:00' }, 'valid-until has passed'],
    ['an age beyond its limit', { age: 61, 'max-age': 60 }, 'older than its max-age'],
    ['an age that is not known', { age: '#N/A', 'max-age': 60 }, 'shows #N/A'],
    ['a limit without an age', { 'max-age': 60 }, 'age is not known'],
  ])('with %s wants nothing, and says why', (_what, cells, why) => {
    const told = wanted(cells);
    expect(told?.offer).toBeUndefined();
    expect(told?.why).toContain(why);
  });

  it('wants nothing while nothing at all may be wanted, or a person has paused it', () => {
    expect(wanted({}, { none: 'By hand.' })).toMatchObject({ why: 'By hand.' });
    const paused = new Set([JSON.stringify(['RQ-1', 'ask'])]);
    expect(wanted({}, { paused })?.why).toBe('Paused on the pane.');
    expect(wanted({ 'request-id': 'RQ-9' })?.why).toContain('not in the list of open requests');
    expect(wanted({})?.offer).toBeDefined();
  });

  it('that does not name its request is left out, and two about one side want nothing', () => {
    expect(read({ ...ROW, 'request-id': '' }).unknown).toEqual([{ row: 4, why: 'No request id.' }]);
    const { mapping } = recognised(Object.keys(ROW), PROGRAM_TABLE);
    const twice = [4, 7].map((row) => ({ row, before: [], cells: cellsOf(ROW) }));
    const { rows } = readProgramRows(twice, mapping, AROUND);
    expect(rows.map(({ wanted: { offer, why } }) => [offer, why])).toEqual([
      [undefined, 'Row 8 is about the same.'],
    ]);
  });
});
