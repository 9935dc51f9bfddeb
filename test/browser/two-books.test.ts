import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet } from './desk-sheet';
import { startStack, type Stack } from './stack';

const GAS = 'RQ-10294';
const AT = 'Sheet3!A1';
const FIRST = 'Sheet3!A3:A40';
const Stats = z.object({ refused429: z.number() });

let stack: Stack;
let opened: OpenPage;
let books: readonly DeskSheet[];

beforeAll(async () => {
  stack = await startStack();
  opened = await openChromium(stack.workbenchUrl);
  const other = await opened.page.context().newPage();
  await other.goto(stack.workbenchUrl);
  books = [new DeskSheet(opened.page), new DeskSheet(other)];
  await Promise.all(books.map((book) => book.ready()));
});
afterAll(async () => {
  await opened?.close();
  await stack?.close();
});

const bothShow = (wanted: (price: unknown) => boolean): Promise<unknown[]> =>
  Promise.all(books.map(async (book) => (await book.shows(AT, ([row]) => wanted(row?.[0])))[0]?.[0]));

it('two workbooks are right again after a restart of the gateway, though an event was lost', async () => {
  await Promise.all(books.map((book) => book.enter(AT, `=DESK.SPREADPRICE("${GAS}","bid")`)));
  await Promise.all(books.map((book) => book.enter('Sheet3!A2', '=DESK.RFQS()')));
  const [before, same] = await bothShow((price) => typeof price === 'number');
  expect(same).toBe(before);
  let opens = '';
  await stack.restartGateway(async () => {
    await stack.simulator('/simulator/act', { do: 'move-price', requestId: GAS, by: 5 });
    const made = await stack.simulator('/simulator/act', { do: 'create-request', role: 'recipient' });
    opens = z.object({ 'request-id': z.string() }).parse(made)['request-id'];
  });
  const [price, other] = await bothShow((shown) => typeof shown === 'number' && shown !== before);
  await Promise.all(books.map((book) => book.shows(FIRST, (rows) => rows.flat().includes(opens))));
  expect(other).toBe(price);
  // An event reaches both at the address that the gateway had before.
  await stack.simulator('/simulator/act', { do: 'move-price', requestId: GAS, by: 5, replace: true });
  await bothShow((shown) => typeof shown === 'number' && shown !== price);
  expect(Stats.parse(await stack.simulator('/simulator/stats')).refused429).toBe(0);
});
