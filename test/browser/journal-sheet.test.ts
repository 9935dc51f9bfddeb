import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeskSheet } from './desk-sheet';
import { pressQuote } from './press-quote';
import { TradingDesk } from './trading-desk';

/** Errors of a formula that is wrong in itself. */
const WRONG = /#(NAME|VALUE|REF|SPILL|CALC|DIV|NUM|NULL)/;
const ID = 'RQ-10301';

let desk: TradingDesk;
let sheet: DeskSheet;
const texts = (a1: string): Promise<string[][]> =>
  desk.page.evaluate((address) => window.workbench?.texts(address) ?? [], a1);

beforeAll(async () => {
  desk = await TradingDesk.open();
  sheet = new DeskSheet(desk.page);
});
afterAll(() => desk?.close());

it('shows what was sent with its state, counts the day, and keeps to the state in its first yellow cell', async () => {
  await desk.page.getByRole('group', { name: 'New sheet' }).getByRole('button', { name: 'Journal' }).click();
  await sheet.shows('Journal!A8', ([row]) => row?.[0] === 'Nothing to show.');
  await pressQuote(desk.pane, ID, '30.25');
  const [headings, line] = await sheet.shows('Journal!A7:L8', ([, row]) => row?.[1] === 'done');
  expect([headings?.[0], headings?.slice(6)]).toEqual([
    'Pressed',
    ['Asked', 'Executed', 'Unit', 'Asked price', 'Executed price', 'Price unit'],
  ]);
  expect(line?.slice(2, 11)).toEqual([
    ...['live', 'send quote', 'TTF Dec-26', 'buy', 10, '', 'MW', 30.25, ''],
  ]);
  expect((await texts('Journal!A8'))[0]?.[0]).toMatch(/^\d\d-[A-Z][a-z]{2}-20\d\d \d\d:\d\d:\d\d$/);
  await sheet.shows('Journal!C5:H5', ([row]) => row?.join(' ') === '1 0 0 0 0 0');
  expect((await texts('Journal!I5'))[0]?.[0]).toMatch(/^\d\d:\d\d$/);
  await desk.act({ do: 'accept-my-quote', requestId: ID });
  await sheet.shows('Journal!G8:O8', ([row]) => row?.[1] === 10 && /^TR-/.test(String(row[8])));
  expect((await texts('Journal!H8:L8'))[0]).toEqual(['10', 'MW', '30.25', '30.25', 'EUR/MWh']);
  await sheet.put('Journal!A5', [['rejected']]);
  await sheet.shows('Journal!A8', ([row]) => row?.[0] === 'Nothing to show.');
  await sheet.put('Journal!A5', [['all']]);
  const all = await sheet.shows('Journal!A8:AA60', (rows) => rows.some(([, state]) => state === 'noted'));
  expect(JSON.stringify(all)).not.toMatch(WRONG);
  await sheet.shows('Journal!C5:H5', ([row]) => row?.join(' ') === '1 0 0 0 0 0');
  await desk.isFaultless();
});
