import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenPage } from './chromium';
import { openBrowser } from './engine';
import { DeskSheet } from './desk-sheet';
import { startStack, type Stack } from './stack';
import { clickRoom } from './trading-desk';

let stack: Stack;
let opened: OpenPage;
let page: Page;
let sheet: DeskSheet;
let pane: Frame;
const PATIENCE = { timeout: 30_000, interval: 50 };

beforeAll(async () => {
  stack = await startStack();
  opened = await openBrowser(`${stack.workbenchUrl}?pane=320`);
  page = opened.page;
  sheet = new DeskSheet(page);
  await sheet.ready();
  const frame = await (await page.waitForSelector('#pane')).contentFrame();
  if (!frame) throw new Error('The pane has no page.');
  pane = frame;
  await page.evaluate(() => window.workbench?.activate('Sheet3'));
  await sheet.shows('Desk!A6', ([row]) => row?.[0] === true);
});
afterAll(async () => {
  await opened?.close();
  await stack?.close();
});

const calls = async (): Promise<Record<string, number>> =>
  ((await stack.simulator('/simulator/stats')) as { byOperation: Record<string, number> }).byOperation;
/** By operation, what was called since, once nothing is under way any more. */
async function spent(since: Record<string, number>, wanted: Record<string, number>): Promise<void> {
  await vi.waitFor(async () => expect(difference(since, await calls())).toEqual(wanted), PATIENCE);
  await page.waitForTimeout(700);
  expect(difference(since, await calls())).toEqual(wanted);
}
/** Read in the background to find missed events; no cell here is asked for by them. */
const OF_NO_CELL = ['list-concluded-requests', 'list-trades'];
const difference = (from: Record<string, number>, to: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(to)
      .map(([name, count]) => [name, count - (from[name] ?? 0)] as const)
      .filter(([name, count]) => count !== 0 && !OF_NO_CELL.includes(name)),
  );
const select = (a1: string): Promise<void> =>
  page.evaluate((address) => window.workbench?.select(address), a1);
async function click(a1: string, button: 'left' | 'right' = 'left'): Promise<void> {
  const box = await page.evaluate((address) => window.workbench?.cellBox(address) ?? null, a1);
  if (!box) throw new Error(`${a1} is not drawn.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button });
}
const run = (action: string): Promise<void> =>
  page.evaluate((name) => window.workbench?.runAction(name), action);
const notice = () => pane.getByRole('status', { name: 'Notices' });
const says = (text: string | RegExp): Promise<void> => notice().getByText(text).waitFor();
const door = (name: RegExp): Promise<void> => clickRoom(pane, name);
const mode = (name: string): Promise<void> =>
  door(/^Cells/).then(() => pane.getByRole('radio', { name }).check());

describe('cells in error', () => {
  it('are listed by their sentence, and lead to their cell on another sheet', async () => {
    await sheet.enter('Sheet3!C5', '=DESK.RFQ("RQ-0","state")');
    await sheet.enter('Sheet3!C6', '=DESK.RFQ("RQ-0","state")');
    await sheet.shows('Sheet3!C5:C6', (rows) => rows.every(([state]) => state === '#N/A'));
    await page.evaluate(() => window.workbench?.activate('Desk'));
    await run('ShowErrors');
    const errors = pane.getByRole('list', { name: 'Errors', exact: true });
    await errors.getByText('2 cells').waitFor();
    await errors.getByRole('button', { name: 'Sheet3!C6' }).press('Enter');
    await vi.waitFor(async () => {
      expect(
        await pane.evaluate(() =>
          Excel.run(async (context) => {
            const cell = context.workbook.getActiveCell();
            cell.load('address');
            await context.sync();
            return cell.address;
          }),
        ),
      ).toBe('Sheet3!C6');
    }, PATIENCE);
  });

  it('go from the list when they are', async () => {
    await sheet.put('Sheet3!C5', [[''], ['']]);
    await pane.getByText('No errors.').waitFor();
  });
});

describe('a selected cell', () => {
  beforeAll(async () => {
    await sheet.enter('Sheet3!G2', '=DESK.QUOTES("RQ-10293")');
    await sheet.shows('Sheet3!G2:G3', ([, row]) => String(row?.[0]).startsWith('QT-'));
  });

  it('says where it comes from, also for a cell that another spills into', async () => {
    for (const cell of ['Sheet3!G2', 'Sheet3!H3']) {
      await select('Sheet3!Z90');
      await pane.getByText('Select a cell with a SpreadDesk formula').waitFor();
      await select(cell);
      const sources = pane.getByRole('list', { name: 'Sources' });
      await sources.getByText('Quotes of RQ-10293').waitFor();
      await sources.getByText('1 call').waitFor();
    }
  });

  it('shows its request from its own menu, the one thing that is there', async () => {
    await door(/^Cells/);
    await sheet.put('Sheet3!B30', [['RQ-10293']]);
    await select('Sheet3!B30');
    await click('Sheet3!B30', 'right');
    await page.getByText('Show this request').last().click();
    await pane.getByRole('region', { name: 'Request RQ-10293' }).waitFor();
    expect(await page.getByText('Refresh these cells').count()).toBe(0);
  });

  it('is shown from the ribbon', async () => {
    await door(/^Requests/);
    await select('Sheet3!G2');
    await page.getByRole('button', { name: 'Source of cell' }).click();
    await pane.getByRole('heading', { name: 'Selected cell' }).waitFor();
    expect(await pane.evaluate(() => document.activeElement?.textContent)).toBe('Selected cell');
  });
});

describe('refreshing the selection', () => {
  beforeAll(async () => {
    for (const [address, id] of [
      ['Sheet3!B20', 'RQ-10294'],
      ['Sheet3!B22', 'RQ-10295'],
      ['Sheet3!D23', 'RQ-10298'],
    ] as const) {
      await sheet.enter(address, `=DESK.ANALYTICS("${id}","quotes-count")`);
      await sheet.shows(address, ([row]) => typeof row?.[0] === 'number');
    }
    await mode('Manual');
  });

  it('costs exactly the calls of what is selected, in all of its areas', async () => {
    await select('Sheet3!B20');
    await click('Sheet3!B20');
    await page.keyboard.down('Control');
    await click('Sheet3!D23');
    await page.keyboard.up('Control');
    await pane.getByText('2 cells, ≈ 2 calls').first().waitFor();
    const before = await calls();
    await run('RefreshSelection');
    await says('Refreshing 2 cells: about 2 calls.');
    await spent(before, { 'read-analytics': 2 });
  });

  it('by the keyboard, on a part of a spill, asks for what is spilled there', async () => {
    const before = await calls();
    await select('Sheet3!G3:H4');
    await page.keyboard.press('Control+Alt+Shift+F');
    await says('Refreshing 1 cell: about 1 call.');
    await spent(before, { 'list-quotes': 1 });
  });

  it('says so when nothing of the desk is selected, and asks for nothing', async () => {
    const before = await calls();
    await select('Sheet3!Z90');
    await run('RefreshSelection');
    await says(/There is no SpreadDesk formula in the selection/);
    await spent(before, {});
  });
});

describe('manual mode', () => {
  it('fetches nothing for a new cell until it is asked to, and says so', async () => {
    await pane.getByText('Manual: cells refresh only when you ask.').waitFor();
    const before = await calls();
    await sheet.enter('Sheet3!B26', '=DESK.ANALYTICS("RQ-10300","quotes-count")');
    await sheet.shows('Sheet3!B26', ([row]) => row?.[0] === '#N/A');
    await spent(before, {});
    await select('Sheet3!B26');
    await run('RefreshSelection');
    await sheet.shows('Sheet3!B26', ([row]) => typeof row?.[0] === 'number');
    await spent(before, { 'read-analytics': 1 });
  });
});

describe('paused', () => {
  beforeEach(() => mode('Manual'));

  it('refuses to ask, from ribbon and pane', async () => {
    await page.getByRole('tab', { name: 'SpreadDesk' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await says(/^Paused/);
    const before = await calls();
    await select('Sheet3!G2');
    await run('RefreshSelection');
    await says(/paused/i);
    await pane.getByRole('button', { name: 'Refresh workbook' }).click();
    await spent(before, {});
    await pane.getByRole('button', { name: 'Go live' }).click();
    await vi.waitFor(
      async () => expect(await pane.getByRole('radio', { name: 'Live' }).isChecked()).toBe(true),
      PATIENCE,
    );
  });
});

describe('moved cells', () => {
  it('are repaired: each formula is entered anew, its spill untouched', async () => {
    await run('RepairFormulas');
    await says(/^Re-entered \d+ formulas on \d sheets/);
    await sheet.shows(
      'Sheet3!G2:G3',
      ([head, row]) => head?.[0] === 'quotation-id' && String(row?.[0]).startsWith('QT-'),
    );
    expect(await sheet.fault('Sheet3!G2')).toBeNull();
  });

  it('are told when a row above them is taken out, and are found where they are then', async () => {
    await sheet.enter('Sheet3!C5', '=DESK.RFQ("RQ-0","state")');
    await run('ShowErrors');
    await pane.getByRole('button', { name: 'Sheet3!C5' }).waitFor();
    await pane.evaluate(() =>
      Excel.run(async (context) => {
        context.workbook.worksheets.onChanged.add(({ changeType, address }) => {
          document.documentElement.dataset['heard'] += `, ${changeType} ${address}`;
          return Promise.resolve();
        });
        await context.sync();
      }),
    );
    await select('Sheet3!G4');
    await click('Sheet3!G4', 'right');
    await page.getByText('Delete', { exact: true }).last().hover();
    await page.getByText(/selected row/i).click();
    await vi.waitFor(async () => {
      expect(await pane.locator('html').getAttribute('data-heard')).toMatch(/, RowDeleted A4:/);
    }, PATIENCE);
    await pane.getByRole('button', { name: 'Sheet3!C4' }).waitFor();
    expect(await pane.getByRole('button', { name: 'Sheet3!C5' }).count()).toBe(0);
  });
});

describe('the pane at 320 pixels', () => {
  it('has room for every door and scrolls sideways nowhere', async () => {
    const sizes = await pane.evaluate(() => {
      const nav = document.querySelector('nav');
      const main = document.querySelector('main');
      return {
        nav: nav?.getBoundingClientRect().height ?? 0,
        over: (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0),
        cut: [...(nav?.querySelectorAll('button') ?? [])]
          .filter((door) => door.getBoundingClientRect().right > window.innerWidth)
          .map((door) => door.textContent),
      };
    });
    expect(sizes.nav).toBeLessThan(60);
    expect(sizes.over).toBe(0);
    expect(sizes.cut).toEqual([]);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', async () => {
    expect(await page.evaluate(() => window.workbench?.unknown())).toEqual([]);
    expect(opened.problems).toEqual([]);
  });
});
