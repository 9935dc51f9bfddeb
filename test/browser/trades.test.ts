import { readFile } from 'node:fs/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet } from './desk-sheet';
import { startStack, type Stack } from './stack';
import { clickRoom } from './trading-desk';

let stack: Stack;
let opened: OpenPage;
let page: Page;
let sheet: DeskSheet;
let pane: Frame;

const FIRST_DAY = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
const FORMULA = '=HYPERLINK("http://127.0.0.1","press")';

beforeAll(async () => {
  stack = await startStack();
  await stack.simulator('/simulator/act', { do: 'trade-elsewhere', counterparty: FORMULA });
  opened = await openChromium(stack.workbenchUrl);
  page = opened.page;
  sheet = new DeskSheet(page);
  await sheet.ready();
  const frame = await (await page.waitForSelector('#pane')).contentFrame();
  if (!frame) throw new Error('The pane has no page.');
  pane = frame;
  await clickRoom(pane, 'Trades');
});
afterAll(async () => {
  await opened?.close();
  await stack?.close();
});

const Truth = z.object({
  trades: z.array(
    z.object({
      'trade-id': z.string(),
      'traded-at': z.string(),
      price: z.nullish(z.number()),
      counterparty: z.nullish(z.string()),
      'delivery-start': z.nullish(z.string()),
    }),
  ),
});
const Calls = z.object({ byOperation: z.record(z.string(), z.number()) });
const truth = async () => Truth.parse(await stack.simulator('/simulator/truth')).trades;
const detailCalls = async (): Promise<number> =>
  Calls.parse(await stack.simulator('/simulator/stats')).byOperation['read-trade'] ?? 0;
const button = (name: string | RegExp): Locator => pane.getByRole('button', { name });
const capture = (): Locator => pane.getByRole('list', { name: 'Downloads' }).getByRole('listitem').first();
const says = (text: string | RegExp): Promise<void> =>
  pane.getByRole('status').getByText(text).first().waitFor();
/** Days of Excel's calendar as epoch ms. */
const momentOf = (serial: unknown): number => Math.round((Number(serial) - 25_569) * 86_400_000);
const TABLE = 'Trades!A1:BM60';

/** Rows of the table by their ids, each as its values by their headers. */
async function rows(): Promise<Map<string, Record<string, unknown>>> {
  const [headers = [], ...body] = await sheet.values(TABLE);
  const filled = body.filter(([id]) => id !== '');
  return new Map(
    filled.map((row) => [
      String(row[0]),
      Object.fromEntries(headers.map((header, index) => [String(header), row[index]])),
    ]),
  );
}

describe('a capture', () => {
  it('says what it costs before it starts, and has cost nothing until then', async () => {
    expect(await pane.getByRole('combobox', { name: 'Days' }).inputValue()).toBe('month');
    // So that the journey has the same trades on the first day of a month.
    await pane.getByLabel('From').fill(FIRST_DAY);
    await pane
      .getByRole('group', { name: 'Cost' })
      .getByText(/^(About )?[\d,]+ calls? (for the list|or more)/)
      .waitFor();
    expect(await pane.getByText('Nothing has been downloaded yet.').count()).toBe(1);
  });

  it('fetches every trade of these days', async () => {
    await button('Start download').click();
    await capture()
      .getByText(/^Done .+: \d+ trades of the list read then\./)
      .waitFor();
    const all = await truth();
    expect(all.length).toBeGreaterThan(20);
    expect(
      await capture()
        .getByText(new RegExp(`: ${all.length} trades of the list read then\\.$`))
        .count(),
    ).toBe(1);
    expect(await detailCalls()).toBe(all.length);
  });
});

describe('the table in the sheet', () => {
  it('holds what the platform really traded: dates, numbers, booleans, and text that is no formula', async () => {
    await button('Sheet or file').first().click();
    await button('Put into a new sheet').click();
    await says(/^DeskTrades_1: \d+ trades added, all that were stored then\./);
    const written = await rows();
    const known = await truth();
    expect([...written.keys()].sort()).toEqual(known.map((trade) => trade['trade-id']).sort());
    for (const trade of known) {
      const row = written.get(trade['trade-id']) ?? {};
      expect(momentOf(row['traded-at-utc'])).toBe(Date.parse(trade['traded-at']));
      expect(row['counterparty']).toBe(trade.counterparty ?? '');
      expect(typeof row['provisional']).toBe('boolean');
      if (typeof trade.price === 'number') expect(row['price']).toBe(trade.price);
    }
    expect([...written.values()].filter((row) => row['counterparty'] === FORMULA)).toHaveLength(1);
    const [[, shown]] = (await page.evaluate(() => window.workbench?.texts('Trades!A2:B2'))) as [string[]];
    expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  });

  it('takes a second press without a second row, and keeps what a person put beside it', async () => {
    const before = await rows();
    await sheet.put('Trades!BO2', [['mine']]);
    await button('Bring DeskTrades_1 up to date').first().click();
    await says('DeskTrades_1: nothing new.');
    expect([...(await rows()).keys()]).toEqual([...before.keys()]);
    await stack.simulator('/simulator/act', { do: 'trade-elsewhere' });
    await button('Start download').click();
    await pane.getByText('1 earlier download of these days').waitFor();
    await button('Bring DeskTrades_1 up to date').last().click();
    await says('DeskTrades_1: 1 trade added.');
    const after = [...(await rows()).keys()];
    expect(after.slice(0, before.size)).toEqual([...before.keys()]);
    expect(after).toHaveLength(before.size + 1);
    expect(await sheet.values('Trades!BO2')).toEqual([['mine']]);
  });
});

describe('the file', () => {
  it('is the one that was shown, with an apostrophe before what looks like a formula', async () => {
    const preview = pane.getByLabel('Preview of the file');
    const choice = pane.getByRole('combobox', { name: 'Separator and decimal sign' });
    await choice.selectOption('Semicolon and 1,5, as in German');
    await preview.getByRole('columnheader', { name: 'traded at utc' }).waitFor();
    const shown = await preview
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
    expect(shown).toHaveLength(4);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Save the file').click()]);
    const csv = await readFile(await download.path());
    expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = csv.subarray(3).toString('utf8').split('\r\n');
    const [names = [], ...begun] = lines.slice(0, 4).map((line) => line.split(';'));
    expect(shown[0]).toEqual(names.map((name) => name.replaceAll('-', ' ')));
    expect(shown.slice(1).map(([id]) => id)).toEqual(begun.map(([id]) => id));
    expect(lines.filter((line) => line !== '')).toHaveLength((await rows()).size + 1);
    expect(csv.toString()).toContain(`"'${FORMULA.replaceAll('"', '""')}"`);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', async () => {
    expect(await page.evaluate(() => window.workbench?.unknown())).toEqual([]);
    expect(opened.problems).toEqual([]);
  });
});
