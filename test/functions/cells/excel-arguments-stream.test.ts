import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamDays, streamPrices } from '../../../src/functions/cells/excel-arguments-stream';
import { DEADLINE_MS } from '../../../src/functions/cells/live';
import type { DayOrder } from '../../../src/functions/cells/typed-day';
import { arePrices, spreadPrices } from '../../../src/functions/formulas/computed-prices';
import { swapChecks } from '../../../src/functions/formulas/price-rules';
import { cellPageOf, installOffice, openWorkbook, resultsOf } from '../excel-page';
import { MemoryWorkbook } from '../memory-workbook';

describe('day stream', () => {
  let uninstall: () => void;
  beforeEach(() => (uninstall = installOffice()));
  afterEach(() => uninstall());

  async function orderFor(days: readonly unknown[], pattern?: string) {
    const { client, clock } = await openWorkbook();
    const workbook = new MemoryWorkbook();
    workbook.pattern = pattern;
    const cell = resultsOf();
    const formula = (order: DayOrder | undefined) => [[order ?? 'not asked']];
    streamDays(cell.invocation, { days, formula }, { workbook: () => workbook, page: cellPageOf(client) });
    const before = cell.results.length;
    await clock.advance(0);
    return { last: cell.last, atOnce: before === 1 };
  }

  it.each([[[46346, null]], [['2026-11-20', '20.11.2026']], [['20/11/2026', '']], [['tomorrow', true]]])(
    'Excel is not asked how days are written for %j',
    async (days) => {
      expect(await orderFor(days)).toEqual({ last: [['not asked']], atOnce: true });
    },
  );

  it('Excel is asked how days are written where a day can be read in two ways', async () => {
    expect((await orderFor([46346, '03/04/2026'], 'dd/MM/yyyy')).last).toEqual([['day-first']]);
    expect((await orderFor(['3-4-2026'], 'M/d/yyyy')).last).toEqual([['month-first']]);
  });

  it('nothing is assumed where Excel does not say it', async () => {
    expect((await orderFor(['03/04/2026'])).last).toEqual([['not asked']]);
    expect((await orderFor(['03/04/2026'], 'yyyy-MM-dd')).last).toEqual([['not asked']]);
  });
});

describe('price stream', () => {
  let uninstall: () => void;
  beforeEach(() => (uninstall = installOffice()));
  afterEach(() => uninstall());

  /** =DESK.SPREADPRICE(leg1, leg2) in a cell of an Excel that gives these addresses, or none. */
  async function spread(leg1: unknown, leg2: unknown, parameterAddresses?: string[]) {
    const { client, clock } = await openWorkbook();
    const workbook = new MemoryWorkbook();
    const cell = resultsOf(parameterAddresses && { parameterAddresses });
    streamPrices(
      cell.invocation,
      [leg1, leg2],
      {
        prices: [0, 1],
        formula: ([first, second]) =>
          spreadPrices({ leg1: first, leg2: second, action1: null, action2: null }),
      },
      { workbook: () => workbook, page: cellPageOf(client) },
    );
    return { cell, workbook, clock };
  }
  const REFUSED =
    /^#VALUE! This is 0 or an empty cell: Excel does not say\. If it is 0, type '0, a zero as text\.$/;

  describe('a price of 0 from a cell', () => {
    it('is nothing where Excel says that the cell is empty, and 0 where it is not', async () => {
      const { cell, workbook } = await spread([[0], [0]], [[5], [5]], ['Sheet1!A1:A2', 'Sheet1!B1:B2']);
      expect(cell.results).toEqual([]);
      workbook.says('Sheet1!A1:A2', [[true], [false]]);
      expect(cell.last).toEqual([[''], [-5]]);
    });

    it('is followed through later edits, until the cell is gone', async () => {
      const { cell, workbook } = await spread([[0]], [[5]], ['A!A1', 'A!B1']);
      workbook.says('A!A1', [[false]]);
      expect(cell.last).toEqual([[-5]]);
      workbook.says('A!A1', [[true]]);
      expect(cell.last).toEqual([['']]);
      cell.cancel();
      cell.cancel();
      expect(workbook.watched).toEqual([]);
      workbook.says('A!A1', [[false]]);
      expect(cell.last).toEqual([['']]);
    });

    it('waits for every range that holds one', async () => {
      const { cell, workbook } = await spread([[0]], [[0]], ['A!A1', 'A!B1']);
      workbook.says('A!A1', [[false]]);
      expect(cell.results).toEqual([]);
      workbook.says('A!B1', [[false]]);
      expect(cell.last).toEqual([[0]]);
    });

    it('is refused where Excel does not say what it is, and the other cells are shown', async () => {
      const { cell, workbook } = await spread([[0], [7]], 5, ['Elsewhere!A1:A2', '']);
      workbook.says('Elsewhere!A1:A2', undefined);
      expect(cell.last).toEqual([[expect.stringMatching(REFUSED)], [2]]);
    });

    it('is refused in an Excel that does not say where its arguments come from', async () => {
      for (const addresses of [undefined, []]) {
        const { cell, workbook } = await spread([[0]], [[5]], addresses);
        expect(workbook.watched).toEqual([]);
        expect(cell.last).toMatch(REFUSED);
      }
    });

    it('is 0 where it was typed into the formula', async () => {
      const { cell, workbook } = await spread([[0]], [[5]], ['', '']);
      expect(workbook.watched).toEqual([]);
      expect(cell.last).toEqual([[-5]]);
    });

    it('is not asked about where there is none', async () => {
      const { cell, workbook } = await spread(
        [[30], [null], ['']],
        [[29], [29], [29]],
        ['A!A1:A3', 'A!B1:B3'],
      );
      expect(workbook.watched).toEqual([]);
      expect(cell.last).toEqual([[1], [''], ['']]);
    });

    it('has a sentence at the deadline when Excel never answers, and heals', async () => {
      const { cell, workbook, clock } = await spread([[0]], [[5]], ['A!A1', 'A!B1']);
      await clock.advance(DEADLINE_MS);
      expect(cell.last).toMatch(/^#N\/A Excel has not answered yet\./);
      workbook.says('A!A1', [[false]]);
      expect(cell.last).toEqual([[-5]]);
    });

    it('makes no check of three empty cells', async () => {
      const { client } = await openWorkbook();
      const workbook = new MemoryWorkbook();
      const cell = resultsOf({ parameterAddresses: ['S!A1', 'S!A2', 'S!A3'] });
      streamPrices(
        cell.invocation,
        [[[0]], [[0]], [[0]]],
        {
          prices: [0, 1, 2],
          formula: ([certificate, buyPower, sellPower]) => swapChecks({ certificate, buyPower, sellPower }),
        },
        { workbook: () => workbook, page: cellPageOf(client) },
      );
      for (const address of ['S!A1', 'S!A2', 'S!A3']) workbook.says(address, [[true]]);
      expect(cell.last).toEqual([['']]);
    });
  });

  it.each([
    [30, 29, true],
    [[[30], [0]], [[29], [0]], true],
    [0, 29, true],
    [30, '0', true],
    ['0', '0', true],
    [[['RQ-1'], [30]], 29, true],
    ['RQ-1', 29, false],
    [12345, 'ask', false],
    [12345, null, false],
    [[['RQ-1'], [0]], 0, false],
    [[['RQ-1'], ['']], [['ask']], false],
  ])('SPREADPRICE of %j and %j is over prices: %s', (first, second, expected) => {
    expect(arePrices(first, second)).toBe(expected);
  });
});
