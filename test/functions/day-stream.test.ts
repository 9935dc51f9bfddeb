import { afterEach, beforeEach, expect, it } from 'vitest';
import { streamDays } from '../../src/functions/day-stream';
import type { DayOrder } from '../../src/functions/typed-day';
import { cellPageOf, installOffice, openWorkbook, resultsOf } from './excel-page';
import { MemoryWorkbook } from './memory-workbook';

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
