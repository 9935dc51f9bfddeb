import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CellFailure, WAITING } from '../../../src/functions/cells/cell-failure';
import { cellOf, sameShown, waitingIn } from '../../../src/functions/cells/cells';
import { SheetTime } from '../../../src/functions/cells/sheet-time';
import { serial } from '../formula-context';

const berlin = new SheetTime('Europe/Berlin');

describe('moments in a sheet', () => {
  it.each([
    ['2026-11-20T08:15:02.120Z', '2026-11-20T09:15:02', 'winter'],
    ['2026-07-01T08:00:00Z', '2026-07-01T10:00:00', 'summer'],
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59', 'a second before summer time'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00', 'summer time begins'],
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00', 'the hour that comes twice, first'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00', 'the hour that comes twice, again'],
    ['2026-12-31T23:30:00Z', '2027-01-01T00:30:00', 'over the year'],
    ['2026-11-20T09:15:00+01:00', '2026-11-20T09:15:00', 'written with an offset'],
    ['2026-11-20T08:15:00', '2026-11-20T09:15:00', 'written without one: UTC'],
  ])('%s reads %s (%s)', (written, reads) => {
    expect(cellOf(written, 'created-at', berlin)).toBeCloseTo(serial(reads), 8);
  });

  it('read as the clocks of the service’s zone, always within a day of UTC', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 0) }), (epochMs) => {
        const hours = (berlin.serial(epochMs) - (epochMs / 86_400_000 + 25_569)) * 24;
        expect([1, 2]).toContain(Math.round(hours * 1e4) / 1e4);
      }),
    );
  });

  it('on a day of 25 hours read as its clocks do, hour by hour', () => {
    const start = Date.parse('2026-10-24T22:00:00Z');
    const hours = Array.from({ length: 25 }, (_, hour) => start + hour * 3_600_000);
    expect(hours.map((at) => berlin.text(at, start).replace(/^\S+-\S+ /, ''))).toEqual(
      [0, 1, 2, 2, ...Array.from({ length: 21 }, (_, n) => n + 3)].map(
        // The two hours of the change are told apart.
        (hour, index) => `${String(hour).padStart(2, '0')}:00:00 ${index < 3 ? 'CEST' : 'CET'}`,
      ),
    );
    expect(new Set(hours.map((at) => berlin.day(at)))).toEqual(new Set(['2026-10-25']));
    expect(berlin.day(start + 25 * 3_600_000)).toBe('2026-10-26');
  });

  it('read by the clocks of another zone, and keep the days of the service', () => {
    const london = new SheetTime('Europe/Berlin', 'Europe/London');
    const at = Date.parse('2026-11-20T23:30:00Z');
    expect(london.serial(at)).toBeCloseTo(serial('2026-11-20T23:30:00'), 8);
    expect(london.day(at)).toBe('2026-11-21');
    expect(london.text(at, at + 60_000)).toBe('23:30:00 GMT');
    expect(london.text(at, at + 3_600_000)).toBe('2026-11-20 23:30:00 GMT');
    expect(cellOf('2026-07-01T08:00:00Z', 'created-at', london)).toBeCloseTo(
      serial('2026-07-01T09:00:00'),
      8,
    );
  });

  it('know their day there', () => {
    expect(berlin.day(Date.parse('2026-11-20T23:30:00Z'))).toBe('2026-11-21');
  });

  it('read as a time of day, with the date when it is another one', () => {
    const now = Date.parse('2026-11-20T11:30:00Z');
    expect(berlin.text(Date.parse('2026-11-20T11:04:31Z'), now)).toBe('12:04:31 CET');
    expect(berlin.text(Date.parse('2026-11-19T11:04:31Z'), now)).toBe('2026-11-19 12:04:31 CET');
  });
});

describe('a value in a cell', () => {
  it.each([
    [-4.25, -4.25],
    [0, 0],
    [true, true],
    [null, ''],
    [undefined, ''],
    ['2027-01-01', 46388],
    ['2026-02-30', '2026-02-30'],
    ['0042', '0042'],
    ['12', '12'],
    [{ type: 'exchange', house: 'ECC' }, '{"type":"exchange","house":"ECC"}'],
    [[1, 2], '[1,2]'],
  ])('%j is %j', (value, cell) => {
    expect(cellOf(value, 'field', berlin)).toBe(cell);
  });

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x")'])(
    '%j stays text as it is',
    (text) => {
      expect(cellOf(text, 'counterparty', berlin)).toBe(text);
    },
  );

  it.each(['request-id', 'feedback-comment', 'counterparty'])(
    'keeps what looks like a date as words in %s',
    (name) => {
      expect(cellOf('2027-01-01', name, berlin)).toBe('2027-01-01');
    },
  );

  it('cuts text at the length that Excel can hold, and shows that it did', () => {
    expect(cellOf('x'.repeat(40_000), 'feedback-comment', berlin)).toBe(`${'x'.repeat(32_766)}…`);
  });
});

describe('results', () => {
  const error = (message: string) => new CellFailure('#N/A', message);

  it('are the same when Excel would show the same', () => {
    expect(sameShown([['a', 1, error('x')]], [['a', 1, error('x')]])).toBe(true);
    expect(sameShown(error('x'), error('x'))).toBe(true);
    expect(sameShown([['a', 1]], [['a', 2]])).toBe(false);
    expect(sameShown([['a', error('x')]], [['a', error('y')]])).toBe(false);
    expect(sameShown([['1']], [[1]])).toBe(false);
    expect(sameShown([['a']], [['a'], ['b']])).toBe(false);
    expect(sameShown([['a']], [['a', '']])).toBe(false);
    expect(sameShown([['a']], error('a'))).toBe(false);
  });

  it('are waiting all only while nothing at all is known', () => {
    expect(waitingIn(WAITING)).toBe('all');
    const all = [
      [WAITING, ''],
      [WAITING, WAITING],
    ];
    expect(waitingIn(all)).toBe('all');
    expect(waitingIn([[WAITING, 1]])).toBe('some');
    expect(waitingIn([[WAITING, error('not found')]])).toBe('some');
    expect(waitingIn([['known', error('not found')]])).toBe('none');
    expect(waitingIn([['', '']])).toBe('none');
  });
});

it('takes a price or a quantity that came as decimal text for the number it is, and nothing else', () => {
  expect(cellOf('85.123456789012345678', 'price', berlin)).toBe(85.12345678901235);
  expect(cellOf('-4.25', 'spread-price', berlin)).toBe(-4.25);
  expect(cellOf('10', 'remaining-quantity', berlin)).toBe(10);
  for (const [text, name] of [
    ['000123', 'trade-id'],
    ['12', 'feedback-comment'],
    ['n/a', 'price'],
  ] as const)
    expect(cellOf(text, name, berlin)).toBe(text);
});
