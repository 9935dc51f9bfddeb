import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DeskSheet, type Cells } from './desk-sheet';
import { BUILT_IN_LIMITS } from '../../src/domain/limits/limits';
import { columnName } from '../../src/workbench/grid/address';
import { TradingDesk } from './trading-desk';
import { DESK, type Truth } from './truth';

const Opened = z.object({ 'request-id': z.string(), legs: z.array(z.object({ quantity: z.number() })) });
/** A desk whose limits have been raised, so that this takes seconds. */
const PLAN = { limits: { ratePerSecond: 200, burst: 1_000, perDay: 50_000 } };
const ROWS = 100;
const LIVE = 30;
const SHEET = "'Quote sheet'";

let desk: TradingDesk;
let sheet: DeskSheet;
let folder: string;
let headings: string[] = [];
const requests: { id: string; quantity: number }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreaddesk-bulk-'));
  const profile = join(folder, 'profile.json');
  await writeFile(profile, JSON.stringify(PLAN));
  // The market's own prices are far from the sheet's; limits have tests of their own.
  const limits = join(folder, 'limits.json');
  const { bestPrice, lastPrice } = BUILT_IN_LIMITS;
  const off = {
    bestPrice: { ignoreUpTo: bestPrice.ignoreUpTo },
    lastPrice: { ignoreUpTo: lastPrice.ignoreUpTo },
    nearestTrade: {},
    signFlip: 'off',
    factorOfTen: 'off',
  };
  await writeFile(limits, JSON.stringify({ limits: off }));
  desk = await TradingDesk.open({
    simulator: { SERVICE_PROFILE: profile },
    settings: { SERVICE_PROFILE: profile, DESK_LIMITS: limits },
  });
  sheet = new DeskSheet(desk.page);
  for (let count = 0; count < ROWS; count++) {
    const made = Opened.parse(await desk.act({ do: 'create-request', role: 'recipient', sort: 'single' }));
    requests.push({ id: made['request-id'], quantity: made.legs[0]?.quantity ?? 0 });
  }
  await desk.arm();
});
afterAll(async () => {
  await desk?.close();
  await rm(folder, { recursive: true, force: true });
});

const row = (at: number, price: string | number, action = ''): Cells[number] => {
  const { id = '', quantity = 0 } = requests[at] ?? {};
  return [id, 'ask', price, '', quantity, 'yes', action];
};
/** The cells of these rows from one heading to another. */
const under = (first: string, last: string, from: number, to: number): string => {
  const [left, right] = [headings.indexOf(first), headings.indexOf(last)];
  expect([first, left, last, right]).not.toContain(-1);
  return `${SHEET}!${columnName(left)}${from}:${columnName(right)}${to}`;
};
async function put(rows: Cells, from = 5): Promise<void> {
  const last = from + rows.length - 1;
  await sheet.put(
    under('Request', 'Request', from, last),
    rows.map(([id]) => [id ?? '']),
  );
  await sheet.put(
    under('Direction', 'Direction', from, last),
    rows.map((cells) => cells.slice(1, 2)),
  );
  await sheet.put(
    under('Price', 'Leg 2', from, last),
    rows.map((cells) => cells.slice(2, 4)),
  );
  await sheet.put(
    under('Quantity', 'Quantity', from, last),
    rows.map((cells) => cells.slice(4, 5)),
  );
  await sheet.put(
    under('All-or-none', 'Action', from, last),
    rows.map((cells) => cells.slice(5)),
  );
}
const summary = () => desk.pane.getByRole('status', { name: 'Summary' });
const progress = () => desk.pane.getByRole('status', { name: 'Progress of the batch' });
const check = (): Promise<void> => desk.keys.push(desk.button(/^Check/), 'Enter');
async function press(name: RegExp): Promise<void> {
  await summary().waitFor();
  const ticks = desk.pane.getByRole('checkbox', { name: /^Send anyway/ });
  // One for several rows ticks theirs.
  for (const tick of await ticks.all()) if (!(await tick.isChecked())) await desk.keys.push(tick, 'Space');
  const last = desk.button('Show the last row of To send first.');
  await desk.keys.pushWhileThere(last, 'Enter');
  // The row counts as seen once the browser has scrolled, which is a frame later: no person is as quick.
  await last.waitFor({ state: 'detached' });
  await desk.keys.push(desk.button(name), 'Space');
}
const own = async (): Promise<Truth['quotes']> =>
  (await desk.truth()).quotes.filter(
    (quote) => quote.counterparty === DESK && requests.some(({ id }) => id === quote['request-id']),
  );
const on = (quotes: Truth['quotes'], at: number): Truth['quotes'] =>
  quotes.filter((quote) => quote['request-id'] === requests[at]?.id);
/** What Bulk writes beside the block. */
const beside = (from: number, to: number): string => {
  const first = headings.length;
  return `${SHEET}!${columnName(first)}${from + 5}:${columnName(first + 3)}${to + 5}`;
};
describe('a sheet of quotes', () => {
  it('is inserted by the pane, and its first rows go live by one press', async () => {
    await desk.door(/^Bulk/);
    await desk.keys.push(desk.button('Insert a quote sheet'), 'Enter');
    const [row4] = await sheet.shows(`${SHEET}!A4:AD4`, ([row]) => row?.includes('Action') ?? false);
    headings = (row4 ?? []).map(String).filter((heading) => heading !== '' && !/^desk /.test(heading));
    // Nothing live beside so many rows, and none but those of this test: that is another one.
    await sheet.put(
      `${SHEET}!A5:${columnName(headings.length - 1)}140`,
      Array.from({ length: 136 }, () => headings.map(() => '')),
    );
    await put(Array.from({ length: LIVE }, (_, at) => row(at, 70)));
    await check();
    await summary().getByText('30 rows: 30 new.').waitFor();
    await press(/^Send 30 quotes/);
    await progress().getByText('Finished. 30 rows: 30 done.').waitFor();
    expect((await own()).filter(({ state }) => state === 'active')).toHaveLength(LIVE);
    await sheet.shows(beside(0, LIVE - 1), (cells) => cells.every(([state]) => state === 'done'));
  });
});

describe('a hundred rows', () => {
  const BAD = 5;
  let priced = '';
  it('are told apart before anything is sent', async () => {
    // 20 as they are, 10 to withdraw, 5 that are wrong, 65 new.
    await put(
      Array.from({ length: 10 }, (_, at) => row(20 + at, 70, 'withdraw')),
      25,
    );
    const wrong = [
      row(30, ''),
      row(31, '1,000'),
      row(32, 'about 70'),
      row(33, 70, 'sell'),
      row(34, true as never),
    ];
    await put([...wrong, ...Array.from({ length: ROWS - LIVE - BAD }, (_, at) => row(35 + at, 71))], 35);
    // One price moves by itself: Excel tells nobody of what it calculates.
    const opened = Opened.parse(await desk.act({ do: 'create-request', role: 'recipient', sort: 'single' }));
    priced = opened['request-id'];
    await sheet.enter(under('Price', 'Price', 40, 40), `=IF(DESK.RFQ("${priced}","state")="open",71,72)`);
    await sheet.shows(under('Price', 'Price', 40, 40), ([cells]) => cells?.[0] === 71);
    await check();
    await summary()
      .getByText('100 rows: 65 new, 10 to withdraw, 20 unchanged, 1 with nothing to do, 4 not possible.')
      .waitFor();
    expect(await own()).toHaveLength(LIVE);
  });

  it('end true, each sent once, when one moves before the press and one answer is lost', async () => {
    await desk.act({ do: 'close', requestId: priced });
    await sheet.shows(under('Price', 'Price', 40, 40), ([cells]) => cells?.[0] === 72);
    const lost = requests[50]?.id;
    await desk.fault({ operation: 'send-quote', kind: 'reset-after', requestId: lost });
    const before = await desk.calls('send-quote');
    await press(/^Send 65 quotes, withdraw 10/);
    await progress().getByText('Finished. 75 rows: 74 done, 1 held back.').waitFor({ timeout: 40_000 });
    const rows = desk.pane.getByRole('list', { name: 'Rows of the batch' }).getByRole('listitem');
    const held = rows.filter({ hasText: 'held back' });
    expect(await held.innerText()).toMatch(/^held back[^]*Row 40[^]*RQ-\d+[^]*71\.00.*→.*72\.00/);
    const quotes = await own();
    for (let at = 0; at < ROWS; at++) {
      const states = on(quotes, at).map(({ state }) => state);
      expect([at, states]).toEqual([
        at,
        at < 20 ? ['active'] : at < 30 ? ['withdrawn'] : at <= 35 ? [] : ['active'],
      ]);
    }
    expect(await desk.calls('send-quote')).toBe(before + 64);
    await sheet.shows(beside(0, ROWS - 1), (cells) =>
      cells.every(([state], at) => state === (at >= 30 && at < 35 ? '' : at === 35 ? 'held back' : 'done')),
    );
    const [told] = await sheet.values(beside(35, 35));
    expect(told?.[1]).toContain('Changed since shown');
    expect(told?.[2]).toBe('');
  });

  it('are sent no second time by checking and pressing again: only what was held back goes', async () => {
    const before = await desk.calls('send-quote');
    await check();
    await summary()
      .getByText(/^100 rows: 1 new, 84 unchanged, 11 with nothing to do, 4 not possible\.$/)
      .waitFor();
    await press(/^Send 1 quote/);
    await progress().getByText('Finished. 1 row: 1 done.').waitFor();
    expect(await desk.calls('send-quote')).toBe(before + 1);
    expect(on(await own(), 35).map(({ legs }) => legs?.[0]?.price)).toEqual([72]);
  });

  it('change by withdrawing what is live before the new one goes', async () => {
    await put([row(0, 70.5)]);
    await check();
    await summary()
      .getByText(/^100 rows: 1 to replace/)
      .waitFor();
    await press(/^Replace 1 quote/);
    await progress().getByText('Finished. 1 row: 1 done.').waitFor();
    expect(on(await own(), 0).map(({ state, legs }) => [state, legs?.[0]?.price])).toEqual([
      ['withdrawn', 70],
      ['active', 70.5],
    ]);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
