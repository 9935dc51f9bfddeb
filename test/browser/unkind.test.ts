import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { UNKIND } from '../../src/workbench/unkind';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet } from './desk-sheet';
import { NO_POLLING, startStack, type Stack } from './stack';
import { Calls, DESK, Truth } from './truth';

/** Each word of `?unkind=`: Excel does that, and the desk stays right. */
const PATIENCE = { timeout: 30_000, interval: 50 };

let stack: Stack;
let opened: OpenPage | undefined;
beforeAll(async () => {
  stack = await startStack(0, NO_POLLING);
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});
afterAll(() => stack?.close());

interface Desk {
  readonly page: Page;
  readonly pane: Frame;
  readonly sheet: DeskSheet;
}
async function open(words: string): Promise<Desk> {
  opened = await openChromium(`${stack.workbenchUrl}?unkind=${words}`);
  const { page } = opened;
  const pane = await (await page.waitForSelector('#pane')).contentFrame();
  if (!pane) throw new Error('The pane has no page.');
  return { page, pane, sheet: new DeskSheet(page) };
}
/** With live cells on the first sheet. */
async function openLive(word: keyof typeof UNKIND): Promise<Desk> {
  const desk = await open(word);
  await desk.sheet.ready();
  await desk.sheet.shows('Desk!A6', ([row]) => row?.[0] === true);
  await desk.sheet.shows('Desk!E10:E14', (rows) => rows.every(([price]) => isNumber(price)));
  await desk.page.evaluate(() => window.workbench?.settled(30_000));
  return desk;
}
const press = ({ page }: Desk, name: string): Promise<void> =>
  page.locator('#ribbon').getByRole('button', { name, exact: true }).click();
const activate = ({ page }: Desk, name: string): Promise<void> =>
  page.evaluate((sheet) => window.workbench?.activate(sheet), name);
const says = ({ pane }: Desk, text: string | RegExp): Promise<void> =>
  pane.getByRole('status', { name: 'Notices' }).getByText(text).waitFor();
const movePrice = (requestId: string, by: number): Promise<unknown> =>
  stack.simulator('/simulator/act', { do: 'move-price', requestId, by });
/** Calls of the platform by operation, without those that look for missed events in the background. */
async function calls(): Promise<Record<string, number>> {
  const { byOperation } = Calls.parse(await stack.simulator('/simulator/stats'));
  const OF_NO_CELL = ['list-concluded-requests', 'list-trades'];
  return Object.fromEntries(Object.entries(byOperation).filter(([name]) => !OF_NO_CELL.includes(name)));
}

/** One live quote, sent from the pane. The same price twice in a minute would be warned of. */
async function quote({ pane }: Desk, price: string): Promise<void> {
  await pane.getByRole('switch', { name: /^Trading/ }).check({ force: true });
  await pane.getByRole('button', { name: 'Requests', exact: true }).click();
  await pane.locator('[data-request="RQ-10302"]').click();
  await pane.getByLabel('Price of leg 1, NL').fill(price);
  await pane.getByLabel('Price of leg 2, DE').fill('78.5');
  await pane.getByText('Fetching the reference price').first().waitFor({ state: 'hidden' });
  // The first one has nothing to be compared with.
  for (const tick of await pane.getByRole('checkbox', { name: /^Send anyway/ }).all()) await tick.check();
  await pane.getByRole('button', { name: /^(?:Send quote|(?:Bid|Offer)\b.* at )/ }).click();
  await pane.getByText('Done.').first().waitFor();
  expect(await ownLive()).toBe(1);
}
async function ownLive(): Promise<number> {
  const { quotes } = Truth.parse(await stack.simulator('/simulator/truth'));
  return quotes.filter(({ counterparty, state }) => counterparty === DESK && state === 'active').length;
}
const isWithdrawn = (): Promise<void> => vi.waitFor(async () => expect(await ownLive()).toBe(0), PATIENCE);
const isState = (value: unknown): boolean => /^[a-z]+$/.test(String(value));
const isNumber = (value: unknown): value is number => typeof value === 'number';

it('a word that it does not know is a sentence with those that it knows', async () => {
  const { page } = await open('unfair,edit-mode');
  const sentence = page.getByText(/unkind knows no unfair; it knows /);
  await sentence.waitFor();
  for (const word of Object.keys(UNKIND)) expect(await sentence.textContent()).toContain(word);
});

it('show-pane-late: presses complete first, so that the pane comes and later presses are heard', async () => {
  const desk = await openLive('show-pane-late');
  await quote(desk, '80');
  const closePane = (): Promise<void> => desk.page.getByRole('button', { name: 'Close the pane' }).click();
  await closePane();
  for (const name of ['Open requests', 'Cells in error', 'Withdraw all']) {
    await press(desk, name);
    await desk.page.locator('#pane').waitFor({ timeout: 5000 });
    if (name !== 'Withdraw all') await closePane();
  }
  await isWithdrawn();
  expect(await desk.page.evaluate(() => window.workbench?.unknown())).toEqual([]);
});

it('manual-calculation: it is said in red, and one press makes cells move again', async () => {
  const desk = await open('manual-calculation');
  await desk.sheet.ready();
  await desk.pane.getByText(/Excel is set to manual calculation: cells stand still until F9/).waitFor();
  // Where the first word of a cell was that there is no answer yet, the answer too waits for F9.
  await vi.waitFor(async () => {
    await desk.page.keyboard.press('F9');
    expect([isNumber((await desk.sheet.values('Desk!E10'))[0]?.[0])]).toEqual([true]);
  }, PATIENCE);
  const [[before]] = (await desk.sheet.values('Desk!E10')) as [[number]];
  await movePrice('RQ-10293', -1);
  const seen = desk.pane.getByRole('button', { name: 'Calculate automatically' });
  await desk.page.waitForTimeout(3000);
  expect(await desk.sheet.values('Desk!E10')).toEqual([[before]]);
  await desk.page.keyboard.press('F9');
  const [[after]] = (await desk.sheet.shows('Desk!E10', ([row]) => row?.[0] !== before)) as [[number]];
  await seen.click();
  await movePrice('RQ-10293', -1);
  await desk.sheet.shows('Desk!E10', ([row]) => isNumber(row?.[0]) && row[0] < after);
  await seen.waitFor({ state: 'detached' });
});

it('no-addresses: cells are live, and a price of 0 is not taken for an empty cell, nor the other way round', async () => {
  const desk = await openLive('no-addresses');
  await activate(desk, 'Sheet3');
  await desk.sheet.put('Sheet3!A1', [[30, 29, '']]);
  await desk.sheet.enter('Sheet3!A3', '=DESK.SPREADPRICE(A1,B1,"buy","sell")');
  await desk.sheet.enter('Sheet3!A4', '=DESK.SPREADPRICE(A1,C1,"buy","sell")');
  await desk.sheet.enter('Sheet3!A5', '=DESK.RFQ("RQ-10293","state")');
  await desk.sheet.shows('Sheet3!A3:A5', ([price, refused, state]) => {
    return price?.[0] === 1 && String(refused?.[0]).startsWith('#') && state?.[0] === 'open';
  });
  expect((await desk.sheet.fault('Sheet3!A4'))?.message).toContain(
    'This is 0 or an empty cell: Excel does not say',
  );
});

it('edit-mode: what needs the sheet is refused in a sentence, leaves nothing half done, and works afterwards', async () => {
  const desk = await openLive('edit-mode');
  await quote(desk, '80.2');
  await activate(desk, 'Sheet3');
  await desk.page.evaluate(() => window.workbench?.select('Sheet3!C3'));
  const mouse = async (a1: string, clickCount: number): Promise<void> => {
    const box = await desk.page.evaluate((address) => window.workbench?.cellBox(address) ?? null, a1);
    if (!box) throw new Error(`${a1} is not drawn.`);
    await desk.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount });
  };
  await mouse('Sheet3!C3', 1);
  await mouse('Sheet3!C3', 2);
  await desk.page.keyboard.type('12', { delay: 20 });
  const run = (action: string): Promise<void> =>
    desk.page.evaluate((name) => window.workbench?.runAction(name), action);
  await run('InsertBlotter');
  await says(desk, /Excel refused \(Excel is in cell-editing mode.*Finish editing the cell/s);
  // Withdrawing needs no sheet.
  await run('WithdrawAll');
  await isWithdrawn();
  await mouse('Sheet3!E6', 1);
  await desk.sheet.shows('Sheet3!C3', ([row]) => row?.[0] === 12);
  await run('InsertBlotter');
  await says(desk, 'Blotter is a new sheet.');
});

it('restart-streams: ten presses cost no call, and every cell shows what it showed', async () => {
  const desk = await openLive('restart-streams');
  await activate(desk, 'Sheet3');
  await desk.sheet.enter('Sheet3!A1', '=DESK.RFQS(,,,,,"request-id, state")');
  const table = await desk.sheet.shows('Sheet3!A1:B15', (rows) =>
    rows.slice(1).every(([id]) => String(id).startsWith('RQ-')),
  );
  await desk.page.evaluate(() => window.workbench?.select('Sheet3!Z90'));
  const before = await calls();
  const started = await desk.page.evaluate(() => window.workbench?.stats()['calls'] ?? 0);
  for (let time = 0; time < 10; time++) await press(desk, 'Refresh selection');
  await desk.page.evaluate(() => window.workbench?.settled(30_000));
  expect(await desk.page.evaluate(() => window.workbench?.stats()['calls'] ?? 0)).toBeGreaterThan(
    started + 20,
  );
  expect(await desk.sheet.values('Sheet3!A1:B15')).toEqual(table);
  expect(await calls()).toEqual(before);
});

it('array-errors: one unknown id among three is one error, and the others stay', async () => {
  const desk = await openLive('array-errors');
  await activate(desk, 'Sheet3');
  await desk.sheet.put('Sheet3!A1', [['RQ-10293'], ['RQ-0'], ['RQ-10294']]);
  await desk.sheet.enter('Sheet3!B1', '=DESK.RFQ(A1:A3,"state")');
  await desk.sheet.shows('Sheet3!B1:B3', (rows) => JSON.stringify(rows) === '[["open"],["#N/A"],["open"]]');
  await desk.sheet.enter('Sheet3!D1', '=DESK.TRADES(,,,,"trade-id, traded-at")');
  await desk.sheet.shows('Sheet3!D1:E2', ([head, first]) => head?.[0] === 'trade-id' && isNumber(first?.[1]));
});

it('page-killed: cells keep their last values, NOT LIVE comes by the clock, and a press brings all back', async () => {
  const desk = await open('page-killed');
  await desk.sheet.ready();
  await press(desk, 'Blotter');
  // Whether a price comes before the page dies is a matter of the machine.
  await desk.sheet.shows(
    'Blotter!C1:D1',
    ([row]) => isNumber(row?.[0]) && ['live', 'no prices'].includes(String(row?.[1])),
  );
  const rows = await desk.sheet.shows('Blotter!A5:A10', (cells) =>
    cells.every(([id]) => String(id).startsWith('RQ-')),
  );
  const frame = (): Promise<string> =>
    desk.page.locator('#pane').evaluate((one) => (one as HTMLIFrameElement).contentDocument?.title ?? '');
  await vi.waitFor(async () => expect(await frame()).toBe(''), PATIENCE);
  await desk.page.clock.setSystemTime(Date.now() + 5 * 60_000);
  await desk.page.keyboard.press('F9');
  await desk.sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'NOT LIVE');
  expect(await desk.sheet.values('Blotter!A5:A10')).toEqual(rows);
  await desk.page.clock.setSystemTime(Date.now());
  await press(desk, 'Open requests');
  await vi.waitFor(async () => expect(await frame()).toBe('SpreadDesk'), PATIENCE);
  await desk.sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'live');
  await desk.sheet.shows('Blotter!A5:A10', (cells) => JSON.stringify(cells) === JSON.stringify(rows));
});

it('slow-office-js: the pane says what it waits for, and cells come with the library', async () => {
  const desk = await open('slow-office-js');
  const pane = desk.page.frameLocator('#pane');
  await pane.getByText(/SpreadDesk waits for Excel's library, office\.js/).waitFor({ timeout: 8000 });
  await desk.sheet.ready();
  await desk.sheet.shows('Desk!A6', ([row]) => row?.[0] === true);
  await pane.getByRole('navigation', { name: 'Rooms' }).waitFor();
});

it('late-functions: the pane offers to enter the formulas anew, and they live', async () => {
  const desk = await open('late-functions');
  await desk.sheet.ready();
  await desk.sheet.shows('Desk!A6', ([row]) => row?.[0] === '#NAME?');
  await desk.pane
    .getByText(/cells of the desk show #NAME\?: the workbook was opened before SpreadDesk/)
    .waitFor();
  await desk.pane.getByRole('button', { name: 'Re-enter formulas', exact: true }).first().click();
  await desk.sheet.shows('Desk!A6', ([row]) => row?.[0] === true);
  await desk.pane.getByText(/show #NAME\?/).waitFor({ state: 'detached' });
});

it('starts-twice: a cell counts once, and costs its call once', async () => {
  const desk = await openLive('starts-twice');
  await activate(desk, 'Sheet3');
  const before = (await calls())['read-request'] ?? 0;
  await desk.sheet.enter('Sheet3!A1', '=DESK.RFQ("RQ-10280","state")');
  await desk.sheet.enter('Sheet3!A2', '=DESK.RFQ("RQ-1","state")');
  await desk.sheet.shows('Sheet3!A1:A2', ([state, none]) => isState(state?.[0]) && none?.[0] === '#N/A');
  expect((await calls())['read-request']).toBe(before + 2);
  await press(desk, 'Cells in error');
  await desk.pane.getByRole('button', { name: 'Sheet3!A2' }).waitFor();
  expect(await desk.pane.getByRole('button', { name: 'Sheet3!A2' }).count()).toBe(1);
});
