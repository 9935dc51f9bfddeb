import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Content } from '../../src/taskpane/excel/reading';
import { WholeSystem } from './whole-system';
import { Workbook } from './workbook';

const ROWS = 24;
const Made = z.object({ 'request-id': z.string(), legs: z.array(z.object({ quantity: z.number() })) });

let system: WholeSystem;
let here: Workbook;
let there: Workbook;
let sheet: Content[][];
beforeEach(async () => {
  system = await WholeSystem.start();
  sheet = [];
  for (let count = 0; count < ROWS; count++) {
    const made = Made.parse(
      await system.control('/simulator/act', { do: 'create-request', role: 'recipient', sort: 'single' }),
    );
    sheet.push([made['request-id'], 'ask', 70, made.legs[0]?.quantity ?? 0, 'yes', '']);
  }
  here = await Workbook.open(system);
  there = await Workbook.open(system);
}, 60_000);
afterEach(() => system.end());

const ours = async (): Promise<Record<string, unknown>[]> => {
  const requests = new Set(sheet.map(([id]) => id));
  const { quotes } = await system.truth();
  return quotes.filter(
    (quote) => quote['counterparty'] === 'Your Desk' && requests.has(String(quote['request-id'])),
  );
};
const live = async (): Promise<number> => (await ours()).filter(({ state }) => state === 'active').length;

it.each([0, 60, 200, 500, 1_100, 2_000])(
  'ends a bulk of another workbook %i ms after its press: nothing is live, nothing follows, and each row says why',
  { timeout: 60_000 },
  async (afterMs) => {
    await there.check(sheet);
    await system.pass(3_000);
    await there.press();
    await system.pass(afterMs);
    here.pane.withdrawals.all();
    await there.untilOver();
    await system.until('nothing is live', async () => (await live()) === 0);
    const quotes = await ours();
    expect(quotes.length).toBeLessThan(ROWS);
    await system.pass(5_000);
    expect((await ours()).map(({ state }) => state)).toEqual(quotes.map(() => 'withdrawn'));
    const done = there.rows.filter(({ state }) => state === 'done');
    expect(done).toHaveLength(quotes.length);
    for (const { state, message } of there.rows) {
      if (state === 'done') continue;
      expect(['not-sent', 'rejected']).toContain(state);
      expect(message).toContain('Stopped: everything was withdrawn at ');
      expect(message).toContain('from another workbook.');
    }
    expect(there.pane.notice.get()).toContain('from another workbook');
    expect(here.pane.notice.get()).not.toContain('another workbook');

    // What went live once is not sent again by itself; all the rest is, by the next press.
    await there.check(sheet);
    await there.press();
    await there.untilOver();
    expect(await live()).toBe(ROWS - done.length);
  },
);
