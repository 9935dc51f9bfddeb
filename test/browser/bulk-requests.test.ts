import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeskSheet } from './desk-sheet';
import { TradingDesk } from './trading-desk';

let desk: TradingDesk;
let sheet: DeskSheet;
beforeAll(async () => {
  desk = await TradingDesk.open();
  sheet = new DeskSheet(desk.page);
  await desk.arm();
});
afterAll(() => desk?.close());

it('makes a request of each row, once, and writes its id beside it', async () => {
  await desk.door(/^Bulk/);
  await desk.keys.push(desk.button('New requests'), 'Enter');
  await desk.keys.push(desk.button('Insert a request sheet'), 'Enter');
  await sheet.shows("'Request sheet'!A4:R4", ([headings]) => headings?.[16] === 'Recipients');
  await sheet.put("'Request sheet'!A5:H6", [
    ['single', 'buy', 'power', 'DE', 'Cal-31', 'base', 5, 'MW'],
    ['', 'sell', 'power', 'DE', 'Q1-28', 'base', 3, 'MW'],
  ]);
  await sheet.put("'Request sheet'!I6", [['FR']]);
  const before = await desk.calls('create-request');
  await desk.keys.push(desk.button(/^Check/), 'Enter');
  await desk.pane.getByRole('status', { name: 'Summary' }).getByText('2 rows: 2 new.').waitFor();
  expect(await desk.calls('create-request')).toBe(before);
  const last = desk.button('Show the last row of To send first.');
  await desk.keys.pushWhileThere(last, 'Enter');
  await desk.keys.push(desk.button(/^Send 2 requests/), 'Space');
  const progress = desk.pane.getByRole('status', { name: 'Progress of the batch' });
  await progress.getByText('Finished. 2 rows: 2 done.').waitFor();
  const cells = await sheet.shows("'Request sheet'!S5:W6", (rows) =>
    rows.every((row) => String(row[4]).startsWith('RQ-')),
  );
  const { requests } = await desk.truth();
  const made = cells.map((row) => requests.find((one) => one['request-id'] === row[4]));
  expect(made).toMatchObject([
    { contract: 'single', legs: [{ market: 'DE', action: 'buy', quantity: 5 }] },
    {
      contract: 'spread',
      legs: [
        { market: 'DE', action: 'sell' },
        { market: 'FR', action: 'buy' },
      ],
    },
  ]);
  await desk.keys.push(desk.button('Check again'), 'Enter');
  await desk.pane.getByRole('status', { name: 'Summary' }).getByText('2 rows: 2 sent before.').waitFor();
  expect(await desk.calls('create-request')).toBe(before + 2);
});
