import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentence, type Outcome } from '../../../src/domain/failure';
import { RequestId } from '../../../src/domain/identifiers';
import {
  columnsArgument,
  countArgument,
  dayArgument,
  fieldsArgument,
  idsArgument,
  textArgument,
  together,
  wordArgument,
} from '../../../src/functions/formulas/arguments';

const ids = (given: unknown) => idsArgument<RequestId>(given, { schema: RequestId, example: 'RQ-1' });
const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};
const idTexts = (given: unknown) => valueOf(ids(given)).map((id) => (id.ok ? id.value : 'refused'));
const side = (given: unknown) => wordArgument(given, { name: 'direction', words: ['bid', 'ask'] });
const count = (given: unknown) => countArgument(given, { name: 'count', max: 100, otherwise: 50 });

describe('identifiers', () => {
  it('stay text, with their leading zeros and without the spaces around them', () => {
    expect(idTexts([['007'], [' RQ-1 '], ['RQ 2']])).toEqual(['007', 'RQ-1', 'RQ 2']);
  });

  it('that Excel took for numbers become text again', () => {
    expect(idTexts([[10293]])).toEqual(['10293']);
  });

  it('that lost digits as a number are refused and not looked for', () => {
    expect(idTexts([[12345678901234567890], [1.5], [1e15], [-7], ['1.23457E+15'], ['1,2E+20']])).toEqual(
      Array<string>(6).fill('refused'),
    );
    expect(idTexts([[999_999_999_999_999], ['1234567890123456789'], ['1E5']])).toEqual([
      '999999999999999',
      '1234567890123456789',
      '1E5',
    ]);
    const [id] = valueOf(ids(1e15));
    expect(id?.ok === false && sentence(id.failure)).toBe(
      'Excel turned this id into a number and lost digits. Format the cell as text and type it again.',
    );
  });

  it('of a whole column end with the last one, and are two thousand at most', () => {
    const column = (used: number, rows: number) =>
      Array.from({ length: rows }, (_, row) => [row < used ? `RQ-${row}` : 0]);
    expect(idTexts(column(3, 1_048_576))).toEqual(['RQ-0', 'RQ-1', 'RQ-2']);
    const tooMany = ids(column(2_001, 3_000));
    expect(tooMany.ok ? '' : sentence(tooMany.failure)).toBe(
      'A formula takes at most 2,000 ids. Use a shorter range, and another formula for the rest.',
    );
  });

  it('are read from a row, a column, a block or one cell', () => {
    for (const given of ['RQ-1', [['RQ-1']]]) expect(idTexts(given)).toEqual(['RQ-1']);
    expect(idTexts([['RQ-1', 'RQ-2']])).toEqual(['RQ-1', 'RQ-2']);
    expect(
      idTexts([
        ['RQ-1', 2],
        [3, 'RQ-4'],
      ]),
    ).toEqual(['RQ-1', '2', '3', 'RQ-4']);
  });

  it('of a range are read row by row, and an empty cell stays a row', () => {
    expect(idTexts([['RQ-1'], [''], [0], ['RQ-2']])).toEqual(['RQ-1', undefined, undefined, 'RQ-2']);
  });

  it('are refused in their own row alone', () => {
    expect(idTexts([['RQ-1'], ['a/b'], [true], [{ type: 'Error' }]])).toEqual([
      'RQ-1',
      'refused',
      'refused',
      'refused',
    ]);
  });

  it.each([[['']], [[0]]])('are waited for in an empty cell: %j', (given) => {
    expect(idTexts(given)).toEqual([undefined]);
  });

  it.each([null, undefined, []])('are asked for when there is none: %j', (given) => {
    expect(ids(given).ok).toBe(false);
  });
});

describe('days', () => {
  it.each([
    [46346, '2026-11-20'],
    [46346.75, '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    [' 2026-11-20 ', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    ['  ', undefined],
    [[['2024-02-29']], '2024-02-29'],
    [null, undefined],
    ['', undefined],
    [0, undefined],
  ])('%j is %s', (given, day) => {
    expect(valueOf(dayArgument(given, 'from'))).toBe(day);
  });

  it.each([
    '2026-02-30',
    '2026-13-01',
    '03/04/2026',
    '20 November 2026',
    'today',
    -1,
    99_999_999,
    NaN,
    true,
    [['2026-11-20', '2026-11-21']],
  ])('%j is refused with a sentence that shows how to type one', (given) => {
    const outcome = dayArgument(given, 'from');
    expect(outcome.ok ? '' : outcome.failure.message + outcome.failure.next).toMatch(
      /from.*(2026-11-20|one cell)/,
    );
  });

  it('from a date cell and typed are the same, every day of the century', () => {
    fc.assert(
      fc.property(fc.integer({ min: 36_526, max: 73_050 }), (serial) => {
        const day = valueOf(dayArgument(serial, 'from'));
        expect(valueOf(dayArgument(day, 'from'))).toBe(day);
        expect(Date.parse(`${day}T00:00Z`) / 86_400_000 + 25_569).toBe(serial);
      }),
    );
  });
});

describe('words', () => {
  it('are known in any case and refused with those that there are', () => {
    expect(valueOf(side(' BID '))).toBe('bid');
    const outcome = side('buy');
    expect(outcome.ok ? '' : outcome.failure.next).toBe('Type "bid" or "ask".');
  });

  it.each([null, undefined, '', [['']], 0, '  '])('left out are nothing: %j', (given) => {
    expect(valueOf(side(given))).toBeUndefined();
    expect(valueOf(textArgument(given, 'commodity'))).toBeUndefined();
  });

  it('are refused where something else stands', () => {
    expect(textArgument(true, 'commodity').ok).toBe(false);
    expect(textArgument([['power', 'gas']], 'commodity').ok).toBe(false);
  });
});

describe('counts', () => {
  it('are whole numbers from 1 to their limit, fifty when left out', () => {
    expect([null, 0, '', 1, 100].map((given) => valueOf(count(given)))).toEqual([50, 50, 50, 1, 100]);
    expect([-1, 1.5, 101, '5', NaN].map((given) => count(given).ok)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('fields and columns', () => {
  it('keeps an empty heading as a column of fields', () => {
    expect(valueOf(fieldsArgument([['state', '', 0, 'role ']]))).toEqual(['state', '', '', 'role']);
  });

  it.each([null, undefined, '', [['', '']], [[0]]])('takes %j for left out', (given) => {
    expect(valueOf(fieldsArgument(given))).toBeUndefined();
    expect(valueOf(columnsArgument(given))).toBeUndefined();
  });

  it('reads columns from text with commas and from a range alike', () => {
    expect(valueOf(columnsArgument([['request-id, state,']]))).toEqual(['request-id', 'state']);
    expect(valueOf(columnsArgument([['request-id'], ['state']]))).toEqual(['request-id', 'state']);
  });

  it('refuses numbers', () => {
    expect(fieldsArgument([['state', 7]]).ok).toBe(false);
  });
});

describe('arguments together', () => {
  it('are all there, or the first that is wrong', () => {
    expect(valueOf(together({ a: count(3), b: side('ask') }))).toEqual({ a: 3, b: 'ask' });
    expect(together({ a: count(3), b: side('x'), c: count('x') })).toEqual(side('x'));
  });
});
