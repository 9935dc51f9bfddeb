import { describe, expect, it } from 'vitest';
import { recognised } from '../../../src/domain/bulk/column';
import { readRows } from '../../../src/taskpane/bulk/row';
import { tableOf } from '../../../src/taskpane/bulk/table';
import { contains, type Area } from '../../../src/taskpane/excel/address';
import type { Content } from '../../../src/taskpane/excel/reading';
import { pricingSheet, requestsToPrice } from '../../../src/taskpane/templates/pricing';
import { leg, request, spread, swap } from '../examples';
import { areaAt } from '../memory-sheet';

const peak = spread({
  id: 'RQ-8',
  legs: [leg({ action: 'sell', loadProfile: 'peak' }), leg({ market: 'FR', loadProfile: 'peak' })],
});
const open = [request({ id: 'RQ-7' }), peak, request({ id: 'RQ-6', createdAt: 0 })];
const plan = pricingSheet(open);
const rowsAt = (cell: string) => plan.contents.find(([first]) => first === cell)?.[1] ?? [];
const at = (area: string): Area => areaAt(`Any!${area}`);

describe('the pricing sheet', () => {
  it('wants one mark for each market, load and delivery of the requests, and no price is filled in', () => {
    expect(rowsAt('A6')).toEqual([
      ['DE', 'base', 'Cal-27'],
      ['DE', 'peak', 'Cal-27'],
      ['FR', 'peak', 'Cal-27'],
    ]);
    expect(rowsAt('D6')).toEqual([]);
    expect(rowsAt('L6')).toEqual([]);
    expect(rowsAt('F6')).toEqual([['RQ-6'], ['RQ-7'], ['RQ-8']]);
  });

  it('leaves out what no curve prices: swaps, own requests, deliveries without hours that are known', () => {
    const shaped = request({ id: 'RQ-9', legs: [leg({ loadProfile: 'shaped' })] });
    const elsewhere = request({ id: 'RQ-10', legs: [leg({ market: 'Mars' })] });
    const own = request({ id: 'RQ-11', role: 'initiator' });
    const ids = requestsToPrice([...open, swap({ id: 'RQ-12' }), shaped, elsewhere, own]).map(({ id }) => id);
    expect(ids).toEqual(['RQ-6', 'RQ-7', 'RQ-8']);
  });

  it('computes each request from its own row and the list of marks alone', () => {
    for (const cell of ['G6', 'M6', 'S6', 'V6', 'AC6', 'AN6']) {
      for (const [down, row] of rowsAt(cell).entries()) {
        const outside = row.flatMap((content) =>
          [...String(content).matchAll(/(\$?)([A-Z]{1,2})(\$?)(\d+)/g)].filter(
            ([, fixedColumn, , fixedRow, number]) =>
              Number(number) !== 6 + down && !(fixedRow === '$' && (fixedColumn === '$' || number === '5')),
          ),
        );
        expect([cell, down, outside]).toEqual([cell, down, []]);
      }
    }
  });

  it('follows requests that come later in rows where nothing is typed', () => {
    // Three requests, six rows for ids that a person types, and then those that follow.
    const following = rowsAt('F15').map(([content]) => String(content));
    expect(following).toHaveLength(8);
    for (const [at, formula] of following.entries()) {
      expect(formula).toContain('MATCH($AS$5:$AS$506,$F$6:$F$14,0)');
      expect(formula.endsWith(`,${at + 1}),"")`)).toBe(true);
    }
    expect(rowsAt('G23')).toEqual([[expect.stringContaining('more to quote')]]);
    const typed = plan.looks.flatMap(([area, { fill }]) => (fill === '#fff8e1' ? [at(area)] : []));
    for (const cell of ['F15', 'L15', 'F22', 'L22'])
      expect(typed.some((area) => contains(area, at(cell)))).toBe(false);
    for (const cell of ['F14', 'L14', 'L1'])
      expect(typed.some((area) => contains(area, at(cell)))).toBe(true);
    expect(rowsAt('AS4')).toEqual([['=DESK.RFQS(,,,,,"request-id, standing")']]);
    expect(rowsAt('AV6')).toEqual([]);
    const shaped = request({ id: 'RQ-9', legs: [leg({ loadProfile: 'shaped' })] });
    const other = pricingSheet([...open, shaped]);
    expect(other.contents.find(([first]) => first === 'AV6')?.[1]).toEqual([['RQ-9']]);
  });

  it('is yellow where a person types, and strikes out what is not live', () => {
    const yellow = plan.looks.flatMap(([area, { fill }]) => (fill === '#fff8e1' ? [at(area)] : []));
    const isYellow = (cell: string): boolean => yellow.some((area) => contains(area, at(cell)));
    expect(['D6', 'F8', 'L6', 'K6', 'M6', 'Q6'].map(isYellow)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    const struck = plan.alerts.flatMap(([area, alert]) => (alert.struck ? [at(area)] : []));
    for (const cell of ['I6', 'K14', 'M6', 'V6'])
      expect([cell, struck.some((area) => contains(area, at(cell)))]).toEqual([cell, true]);
  });

  it('takes the margin of a row that moves from one cell alone, so that none stays behind for the next request', () => {
    const [quotes, directions] = [0, 1].map((column) => rowsAt('M6').map((row) => String(row[column])));
    // Nine rows have ids that are typed, and eight follow.
    expect(quotes?.slice(0, 9).map((formula, at) => formula.includes(`N(L${6 + at})`))).toEqual(
      Array<boolean>(9).fill(true),
    );
    for (const formula of [...(quotes ?? []).slice(9), ...(directions ?? []).slice(9)]) {
      expect(formula).toContain('ISNUMBER($L$1)');
      expect(formula).not.toMatch(/\bL\d/);
    }
    expect(rowsAt('L15')).toEqual(Array.from({ length: 8 }, () => ['=IF($L$1="","",$L$1)']));
    const refused = plan.rules.filter(([, rule]) => 'formula' in rule && rule.formula === '=FALSE');
    expect(refused.map(([area]) => area)).toEqual(['F15:F22', 'L15:L22']);
  });

  it('has its quotes in a table that Bulk reads as they stand, and nothing else of it', () => {
    const headings = (rowsAt('A5')[0] ?? []).map(String);
    const cells = headings.map((heading): Content => (heading === '' ? '' : `of ${heading}`));
    const row = new Map<string, Content>([
      ['Price', 71],
      ['Request', 'RQ-7'],
      ['Direction', 'ask'],
      ['Leg 2', ''],
      ['Quantity', 10],
    ]);
    const priced = headings.map((heading, at) => row.get(heading) ?? cells[at] ?? '');
    priced[headings.lastIndexOf('Price')] = 84.15;
    const found = tableOf({
      sheet: 'Pricing',
      row: 3,
      column: 0,
      values: [
        [...headings.map((): Content => ''), '', 'request-id', 'standing'],
        [...headings, '', 'RQ-9', 'to quote'],
        [...priced, '', 'RQ-8', 'to quote'],
      ],
      formats: [],
      hidden: new Set(),
      selected: [at('A6')],
    });
    if (!found.ok) throw new Error(found.failure.message);
    const { mapping, unclear } = recognised(found.value.headings);
    expect(unclear).toEqual([]);
    expect(readRows(found.value.rows, mapping)).toEqual([
      {
        ok: true,
        row: 5,
        intent: {
          ...{ row: 5, requestId: 'RQ-7', action: 'quote', direction: 'ask' },
          ...{ prices: ['84.15', undefined, undefined], quantity: '10' },
        },
      },
    ]);
    expect(found.value.place).toMatchObject({ row: 4, column: at('W5').column });
  });

  it('shows no price of a spread within one curve whose shape is not known', () => {
    const [fair] = rowsAt('G6').map((row) => String(row[4]));
    expect(fair).toContain('IF((AD6=AI6)*(AE6=AJ6)*(V6<>""),"no shape",');
    expect(rowsAt('M6')[0]?.[0]).toMatch(/^=IF\(K6="no shape",K6,/);
    const care = plan.alerts.find(([, { formula }]) => formula === '=$V6<>""');
    expect(care?.[0]).toBe('K6:K22');
  });
});
