import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import type { Failure } from '../../../src/domain/failure';
import { QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { pendingOn } from '../../../src/taskpane/app/held-back';
import { isOver, Presses } from '../../../src/taskpane/app/presses';
import { NOON } from '../examples';
import { MemoryDesk, type Act } from '../pane-context';

const requestId = RequestId.parse('RQ-1');
const body = { kind: 'withdraw-quote', requestId, quoteId: QuoteId.parse('QT-1') } as const;
const accept = {
  kind: 'accept-quote',
  requestId,
  quoteId: QuoteId.parse('QT-1'),
  lastSeen: { type: 'per-leg', legPrices: [] },
} as never as Act['body'];

function opened(armed = true) {
  const clock = new ManualClock(NOON);
  const desk = new MemoryDesk(clock);
  const presses = new Presses(desk, () => armed);
  return { clock, desk, presses, newest: () => presses.all.get()[0], first: () => desk.acts[0] as Act };
}

describe('a press', () => {
  it('makes one id, hands over what was shown and is being sent', () => {
    const { desk, presses, newest } = opened();
    presses.press(body, 'Withdraw QT-1');
    expect(desk.acts).toHaveLength(1);
    expect(desk.acts[0]).toMatchObject({ body, shown: 'Withdraw QT-1' });
    expect(newest()).toMatchObject({ id: desk.acts[0]?.id, state: 'sending', pressedAt: NOON });
  });

  it('that is done learns what was traded, which is read back afterwards', async () => {
    const { clock, desk, presses, newest, first } = opened();
    presses.press(accept, 'a');
    desk.answer(first(), { state: 'done', tradeId: TradeId.parse('T-7') });
    await clock.advance(0);
    expect(newest()).toMatchObject({ state: 'done' });
    expect(newest()).not.toHaveProperty('executed');
    const executed = { quantity: Quantity.parse('6') };
    presses.learn([desk.actionOf(first(), { state: 'done', executed })]);
    expect(newest()).toMatchObject({ state: 'done', tradeId: 'T-7', executed: { quantity: '6' } });
    const before = newest();
    presses.learn([desk.actionOf(first(), { state: 'done', executed })]);
    expect(newest()).toBe(before);
  });

  it('that a person settled is what the records prove later', async () => {
    const { clock, desk, presses, newest, first } = opened();
    presses.press(accept, 'a');
    desk.answer(first(), { state: 'rejected' });
    await clock.advance(0);
    const corrected = 'It was executed: trade T-7.';
    const tradeId = TradeId.parse('T-7');
    presses.learn([desk.actionOf(first(), { state: 'done', tradeId, corrected })]);
    expect(newest()).toMatchObject({ state: 'done', tradeId: 'T-7' });
    const before = newest();
    presses.learn([desk.actionOf(first(), { state: 'done', tradeId, corrected })]);
    expect(newest()).toBe(before);
  });

  it('that was refused is unknown once the records say otherwise', async () => {
    const { clock, desk, presses, newest, first } = opened();
    presses.press(accept, 'a');
    desk.answer(first(), { state: 'rejected' });
    await clock.advance(0);
    presses.learn([desk.actionOf(first(), { state: 'unknown', isDoubted: true })]);
    expect(newest()).toMatchObject({ state: 'unknown' });
    presses.learn([desk.actionOf(first(), { state: 'rejected', settledBy: 'person' })]);
    expect(newest()).toMatchObject({ state: 'rejected' });
  });

  it('twice on the same thing is once', () => {
    const { desk, presses } = opened();
    expect(presses.press(body, 'a')?.id).toBe(presses.press(body, 'b')?.id);
    expect(desk.acts).toHaveLength(1);
  });

  it('is not followed by another on the same thing until its result was put away', async () => {
    const { clock, desk, presses, first, newest } = opened();
    presses.press(body, 'a');
    desk.answer(first(), { state: 'rejected' });
    await clock.advance(0);
    presses.press(body, 'a');
    expect(desk.acts).toHaveLength(1);
    presses.dismiss(first().id);
    presses.press(body, 'a');
    expect(desk.acts).toHaveLength(2);
    expect(newest()?.id).not.toBe(first().id);
  });

  it('sends nothing while the desk is disarmed, except what only takes risk away', () => {
    const { desk, presses } = opened(false);
    expect(presses.press(accept, 'a')).toBeUndefined();
    const riskOff = { kind: 'switch-risk', commodity: 'power', on: false } as const;
    expect(presses.press(riskOff, 'b')).toBeUndefined();
    presses.pressAll([{ body: accept, shown: 'a' }]);
    expect(desk.acts).toHaveLength(0);
    presses.press({ ...riskOff, on: true }, 'c');
    presses.press({ kind: 'delete-proposals', requestId }, 'd');
    presses.press(body, 'e');
    expect(desk.acts.map(({ shown }) => shown)).toEqual(['c', 'd', 'e']);
  });

  it('becomes what the desk answers', async () => {
    const { clock, desk, presses, first, newest } = opened();
    presses.press(accept, 'a');
    desk.answer(first(), { state: 'done', tradeId: TradeId.parse('TR-1') });
    await clock.advance(0);
    expect(newest()).toMatchObject({ state: 'done', tradeId: 'TR-1' });
  });

  it('is refused when the desk says that nothing was done', async () => {
    const { clock, desk, presses, first, newest } = opened();
    presses.press(body, 'a');
    desk.refuse(first(), { kind: 'unavailable', message: 'The service is down.', next: 'Try later.' });
    await clock.advance(0);
    expect(newest()).toMatchObject({ state: 'refused', failure: { kind: 'unavailable' } });
  });

  it('without an answer is unknown, cannot be put away, and asks again with the same id only', async () => {
    const { clock, desk, presses, first, newest } = opened();
    presses.press(accept, 'a');
    desk.refuse(first(), { kind: 'unknown-outcome', message: 'No answer.', next: 'Ask again.' });
    await clock.advance(0);
    expect(newest()?.state).toBe('unanswered');
    presses.dismiss(first().id);
    expect(newest()?.dismissed).toBe(false);
    presses.askAgain(first().id);
    expect(desk.acts.map(({ id }) => id)).toEqual([first().id, first().id]);
    expect(newest()?.state).toBe('sending');
  });

  it('stays unknown when asking again does not reach the desk: the first time may have', async () => {
    const { clock, desk, presses, first, newest } = opened();
    presses.press(accept, 'a');
    desk.refuse(first(), { kind: 'unknown-outcome', message: 'No answer.', next: 'Ask again.' });
    await clock.advance(0);
    presses.askAgain(first().id);
    const away = { kind: 'unavailable', message: 'No session.', next: 'Nothing was sent.' } as const;
    desk.refuse(desk.acts[1] as Act, away);
    await clock.advance(0);
    expect(newest()).toMatchObject({ state: 'unanswered', failure: { message: 'No answer.' } });
    presses.askAgain(first().id);
    desk.refuse(desk.acts[2] as Act, { ...away, kind: 'wrong-state' });
    await clock.advance(0);
    expect(newest()?.state).toBe('refused');
  });

  it('that seemed refused is what the journal says, however little that is', async () => {
    const { clock, desk, presses, first, newest } = opened();
    presses.press(accept, 'a');
    desk.refuse(first(), { kind: 'unavailable', message: 'No.', next: 'Press again.' });
    await clock.advance(0);
    presses.learn([desk.actionOf(first(), { state: 'unknown' })]);
    expect(newest()?.state).toBe('unknown');
  });

  it('learns its end from the journal, and never leaves a final state', async () => {
    const { desk, presses, first, newest } = opened();
    presses.press(accept, 'a');
    presses.learn([desk.actionOf(first(), { state: 'unknown' })]);
    expect(newest()?.state).toBe('unknown');
    presses.learn([desk.actionOf(first(), { state: 'done' })]);
    expect(newest()?.state).toBe('done');
    presses.learn([desk.actionOf(first(), { state: 'sending' })]);
    expect(newest()?.state).toBe('done');
  });

  it('keeps what the journal already knows when the answer to the press is lost', async () => {
    const { clock, desk, presses, first, newest } = opened();
    presses.press(accept, 'a');
    presses.learn([desk.actionOf(first(), { state: 'sending' })]);
    desk.refuse(first(), { kind: 'unknown-outcome', message: 'No answer.', next: 'Ask again.' });
    await clock.advance(0);
    expect(newest()?.state).toBe('sending');
  });

  it('on a request with something in the air is seen here and from another book', () => {
    const { desk, presses, first } = opened();
    presses.press(accept, 'taken');
    expect(pendingOn(requestId, presses.all.get(), [])).toMatchObject({ shown: 'taken' });
    const elsewhere = desk.actionOf(first(), { state: 'unknown', shown: 'elsewhere' });
    expect(pendingOn(requestId, [], [elsewhere])).toMatchObject({ state: 'unknown' });
    expect(pendingOn(requestId, [], [{ ...elsewhere, state: 'done' }])).toBeUndefined();
    expect(pendingOn(RequestId.parse('RQ-2'), presses.all.get(), [elsewhere])).toBeUndefined();
  });

  it('to withdraw holds nothing back', () => {
    const { presses } = opened();
    presses.press(body, 'a');
    expect(pendingOn(requestId, presses.all.get(), [])).toBeUndefined();
    expect(presses.all.get().every((press) => !isOver(press))).toBe(true);
  });
});

describe('many by one press', () => {
  const wanted = ['QT-1', 'QT-2', 'QT-3', 'QT-4'].map((id) => ({
    body: { ...body, quoteId: QuoteId.parse(id) },
    shown: `Withdraw ${id}`,
  }));
  const stateOf = (presses: Presses) =>
    new Map(presses.all.get().flatMap((press) => (press.dismissed ? [] : [[press.shown, press.state]])));

  it('go together, each under an id and with a result of its own', async () => {
    const { clock, desk, presses } = opened();
    presses.pressAll(wanted);
    expect(desk.batches).toHaveLength(1);
    expect(new Set(desk.batches[0]).size).toBe(4);
    expect(desk.acts.map(({ shown }) => shown)).toEqual(wanted.map(({ shown }) => shown));
    const [a, b, c, d] = desk.acts as [Act, Act, Act, Act];
    desk.answer(a, { state: 'done' });
    desk.answer(b, { state: 'rejected' });
    desk.refuse(c, { kind: 'unknown-outcome', message: 'No answer.', next: 'Ask again.' });
    desk.refuse(d, { kind: 'unavailable', message: 'No session.', next: 'Nothing was sent.' });
    await clock.advance(0);
    expect([...stateOf(presses)]).toEqual([
      ['Withdraw QT-1', 'done'],
      ['Withdraw QT-2', 'rejected'],
      ['Withdraw QT-3', 'unanswered'],
      ['Withdraw QT-4', 'refused'],
    ]);
  });

  it('pressed again while under way send nothing, and learn from the journal one by one', () => {
    const { desk, presses } = opened();
    presses.pressAll(wanted);
    presses.pressAll(wanted);
    expect(desk.batches).toHaveLength(1);
    presses.learn([desk.actionOf(desk.acts[2] as Act, { state: 'done' })]);
    expect(stateOf(presses).get('Withdraw QT-3')).toBe('done');
    expect(stateOf(presses).get('Withdraw QT-1')).toBe('sending');
  });

  it('pressed again have new ids where nothing was executed or nobody knows, the old one where nothing was heard', async () => {
    const { clock, desk, presses } = opened();
    presses.pressAll(wanted);
    const [a, b, c, d] = desk.acts as [Act, Act, Act, Act];
    desk.answer(a, { state: 'done' });
    desk.answer(b, { state: 'rejected' });
    desk.refuse(c, { kind: 'unknown-outcome', message: 'No answer.', next: 'Ask again.' });
    desk.answer(d, { state: 'unknown' });
    await clock.advance(0);
    presses.pressAll(wanted);
    const again = desk.acts.slice(4);
    expect(again.map(({ shown }) => shown)).toEqual(['Withdraw QT-2', 'Withdraw QT-4', 'Withdraw QT-3']);
    expect(again[0]?.id).not.toBe(b.id);
    expect(again[1]?.id).not.toBe(d.id);
    expect(again[2]?.id).toBe(c.id);
    presses.pressAll(wanted);
    expect(desk.acts).toHaveLength(7);
  });
});

describe('an action that was held back by warnings', () => {
  const failure: Failure = {
    kind: 'wrong-state',
    message: 'The quantity is large.',
    next: 'Look at it once more.',
    fields: [{ path: 'limits.warn.volume', message: 'The quantity is large.' }],
  };

  it('is pressed again as it was, with a new id and the codes that were ticked', async () => {
    const { clock, desk, presses, first, newest } = opened();
    presses.press(accept, 'as shown');
    presses.pressAccepting(first().id, ['volume']);
    expect(desk.acts).toHaveLength(1);
    desk.answer(first(), { state: 'rejected', failure });
    await clock.advance(0);
    presses.pressAccepting(first().id, ['volume']);
    presses.pressAccepting(first().id, ['volume']);
    expect(desk.acts).toHaveLength(2);
    expect(desk.acts[1]).toMatchObject({ body: accept, shown: 'as shown', accepted: ['volume'] });
    expect(desk.acts[1]?.id).not.toBe(first().id);
    desk.answer(desk.acts[1] as Act, { state: 'rejected', failure });
    await clock.advance(0);
    presses.pressAccepting(newest()?.id ?? first().id, ['notional']);
    expect(desk.acts[2]?.accepted).toEqual(['volume', 'notional']);
  });
});

it('what took the place of a live quote still does when it is pressed again: no second quote stands beside it', async () => {
  const { clock, desk, presses, first } = opened();
  const replaces = [QuoteId.parse('QT-9')];
  const fields = [{ path: 'limits.warn.volume', message: 'The quantity is large.' }];
  const failure: Failure = { kind: 'wrong-state', message: 'The quantity is large.', next: '', fields };
  presses.pressAll([{ body, shown: 'a', replaces }]);
  desk.answer(first(), { state: 'rejected', failure });
  await clock.advance(0);
  presses.pressAccepting(first().id, ['volume']);
  expect(desk.acts[1]).toMatchObject({ replaces, accepted: ['volume'] });
});

describe('in another environment', () => {
  it('presses of the one before are not known, nor what becomes of them', async () => {
    const { clock, desk, presses, first } = opened();
    presses.press(body, 'a');
    presses.forget();
    expect(presses.all.get()).toEqual([]);
    desk.answer(first(), { state: 'done' });
    await clock.advance(0);
    expect(presses.all.get()).toEqual([]);
    presses.press(body, 'b');
    expect(desk.acts).toHaveLength(2);
  });
});
