import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asText,
  KEYED_HEADINGS,
  plannedResults,
  RESULT_HEADINGS,
  type RowResult,
} from '../../../src/taskpane/excel/results';
import type { Content } from '../../../src/taskpane/excel/reading';

const PLACE = { sheet: 'Sheet1', row: 0, column: 2 };
const result = (row: number, requestId: string, id: string): RowResult => ({
  row,
  column: 0,
  was: requestId,
  id,
  cells: { state: 'done', message: 'The quote went live.', id, at: 46_346.5 },
});
const sheet = (values: Content[][]) => ({ sheet: 'Sheet1', row: 0, column: 0, values });
const HEADED = ['request-id', 'price', ...RESULT_HEADINGS];

describe('results', () => {
  it('go right of their rows, under headings of their own, rows side by side together', () => {
    const used = sheet([
      ['request-id', 'price'],
      ['RQ-1', 1],
      ['RQ-2', 2],
      ['', ''],
      ['RQ-4', 4],
    ]);
    const planned = plannedResults(used, PLACE, [
      result(4, 'RQ-4', 'd'),
      result(1, 'RQ-1', 'a'),
      result(2, 'RQ-2', 'b'),
    ]);
    expect(planned).toMatchObject({ ok: true, value: { block: PLACE, lost: 0 } });
    const { runs } = planned.ok ? planned.value : { runs: [] };
    expect(runs.map(({ row, lines }) => [row, lines.map(([, , id]) => id)])).toEqual([
      [1, ['a', 'b']],
      [4, ['d']],
    ]);
  });

  it.each([
    [
      'a heading',
      [
        ['request-id', 'price', 'mine'],
        ['RQ-1', 1],
      ],
      'Sheet1!C1',
    ],
    [
      'a cell beside the row',
      [
        ['request-id', 'price'],
        ['RQ-1', 1, '', '', 0],
      ],
      'Sheet1!E2',
    ],
  ])('are not written over %s of a person, who is told which', (_what, values, address) => {
    const planned = plannedResults(sheet(values), PLACE, [result(1, 'RQ-1', 'a')]);
    expect(planned).toMatchObject({ failure: { kind: 'wrong-state' } });
    expect(planned.ok ? '' : planned.failure.message).toContain(address);
  });

  it('take the place of older ones in the columns that are the pane’s', () => {
    const used = sheet([HEADED, ['RQ-1', 1, 'waiting', '', 'a', 46_346]]);
    expect(plannedResults(used, PLACE, [result(1, 'RQ-1', 'a')]).ok).toBe(true);
  });

  it('follow a row that was sorted, or that moved with its columns', () => {
    const used = sheet([
      ['', '', '', '', '', '', ''],
      ['new', ...HEADED],
      ['', 'RQ-2', 2, 'waiting', '', 'b', 1],
      ['', 'RQ-1', 1, 'waiting', '', 'a', 1],
    ]);
    const planned = plannedResults(used, PLACE, [result(1, 'RQ-1', 'a'), result(2, 'RQ-2', 'b')]);
    const { block, runs } = planned.ok ? planned.value : { block: PLACE, runs: [] };
    expect(block).toEqual({ sheet: 'Sheet1', row: 1, column: 3 });
    expect(runs.map(({ row, lines }) => [row, lines.map(([, , id]) => id)])).toEqual([[2, ['b', 'a']]]);
  });

  it('leave out a row that is gone, or of which there are two somewhere else', () => {
    const used = sheet([
      HEADED,
      ['RQ-9', 9, '', '', '', ''],
      ['RQ-1', 1, '', '', 'a', 1],
      ['RQ-1', 1, '', '', 'a', 1],
    ]);
    expect(plannedResults(used, PLACE, [result(1, 'RQ-1', 'a'), result(7, 'RQ-7', 'g')])).toMatchObject({
      value: { runs: [], lost: 2 },
    });
    expect(plannedResults(used, PLACE, [result(2, 'RQ-1', 'a')])).toMatchObject({ value: { lost: 0 } });
  });

  it('are not written beside another request, where their columns were not sorted with the rows', () => {
    const used = sheet([HEADED, ['RQ-2', 2, 'waiting', '', 'a', 1], ['RQ-1', 1, 'waiting', '', 'b', 1]]);
    expect(plannedResults(used, PLACE, [result(1, 'RQ-1', 'a')])).toMatchObject({
      value: { runs: [], lost: 1 },
    });
  });

  it('of one table are not written into the columns of another on the same sheet, nor over what stands there', () => {
    const WIDE = ['request-id', 'direction', 'price', 'quantity', 'all-or-none', 'my note'];
    const used = sheet([
      [...HEADED, ''],
      ['RQ-1', 1, 'done', '', 'a', 1],
      ['', '', '', '', '', ''],
      WIDE,
      ['RQ-2', 'ask', 2, 10, 'yes', 'mine'],
    ]);
    const place = { sheet: 'Sheet1', row: 3, column: 6 };
    expect(plannedResults(used, place, [result(4, 'RQ-2', 'b')])).toMatchObject({
      value: { block: place, lost: 0 },
    });
    expect(plannedResults(used, PLACE, [result(1, 'RQ-1', 'a')])).toMatchObject({ value: { block: PLACE } });
  });

  describe('on a sheet whose rows move by themselves', () => {
    const KEYED = ['request-id', 'price', ...KEYED_HEADINGS];
    const linesOf = (values: Content[][], ...results: RowResult[]) => {
      const planned = plannedResults(sheet(values), PLACE, results);
      if (!planned.ok) throw new Error(planned.failure.message);
      const lines = planned.value.runs.flatMap(({ row, lines }) =>
        lines.map((line, down) => [row + down, line[2], line[4]]),
      );
      return { lines, lost: planned.value.lost };
    };

    it('stay on the line that says what they are about, when another request stands beside it', () => {
      const moved = [
        KEYED,
        ['RQ-2', 2, 'waiting', '', 'a', 1, 'RQ-1'],
        ['RQ-3', 3, 'waiting', '', 'b', 1, 'RQ-2'],
      ];
      expect(linesOf(moved, result(1, 'RQ-1', 'a'), result(2, 'RQ-2', 'b'))).toEqual({
        lines: [
          [1, 'a', 'RQ-1'],
          [2, 'b', 'RQ-2'],
        ],
        lost: 0,
      });
    });

    it('take the line of an earlier one about the same, and never that of another request', () => {
      const moved = [KEYED, ['RQ-2', 2, 'done', '', 'a', 1, 'RQ-1'], ['RQ-3', 3, 'done', '', 'b', 1, 'RQ-2']];
      expect(
        linesOf(moved, result(1, 'RQ-2', 'c'), result(2, 'RQ-3', 'd'), result(1, 'RQ-2', 'e')).lines,
      ).toEqual([
        [2, 'c', 'RQ-2'],
        [3, 'd', 'RQ-3'],
        [4, 'e', 'RQ-2'],
      ]);
    });

    it('keep the line of an earlier one where two rows are about one request', () => {
      const both = [KEYED, ['RQ-1', 1, 'done', '', 'a', 1, 'RQ-1'], ['RQ-1', 2, '', '', '', '', '']];
      expect(linesOf(both, result(2, 'RQ-1', 'b')).lines).toEqual([[2, 'b', 'RQ-1']]);
    });

    it('leave out a row that has moved before the first was written, and a line of another request', () => {
      const moved = [KEYED, ['RQ-2', 2, '', '', '', '', ''], ['RQ-3', 3, 'done', '', 'b', 1, 'RQ-2']];
      expect(linesOf(moved, result(1, 'RQ-1', 'a'), result(2, 'RQ-3', 'b'))).toEqual({ lines: [], lost: 2 });
    });
  });

  it('never begin as a formula does', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const written = asText(text);
        expect(/^[=+\-@\t\r]/.test(written)).toBe(false);
        expect(written === text || written === `'${text}`).toBe(true);
      }),
    );
    expect(asText('=1+1')).toBe("'=1+1");
  });
});
