// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, RequestId } from '../../../src/domain/identifiers';
import { MADE_HEADING, RESULT_HEADINGS } from '../../../src/taskpane/excel/results';
import type { Content } from '../../../src/taskpane/excel/reading';
import { leg, NOON, request } from '../examples';
import { MemorySheet } from '../memory-sheet';
import { openPane, violations } from '../open-pane';

const HEADINGS = [
  'kind',
  'action',
  'commodity',
  'market',
  'product',
  'load',
  'quantity',
  'unit',
  'recipients',
];
const row = (quantity: Content, over: Partial<Record<number, Content>> = {}): Content[] =>
  ['', 'buy', 'power', 'DE', 'Cal-27', 'base', quantity, 'MW', ''].map((cell, at) => over[at] ?? cell);

/** The room over a sheet with these rows, at a desk where DE is a market. */
async function opened(rows: Content[][], { armed = true } = {}) {
  const sheet = new MemorySheet();
  sheet.put('Sheet1!A1', [HEADINGS, ...rows]);
  const pane = openPane({ requests: [request({ legs: [leg()] })], office: { kind: 'excel', sheet } });
  if (armed) pane.arm();
  pane.press('Bulk');
  pane.press('New requests');
  const check = async (): Promise<void> => {
    pane.press(/^Check/);
    await pane.advance(1_000);
  };
  const press = async (name: string): Promise<void> => {
    pane.press(name);
    await pane.advance(0);
  };
  return { ...pane, sheet, check, pressed: press };
}
type Opened = Awaited<ReturnType<typeof opened>>;

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
const summary = (): string | null => screen.getByRole('status', { name: 'Summary' }).textContent;
const beside = async (pane: Opened, rows: number): Promise<Content[][]> => {
  await pane.advance(3_000);
  return pane.sheet.values(`Sheet1!J1:N${rows + 1}`);
};

describe('requests from a table', () => {
  it('have their table named once, however often they are checked', async () => {
    const pane = await opened([row(5)]);
    for (let times = 0; times < 3; times++) await pane.check();
    expect(screen.getAllByRole('group', { name: 'Table' })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: 'Columns and results' })).toHaveLength(1);
  });

  it('cost two calls each, and have no price that could move', async () => {
    const pane = await opened([row(5), row(10)]);
    await pane.check();
    expect(pane.text()).toContain('4 calls of 3,214 left today');
    expect(pane.text()).not.toContain('price moves');
  });

  it('are checked, shown whole and sent once each by one press, and their ids stand beside them', async () => {
    const pane = await opened([row(5), row(10)]);
    await pane.check();
    expect(summary()).toBe('2 rows: 2 new.');
    expect(pane.text()).toContain('buy 5 MW power DE, base, Cal-27 (1 Jan – 31 Dec 2027)');
    expect(pane.client.acts).toEqual([]);
    expect(await violations(pane.container)).toEqual([]);
    await pane.pressed('Send 2 requests');
    expect(pane.client.acts.map(({ body }) => body)).toMatchObject([
      { kind: 'create-request', draft: { contract: 'single', legs: [{ quantity: '5' }] } },
      { kind: 'create-request', draft: { contract: 'single', legs: [{ quantity: '10' }] } },
    ]);
    await answer(pane, 0, { state: 'done', newRequestId: RequestId.parse('RQ-900') });
    await answer(pane, 1, { state: 'rejected' });
    const cells = await beside(pane, 2);
    expect(cells[0]).toEqual([...RESULT_HEADINGS, MADE_HEADING]);
    expect(cells.slice(1).map((line) => [line[0], line[4]])).toEqual([
      ['done', 'RQ-900'],
      ['rejected', ''],
    ]);
  });

  it('say of an EFP which leg is which', async () => {
    const sheet = new MemorySheet();
    const headings = [...HEADINGS, 'clearing', 'clearing house', 'leg 2 clearing'];
    sheet.put('Sheet1!A1', [headings, [...row(5), 'exchange', 'ECC', 'bilateral']]);
    const pane = openPane({ requests: [request({ legs: [leg()] })], office: { kind: 'excel', sheet } });
    pane.press('Bulk');
    pane.press('New requests');
    pane.press(/^Check/);
    await pane.advance(1_000);
    expect(pane.text()).toContain('DE Cal-27 base EFP ECC/bilateral');
    // Its house is that of leg 1 alone.
    expect(pane.text()).toContain('clearing bilateral');
    expect(pane.text()).not.toContain('bilateral ECC');
  });

  it('are not sent again until they are changed, and what came to nothing may go again', async () => {
    const pane = await opened([row(5), row(10)]);
    await pane.check();
    await pane.pressed('Send 2 requests');
    const [first, second] = pane.client.acts;
    if (!first || !second) throw new Error('Nothing was sent.');
    await answer(pane, 0, { state: 'done', newRequestId: RequestId.parse('RQ-900') });
    await answer(pane, 1, { state: 'rejected' });
    await beside(pane, 2);
    for (const [act, state] of [
      [first, 'done'],
      [second, 'rejected'],
    ] as const)
      pane.client.kept.set(act.id, pane.client.actionOf(act, { state }));
    await pane.check();
    expect(summary()).toBe('2 rows: 1 new, 1 sent before.');
    pane.sheet.put('Sheet1!G2', [[6]]);
    await pane.check();
    expect(summary()).toBe('2 rows: 2 new.');
  });

  it('are held back where a row is not as it was shown', async () => {
    const pane = await opened([row(5), row(10)]);
    await pane.check();
    pane.sheet.put('Sheet1!G3', [[100]]);
    await pane.pressed('Send 2 requests');
    expect(pane.client.acts).toHaveLength(1);
    expect(pane.text()).toContain('held back');
  });

  it('that say the same twice, or are on their way already, are not possible', async () => {
    const pane = await opened([row(5), row(5), row(7)]);
    const pending = {
      id: ActionId.parse('00000000-0000-4000-8000-0000000000aa'),
      state: 'unknown',
      createdAt: NOON,
      shown: '',
      body: {
        kind: 'create-request',
        draft: {
          contract: 'single',
          legs: [
            {
              action: 'buy',
              commodity: 'power',
              market: 'DE',
              deliveryStart: '2027-01-01',
              deliveryEnd: '2027-12-31',
              loadProfile: 'base',
              quantity: '7',
              quantityUnit: 'MW',
            },
          ],
          allOrNone: false,
          recipients: [],
        },
      },
    } as unknown as Action;
    pane.say({ kind: 'journal' }, [pending]);
    await pane.check();
    expect(summary()).toBe('3 rows: 3 not possible.');
    expect(pane.text()).toContain('Row 3 asks for the same.');
    expect(pane.text()).toContain('may have been made already');
  });

  it('need trading on, and the tick of each row with a warning', async () => {
    const pane = await opened([row(5, { 3: 'DX' })], { armed: false });
    await pane.check();
    expect(pane.text()).toContain('DX is no market of power that this desk knows');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Send anyway: I have checked row 2/ }));
    await pane.pressed('Send 1 request');
    expect(pane.client.acts).toEqual([]);
    pane.arm();
    await pane.pressed('Send 1 request');
    expect(pane.client.acts[0]?.accepted).toEqual([{ code: 'unknown-market', about: 'leg 1' }]);
  });

  it('to somebody whom the platform does not suggest want a tick', async () => {
    const pane = await opened([row(5, { 8: 'Alpha; Beta' })]);
    pane.say(
      { kind: 'recipients', commodity: 'power', market: 'DE' },
      {
        records: [{ name: 'Alpha', raw: {} }],
        unreadable: [],
      },
    );
    await pane.check();
    expect(pane.text()).toContain('The platform does not suggest Beta for these legs');
    await pane.pressed('Send 1 request');
    expect(pane.client.acts).toEqual([]);
  });

  it('of a delivery that is over are not possible', async () => {
    const pane = await opened([row(5, { 4: '2026-10-01..2026-10-31' })]);
    await pane.check();
    expect(summary()).toBe('1 row: 1 not possible.');
    expect(pane.text()).toContain('is delivered already');
  });

  it('stop with everything else that waits when all is withdrawn', async () => {
    const pane = await opened(Array.from({ length: 9 }, (_, at) => row(at + 1)));
    await pane.check();
    await pane.pressed('Send 9 requests');
    expect(pane.client.acts).toHaveLength(6);
    pane.desk.requestBatch.get()?.stop();
    await answer(pane, 0, { state: 'done' });
    expect(pane.client.acts).toHaveLength(6);
    expect(screen.getByRole('status', { name: 'Progress of the batch' }).textContent).toContain('3 not sent');
  });

  it('never write over cells that are filled', async () => {
    const pane = await opened([row(5)]);
    await pane.check();
    pane.sheet.put('Sheet1!N2', [['mine']]);
    await pane.pressed('Send 1 request');
    expect(pane.client.acts).toEqual([]);
    expect(pane.text()).toContain('N2 is not empty, and results would overwrite it.');
    expect(pane.text()).toContain('five empty columns');
  });
});
