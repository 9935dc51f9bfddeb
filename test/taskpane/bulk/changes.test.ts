import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { success } from '../../../src/domain/failure';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import type { OwnQuote } from '../../../src/domain/own-offers';
import { Quantity } from '../../../src/domain/quantity';
import { ManualClock } from '../../../src/effects/manual-clock';
import { BulkQuoting } from '../../../src/taskpane/bulk/bulk-quoting';
import { Presses } from '../../../src/taskpane/app/presses';
import { formatters, listing, NOON, price, quote, request, single } from '../examples';
import { withdrawalOf } from '../../../src/taskpane/app/withdrawals';
import { MemoryDesk, type Act } from '../pane-context';
import { MemorySheet } from '../memory-sheet';
import { inState, QUOTE } from '../../domain/sample-action';

const id = RequestId.parse('RQ-1');
const QUOTES = { kind: 'quotes', id } as const;
const OWN = { kind: 'own-quotes' } as const;
const live = (quoteId: string, at = '84.15'): OwnQuote => ({
  requestId: id,
  quoteId: QuoteId.parse(quoteId),
  direction: 'ask',
  price: { shape: 'single', price: price(at) },
  quantity: Quantity.parse('10'),
  allOrNone: true,
  since: NOON,
});

/** A desk over one row that changes what is live, checked and pressed: its withdrawals are on their way. */
async function changing(
  own: readonly OwnQuote[],
  {
    action = '',
    busy = false,
    others = [] as string[],
    unpressed = false,
    fourEyes = false,
    above = {},
  } = {},
) {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  const sheet = new MemorySheet();
  sheet.put('Sheet1!A1', [
    ['request-id', 'direction', 'price', 'quantity', 'all-or-none', 'action'],
    ['RQ-1', 'ask', 84.2, 10, 'yes', action],
  ]);
  client.say({ kind: 'open-requests' }, listing(request()));
  client.say({ kind: 'journal' }, []);
  const limits = { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' } as const;
  client.say({ kind: 'limits' }, { ...limits, ...(fourEyes && { fourEyes: { above, minutes: 5 } }) });
  client.say(OWN, own);
  const mine = own.map(({ quoteId }) => quote({ id: quoteId, price: single('84.15'), allOrNone: true }));
  const theirs = others.map((at) => quote({ id: `QT-AT-${at}`, price: single(at) }));
  client.say(QUOTES, listing(...mine, ...theirs));
  const presses = new Presses(client, () => true);
  client.watch({ kind: 'journal' }, ({ value }) => value && presses.learn(value));
  const bulk = new BulkQuoting({ client, presses, formatters, isArmed: () => true, sheet: () => sheet });
  await bulk.check();
  // Somebody withdraws the first quote from the list at the same moment.
  const [first] = own;
  if (busy && first) presses.press(withdrawalOf(first), '');
  if (!unpressed) await bulk.press();
  const one = (at: number): Act => {
    const act = client.acts[at];
    if (!act) throw new Error(`Nothing was sent as number ${at}.`);
    return act;
  };
  const answer = async (at: number, over: Partial<Action> & Pick<Action, 'state'>): Promise<void> => {
    one(at).answer(success(client.actionOf(one(at), over)));
    await clock.advance(0);
  };
  const kinds = (): string[] => client.acts.map(({ body }) => body.kind);
  return { clock, client, sheet, bulk, answer, one, kinds, row: () => bulk.state.get().run?.[0] };
}
type Changing = Awaited<ReturnType<typeof changing>>;

it('does not take a quote that it has just withdrawn for the market that moved', async () => {
  const desk = await changing([live('QT-1'), live('QT-2')]);
  expect(desk.kinds()).toEqual(['withdraw-quote', 'withdraw-quote']);
  await desk.answer(0, { state: 'done' });
  // What is live is known at once, and the list of quotes is only being read again.
  desk.client.say(OWN, [live('QT-2')]);
  await desk.answer(1, { state: 'done' });
  expect(desk.kinds().slice(2)).toEqual(['send-quote']);
});

it('leaves a twin, which may be a colleague’s, and takes the place of what was found alone', async () => {
  const desk = await changing([live('QT-1'), { ...live('QT-2'), isTwin: true }]);
  await desk.answer(0, { state: 'done' });
  expect(desk.client.acts.map(({ body }) => ('quoteId' in body ? body.quoteId : body.kind))).toEqual([
    'QT-1',
    'send-quote',
  ]);
});

it('holds a row against no quote of this desk that was taken, while the list was read before that', async () => {
  const desk = await changing([], { others: ['84', '83'], unpressed: true });
  const market = () => desk.bulk.state.get().rows[0]?.deviation?.market;
  expect(market()).toBe('83');
  const sent = inState('done', { body: QUOTE, quoteId: QuoteId.parse('QT-AT-83') });
  desk.client.say({ kind: 'journal' }, [sent]);
  await desk.bulk.check();
  expect(market()).toBe('84');
});

it('sends nothing beside a quote that another workbook sent while it withdrew', async () => {
  const desk = await changing([live('QT-1')]);
  desk.client.say(OWN, [live('QT-1'), live('QT-9', '84.4')]);
  await desk.answer(0, { state: 'done' });
  expect(desk.kinds()).toEqual(['withdraw-quote']);
  expect(desk.row()?.message).toContain('QT-9');
});

it.each([
  ['unknown', 'unknown-outcome'],
  ['rejected', 'unavailable'],
] as const)('sends nothing any more once it said of a withdrawal that it is %s', async (state, kind) => {
  const desk = await changing([live('QT-1')]);
  const withdrawal = desk.one(0);
  desk.client.refuse(withdrawal, { kind, message: 'No answer.', next: 'Look.' });
  await desk.clock.advance(0);
  expect(desk.row()).toMatchObject({ state });
  expect(desk.bulk.state.get().phase).toBe('over');
  // The desk had it after all.
  desk.client.say({ kind: 'journal' }, [desk.client.actionOf(withdrawal, { state: 'sending' })]);
  desk.client.say({ kind: 'journal' }, [desk.client.actionOf(withdrawal, { state: 'done' })]);
  await desk.clock.advance(0);
  expect(desk.kinds()).toEqual(['withdraw-quote']);
  expect(desk.row()).toMatchObject({ state: 'not-sent' });
});

it('sends selected rows of a second table, and of a table that is longer than may be sent at once', async () => {
  const desk = await changing([]);
  await desk.answer(0, { state: 'rejected' });
  const rows = Array.from({ length: 510 }, (_, at) => [`RQ-${at + 100}`, 'ask', 1, 1, 'yes']);
  desk.sheet.put('Sheet1!A5', [
    ['RFQ', 'side', 'price', 'quantity', 'aon'],
    ['RQ-1', 'ask', 84.3, 10, 'yes'],
    ...rows,
  ]);
  desk.sheet.select('Sheet1!A6:E6');
  await desk.bulk.check();
  expect(desk.bulk.state.get()).toMatchObject({ phase: 'shown', rows: [{ row: 5, kind: 'new' }] });
  await desk.bulk.press();
  expect(desk.bulk.state.get().says).toBe('');
  expect(desk.kinds()).toHaveLength(2);
});

it('comes to an end when a part of what it withdraws is being withdrawn by another press', async () => {
  const desk = await changing([live('QT-1'), live('QT-2')], { action: 'withdraw', busy: true });
  expect(desk.kinds()).toEqual(['withdraw-quote', 'withdraw-quote']);
  await desk.answer(1, { state: 'done' });
  expect(desk.bulk.state.get().phase).toBe('over');
  expect(desk.row()).toMatchObject({ state: 'done' });
  expect(desk.row()?.message).toContain('QT-1');
});

it('says of a change that is not sent what of it is withdrawn all the same', async () => {
  const desk = await changing([live('QT-1'), live('QT-2')], { busy: true });
  expect(desk.kinds()).toEqual(['withdraw-quote', 'withdraw-quote']);
  expect(desk.row()).toMatchObject({ state: 'not-sent' });
  expect(desk.row()?.message).toContain('QT-2 is being withdrawn');
});

it('warns of what the desk will hold the new quote against once the old one is withdrawn', async () => {
  const desk = await changing([live('QT-1')], { others: ['100'] });
  const warned = desk.row()?.plan.notes.filter(({ level }) => level === 'warn');
  expect(warned).toMatchObject([{ code: 'best-price' }]);
  await desk.answer(0, { state: 'done' });
  expect(desk.one(1).accepted).toMatchObject([{ code: 'best-price' }]);
});

it('withdraws nothing for a quote that the desk has come to warn of since it was shown', async () => {
  const desk = await changing([live('QT-1')], { unpressed: true });
  const limits = { ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', warn: price('5') }] };
  desk.client.say({ kind: 'limits' }, { limits, locked: false, source: 'file' });
  await desk.bulk.press();
  expect(desk.kinds()).toEqual([]);
  expect(desk.row()).toMatchObject({ state: 'held' });
  expect(desk.row()?.message).toContain('above the warn level of 5 MW');
});

it.each([
  [
    'the same quote was sent from another workbook',
    (desk: Changing) => desk.client.say(OWN, [live('QT-9', '84.2')]),
  ],
  ['it is not known any more what is live', (desk: Changing) => desk.client.set(OWN, { state: 'waiting' })],
])('sends nothing after a withdrawal when %s', async (_what, happen) => {
  const desk = await changing([live('QT-1')]);
  happen(desk);
  await desk.answer(0, { state: 'done' });
  expect(desk.kinds()).toEqual(['withdraw-quote']);
  expect(desk.row()).toMatchObject({ state: 'held' });
});

it('sends nothing when it is stopped while the sheet is still read once more', async () => {
  const desk = await changing([live('QT-1')], { unpressed: true });
  const pressed = desk.bulk.press();
  desk.bulk.stop();
  await pressed;
  expect(desk.kinds()).toEqual([]);
  expect(desk.bulk.state.get()).toMatchObject({ phase: 'shown', says: 'Stopped before it was sent.' });
  await desk.bulk.press();
  expect(desk.kinds()).toEqual(['withdraw-quote']);
});

it('says of a row before the press that another person has to approve it', async () => {
  const above = { quantity: { MW: price('5') } };
  const desk = await changing([], { fourEyes: true, above, unpressed: true });
  const [row] = desk.bulk.state.get().rows;
  expect(row?.notes.map(({ text }) => text).join(' ')).toContain(
    'Another person has to approve it within 5 minutes. The quantity of 10 MW is above the level for approval of 5 MW.',
  );
});

it('leaves withdrawals to the gateway where another person may have to approve, and holds no place while it waits', async () => {
  const desk = await changing([live('QT-9'), live('QT-8')], { fourEyes: true });
  expect(desk.kinds()).toEqual(['send-quote']);
  expect(desk.one(0)).toMatchObject({ replaces: ['QT-9', 'QT-8'] });
  await desk.answer(0, { state: 'waiting' });
  expect(desk.row()).toMatchObject({ state: 'to-approve' });
  expect(desk.bulk.state.get().phase).toBe('over');
  desk.client.say({ kind: 'journal' }, [desk.client.actionOf(desk.one(0), { state: 'done' })]);
  expect(desk.row()?.state).toBe('done');
});
