import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { ManualClock } from '../../../src/effects/manual-clock';
import { BulkQuoting } from '../../../src/taskpane/bulk/bulk-quoting';
import { Presses } from '../../../src/taskpane/app/presses';
import { KEYED_HEADINGS, RESULT_HEADINGS } from '../../../src/taskpane/excel/results';
import type { Content } from '../../../src/taskpane/excel/reading';
import { formatters, listing, NOON, request } from '../examples';
import { MemoryDesk } from '../pane-context';
import { MemorySheet } from '../memory-sheet';

const HEADINGS = ['request-id', 'direction', 'price', 'quantity', 'all-or-none'];
const row = (id: string): Content[] => [id, 'ask', 84.15, 10, 'yes'];
const LEFT = ['RQ-1', 'RQ-2'];
const RIGHT = ['RQ-3', 'RQ-4'];

/** A desk over a sheet whose first row of cells begins at A1. */
function deskOver(cells: Content[][]) {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  const sheet = new MemorySheet();
  sheet.put('Sheet1!A1', cells);
  client.say({ kind: 'open-requests' }, listing(...[...LEFT, ...RIGHT].map((id) => request({ id }))));
  client.say({ kind: 'journal' }, []);
  client.say({ kind: 'own-quotes' }, []);
  client.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' });
  for (const id of [...LEFT, ...RIGHT]) client.say({ kind: 'quotes', id: RequestId.parse(id) }, listing());
  const presses = new Presses(client, () => true);
  const bulk = new BulkQuoting({ client, presses, formatters, isArmed: () => true, sheet: () => sheet });
  const sent = (): string[] => client.acts.map(({ body }) => ('requestId' in body ? body.requestId : 'none'));
  const send = async (selected: string): Promise<void> => {
    sheet.select(selected);
    await bulk.check();
    await bulk.press();
    await clock.advance(1_000);
  };
  return { sheet, bulk, send, sent, client, clock };
}

/** Two tables on one row of headings, with this much room between them. */
const beside = (gap: Content[]): Content[][] => [
  [...HEADINGS, ...gap, ...HEADINGS],
  [...row('RQ-1'), ...gap.map(() => ''), ...row('RQ-3')],
  [...row('RQ-2'), ...gap.map(() => ''), ...row('RQ-4')],
];
const ROOM: Content[] = ['', '', '', '', ''];

it('sends the table that is selected, and its results stand right of it', async () => {
  const desk = deskOver(beside(ROOM));
  await desk.send('Sheet1!L2');
  expect(desk.sent()).toEqual(RIGHT);
  expect(desk.sheet.values('Sheet1!P1:S2')).toEqual([
    [...RESULT_HEADINGS],
    ['sending', 'RQ-3: Being sent; waiting for the answer.', desk.client.acts[0]?.id, expect.any(Number)],
  ]);
  expect(
    desk.sheet
      .values('Sheet1!F1:J3')
      .flat()
      .every((content) => content === ''),
  ).toBe(true);
});

it('never writes into the columns of the other one, in whichever order they are sent', async () => {
  const desk = deskOver(beside(ROOM));
  await desk.send('Sheet1!A2:E3');
  const left = desk.sheet.values('Sheet1!F1:I3');
  expect(desk.sent()).toEqual(LEFT);
  expect(left[0]).toEqual([...RESULT_HEADINGS]);
  for (const one of desk.client.acts) desk.client.answer(one, { state: 'done' });
  await desk.send('Sheet1!K2:O3');
  expect(desk.bulk.state.get().says).toBe('');
  expect(desk.sent()).toEqual([...LEFT, ...RIGHT]);
  const ids = (address: string): Content[] => desk.sheet.values(address).flat();
  expect(ids('Sheet1!H2:H3')).toEqual(desk.client.acts.slice(0, 2).map(({ id }) => id));
  expect(ids('Sheet1!R2:R3')).toEqual(desk.client.acts.slice(2).map(({ id }) => id));
});

it.each([
  ['both are selected', 'Sheet1!A2:O3'],
  ['whole rows are selected', 'Sheet1!A2:XFD3'],
])('sends nothing when %s, and says which tables there are', async (_, selected) => {
  const desk = deskOver(beside(ROOM));
  await desk.send(selected);
  expect(desk.sent()).toEqual([]);
  expect(desk.bulk.state.get().says).toBe(
    'Several tables stand side by side here, from A1 and from K1. Nothing was sent. Select cells of one of them, and check again.',
  );
});

it('sends nothing where the results have no room before the next table, and says so', async () => {
  const desk = deskOver(beside(['']));
  await desk.send('Sheet1!A2');
  expect(desk.sent()).toEqual([]);
  expect(desk.bulk.state.get().says).toContain('Sheet1!G1 is not empty');
  await desk.send('Sheet1!H2');
  expect(desk.sent()).toEqual(RIGHT);
});

it('takes tables that touch for two as well', async () => {
  const desk = deskOver(beside([]));
  await desk.send('Sheet1!G3');
  expect(desk.sent()).toEqual(RIGHT);
  expect(desk.sheet.values('Sheet1!K1:N1')).toEqual([[...RESULT_HEADINGS]]);
});

it('reads a table whose headings stand lower than those of the one beside it', async () => {
  const desk = deskOver([
    [...HEADINGS, ...ROOM, '', '', '', '', ''],
    [...row('RQ-1'), ...ROOM, ...HEADINGS],
    [...row('RQ-2'), ...ROOM, ...row('RQ-3')],
  ]);
  await desk.send('Sheet1!A3:E3');
  expect(desk.sent()).toEqual(['RQ-2']);
  await desk.send('Sheet1!K3');
  expect(desk.sent()).toEqual(['RQ-2', 'RQ-3']);
  expect(desk.sheet.values('Sheet1!P2:S2')).toEqual([[...RESULT_HEADINGS]]);
});

it('sends numbers of cells with three decimals, which a person who types them is asked about', async () => {
  const desk = deskOver([HEADINGS, ['RQ-1', 'ask', 84.125, 1.125, 'no']]);
  await desk.send('Sheet1!A2');
  expect(desk.client.acts[0]?.body).toMatchObject({ price: { price: '84.125' }, quantity: '1.125' });
});

const PRICING: Content[] = ['Market', 'Load', 'Mark', 'Price', '', 'Request', 'Fair', 'Quote', 'Leg 2'];

describe('a table beside other columns', () => {
  it('takes each meaning from its own columns alone, whatever else is called so', async () => {
    const desk = deskOver([
      [...PRICING, 'Direction', 'Price', 'Quantity', '', 'request-id', 'standing'],
      ['DE', 'base', 'Cal-27', 71, '', 'RQ-1', 84, 84.15, '', 'ask', 84.15, 10, '', 'RQ-3', 'to quote'],
    ]);
    await desk.send('Sheet1!A2');
    expect(desk.bulk.state.get().says).toBe('');
    expect(desk.sent()).toEqual(['RQ-1']);
    expect(desk.client.acts[0]?.body).toMatchObject({ price: { price: '84.15' }, quantity: '10' });
    expect(desk.sheet.values('Sheet1!P1:S1')).toEqual([[...RESULT_HEADINGS]]);
  });

  it('is sent with no price that stands in another block, and says where it stands', async () => {
    const desk = deskOver([
      [...PRICING, 'Direction', 'Quantity', '', 'request-id', 'standing'],
      ['DE', 'base', 'Cal-27', 71, '', 'RQ-1', 84, 84.15, '', 'ask', 10, '', 'RQ-3', 'to quote'],
    ]);
    await desk.send('Sheet1!F2');
    expect(desk.sent()).toEqual([]);
    expect(desk.bulk.state.get().says).toBe(
      '“Price” in D1 is separated by a column without a heading from the table with the request ids. Nothing was sent. Put it beside the other columns of that table, or rename it, and check again.',
    );
  });

  it('is refused where no block has both the request id and another column', async () => {
    const desk = deskOver([
      ['request-id', '', 'direction', 'price'],
      ['RQ-1', '', 'ask', 84.15],
    ]);
    await desk.send('Sheet1!A2');
    expect(desk.sent()).toEqual([]);
    expect(desk.bulk.state.get().says).toContain('“direction” in C1 is separated');
  });

  it('has its results right of itself where there is room, and else right of everything', async () => {
    const rows = (gap: Content[]): Content[][] => [
      [...HEADINGS, ...gap, 'Notes'],
      [...row('RQ-1'), ...gap, 'mine'],
    ];
    const roomy = deskOver(rows(['', '', '', '', '']));
    await roomy.send('Sheet1!A2');
    expect(roomy.sheet.values('Sheet1!F1:I1')).toEqual([[...RESULT_HEADINGS]]);
    const narrow = deskOver(rows(['']));
    await narrow.send('Sheet1!A2');
    expect(narrow.sheet.values('Sheet1!H1:K1')).toEqual([[...RESULT_HEADINGS]]);
  });
});

it.each([
  ['Sheet1!A3:G3', ['RQ-2']],
  ['Sheet1!A2:G3', LEFT],
  ['Sheet1!A3', LEFT],
])(
  'takes no row of a table for headings, though words of headings stand in it (%s)',
  async (selected, sent) => {
    const desk = deskOver([
      ['request-id', 'contract', 'direction', 'price', 'quantity', 'unit', 'all-or-none'],
      ['RQ-1', 'spread', 'ask', 84.15, 10, 'MW', 'yes'],
      ['RQ-2', 'spread', 'ask', 84.15, 10, 'MW', 'yes'],
    ]);
    await desk.send(selected);
    expect(desk.sent()).toEqual(sent);
  },
);

it('reads the rows below other headings by those, also where they follow a table directly', async () => {
  const desk = deskOver([
    ['request-id', 'direction', 'price', 'quantity', 'all-or-none'],
    row('RQ-1'),
    ['my requests', 'quantity', 'side', 'price', 'aon'],
    ['RQ-2', 10, 'ask', 84.15, 'yes'],
  ]);
  await desk.send('Sheet1!A4:E4');
  expect(desk.sent()).toEqual([]);
  expect(desk.bulk.state.get().table?.headings).toEqual(['my requests', 'quantity', 'side', 'price', 'aon']);
});

it('tells a row nothing of what was sent from it for another request, where rows move by themselves', async () => {
  const desk = deskOver([[...HEADINGS, '', ...KEYED_HEADINGS], row('RQ-1'), row('RQ-2'), row('RQ-3')]);
  await desk.send('Sheet1!A2:E3');
  expect(desk.sent()).toEqual(['RQ-1', 'RQ-2']);
  const results = (): Content[][] =>
    desk.sheet
      .values('Sheet1!G2:K4')
      .map(([state = '', , action = '', , about = '']) => [state, action, about]);
  // The first one is over, and the others move up.
  desk.sheet.put('Sheet1!A2', [row('RQ-2'), row('RQ-3'), row('RQ-4')]);
  for (const one of desk.client.acts) desk.client.answer(one, { state: 'done' });
  await desk.clock.advance(1_000);
  await desk.send('Sheet1!A3:E3');
  const ids = desk.client.acts.map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect(desk.sent()).toEqual(['RQ-1', 'RQ-2', 'RQ-3']);
  expect(results()).toEqual([
    ['done', ids[0], 'RQ-1'],
    ['done', ids[1], 'RQ-2'],
    ['sending', ids[2], 'RQ-3'],
  ]);
});

it('sends no quote again after a price proposal on its request, where rows move by themselves', async () => {
  const headings = [...HEADINGS, 'action'];
  const quote = [...row('RQ-1'), 'quote'];
  const desk = deskOver([[...headings, '', ...KEYED_HEADINGS], quote, [...row('RQ-1'), 'firm']]);
  desk.client.say({ kind: 'proposals', id: RequestId.parse('RQ-1') }, listing());
  await desk.send('Sheet1!A2:F2');
  const settle = async (): Promise<void> => {
    const act = desk.client.acts.at(-1);
    if (!act) throw new Error('Nothing was sent.');
    desk.client.kept.set(act.id, desk.client.actionOf(act, { state: 'done' }));
    desk.client.answer(act, { state: 'done' });
    await desk.clock.advance(1_000);
  };
  await settle();
  await desk.send('Sheet1!A3:F3');
  await settle();
  expect(desk.client.acts.map(({ body }) => body.kind)).toEqual(['send-quote', 'send-proposal']);
  expect(new Set(desk.client.acts.map(({ id }) => id)).size).toBe(2);
  expect(desk.sheet.values('Sheet1!J2:L3').map(([action, , about]) => [action, about])).toEqual(
    desk.client.acts.map(({ id }) => [id, 'RQ-1']),
  );
  await desk.send('Sheet1!A2:F2');
  expect(desk.client.acts).toHaveLength(2);
  expect(desk.bulk.state.get().rows[0]?.words).toContain('Already sent');
});
