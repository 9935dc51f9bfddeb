// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Action } from '../../../src/domain/action';
import type { Quota } from '../../../src/domain/desk-status';
import { ActionId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS, type Limits } from '../../../src/domain/limits/limits';
import { productKey } from '../../../src/domain/limits/same-product';
import type { OwnQuote } from '../../../src/domain/own-offers';
import { Quantity } from '../../../src/domain/quantity';
import { RESULT_HEADINGS } from '../../../src/taskpane/excel/results';
import type { Content } from '../../../src/taskpane/excel/reading';
import { NOON, price, proposal, quote, QUOTA, request, single, STATUS } from '../examples';
import { MemorySheet } from '../memory-sheet';
import { NEWS_MS } from '../../../src/taskpane/app/past-result';
import { openPane, violations } from '../open-pane';

const HEADINGS = ['request-id', 'direction', 'price', 'quantity', 'all-or-none', 'action'];
const requestOf = (count: number) => request({ id: `RQ-${count}`, legs: request().legs });
const id = (count: number) => RequestId.parse(`RQ-${count}`);
const live = (count: number, over: Partial<OwnQuote> = {}): OwnQuote => ({
  requestId: id(count),
  quoteId: QuoteId.parse(`QT-${count}`),
  direction: 'ask',
  price: { shape: 'single', price: price('84.15') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
  since: NOON,
  ...over,
});
const row = (count: number, written: Content = 84.15, action = ''): Content[] => [
  `RQ-${count}`,
  'ask',
  written,
  10,
  'yes',
  action,
];

/** Nobody else has quoted here: what a price without a reference wants has a test of its own. */
const ALONE: Limits = { ...BUILT_IN_LIMITS, noReference: 'tell' };

/** The room over a sheet with these rows, each on a request without anybody else's quotes. */
async function opened(
  rows: Content[][],
  { own = [], armed = true }: { own?: OwnQuote[]; armed?: boolean } = {},
) {
  const sheet = new MemorySheet();
  sheet.put('Sheet1!A1', [HEADINGS, ...rows]);
  const requests = Array.from({ length: 20 }, (_, count) => requestOf(count + 1));
  const pane = openPane({ requests, office: { kind: 'excel', sheet } });
  pane.say({ kind: 'own-quotes' }, own);
  pane.say({ kind: 'limits' }, { limits: ALONE, locked: false, source: 'built-in' });
  for (const one of requests) pane.quotes(one);
  if (armed) pane.arm();
  pane.press('Bulk');
  const check = async (): Promise<void> => {
    pane.press(/^Check/);
    await pane.advance(1_000);
  };
  const press = async (name: RegExp | string): Promise<void> => {
    pane.press(name);
    await pane.advance(0);
  };
  return { ...pane, sheet, check, pressed: press, requests };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const summary = (): string | null => screen.getByRole('status', { name: 'Summary' }).textContent;
const progress = (): string | null =>
  screen.getByRole('status', { name: 'Progress of the batch' }).textContent;
const bodies = ({ client }: Opened): string[] =>
  client.acts.map(({ body }) => `${body.kind} ${'requestId' in body ? body.requestId : ''}`);
async function answer(
  { client, advance }: Opened,
  at: number,
  over: Partial<Action> & Pick<Action, 'state'>,
) {
  const one = client.acts[at];
  if (!one) throw new Error(`Nothing was sent as number ${at}.`);
  client.answer(one, over);
  await advance(0);
}
/** What stands beside the rows, once it is written. */
async function beside(pane: Opened, rows: number): Promise<Content[][]> {
  await pane.advance(3_000);
  return pane.sheet.values(`Sheet1!G1:J${rows + 1}`);
}
const states = async (pane: Opened, rows: number): Promise<Content[]> =>
  (await beside(pane, rows)).slice(1).map(([state]) => state ?? '');

it('holds prices against what the gateway would: its captured trades, and firm proposals that are known anyway', async () => {
  const pane = await opened([row(1), row(2)]);
  const product = productKey(requestOf(1).legs[0] ?? {});
  if (product === undefined) throw new Error('The legs of these requests name no product.');
  const lastTrades = [{ product, tradedAt: NOON, price: price('60') }];
  pane.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in', lastTrades });
  const firm = proposal({ id: 'P-1', requestId: id(2), kind: 'firm', price: single('60') });
  pane.say({ kind: 'proposals', id: id(2) }, { records: [firm], unreadable: [] });
  await pane.check();
  expect(pane.text()).toContain('(40.25 %) above the last trade of the same product');
  expect(pane.text()).toContain('(40.25 %) above the best firm bid 60');
});

it('tells how far each price is from what its limits hold it against, and the level behind the warning', async () => {
  const pane = await opened([row(1), row(2), row(3)]);
  const product = productKey(requestOf(1).legs[0] ?? {});
  if (product === undefined) throw new Error('The legs of these requests name no product.');
  const lastTrades = [{ product, tradedAt: NOON, price: price('60') }];
  pane.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in', lastTrades });
  const firm = proposal({ id: 'P-1', requestId: id(2), kind: 'firm', price: single('84.25') });
  pane.say({ kind: 'proposals', id: id(2) }, { records: [firm], unreadable: [] });
  pane.quotes(requestOf(3), quote({ requestId: id(3), price: single('84.35') }));
  await pane.check();
  const rows = screen.getByRole('list', { name: 'Rows' });
  const shown = within(rows)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(shown[0]).toContain('+24.15 from the last trade of the same product (20 Nov 2026), 60.00');
  expect(shown[0]).toContain('above the last trade of the same product');
  expect(shown.join()).toContain('−0.10 from the best firm bid, 84.25');
  expect(shown.join()).toContain('−0.20 from the best ask, 84.35');
  const level = within(rows).getByText(/^the warn level is/);
  expect(level.closest('details')?.open).toBe(false);
});

it('says once above the rows what could not be checked of several', async () => {
  const pane = await opened([row(1), row(2)]);
  const limits = { ...ALONE, volume: [{ unit: 'certificates', block: '5' }] } as Limits;
  pane.say({ kind: 'limits' }, { limits, locked: false, source: 'built-in' });
  await pane.check();
  expect(pane.text().match(/Volume not checked/g)).toHaveLength(1);
  expect(pane.text()).toContain('Rows 2, 3: Volume not checked');
});

describe('the pace of the desk', () => {
  const limits = { ...ALONE, countPerMinute: { warn: 6, block: 10 } };
  const paced = async (pace: Quota['pace'], rows = 3): Promise<Opened> => {
    const pane = await opened(Array.from({ length: rows }, (_, at) => row(at + 1)));
    pane.say({ kind: 'limits' }, { limits, locked: false, source: 'built-in' });
    pane.say({ kind: 'quota' }, { ...QUOTA, pace });
    await pane.check();
    return pane;
  };

  it('counts what other workbooks sent and have still to send, and says what is left', async () => {
    const pane = await paced({ lastMinute: 2, waiting: 3 });
    expect(pane.text()).toContain(
      '5 of 10 prices and acceptances a minute are left: 2 sent in the last minute, 3 to come from batches in progress.',
    );
    expect(summary()).toContain('3 new');
    // Once, beside the one tick for it, and as far as it comes: the rows before are counted in it.
    expect(pane.text()).toContain('This is action 8 of this desk within one minute; the warn level is 6.');
    expect(pane.text()).not.toContain('This is action 7 of this desk');
  });

  it('does not offer what the limit would not let through', async () => {
    const pane = await paced({ lastMinute: 4, waiting: 5 });
    expect(summary()).toBe('3 rows: 1 new, 2 not possible.');
    pane.press('Not possible 2');
    expect(pane.text()).toContain('This is action 11 of this desk within one minute; the block level is 10.');
    expect(pane.text()).toContain('1 of 10 prices and acceptances a minute is left');
  });

  it('opens on the rows to send again after another check, whatever was looked at before', async () => {
    const pane = await paced({ lastMinute: 4, waiting: 5 });
    pane.press('Not possible 2');
    await pane.check();
    expect(screen.getByRole('button', { name: 'To send 1' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('is not spoken of while nothing counts', async () => {
    const pane = await paced({ lastMinute: 0, waiting: 0 });
    expect(summary()).toContain('3 new');
    expect(pane.text()).not.toContain('prices and acceptances a minute');
  });

  it('does not count twice what the journal shows, nor its own rows once they are sent', async () => {
    const pane = await paced({ lastMinute: 0, waiting: 0 }, 8);
    expect(summary()).toBe('8 rows: 8 new.');
    fireEvent.click(
      screen.getByRole('checkbox', { name: /^Send anyway: I have checked what 2 rows come to together/ }),
    );
    await pane.pressed('Send 8 quotes');
    expect(pane.client.following).toEqual([7, 6, 5, 4, 3, 2]);
    pane.say({ kind: 'quota' }, { ...QUOTA, pace: { lastMinute: 6, waiting: 2 } });
    for (let at = 0; at < 8; at++) await answer(pane, at, { state: 'done' });
    expect(progress()).toBe('Finished. 8 rows: 8 done.');
    const journal = pane.client.acts.map((one) => pane.client.actionOf(one, { state: 'done', sentAt: NOON }));
    pane.say({ kind: 'journal' }, journal.slice(0, 2));
    pane.say({ kind: 'quota' }, { ...QUOTA, pace: { lastMinute: 2, waiting: 0 } });
    pane.sheet.put('Sheet1!A2', [row(9), row(10), row(11), row(12)]);
    pane.sheet.select('Sheet1!A2:F5');
    await pane.check();
    expect(summary()).toBe('4 rows: 4 new.');
    expect(pane.text()).not.toContain('warn level is 6');
  });
});

describe('everything is withdrawn from another workbook', () => {
  const recall = { number: 1, at: NOON, id: ActionId.parse('00000000-0000-4000-8000-0000000000ff') };

  it('stops the batch here: what waits is not sent, and each row says why', async () => {
    const pane = await opened(Array.from({ length: 9 }, (_, at) => row(at + 1)));
    await pane.check();
    await pane.pressed('Send 9 quotes');
    expect(pane.client.acts.map((one) => one.recall)).toEqual(Array.from({ length: 6 }, () => 0));
    pane.say({ kind: 'status' }, { ...STATUS, recall });
    const stopped = 'Stopped: everything was withdrawn at 12:04:31 CET from another workbook.';
    expect(progress()).toContain('3 not sent');
    expect((await beside(pane, 9)).slice(7).map(([, message]) => message)).toEqual(
      [7, 8, 9].map((at) => `RQ-${at}: ${stopped}`),
    );
    // The desk cancels what it has not sent yet.
    const failure = { kind: 'wrong-state', message: stopped, next: 'Nothing was sent.' } as const;
    await answer(pane, 0, { state: 'cancelled', failure });
    await answer(pane, 1, { state: 'done' });
    expect(pane.client.acts).toHaveLength(6);
    expect((await states(pane, 2)).slice(0, 2)).toEqual(['not sent', 'done']);
  });

  it('and the next press is one after it', async () => {
    const pane = await opened([row(1)]);
    pane.say({ kind: 'status' }, { ...STATUS, recall });
    await pane.check();
    await pane.pressed('Send 1 quote');
    expect(pane.client.acts.map((one) => one.recall)).toEqual([1]);
  });
});

describe('checking rows', () => {
  it('tells new, changed, unchanged and withdrawn from what cannot be, and sends nothing', async () => {
    const pane = await opened(
      [
        row(1),
        row(2, 84.2),
        row(3),
        row(4, '', 'withdraw'),
        row(5, '1.000.0'),
        row(6, '1,000'),
        ['', '', '', '', '', ''],
        row(7, '#N/A'),
        row(99),
      ],
      { own: [live(2), live(3), live(4)] },
    );
    pane.set(
      { kind: 'request', id: id(99) },
      {
        state: 'failed',
        failure: { kind: 'not-found', message: 'There is no request RQ-99.', next: 'Look.' },
      },
    );
    await pane.check();
    expect(summary()).toBe('8 rows: 1 new, 1 to replace, 1 to withdraw, 1 unchanged, 4 not possible.');
    const [fresh, changed, withdrawn] = within(screen.getByRole('list', { name: 'Rows' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    // State, product, price, row, terms, distance: the columns of each, and no prose beside them.
    expect(fresh).toMatch(/^NewDE Cal-27 base84\.15Row 2Sell 10 MW, all or none RQ-1no reference/);
    expect(changed).toMatch(
      /^ReplaceDE Cal-27 baselive 84\.15 → 84\.20Row 3Sell 10 MW, all or none RQ-2no reference/,
    );
    expect(withdrawn).toMatch(/^WithdrawDE Cal-27 baselive 84\.15Row 5ask 10 RQ-4$/);
    expect(screen.getByRole('button', { name: 'Send 1 quote, replace 1, withdraw 1' })).toBeTruthy();
    pane.press('Not possible 4');
    const wrong = screen.getByRole('list', { name: 'Rows' }).textContent;
    expect(wrong).toContain('Type it as a number');
    expect(wrong).toContain('shows #N/A');
    expect(wrong).toContain('There is no request RQ-99.');
    expect(pane.client.acts).toEqual([]);
    expect(await violations(pane.container)).toEqual([]);
  });

  it('says of a price without a side which one it takes', async () => {
    const pane = await opened([['RQ-2', '', 84.15, 10, 'yes', '']]);
    await pane.check();
    const wrong = screen.getByRole('list', { name: 'Rows' }).textContent;
    expect(wrong).toContain('RQ-2The direction is missing. Write ask.');
  });

  it('has nothing to do for rows without a price, and says where a quote stays live beside one', async () => {
    const pane = await opened([row(1), row(2, ''), ['RQ-3', '', '', 10, 'yes', ''], row(4, '')], {
      own: [live(4)],
    });
    await pane.check();
    expect(summary()).toBe('4 rows: 1 new, 2 with nothing to do, 1 not possible.');
    pane.press('Nothing to do 2');
    expect(screen.getByRole('list', { name: 'Rows' }).textContent).toContain('No price: nothing is sent.');
    pane.press('Not possible 1');
    expect(screen.getByRole('list', { name: 'Rows' }).textContent).toMatch(
      /RQ-4.*No price, and QT-\d+ stays live\. To withdraw it, write withdraw\./,
    );
    await pane.pressed(/^Send 1 quote/);
    expect(bodies(pane)).toEqual(['send-quote RQ-1']);
  });

  it('says what it costs, and what replaces all price proposals', async () => {
    const pane = await opened([row(1), row(2, 84.15, 'firm proposal')]);
    pane.proposals(requestOf(2), proposal({ requestId: id(2) }), proposal({ requestId: id(2), id: 'PP-2' }));
    await pane.check();
    expect(pane.text()).toContain('6 calls of 3,214 left today, about 1 s.');
    expect(pane.text()).toContain(
      'Price proposals replace ALL on their requests: 2 existing ones are deleted',
    );
  });

  it('asks where several columns could be meant, and remembers the answer with the workbook', async () => {
    const pane = await opened([]);
    pane.sheet.put('Sheet1!A1', [
      ['RFQ', 'direction', 'price', 'price 1', 'quantity'],
      ['RQ-1', 'ask', 1, 84.15, 10],
    ]);
    await pane.check();
    expect(pane.text()).toContain('Several columns match. Choose one.');
    const select = screen.getByRole('combobox', { name: 'Price (of leg 1)' });
    await act(async () => {
      (select as HTMLSelectElement).value = '3';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await pane.clock.advance(1_000);
    });
    expect(summary()).toBe('1 row: 1 new.');
    await pane.check();
    expect(summary()).toBe('1 row: 1 new.');
    expect(pane.text()).toContain('84.15');
  });

  it('leaves hidden rows out, and takes selected rows alone', async () => {
    const pane = await opened([row(1), row(2), row(3)]);
    pane.sheet.hidden.add(2);
    await pane.check();
    expect(summary()).toBe('2 rows: 2 new.');
    expect(pane.text()).toContain('1 hidden row is left out.');
    act(() => pane.sheet.select('Sheet1!A4:F4'));
    await pane.check();
    expect(summary()).toBe('1 row: 1 new.');
  });
});

describe('pressing once', () => {
  it('wants the last row to have been in sight, unless it only takes back', async () => {
    const pane = await opened([row(1), row(2)], { own: [live(3)] });
    const below = vi
      .spyOn(HTMLLIElement.prototype, 'getBoundingClientRect')
      .mockReturnValue(new DOMRect(0, 900, 300, 20));
    try {
      await pane.check();
      expect(pane.text()).toContain('2 prices, 20 MW.');
      await pane.pressed(/^Send 2/);
      expect(pane.client.acts).toEqual([]);
      expect(pane.text()).toContain('Show the last row of To send first.');
      below.mockReturnValue(new DOMRect(0, 0, 300, 0));
      fireEvent.scroll(screen.getByRole('main'));
      await pane.pressed(/^Send 2/);
      expect(bodies(pane)).toEqual(['send-quote RQ-1', 'send-quote RQ-2']);
      for (const at of [0, 1]) await answer(pane, at, { state: 'done' });
      below.mockReturnValue(new DOMRect(0, 900, 300, 20));
      pane.sheet.put('Sheet1!A2', [row(3, '', 'withdraw')]);
      act(() => pane.sheet.select('Sheet1!A2:F2'));
      await pane.check();
      await pane.pressed(/^Withdraw 1/);
      expect(bodies(pane).at(-1)).toBe('withdraw-quote RQ-3');
    } finally {
      below.mockRestore();
    }
  });

  it('needs the arm switch, unless it only takes back', async () => {
    const pane = await opened([row(1)], { armed: false, own: [live(1)] });
    pane.sheet.put('Sheet1!A2', [row(1, 84.2)]);
    await pane.check();
    pane.press(/^Replace 1/);
    await pane.advance(0);
    expect(pane.client.acts).toEqual([]);
    pane.sheet.put('Sheet1!A2', [row(1, 84.2, 'withdraw')]);
    await pane.check();
    await pane.pressed(/^Withdraw 1 quote/);
    expect(bodies(pane)).toEqual(['withdraw-quote RQ-1']);
  });

  it('stands in the sheet under its id before anything is sent, and ends with its truth', async () => {
    const pane = await opened([row(1)]);
    await pane.check();
    await pane.pressed(/^Send 1 quote/);
    const [headings, first] = pane.sheet.values('Sheet1!G1:J2');
    expect(headings).toEqual([...RESULT_HEADINGS]);
    expect(first?.[2]).toBe(pane.newest().id);
    await answer(pane, 0, { state: 'done', quoteId: QuoteId.parse('QT-77') });
    expect(progress()).toBe('Finished. 1 row: 1 done.');
    expect(pane.client.watched().filter(({ kind }) => kind === 'quotes')).toEqual([]);
    const [, written] = await beside(pane, 1);
    expect(written).toEqual([
      'done',
      'RQ-1: The quote went live as QT-77.',
      pane.newest().id,
      expect.any(Number),
    ]);
    // 20 November 2026, 12:04 by the clocks of Berlin.
    expect(Math.floor(Number(written?.[3]) * 1440) % 1440).toBe(12 * 60 + 4);
    const rows = () => screen.queryByRole('list', { name: 'Rows of the batch' });
    expect(rows()).not.toBeNull();
    // No news any more: one line with its time, and the rows behind it.
    await pane.advance(NEWS_MS);
    expect(progress()).toMatch(/^12:0\d CET · Finished\. 1 row: 1 done\.$/);
    expect(rows()).toBeNull();
    pane.press('Rows');
    expect(rows()?.textContent).toContain('done');
  });

  it('still names the rows that could not be sent once the others are', async () => {
    const pane = await opened([row(1), row(2, '82,1,0'), row(3, '1.2.3')]);
    await pane.check();
    await pane.pressed(/^Send 1 quote/);
    await answer(pane, 0, { state: 'done', quoteId: QuoteId.parse('QT-77') });
    expect(progress()).toBe('Finished. 1 row: 1 done. 2 more rows were not possible, and not sent.');
    const rows = screen.getByRole('list', { name: 'Rows of the batch' }).textContent;
    expect(rows).toMatch(/not sentRQ-2Row 3.*not sentRQ-3Row 4/);
  });

  it('names below the others, and without alarm, the rows whose request is over', async () => {
    const pane = await opened([row(1), row(2)]);
    const records = pane.requests.filter((one) => one.id !== id(2));
    pane.say({ kind: 'open-requests' }, { records, unreadable: [] });
    pane.say({ kind: 'request', id: id(2) }, { ...requestOf(2), state: 'traded' });
    await pane.check();
    await pane.pressed(/^Send 1 quote/);
    await answer(pane, 0, { state: 'done', quoteId: QuoteId.parse('QT-77') });
    expect(progress()).toBe('Finished. 1 row: 1 done. 1 not sent: the request is over.');
    const rows = screen.getByRole('list', { name: 'Rows of the batch' }).textContent;
    expect(rows).toMatch(/done.*not sent.*Row 3.*This request is traded/);
  });

  it('withdraws what is live before it sends the new one, and sends nothing when that is refused', async () => {
    const pane = await opened([row(1, 84.2), row(2, 84.2)], { own: [live(1), live(2)] });
    await pane.check();
    await pane.pressed(/^Replace 2/);
    expect(bodies(pane)).toEqual(['withdraw-quote RQ-1', 'withdraw-quote RQ-2']);
    await answer(pane, 0, { state: 'done' });
    await answer(pane, 1, { state: 'rejected' });
    expect(bodies(pane).slice(2)).toEqual(['send-quote RQ-1']);
    await answer(pane, 2, { state: 'done', quoteId: QuoteId.parse('QT-9') });
    expect(await states(pane, 2)).toEqual(['done', 'rejected']);
    expect(pane.text()).toContain('The new one was not sent.');
  });

  it('holds back a row that moved in the sheet or in the market since it was shown, old → new', async () => {
    const pane = await opened([row(1), row(2), row(3)]);
    await pane.check();
    pane.sheet.put('Sheet1!C2', [[84.3]]);
    pane.quotes(requestOf(2), quote({ requestId: id(2), id: 'QT-50', price: single('84.1') }));
    await pane.pressed(/^Send 3/);
    expect(bodies(pane)).toEqual(['send-quote RQ-3']);
    expect(pane.text()).toMatch(/held backDE Cal-27 base.*Row 2.*RQ-1.*84\.15.*→.*84\.30/);
    expect(pane.text()).toContain('The market moved since shown: none → 84.1.');
    await answer(pane, 0, { state: 'done' });
    expect(await states(pane, 3)).toEqual(['held back', 'held back', 'done']);
  });

  it('says that the check is old once the sheet says something else, and holds back what changed', async () => {
    const pane = await opened([row(1), row(2)]);
    await pane.check();
    // Beside the rows, and on another sheet, nothing of them changes.
    pane.sheet.put('Sheet1!L9', [['note']]);
    await pane.advance(1_000);
    expect(pane.text()).not.toContain('The sheet has changed');
    pane.sheet.put('Sheet1!C2', [[84.3]]);
    await pane.advance(1_000);
    expect(pane.text()).toContain('The sheet has changed since this check. Rows that changed are held back');
    await pane.pressed(/^Send 2/);
    expect(bodies(pane)).toEqual(['send-quote RQ-2']);
  });

  it('takes risk off however old the check is', async () => {
    const pane = await opened([row(1, '', 'withdraw'), row(2, '', 'withdraw')], { own: [live(1), live(2)] });
    await pane.check();
    pane.sheet.put('Sheet1!F3', [['']]);
    await pane.advance(1_000);
    expect(pane.text()).toContain('The sheet has changed');
    await pane.pressed(/^Withdraw 2/);
    // The row that says so no more is held back.
    expect(bodies(pane)).toEqual(['withdraw-quote RQ-1']);
  });

  it('hands over a few at a time, and stopping sends nothing more and says so truly', async () => {
    const pane = await opened(Array.from({ length: 10 }, (_, at) => row(at + 1)));
    await pane.check();
    await pane.pressed(/^Send 10/);
    expect(pane.client.acts).toHaveLength(6);
    await answer(pane, 0, { state: 'done' });
    expect(pane.client.acts).toHaveLength(7);
    await pane.pressed(/^Stop/);
    await answer(pane, 1, { state: 'done' });
    expect(pane.client.acts).toHaveLength(7);
    expect(progress()).toBe('In progress. 10 rows: 2 done, 5 sending, 3 not sent.');
    for (const at of [2, 3, 4, 5, 6]) await answer(pane, at, { state: 'done' });
    expect(progress()).toBe('Finished. 10 rows: 7 done, 3 not sent.');
    const sheet = await beside(pane, 10);
    expect(sheet.slice(8).map(([state, message, action]) => [state, message, action])).toEqual(
      [8, 9, 10].map((at) => ['not sent', `RQ-${at}: Stopped before it was sent.`, '']),
    );
  });

  it('sends nothing more once all live quotes are withdrawn', async () => {
    const pane = await opened(Array.from({ length: 8 }, (_, at) => row(at + 1)));
    await pane.check();
    await pane.pressed(/^Send 8/);
    pane.say({ kind: 'own-quotes' }, [live(9)]);
    await pane.pressed('Withdraw all 1 + 6 unknown');
    for (const at of [0, 1]) await answer(pane, at, { state: 'done' });
    expect(bodies(pane).slice(6)).toEqual(['withdraw-quote RQ-9']);
    expect(progress()).toBe('In progress. 8 rows: 2 done, 4 sending, 2 not sent.');
  });

  it('sends nothing where the results have no place, and names the cell', async () => {
    const pane = await opened([row(1)]);
    pane.sheet.put('Sheet1!H2', [['my note']]);
    await pane.check();
    await pane.pressed(/^Send 1/);
    expect(pane.text()).toContain('Sheet1!H2 is not empty');
    expect(pane.client.acts).toEqual([]);
    expect(pane.sheet.values('Sheet1!G1:H2')).toEqual([
      ['', ''],
      ['', 'my note'],
    ]);
  });

  it('needs the tick for warnings, and takes it along', async () => {
    const pane = await opened([row(1, 8.4)]);
    pane.quotes(requestOf(1), quote({ requestId: id(1), id: 'QT-50', price: single('84') }));
    const bestPrice = { ...BUILT_IN_LIMITS.bestPrice, blockPercent: undefined };
    pane.say(
      { kind: 'limits' },
      { limits: { ...BUILT_IN_LIMITS, bestPrice }, locked: false, source: 'built-in' },
    );
    await pane.check();
    pane.press(/^Send 1/);
    await pane.advance(0);
    expect(pane.client.acts).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send anyway: I have checked row 2' }));
    await pane.pressed(/^Send 1/);
    expect(pane.newest().accepted).toContainEqual(expect.objectContaining({ code: 'factor-of-ten' }));
  });

  it('needs the tick for prices without any reference, each with its money, and takes each along with its row', async () => {
    const pane = await opened([row(1), row(2, 84.2)]);
    pane.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' });
    await pane.check();
    expect(pane.text()).toContain(
      'No reference to check the price against: 84.15 EUR/MWh for 10 MW comes to',
    );
    pane.press(/^Send 2/);
    await pane.advance(0);
    expect(pane.client.acts).toEqual([]);
    const tick = (row: number): void => {
      fireEvent.click(screen.getByRole('checkbox', { name: `Send anyway: I have checked row ${row}` }));
    };
    tick(2);
    // One row's tick is none for another.
    expect(pane.text()).toContain('Read the warnings and tick them: 1 row left.');
    pane.press(/^Send 2/);
    await pane.advance(0);
    expect(pane.client.acts).toEqual([]);
    tick(3);
    await pane.pressed(/^Send 2/);
    expect(pane.client.acts.map(({ accepted }) => accepted)).toEqual(
      ['84.15', '84.2'].map((written) => [{ code: 'no-reference', about: `${written} for 10` }]),
    );
  });

  it('draws how far a price is by what is warned of, whatever its unit and however far the others are', async () => {
    const pane = await opened([row(1, 84.42), row(2, 82), row(3, 84.84)]);
    for (const count of [1, 2, 3])
      pane.quotes(requestOf(count), quote({ requestId: id(count), id: `QT-5${count}`, price: single('84') }));
    const bestPrice = { ...BUILT_IN_LIMITS.bestPrice, warnPercent: '1', ignoreUpTo: price('0.1') };
    const limits = { ...BUILT_IN_LIMITS, bestPrice } as typeof BUILT_IN_LIMITS;
    pane.say({ kind: 'limits' }, { limits, locked: false, source: 'built-in' });
    await pane.check();
    const rows = screen.getByRole('list', { name: 'Rows' });
    const bars = [...rows.querySelectorAll<HTMLElement>('[aria-hidden] > [style*="width"]')];
    expect(bars.map(({ style }) => [style.width, style.left, style.right])).toEqual([
      ['50%', '', '50%'],
      ['25%', '50%', ''],
      ['50%', '50%', ''],
    ]);
  });

  it('takes one tick for all rows with the same warning, beside their own, and none of a slip among them', async () => {
    const pane = await opened([row(1), row(2, 84.2), row(3), row(4, 8.4), row(5, 8.5)]);
    for (const count of [4, 5])
      pane.quotes(requestOf(count), quote({ requestId: id(count), id: `QT-5${count}`, price: single('84') }));
    const bestPrice = { ...BUILT_IN_LIMITS.bestPrice, blockPercent: undefined };
    pane.say(
      { kind: 'limits' },
      { limits: { ...BUILT_IN_LIMITS, bestPrice }, locked: false, source: 'built-in' },
    );
    await pane.check();
    const all = (): HTMLInputElement[] => screen.getAllByRole('checkbox', { name: /checked all \d+ rows/ });
    expect(pane.text()).toMatch(
      /5 prices, 50 MW\. Farthest from the reference: row 5, −75\.60 \(−90 %\)\. Without a reference: 3 rows\./,
    );
    expect(pane.text()).toContain('Each row is sent once, and not if its price moves.');
    expect(all().map((tick) => tick.labels?.[0]?.textContent)).toEqual([
      'Send anyway: I have checked all 3 rows: No reference to check the price against',
    ]);
    expect(pane.text()).toContain(
      '2 rows need their own ticks: the price may be mistyped (decimal point, sign, or zero), or a better one is there.',
    );
    const own = (row: number): HTMLInputElement =>
      screen.getByRole('checkbox', { name: `Send anyway: I have checked row ${row}` });
    fireEvent.click(own(2));
    expect(all()[0]?.indeterminate).toBe(true);
    fireEvent.click(all()[0] ?? document.body);
    expect([2, 3, 4, 5, 6].map((row) => own(row).checked)).toEqual([true, true, true, false, false]);
    expect(pane.text()).toContain('Read the warnings and tick them: 2 rows left.');
    fireEvent.click(own(5));
    fireEvent.click(own(6));
    await pane.pressed(/^Send 5/);
    expect(pane.client.acts).toHaveLength(5);
    expect(pane.client.acts[1]?.accepted).toEqual([{ code: 'no-reference', about: '84.2 for 10' }]);
  });
});

describe('a row that was sent', () => {
  it('is never sent again by pressing again, not even when its quote was taken meanwhile', async () => {
    const pane = await opened([row(1)]);
    await pane.check();
    await pane.pressed(/^Send 1/);
    const sent = pane.newest();
    await answer(pane, 0, { state: 'done', quoteId: QuoteId.parse('QT-77') });
    await beside(pane, 1);
    pane.client.kept.set(
      sent.id,
      pane.client.actionOf(sent, { state: 'done', quoteId: QuoteId.parse('QT-77') }),
    );
    await pane.check();
    expect(summary()).toBe('1 row: 1 sent before.');
    expect(screen.queryByRole('button', { name: /^Send 1/ })).toBeNull();
    pane.sheet.put('Sheet1!C2', [[84.16]]);
    await pane.check();
    await pane.pressed(/^Send 1/);
    expect(pane.newest().id).not.toBe(sent.id);
  });

  it('is held against the live quotes once the quote that it left is among them', async () => {
    const pane = await opened([row(1)]);
    await pane.check();
    await pane.pressed(/^Send 1/);
    const sent = pane.newest();
    const done = {
      state: 'done',
      quoteId: QuoteId.parse('QT-77'),
      endedAt: pane.client.clock.now(),
    } as const;
    await answer(pane, 0, done);
    pane.client.kept.set(sent.id, pane.client.actionOf(sent, done));
    await pane.check();
    expect(pane.text()).toContain('Reading the market for each row.');
    // Nothing at all is heard for a while, as on a busy line.
    await pane.advance(5_000);
    expect(pane.text()).toContain('Reading the market for each row.');
    pane.say({ kind: 'own-quotes' }, [live(1, { quoteId: done.quoteId })]);
    await pane.advance(200);
    expect(summary()).toBe('1 row: 1 unchanged.');
  });

  it('is not waited for longer than a list takes to come, as when its quote was taken at once', async () => {
    const pane = await opened([row(1)]);
    await pane.check();
    await pane.pressed(/^Send 1/);
    const sent = pane.newest();
    const done = {
      state: 'done',
      quoteId: QuoteId.parse('QT-77'),
      endedAt: pane.client.clock.now(),
    } as const;
    await answer(pane, 0, done);
    pane.client.kept.set(sent.id, pane.client.actionOf(sent, done));
    pane.say({ kind: 'journal' }, [pane.client.actionOf(sent, done)]);
    await pane.check();
    expect(pane.text()).toContain('Reading the market for each row.');
    await pane.advance(3_000);
    expect(pane.text()).not.toContain('Reading the market for each row.');
    expect(summary()).toBe('1 row: 1 sent before.');
  });

  it('keeps its id when the desk never answered, so that it is one action whatever became of it', async () => {
    const pane = await opened([row(1)]);
    await pane.check();
    await pane.pressed(/^Send 1/);
    const sent = pane.newest();
    pane.client.refuse(sent, { kind: 'unknown-outcome', message: 'No answer.', next: 'Look.' });
    expect(await states(pane, 1)).toEqual(['unknown']);
    await pane.check();
    expect(pane.text()).toContain('Held back: an earlier action on this request is unknown');
  });

  it('that is reopened in the middle finds its truth in the journal, and what was not taken goes under the same id', async () => {
    const pane = await opened([row(1), row(2)]);
    const [taken, never] = [pane.client.newActionId(), pane.client.newActionId()];
    pane.sheet.put('Sheet1!G1', [[...RESULT_HEADINGS], ['waiting', '', taken, 0], ['waiting', '', never, 0]]);
    const body = {
      kind: 'send-quote' as const,
      requestId: id(1),
      direction: 'ask' as const,
      price: { shape: 'single' as const, price: price('84.15') },
      quantity: Quantity.parse('10'),
      allOrNone: true,
    };
    pane.client.kept.set(taken, { id: taken, body, shown: '', state: 'done', createdAt: NOON });
    await pane.check();
    expect(summary()).toBe('2 rows: 1 new, 1 sent before.');
    expect(await states(pane, 2)).toEqual(['done', 'waiting']);
    await pane.pressed(/^Send 1/);
    expect(pane.newest().id).toBe(never);
    expect(pane.newest().body).toMatchObject({ requestId: 'RQ-2' });
  });

  it('is known by its action wherever its id stands, as when the table was sorted without the pane’s columns', async () => {
    const pane = await opened([row(2), row(1)]);
    const [first, second] = [pane.client.newActionId(), pane.client.newActionId()];
    pane.sheet.put('Sheet1!G1', [[...RESULT_HEADINGS], ['done', '', first, 0], ['done', '', second, 0]]);
    const body = {
      kind: 'send-quote' as const,
      direction: 'ask' as const,
      price: { shape: 'single' as const, price: price('84.15') },
      quantity: Quantity.parse('10'),
      allOrNone: true,
    };
    for (const [action, count] of [
      [first, 1],
      [second, 2],
    ] as const) {
      const sent = { ...body, requestId: id(count) };
      pane.client.kept.set(action, { id: action, body: sent, shown: '', state: 'done', createdAt: NOON });
    }
    await pane.check();
    expect(summary()).toBe('2 rows: 2 sent before.');
  });

  it('gives nothing to a row that it is copied to', async () => {
    const pane = await opened([row(1), row(2)]);
    const copied = pane.client.newActionId();
    pane.sheet.put('Sheet1!G1', [[...RESULT_HEADINGS], ['', '', copied, 0], ['', '', copied, 0]]);
    await pane.check();
    await pane.pressed(/^Send 2/);
    const given = pane.client.acts.map((one) => one.id);
    expect(new Set(given).size).toBe(2);
    expect(given).not.toContain(copied);
  });
});

it('shows nothing of another environment', async () => {
  const pane = await opened([row(1)]);
  await pane.check();
  const rows = within(screen.getByRole('list', { name: 'Rows' })).getAllByRole('listitem');
  expect(rows).toHaveLength(1);
  act(() => pane.desk.bulk.get()?.forget());
  expect(screen.queryByRole('list', { name: 'Rows' })).toBeNull();
  expect(pane.client.watched().filter(({ kind }) => kind === 'quotes')).toEqual([]);
});
