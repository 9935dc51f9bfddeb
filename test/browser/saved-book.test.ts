import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LibreOffice, soffice } from '../gateway/trades/export/libreoffice';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet, type Cells } from './desk-sheet';
import { startStack, type Stack } from './stack';

const PATIENCE = { timeout: 30_000, interval: 50 };

let stack: Stack;
let folder: string;
let file: string;
let opened: OpenPage | undefined;
/** What the saved sheets showed. */
let saved: { blotter: Cells; own: Cells; texts: string[][] };

beforeAll(async () => {
  stack = await startStack();
  folder = await mkdtemp(join(tmpdir(), 'spreaddesk-book-'));
  file = join(folder, 'book.xlsx');
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});
afterAll(async () => {
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(query = ''): Promise<{ page: Page; sheet: DeskSheet }> {
  opened = await openChromium(`${stack.workbenchUrl}${query}`);
  return { page: opened.page, sheet: new DeskSheet(opened.page) };
}
const press = (page: Page, name: string): Promise<void> =>
  page.locator('#ribbon').getByRole('button', { name, exact: true }).click();
async function openFile(page: Page): Promise<void> {
  await page.locator('#grid canvas').first().waitFor();
  await Promise.all([page.waitForEvent('load'), page.locator('#file').setInputFiles(file)]);
}
const texts = (page: Page, a1: string): Promise<string[][]> =>
  page.evaluate((address) => window.workbench?.texts(address) ?? [], a1);
const formula = async (page: Page, a1: string): Promise<unknown> =>
  page.evaluate((address) => {
    const [[cell]] = window.workbench?.formulas(address) as [[string]];
    return cell;
  }, a1);
const isId = ([id]: Cells[number]): boolean => String(id).startsWith('RQ-');
/** The cell of the best price on one request, when the request is there: an opened book's list loads anew. */
async function best(sheet: DeskSheet): Promise<string> {
  const isIt = ([id]: Cells[number]): boolean => id === 'RQ-10293';
  return `Blotter!G${5 + (await sheet.shows('Blotter!A5:A60', (rows) => rows.some(isIt))).findIndex(isIt)}`;
}
const BLOTTER = 'DESK.RFQS(,,,,,"Request, Product';

it('a workbook that was saved opens with its values, formulas, formats and names, and lives again', async () => {
  const { page, sheet } = await open();
  await sheet.ready();
  await press(page, 'Blotter');
  await sheet.shows('Blotter!A5:A18', (rows) => rows.every(isId));
  await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'live');
  await sheet.shows(await best(sheet), ([row]) => typeof row?.[0] === 'number');
  await sheet.put('Sheet3!A1', [[2], [true], ['<text> & "more"']]);
  await sheet.enter('Sheet3!B1', '=A1*21');
  await sheet.enter('Sheet3!B2', '=IF(ROWS(DESK.RFQS())>3,"many",TAKE(A1:A3,1))');
  await sheet.shows('Sheet3!B1:B2', ([a, b]) => a?.[0] === 42 && b?.[0] === 'many');
  // What would spill past the last column does not keep the book from being saved.
  await sheet.enter('Sheet3!BG5', '=DESK.PERIODS("Q1-27")');
  await sheet.shows('Sheet3!BG5', ([row]) => String(row?.[0]).startsWith('#'));
  await page.evaluate(() => window.workbench?.settled(30_000));
  saved = {
    blotter: await sheet.values('Blotter!A4:E18'),
    own: await sheet.values('Sheet3!A1:B3'),
    texts: await texts(page, 'Blotter!P5:Q5'),
  };
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Book1.xlsx');
  await download.saveAs(file);

  await openFile(page);
  await sheet.ready();
  await sheet.shows('Blotter!A4:E18', (cells) => JSON.stringify(cells) === JSON.stringify(saved.blotter));
  // Meanwhile its functions start again, and wait for their first answer.
  await expect.poll(() => texts(page, 'Blotter!P5:Q5'), PATIENCE).toEqual(saved.texts);
  expect(await formula(page, 'Blotter!A5')).toContain(BLOTTER);
  expect(await formula(page, 'Sheet3!B2')).toBe('=IF(ROWS(DESK.RFQS())>3,"many",TAKE(A1:A3,1))');
  await sheet.put('Sheet3!A1', [[3]]);
  await sheet.shows('Sheet3!B1', ([row]) => row?.[0] === 63);
  const price = await best(sheet);
  const [[before]] = (await sheet.shows(price, ([row]) => typeof row?.[0] === 'number')) as [[number]];
  await stack.simulator('/simulator/act', { do: 'move-price', requestId: 'RQ-10293', by: -5 });
  await sheet.shows(price, ([row]) => Number(row?.[0]) < before);
  await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'live');
});

it('where the add-in is not running it shows the last values, and NOT LIVE', async () => {
  const { page, sheet } = await open('?unkind=no-add-in');
  await page.getByText('The add-in is not there').waitFor();
  await page.clock.setSystemTime(Date.now() + 5 * 60_000);
  await openFile(page);
  await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'NOT LIVE');
  expect(await sheet.values('Blotter!A4:E18')).toEqual(saved.blotter);
  expect(await sheet.values('Sheet3!A1:B3')).toEqual(saved.own);
  expect(await texts(page, 'Blotter!P5:Q5')).toEqual(saved.texts);
  expect(await formula(page, 'Blotter!A5')).toContain(BLOTTER);
});

it('saved beside another add-in, its cells are #NAME? until the pane enters their formulas anew', async () => {
  const { page, sheet } = await open('?unkind=xldudf');
  await sheet.ready();
  await openFile(page);
  await sheet.ready();
  expect(await formula(page, 'Blotter!A5')).toContain('Other.xla!_xldudf_DESK_RFQS(');
  await sheet.shows('Blotter!A5', ([row]) => row?.[0] === '#NAME?');
  const pane = page.frameLocator('#pane');
  await pane.getByText(/cells of the desk show #NAME\?/).waitFor();
  await pane.getByRole('button', { name: 'Re-enter formulas', exact: true }).first().click();
  await sheet.shows('Blotter!A4:A18', (rows) => rows.slice(1).every(isId));
  expect(await formula(page, 'Blotter!A5')).toContain(BLOTTER);
  await sheet.shows('Desk!A6', ([row]) => row?.[0] === true);
  await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'live');
});

it.skipIf(soffice() === undefined)('LibreOffice opens it: own cells as they were, and NOT LIVE', async () => {
  const office = new LibreOffice(soffice() ?? '');
  try {
    const sheets = await office.opened('opened.xlsx', await readFile(file));
    expect([...sheets.keys()]).toEqual(expect.arrayContaining(['Desk', 'Sheet3', 'Blotter']));
    const [first, second, third] = sheets.get('Sheet3') ?? [];
    // What would spill begins in a column far to the right, so rows are as wide.
    expect(first?.slice(0, 3).map((cell) => cell?.text)).toEqual(['2', '42', undefined]);
    expect(first?.[1]).toMatchObject({ formula: 'of:=[.A1]*21' });
    expect(second?.[0]?.text).toBe('TRUE');
    expect(second?.[1]?.formula?.toLowerCase()).toContain('_xldudf_desk_rfqs(');
    expect(third?.[0]?.text).toBe('<text> & "more"');
    const blotter = sheets.get('Blotter') ?? [];
    expect(blotter[0]?.map((cell) => cell?.text)).toContain('NOT LIVE');
    expect(JSON.stringify(blotter)).not.toContain('RQ-10293');
  } finally {
    office.close();
  }
});

it('what is no workbook is refused in a sentence, and the book in sight stays', async () => {
  const { page, sheet } = await open();
  await sheet.ready();
  await page.locator('#file').setInputFiles({ name: 'a.xlsx', mimeType: '', buffer: Buffer.from('no') });
  await page.getByText('The file is no workbook (.xlsx).').waitFor();
  expect((await sheet.values('Desk!A1'))[0]?.[0]).toBe('SpreadDesk');
});
