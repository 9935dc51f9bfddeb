import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DeskSheet } from './desk-sheet';
import { TradingDesk } from './trading-desk';
import { DESK, type Truth } from './truth';

const Opened = z.object({
  'request-id': z.string(),
  'all-or-none': z.boolean(),
  legs: z.array(z.object({ commodity: z.string() })),
});
const ROWS = 10;
let desk: TradingDesk;
let sheet: DeskSheet;
const requests: { id: string }[] = [];

beforeAll(async () => {
  desk = await TradingDesk.open({ settings: { DESK_PROGRAMS: 'on' } });
  sheet = new DeskSheet(desk.page);
  // Power of which a part may be quoted: ten rows stay within what may be live at once, near the last trades.
  while (requests.length < ROWS) {
    const made = Opened.parse(await desk.act({ do: 'create-request', role: 'recipient', sort: 'single' }));
    const isPower = made.legs[0]?.commodity === 'power';
    if (isPower && !made['all-or-none']) requests.push({ id: made['request-id'] });
  }
  await desk.arm();
});
afterAll(() => desk?.close());

const live = async (): Promise<Truth['quotes']> =>
  (await desk.truth()).quotes.filter(
    ({ counterparty, state, ...quote }) =>
      counterparty === DESK && state === 'active' && requests.some(({ id }) => id === quote['request-id']),
  );

it('quotes ten rows that a curve in cells prices, follows it, and takes all of it off once its page is closed', async () => {
  await sheet.put('Sheet3!L20', [[70]]);
  await sheet.put('Sheet3!A1:E1', [['request-id', 'direction', 'price', 'quantity', 'all-or-none']]);
  for (const [at, { id }] of requests.entries()) {
    await sheet.put(`Sheet3!A${at + 2}:B${at + 2}`, [[id, 'ask']]);
    await sheet.enter(`Sheet3!C${at + 2}`, `=ROUND($L$20+${at}*0.01,2)`);
    await sheet.put(`Sheet3!D${at + 2}:E${at + 2}`, [[2, 'no']]);
  }
  await desk.page.evaluate(() => window.workbench?.select('Sheet3!A1'));
  await desk.door(/^Programs/);
  await desk.keys.push(desk.button('New program from the selection'), 'Enter');
  await desk.keys.push(desk.button(/^Check 10 rows and start/), 'Enter');
  await desk.pane.getByRole('region', { name: 'Before the start' }).waitFor();
  for (const tick of await desk.pane.getByRole('checkbox', { name: /^Send anyway/ }).all())
    await desk.keys.push(tick, 'Space');
  await desk.keys.push(desk.button(/^Start: 10 quotes/), 'Space');
  await desk.becomes(async () => expect(await live()).toHaveLength(ROWS));
  await sheet.put('Sheet3!L20', [[70.4]]);
  await desk.becomes(async () =>
    expect((await live()).map(({ legs }) => legs?.[0]?.price?.toFixed(2)).sort()).toEqual(
      Array.from({ length: ROWS }, (_, at) => (70.4 + at * 0.01).toFixed(2)),
    ),
  );
  const [first] = await live();
  await desk.act({ do: 'accept-my-quote', requestId: first?.['request-id'] });
  await desk.becomes(async () => expect(await live()).toHaveLength(ROWS - 1));
  await desk.page.goto('about:blank');
  await desk.becomes(async () => expect(await live()).toEqual([]));
});
