import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet, type Cells } from './desk-sheet';
import { NO_POLLING, startStack, type Stack } from './stack';

const IDS = Array.from({ length: 10 }, (_, at) => `RQ-${10_293 + at}`);
const FIELDS = ['state', 'contract', 'legs[0].market'];
/** Requests that no other cell names. */
const STRANGERS = Array.from({ length: 10 }, (_, at) => `RQ-${10_279 + at}`);

let stack: Stack;
let opened: OpenPage;
let page: Page;
let sheet: DeskSheet;

beforeAll(async () => {
  stack = await startStack(0, NO_POLLING);
  opened = await openChromium(stack.workbenchUrl);
  page = opened.page;
  sheet = new DeskSheet(page);
  await openBook();
});
afterAll(async () => {
  await opened?.close();
  await stack?.close();
});

const isText = (value: unknown): boolean => typeof value === 'string' && /^[a-zA-Z]/.test(value);
const isTable = (cells: Cells): boolean => cells.flat().every(isText);
const settled = (): Promise<void> => page.evaluate(() => window.workbench?.settled(60_000));

/** Ids in a column and their fields beside them, as a workbook of somebody's own has them. */
async function openBook(): Promise<void> {
  await sheet.ready();
  await page.evaluate(() => window.workbench?.activate('Sheet3'));
  await sheet.put(
    'Sheet3!A1',
    IDS.map((id) => [id]),
  );
  const rows = IDS.map((_, at) => FIELDS.map((field) => `=DESK.RFQ(A${at + 1},"${field}")`));
  await page.evaluate((formulas) => window.workbench?.setFormulas('Sheet3!B1', formulas), rows);
  await sheet.shows('Sheet3!A1:D10', isTable);
  await settled();
}

/** Read in the background to find missed events; no cell here shows them. */
const OF_NO_CELL = ['list-concluded-requests', 'list-trades'];

async function allCalls(): Promise<number> {
  const { byOperation } = (await stack.simulator('/simulator/stats')) as {
    byOperation: Record<string, number>;
  };
  return Object.entries(byOperation)
    .filter(([operation]) => !OF_NO_CELL.includes(operation))
    .reduce((sum, [, count]) => sum + count, 0);
}

/** Asks for something that nobody knows: everything that was to be called before has been called when it is there. */
async function stranger(): Promise<void> {
  const id = STRANGERS.pop() ?? '';
  await sheet.enter('Sheet3!Z20', `=DESK.RFQ("${id}","request-id")`);
  await sheet.shows('Sheet3!Z20', ([row]) => row?.[0] === id);
}

/** The calls that the platform counts because of what is done, the stranger's own taken off. */
async function callsFor(act: () => Promise<unknown>): Promise<number> {
  await stranger();
  const before = await allCalls();
  await act();
  await settled();
  await stranger();
  return (await allCalls()) - before - 1;
}

const streams = (): Promise<number> => page.evaluate(() => window.workbench?.stats()['calls'] ?? 0);

it('calculating everything again makes no call', async () => {
  const before = await streams();
  expect(await callsFor(() => page.evaluate(() => window.workbench?.recalculateAll()))).toBe(0);
  expect(await streams()).toBeGreaterThan(before + 30);
  expect(isTable(await sheet.values('Sheet3!A1:D10'))).toBe(true);
});

it('copying formulas down over ids that are known makes no call', async () => {
  const cost = await callsFor(async () => {
    await sheet.put(
      'Sheet3!A11',
      IDS.map((id) => [id]),
    );
    const rows = IDS.map((_, at) => [`=DESK.RFQ(A${at + 11},"role")`]);
    await page.evaluate((formulas) => window.workbench?.setFormulas('Sheet3!B11', formulas), rows);
    await sheet.shows('Sheet3!A11:B20', isTable);
  });
  expect(cost).toBe(0);
});

it('inserting a row above makes no call, though every stream below starts again', async () => {
  const before = await streams();
  const cost = await callsFor(async () => {
    await page.evaluate(() => window.workbench?.select('Sheet3!A3'));
    const box = await page.evaluate(() => window.workbench?.cellBox('Sheet3!A3') ?? null);
    if (!box) throw new Error('The cell is not drawn.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' });
    await page.getByText('Insert', { exact: true }).hover();
    // At its edge: in its middle is the number of rows.
    await page.getByText('rows above').click({ position: { x: 3, y: 3 } });
    await sheet.shows('Sheet3!A4', ([row]) => row?.[0] === IDS[2]);
    await sheet.shows('Sheet3!A4:D11', isTable);
  });
  expect(cost).toBe(0);
  expect(await streams()).toBeGreaterThan(before + 20);
});

it('opening the workbook again makes no call', async () => {
  const cost = await callsFor(async () => {
    await page.reload();
    await openBook();
  });
  expect(cost).toBe(0);
});
