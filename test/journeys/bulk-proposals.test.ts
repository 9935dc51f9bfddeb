import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Quota } from '../../src/domain/desk-status';
import type { Content } from '../../src/taskpane/excel/reading';
import { WholeSystem } from './whole-system';
import { Workbook } from './workbook';

const ROWS = 8;
const Made = z.object({ 'request-id': z.string(), legs: z.array(z.object({ quantity: z.number() })) });
const Proposals = z.array(z.record(z.string(), z.unknown()));

let system: WholeSystem;
let book: Workbook;
const requests: { id: string; quantity: number }[] = [];
beforeEach(async () => {
  system = await WholeSystem.start();
  requests.length = 0;
  for (let count = 0; count < ROWS; count++) {
    const made = Made.parse(
      await system.control('/simulator/act', { do: 'create-request', role: 'recipient', sort: 'single' }),
    );
    requests.push({ id: made['request-id'], quantity: made.legs[0]?.quantity ?? 0 });
  }
  book = await Workbook.open(system);
}, 60_000);
afterEach(() => system.end());

const row = (at: number, price: number, action: string): Content[] => {
  const { id = '', quantity = 0 } = requests[at] ?? {};
  return [id, 'ask', price, quantity, 'yes', action];
};
/** What is proposed on a request by the platform's own books. */
async function proposed(at: number): Promise<unknown[]> {
  const truth = z.object({ proposals: Proposals }).parse(await system.control('/simulator/truth'));
  return truth.proposals
    .filter((one) => one['request-id'] === requests[at]?.id && (one['state'] ?? 'active') === 'active')
    .map((one) => [one['kind'], z.array(z.object({ price: z.number() })).parse(one['legs'])[0]?.price]);
}
const calls = async (name: string): Promise<number> => (await system.calls())[name] ?? 0;
const states = (): string[] => book.rows.map(({ state }) => state);

it('sends, replaces and deletes price proposals by one press each, once, as the platform has them', async () => {
  const first = requests.map((_, at) =>
    row(at, 70 + at, at % 2 === 0 ? 'firm proposal' : 'indicative proposal'),
  );
  await book.check(first);
  await book.press();
  await book.untilOver();
  expect(states()).toEqual(first.map(() => 'done'));
  for (let at = 0; at < ROWS; at++) {
    expect(await proposed(at)).toEqual([[at % 2 === 0 ? 'firm' : 'indicative', 70 + at]]);
  }
  expect(await calls('add-proposal')).toBe(ROWS);
  // Each stands beside its row with the id under which the journal has it.
  await system.pass(3_000);
  const beside = book.sheet.values(`Sheet1!G2:I${ROWS + 1}`);
  expect(beside.map(([state, , id]) => [state, id])).toEqual(book.ids.map((id) => ['done', id]));

  // One is lost on its way back, one is replaced, one deleted, and the rest is as it was.
  await system.control('/simulator/faults', {
    operation: 'add-proposal',
    kind: 'reset-after',
    requestId: requests[0]?.id,
  });
  const next = [row(0, 80, 'firm proposal'), row(1, 81, 'firm proposal'), row(2, 72, 'delete proposals')];
  await book.check([...next, ...first.slice(3)]);
  expect(book.bulk.state.get().rows.map(({ kind }) => kind)).toEqual([
    'proposal',
    'proposal',
    'deletion',
    ...first.slice(3).map(() => 'same'),
  ]);
  expect(
    book.bulk.state
      .get()
      .rows.map(({ replaces }) => replaces)
      .slice(0, 3),
  ).toEqual([1, 1, 1]);
  await book.press();
  await system.until('all of it is known', async () => {
    await system.calls();
    return states().every((state) => state === 'done');
  });
  expect([await proposed(0), await proposed(1), await proposed(2)]).toEqual([
    [['firm', 80]],
    [['firm', 81]],
    [],
  ]);
  expect(await calls('add-proposal')).toBe(ROWS + 2);
  expect(await calls('delete-proposals')).toBe(1);
});

it('has no firm proposal left when everything is withdrawn, those on their way included, and sends no more of them', async () => {
  const other = await Workbook.open(system);
  let quota: Quota | undefined;
  other.client.watch({ kind: 'quota' }, ({ value }) => void (quota = value ?? quota));
  await book.check(requests.map((_, at) => row(at, 70, 'firm proposal')));
  await book.press();
  // What was sent within the minute and what still waits in this workbook is all of it, as the other one is told.
  await system.until('the other workbook is told of all', async () => {
    await system.calls();
    const { lastMinute = 0, waiting = 0 } = quota?.pace ?? {};
    return lastMinute > 0 && lastMinute + waiting === ROWS;
  });
  other.pane.withdrawals.all();
  await book.untilOver();
  const sent = await calls('add-proposal');
  expect(states()).toHaveLength(ROWS);
  const live = async (): Promise<number> => {
    const all = await Promise.all(requests.map((_, at) => proposed(at)));
    return all.flat().length;
  };
  await system.until('none is live', async () => (await live()) === 0);
  await system.pass(5_000);
  expect(await live()).toBe(0);
  expect(await calls('add-proposal')).toBe(sent);
  // Where all were stopped before they left there is nothing to delete.
  expect((await calls('delete-proposals')) > 0).toBe(sent > 0);
});
