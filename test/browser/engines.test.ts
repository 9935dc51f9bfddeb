import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Cells } from './desk-sheet';
import { button, buttonThat, field, openEngine, type EnginePage } from './engine';
import { startStack, type Stack } from './stack';
import { Calls, DESK, Truth } from './truth';

/** The four journeys that have to work in every engine that an Excel is made with. */
const PATIENCE = { timeout: 60_000, interval: 100 };

let stack: Stack;
let desk: EnginePage;
beforeAll(async () => {
  stack = await startStack();
  desk = await openEngine(stack.workbenchUrl);
  await desk.page.finds('//*[normalize-space()="The add-in is running"]');
});
afterAll(async () => {
  await desk?.close();
  await stack?.close();
});

const workbench = <T>(name: string, ...args: unknown[]): Promise<T> =>
  desk.page.evaluate(`window.workbench.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`);
const shows = (a1: string, wanted: (cells: Cells) => boolean): Promise<Cells> =>
  vi.waitFor(async () => {
    const cells = await workbench<Cells>('values', a1);
    if (wanted(cells)) return cells;
    throw new Error(`${a1} is ${JSON.stringify(cells)}`);
  }, PATIENCE);
const enter = (a1: string, formula: string): Promise<void> => workbench('setFormula', a1, formula);
const truth = async (): Promise<Truth> => Truth.parse(await stack.simulator('/simulator/truth'));
const calls = async (operation: string): Promise<number> =>
  Calls.parse(await stack.simulator('/simulator/stats')).byOperation[operation] ?? 0;
const ownLive = async (): Promise<Truth['quotes']> =>
  (await truth()).quotes.filter(({ counterparty, state }) => counterparty === DESK && state === 'active');
const isNumber = (value: unknown): value is number => typeof value === 'number';

async function openRequest(id: string): Promise<void> {
  await desk.pane.click(button('Requests'));
  await desk.pane.click(`//*[@data-request="${id}"]`);
  await desk.pane.finds(`//section[@aria-label="Request ${id}"]`);
}

it('first light: signed in to the simulator, with live formulas that move by themselves', async () => {
  await shows('Desk!A6:B6', ([row]) => row?.[0] === true && row[1] === 'simulator');
  await shows('Desk!A27:A40', (rows) => rows.every(([id]) => /^RQ-\d+$/.test(String(id))));
  const [[before]] = (await shows('Desk!E10', ([row]) => isNumber(row?.[0]))) as [[number]];
  await stack.simulator('/simulator/act', { do: 'move-price', requestId: 'RQ-10293', by: -5 });
  await shows('Desk!E10', ([row]) => isNumber(row?.[0]) && row[0] < before);
});

it('cells: a table spills, an error has its sentence, a thousand cells cost twenty calls', async () => {
  await workbench('activate', 'Sheet3');
  await enter('Sheet3!A1', '=DESK.RFQS()');
  await shows(
    'Sheet3!A1:A15',
    (rows) => rows[0]?.[0] === 'request-id' && String(rows[14]?.[0]).startsWith('RQ-'),
  );
  await enter('Sheet3!P1', '=DESK.RFQ("RQ-0","state")');
  await shows('Sheet3!P1', ([row]) => row?.[0] === '#N/A');
  expect(JSON.stringify(await workbench('errors', 'Sheet3!P1'))).toContain('RQ-0');
  const before = await calls('read-request');
  const formulas = Array.from({ length: 1000 }, (_, row) => [
    `=DESK.RFQ("RQ-${10_279 + (row % 20)}","contract")`,
  ]);
  await workbench('setFormulas', 'Sheet3!Z1', formulas);
  await shows('Sheet3!Z1:Z1000', (rows) =>
    rows.every(([one]) => /^(single|spread|standard-spread)$/.test(String(one))),
  );
  expect((await calls('read-request')) - before).toBeLessThanOrEqual(20);
});

it('acting: a quote is sent once and as typed, and the space bar accepts at the price that was shown', async () => {
  await desk.pane.evaluate(`document.querySelector('[role="switch"]').click()`);
  await openRequest('RQ-10302');
  await desk.pane.fill(field('Price of leg 1, NL'), '80');
  await desk.pane.fill(field('Price of leg 2, DE'), '78.5');
  await desk.pane.click(buttonThat('Quote '));
  await desk.pane.finds('//*[normalize-space()="Done."]');
  expect((await ownLive()).map(({ legs }) => JSON.stringify(legs))).toEqual([
    '[{"price":80},{"price":78.5}]',
  ]);
  expect(await calls('send-quote')).toBe(1);

  const known = new Set((await truth()).trades.map((trade) => trade['trade-id']));
  await openRequest('RQ-10294');
  await desk.pane.click(
    '//button[starts-with(@aria-label, "Accept QT-") or starts-with(normalize-space(), "Accept QT-")]',
  );
  const panel = '//section[@aria-label="Confirm acceptance"]';
  // A press right after choosing is taken for a part of choosing.
  await desk.pane.finds(`${panel}//*[contains(., "s ago; anything else is refused")]`);
  await new Promise((later) => setTimeout(later, 1500));
  await desk.pane.space(`${panel}${buttonThat('Accept')}`);
  await desk.pane.finds('//*[normalize-space()="Done."]');
  const made = (await truth()).trades.filter((trade) => !known.has(trade['trade-id']));
  expect(made.map((trade) => trade['request-id'])).toEqual(['RQ-10294']);
});

it('withdrawals: one press in the ribbon takes every live quote back', async () => {
  expect(await ownLive()).toHaveLength(1);
  await desk.page.click(`//*[@id="ribbon"]${button('Withdraw all')}`);
  await vi.waitFor(async () => expect(await ownLive()).toEqual([]), PATIENCE);
  await desk.pane.finds('//section[@aria-label="Withdrawal"]');
  expect(await calls('withdraw-quote')).toBe(1);
});

it('the add-in asked for nothing that the workbench has not', async () => {
  expect(await workbench('unknown')).toEqual([]);
});
