// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import type { OwnOffer, OwnQuote } from '../../../src/domain/own-offers';
import { Quantity } from '../../../src/domain/quantity';
import { BUNCH_MS } from '../../../src/taskpane/app/event-notices';
import { event } from '../events/platform-event';
import { listing, NOON, price, request, STATUS } from '../examples';
import type { Act } from '../pane-context';
import { openPane, violations } from '../open-pane';

const OWN = { kind: 'own-quotes' } as const;
const own = (id: string, amount = '84.15'): OwnQuote => ({
  requestId: RequestId.parse('RQ-2'),
  quoteId: QuoteId.parse(id),
  direction: 'ask',
  price: { shape: 'single', price: price(amount) },
  quantity: Quantity.parse('10'),
  since: NOON - 60_000,
});
const three = [own('QT-1'), own('QT-2', '-4'), own('QT-3')];
const OFFERS = { kind: 'own-offers' } as const;
const offer = (what: OwnOffer['what'], requestId = 'RQ-2'): OwnOffer => ({
  what,
  requestId: RequestId.parse(requestId),
  ...(what !== 'unnumbered-quote' && { number: 'N-1' }),
  direction: 'bid',
  price: { shape: 'single', price: price('70') },
  quantity: Quantity.parse('10'),
  since: NOON - 60_000,
});
const opened = () => {
  const pane = openPane({ requests: [request({ id: 'RQ-2' })] });
  pane.say(OWN, three);
  return pane;
};
const panel = () => screen.queryByRole('region', { name: 'Withdrawal' });
const progress = () => screen.getByRole('status', { name: 'Progress' }).textContent;

const sent = (count: number, over: Partial<Action>): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-00000000020${count}`),
  body: {
    kind: 'send-quote',
    requestId: RequestId.parse('RQ-2'),
    direction: 'ask',
    price: { shape: 'single', price: price(`9${count}`) },
    quantity: Quantity.parse('1'),
    allOrNone: true,
  },
  shown: 'a quote',
  state: 'sending',
  createdAt: NOON,
  ...over,
});

describe('withdraw all', () => {
  it.each(['Requests', 'Cells', 'Journal', 'Desk'])('is one press from the room %s, disarmed too', (room) => {
    const pane = opened();
    pane.press(new RegExp(`^${room}`));
    pane.press('Withdraw all 3');
    expect(pane.client.batches).toHaveLength(1);
    expect(pane.client.acts.map(({ body, shown }) => ({ body, shown }))).toEqual([
      {
        body: { kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: 'QT-1' },
        shown: 'Withdraw quote QT-1: ask 84.15, quantity 10 (RQ-2)',
      },
      {
        body: { kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: 'QT-2' },
        shown: 'Withdraw quote QT-2: ask −4.00, quantity 10 (RQ-2)',
      },
      {
        body: { kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: 'QT-3' },
        shown: 'Withdraw quote QT-3: ask 84.15, quantity 10 (RQ-2)',
      },
    ]);
  });

  it('tells the result of each quote and the progress of all, and presses again only what came to nothing', async () => {
    const pane = opened();
    pane.press('Withdraw all 3');
    expect(progress()).toBe('3 quotes: 0 withdrawn, 3 in progress.');
    const [a, b, c] = pane.client.acts as [Act, Act, Act];
    pane.say({ kind: 'journal' }, [pane.client.actionOf(a, { state: 'done' })]);
    expect(progress()).toBe('3 quotes: 1 withdrawn, 2 in progress.');
    pane.press('Withdraw all 2');
    expect(pane.client.acts).toHaveLength(3);
    const why = { kind: 'throttled', message: 'The service is busy.', next: 'Press again.' } as const;
    pane.client.answer(a, { state: 'done' });
    pane.client.answer(b, { state: 'rejected', failure: why });
    pane.client.refuse(c, { kind: 'unknown-outcome', message: 'No answer.', next: 'Ask again.' });
    await pane.advance(0);
    expect(progress()).toBe('3 quotes: 1 withdrawn, 1 not withdrawn, 1 unknown.');
    expect(panel()?.textContent).toContain('The service is busy. Press again.');
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Withdraw again (2)');
    const again = pane.client.acts.slice(3);
    expect(again.map(({ body }) => 'quoteId' in body && body.quoteId)).toEqual(['QT-2', 'QT-3']);
    expect(again[0]?.id).not.toBe(b.id);
    expect(again[1]?.id).toBe(c.id);
    for (const one of again) pane.client.answer(one, { state: 'done' });
    await pane.advance(0);
    expect(progress()).toBe('3 quotes: 3 withdrawn. Nothing is live.');
    pane.press('Close');
    expect(panel()).toBeNull();
  });

  it('is answered above everything else that is told at the foot', async () => {
    const pane = opened();
    pane.say({ kind: 'events' }, []);
    pane.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-1', role: 'initiator' })));
    pane.say({ kind: 'events' }, [event(1, { type: 'request-closed' })]);
    await pane.advance(BUNCH_MS);
    pane.press('Withdraw all 3');
    const foot = [...(pane.container.querySelector('footer')?.children ?? [])];
    const [first, ...rest] = foot.map(({ textContent }) => textContent ?? '');
    expect(foot[0]).toBe(panel());
    expect(first).toContain('3 quotes: 0 withdrawn');
    expect(rest.join()).toContain('RQ-1 closed');
  });

  it('is handed to the desk also when nothing is live, or that is not known: it stops what is on its way', () => {
    const pane = openPane();
    act(() => pane.commands.post({ kind: 'withdraw-all' }));
    expect(pane.text()).toContain('are not loaded. The desk withdraws all it knows of');
    pane.say(OWN, []);
    pane.press('Withdraw all 0');
    expect(pane.text()).toContain('No live quote of this desk is known.');
    expect(pane.client.acts).toEqual([]);
    expect(pane.client.recalls).toHaveLength(2);
  });

  it('is what the ribbon and the key do, with the result in the pane', () => {
    const pane = opened();
    act(() => pane.commands.post({ kind: 'withdraw-all' }));
    expect(pane.client.acts).toHaveLength(3);
    expect(progress()).toBe('3 quotes: 0 withdrawn, 3 in progress.');
  });

  it.each(['ctrlKey', 'metaKey'])(
    'is what the pane does by that key itself, where Excel does not hear it (%s), and once where both do',
    async (modifier) => {
      const pane = opened();
      const keys = { code: 'KeyK', altKey: true, [modifier]: true };
      fireEvent.keyDown(document.body, keys);
      fireEvent.keyDown(document.body, { ...keys, shiftKey: true, repeat: true });
      expect(pane.client.recalls).toEqual([]);
      fireEvent.keyDown(document.body, { ...keys, shiftKey: true });
      expect(progress()).toBe('3 quotes: 0 withdrawn, 3 in progress.');
      act(() => pane.commands.post({ kind: 'withdraw-all' }));
      expect(pane.client.recalls).toHaveLength(1);
      await pane.advance(501);
      act(() => pane.commands.post({ kind: 'withdraw-all' }));
      expect(pane.client.recalls).toHaveLength(2);
    },
  );

  it('is named where stopping programs, by its key too, takes off none of the live quotes', () => {
    const pane = openPane();
    const stop = (): void => {
      fireEvent.keyDown(document.body, { code: 'Digit0', altKey: true, ctrlKey: true, shiftKey: true });
    };
    const NONE = 'No program is running on this page.';
    stop();
    expect(pane.desk.notice.get()).toBe(NONE);
    pane.say(OWN, []);
    stop();
    expect(pane.desk.notice.get()).toBe(NONE);
    pane.say(OWN, three);
    stop();
    expect(pane.desk.notice.get()).toBe(`${NONE} Still live: 3. Press Withdraw all.`);
    pane.say(OWN, three.slice(0, 1));
    stop();
    expect(pane.desk.notice.get()).toBe(`${NONE} Still live: 1. Press Withdraw all.`);
    pane.say(OFFERS, [offer('proposal'), offer('counteroffer')]);
    stop();
    expect(pane.desk.notice.get()).toBe(`${NONE} Still live: 2. Press Withdraw all.`);
    pane.say(OWN, []);
    stop();
    expect(pane.desk.notice.get()).toBe(`${NONE} Still live: 1. Press Withdraw all.`);
    expect(pane.client.recalls).toEqual([]);
  });

  it('warns of quotes that may still go live', () => {
    const pane = opened();
    pane.say({ kind: 'journal' }, [
      {
        id: ActionId.parse('00000000-0000-4000-8000-000000000099'),
        body: {
          kind: 'send-quote',
          requestId: RequestId.parse('RQ-2'),
          direction: 'ask',
          price: { shape: 'single', price: price('1') },
          quantity: Quantity.parse('1'),
          allOrNone: true,
        },
        shown: 'a quote',
        state: 'unknown',
        createdAt: NOON,
      },
    ]);
    pane.press('Withdraw all 3 + 1 unknown');
    expect(panel()?.textContent).toContain(
      '1 quote that was sent is still unconfirmed. It is withdrawn as soon as it is known to be live.',
    );
  });

  it('says nothing of what waits for an approval: it was not sent', async () => {
    const pane = opened();
    pane.say(OWN, []);
    pane.press('Withdraw all 0');
    await pane.advance(1_000);
    const waiting: Action = {
      id: ActionId.parse('00000000-0000-4000-8000-000000000098'),
      body: {
        kind: 'send-quote',
        requestId: RequestId.parse('RQ-2'),
        direction: 'ask',
        price: { shape: 'single', price: price('1') },
        quantity: Quantity.parse('1'),
        allOrNone: true,
      },
      shown: 'a quote',
      state: 'waiting',
      createdAt: NOON,
    };
    pane.say({ kind: 'journal' }, [waiting]);
    expect(document.body.textContent).not.toContain('still unconfirmed');
    pane.say({ kind: 'journal' }, [{ ...waiting, state: 'sending' }]);
    expect(panel()?.textContent).toContain('1 quote that was sent is still unconfirmed');
    // Pressed after it, while the number of the press is not known.
    pane.say({ kind: 'journal' }, [{ ...waiting, state: 'sending', createdAt: NOON + 500 }]);
    expect(document.body.textContent).not.toContain('still unconfirmed');
  });

  it('promises nothing of what is sent after the desk took none of it', async () => {
    const pane = opened();
    pane.say(OWN, []);
    pane.client.refusal = { kind: 'signed-out', message: 'Nobody is signed in.', next: 'Sign in.' };
    pane.press('Withdraw all 0');
    await pane.advance(0);
    expect(document.body.textContent).toContain('Nobody is signed in.');
    expect(panel()).toBeNull();
  });

  it('takes a quote of which a rest may be live, and counts it as unknown', () => {
    const pane = opened();
    pane.say(OWN, [own('QT-1'), { ...own('QT-2'), doubtful: true }]);
    pane.press('Withdraw all 1 + 1 unknown');
    expect(pane.client.batches.map((batch) => batch.length)).toEqual([2]);
    expect(panel()?.textContent).toContain('QT-2, ask 84.15, quantity 10, accepted, the rest may be live');
  });

  it('takes an equal quote that may be a colleague’s, and counts it as unknown', () => {
    const pane = opened();
    pane.say(OWN, [own('QT-1'), { ...own('QT-2'), isTwin: true }]);
    const button = screen.getByRole('button', { name: 'Withdraw all 1 + 1 unknown' });
    expect(button.closest('[title]')?.getAttribute('title')).toBe(
      '1 live, 1 unknown. Unknown: may be over, or not yours',
    );
    pane.press('Withdraw all 1 + 1 unknown');
    expect(pane.client.batches.map((batch) => batch.length)).toEqual([2]);
  });

  it('shows what was on its way, how many, and that each is withdrawn by the desk', async () => {
    const pane = opened();
    pane.say(OWN, []);
    pane.say({ kind: 'journal' }, [sent(1, {}), sent(2, {})]);
    pane.press('Withdraw all 0 + 2 unknown');
    const [id] = pane.client.recalls;
    if (!id) throw new Error('Nothing was handed over.');
    expect(panel()?.textContent).toContain(
      '2 quotes that were sent are still unconfirmed. Each is withdrawn',
    );
    pane.say({ kind: 'status' }, { ...STATUS, recall: { number: 1, at: NOON, id } });
    const gone = sent(3, {
      body: { kind: 'withdraw-quote', requestId: RequestId.parse('RQ-2'), quoteId: QuoteId.parse('QT-9') },
      state: 'done',
      quoteId: QuoteId.parse('QT-9'),
      recall: 1,
    });
    pane.say({ kind: 'journal' }, [
      gone,
      sent(1, { state: 'done', quoteId: QuoteId.parse('QT-9') }),
      sent(2, {}),
      sent(4, { recall: 1 }),
    ]);
    expect(progress()).toBe('1 quote: 1 withdrawn.');
    expect(panel()?.textContent).toContain('QT-9, ask 91.00, quantity 1 (RQ-2): Withdrawn.');
    // What was pressed after it is none of its business.
    expect(panel()?.textContent).toContain('1 quote that was sent is still unconfirmed. It is withdrawn');
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Close');
    expect(panel()).toBeNull();
  });

  it('says of a quote that had ended before, and was tried all the same, that it had, and does not count it as withdrawn', async () => {
    const pane = opened();
    pane.say(OWN, [own('QT-1')]);
    pane.press('Withdraw all 1');
    const [id] = pane.client.recalls;
    const [a] = pane.client.acts;
    if (!id || !a) throw new Error('Nothing was handed over.');
    pane.say({ kind: 'status' }, { ...STATUS, recall: { number: 1, at: NOON, id } });
    pane.client.answer(a, { state: 'done' });
    await pane.advance(0);
    pane.say(OWN, []);
    const why = { kind: 'wrong-state', message: 'Quote QT-9 is rejected.', next: 'Look at it.' } as const;
    const dead = { quoteId: QuoteId.parse('QT-9'), state: 'done' } as const;
    const journal = (how: 'request-closed' | 'accepted') => [
      sent(1, { ...dead, over: { how, at: NOON - 700_000 } }),
      sent(3, {
        body: { kind: 'withdraw-quote', requestId: RequestId.parse('RQ-2'), quoteId: QuoteId.parse('QT-9') },
        state: 'rejected',
        failure: why,
        recall: 1,
      }),
    ];
    pane.say({ kind: 'journal' }, journal('request-closed'));
    expect(progress()).toBe('2 quotes: 1 withdrawn, 1 already over. Nothing is live.');
    pane.say({ kind: 'journal' }, journal('accepted'));
    expect(progress()).toBe('2 quotes: 1 withdrawn, 1 already traded. Nothing is live.');
  });

  it('says so when the desk did not take it', async () => {
    const pane = opened();
    pane.client.refusal = { kind: 'unavailable', message: 'The gateway is stopping.', next: 'Press again.' };
    pane.press('Withdraw all 3');
    await pane.advance(0);
    expect(pane.text()).toContain('It is not known whether all is withdrawn. The gateway is stopping.');
    expect(progress()).toBe('3 quotes: 0 withdrawn, 3 not withdrawn.');
  });

  const NO_ANSWER = {
    kind: 'unknown-outcome',
    message: 'The gateway did not answer.',
    next: 'Ask.',
  } as const;
  const UNKNOWN = /Unknown: no answer came, so everything may still be live\./g;

  it('is an alarm where no answer came, said once, with a press that takes everything off again', async () => {
    const pane = opened();
    pane.client.refusal = NO_ANSWER;
    pane.press('Withdraw all 3');
    await pane.advance(0);
    expect(pane.text().match(UNKNOWN)).toHaveLength(1);
    expect(panel()?.textContent).not.toContain('it may still be live');
    expect(pane.text()).not.toContain('It is not known whether');
    expect(pane.desk.notice.get()).toBe('');
    expect(screen.getAllByRole('alert').some(({ textContent }) => textContent.match(UNKNOWN))).toBe(true);
    expect(await violations(pane.container)).toEqual([]);
    pane.client.refusal = undefined;
    const { length } = pane.client.recalls;
    pane.press('Withdraw all again');
    expect(pane.client.recalls).toHaveLength(length + 1);
    expect(pane.text()).not.toMatch(UNKNOWN);
  });

  it('says so too where nothing was known to be live, until the desk says that it heard of it', async () => {
    const pane = openPane();
    pane.say(OWN, []);
    pane.client.refusal = NO_ANSWER;
    pane.press('Withdraw all 0');
    await pane.advance(0);
    expect(panel()?.textContent).toMatch(UNKNOWN);
    expect(panel()?.textContent).not.toContain('Nothing is live.');
    expect(pane.text()).not.toContain('No live quote of this desk is known.');
    expect(screen.getByRole('button', { name: 'Withdraw all again' })).toBeTruthy();
    const id = pane.desk.withdrawals.pressed.get()?.id;
    if (id) pane.say({ kind: 'status' }, { ...STATUS, recall: { number: 4, at: NOON, id } });
    expect(pane.text()).not.toMatch(UNKNOWN);
  });

  /** A press whose answer hangs, with what ends it. */
  const hanging = (pane: ReturnType<typeof opened>) => {
    const ends: (() => void)[] = [];
    pane.client.withdrawAll = async (id) => {
      pane.client.recalls.push(id);
      await new Promise<void>((end) => ends.push(end));
      return { ok: false, failure: pane.client.refusal ?? NO_ANSWER };
    };
    return async (which: number): Promise<void> => {
      ends[which]?.();
      await pane.advance(0);
    };
  };

  it('is an alarm also where its panel was closed before it was clear that no answer comes', async () => {
    const pane = opened();
    const end = hanging(pane);
    pane.press('Withdraw all 3');
    pane.press('Close');
    expect(panel()).toBeNull();
    await end(0);
    expect(pane.text().match(UNKNOWN)).toHaveLength(1);
    pane.press('Close');
    expect(panel()).toBeNull();
  });

  it('is an alarm of no other environment', async () => {
    const pane = opened();
    const end = hanging(pane);
    pane.press('Withdraw all 3');
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'sandbox' });
    await end(0);
    expect(panel()).toBeNull();
  });

  it('stays in sight until it is answered, however little there was to withdraw', async () => {
    const pane = opened();
    const end = hanging(pane);
    pane.say(OWN, []);
    pane.say(OFFERS, [offer('counteroffer')]);
    pane.press(/^Withdraw all 0/);
    await pane.advance(60_000);
    expect(panel()).not.toBeNull();
    await end(0);
    expect(pane.text().match(UNKNOWN)).toHaveLength(1);
  });

  it('is an alarm again where a second press was refused, which takes nothing off', async () => {
    const pane = opened();
    const end = hanging(pane);
    pane.press('Withdraw all 3');
    pane.press('Withdraw all 3');
    await end(0);
    expect(pane.text()).not.toMatch(UNKNOWN);
    pane.client.refusal = { kind: 'unavailable', message: 'The gateway is stopping.', next: 'Press again.' };
    await end(1);
    expect(pane.text().match(UNKNOWN)).toHaveLength(1);
    expect(pane.text()).toContain('It is not known whether all is withdrawn. The gateway is stopping.');
  });

  it('wipes no notice but its own where no answer came', async () => {
    const pane = openPane();
    const end = hanging(pane);
    pane.say(OWN, []);
    pane.press('Withdraw all 0');
    act(() => pane.desk.notice.set('Approve RQ-7.'));
    await end(0);
    expect(pane.desk.notice.get()).toBe('Approve RQ-7.');
  });

  it('is no alarm any more once the journal shows that the desk made it, whatever was pressed after it', async () => {
    const pane = opened();
    pane.client.refusal = NO_ANSWER;
    pane.press('Withdraw all 3');
    await pane.advance(0);
    const [first] = pane.desk.presses.all.get();
    if (!first) throw new Error('Nothing was pressed.');
    const done = { id: first.id, body: first.body, state: 'done', recall: 1 } as const;
    const beyond = sent(3, {
      body: { kind: 'withdraw-quote', requestId: RequestId.parse('RQ-2'), quoteId: QuoteId.parse('QT-9') },
      state: 'done',
      recall: 1,
    });
    const mark = { number: 2, at: NOON - 1, id: ActionId.parse('00000000-0000-4000-8000-0000000000ff') };
    pane.say({ kind: 'status' }, { ...STATUS, recall: mark });
    expect(pane.text()).toMatch(UNKNOWN);
    pane.say({ kind: 'journal' }, [
      sent(1, done),
      beyond,
      sent(2, { state: 'done', quoteId: QuoteId.parse('QT-9') }),
    ]);
    expect(pane.text()).not.toMatch(UNKNOWN);
    // What the desk took off beyond what was named is shown.
    expect(panel()?.textContent).toContain('QT-9, ask 92.00');
  });

  it('is no alarm any more once another took everything off after it, and still one where that was before', async () => {
    const pane = openPane();
    pane.say(OWN, []);
    pane.client.refusal = NO_ANSWER;
    pane.press('Withdraw all 0');
    await pane.advance(0);
    const pressedAt = pane.desk.withdrawals.pressed.get()?.at ?? 0;
    const id = ActionId.parse('00000000-0000-4000-8000-0000000000ff');
    pane.say({ kind: 'status' }, { ...STATUS, recall: { number: 7, at: pressedAt - 1, id } });
    expect(pane.text()).toMatch(UNKNOWN);
    pane.say({ kind: 'status' }, { ...STATUS, recall: { number: 8, at: pressedAt + 1, id } });
    expect(pane.text()).not.toMatch(UNKNOWN);
  });

  it('promises nothing of what is at the platform already, nor of quotes of the web client', () => {
    const pane = openPane();
    pane.say(OWN, []);
    pane.press('Withdraw all 0');
    expect(pane.desk.notice.get()).toBe(
      'No live quote of this desk is known. What has not left is cancelled. Quotes of the web client stay live.',
    );
  });

  it('says that nothing was withdrawn where nobody is let in, and claims no number before the desk has told one', async () => {
    const pane = opened();
    pane.set({ kind: 'own-quotes' }, { state: 'waiting' });
    pane.client.refusal = { kind: 'signed-out', message: 'Max ended your session.', next: 'Sign in.' };
    pane.press('Withdraw all');
    await pane.advance(0);
    expect(pane.text()).toContain('Nothing was withdrawn. Max ended your session. Sign in.');
    expect(pane.text()).not.toContain('It is not known whether');
  });

  it('from another workbook is told once, and not of another environment', () => {
    const pane = opened();
    const recall = { number: 4, at: NOON, id: ActionId.parse('00000000-0000-4000-8000-0000000000ff') };
    pane.say({ kind: 'status' }, { ...STATUS, recall });
    expect(pane.text()).toContain('Everything was withdrawn at 12:04:31 CET from another workbook.');
    expect(panel()).toBeNull();
    pane.desk.notice.set('');
    pane.say({ kind: 'status' }, { ...STATUS, recall });
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'sandbox', recall: { ...recall, number: 9 } });
    expect(pane.text()).not.toContain('from another workbook');
  });

  it('shows nothing of another environment', () => {
    const pane = opened();
    pane.press('Withdraw all 3');
    expect(panel()).toBeTruthy();
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'sandbox' });
    expect(panel()).toBeNull();
  });
});

describe('what may still be live', () => {
  const busy = { kind: 'unavailable', message: 'The platform is away.', next: 'Press again.' } as const;

  it('is never called none before it is proven, and is then', async () => {
    const pane = opened();
    pane.press('Withdraw all 3');
    const [a, b, c] = pane.client.acts as [Act, Act, Act];
    pane.client.answer(a, { state: 'done' });
    pane.client.answer(b, { state: 'unknown', failure: busy });
    pane.client.answer(c, { state: 'rejected', failure: { ...busy, kind: 'wrong-state' } });
    await pane.advance(0);
    expect(progress()).toBe('3 quotes: 1 withdrawn, 1 not withdrawn, 1 unknown.');
    expect(panel()?.textContent).toContain('Unknown: it may still be live.');
    expect(panel()?.textContent).toContain('Not withdrawn: it may still be live.');
    // Its record says that it is over; the other was sent again by the desk, and is withdrawn.
    pane.say(OWN, []);
    expect(panel()?.textContent).toContain('Already over.');
    expect(progress()).toBe('3 quotes: 1 withdrawn, 1 already over, 1 unknown.');
    const again = { id: ActionId.parse('00000000-0000-4000-8000-0000000000aa'), createdAt: NOON + 1 };
    pane.say({ kind: 'journal' }, [{ ...pane.client.actionOf(b, { state: 'done' }), ...again }]);
    expect(progress()).toBe('3 quotes: 2 withdrawn, 1 already over. Nothing is live.');
    expect(await violations(pane.container)).toEqual([]);
  });

  it('counts firm price proposals, and one press takes them as well', async () => {
    const pane = opened();
    pane.say(OFFERS, [offer('proposal')]);
    pane.press('Withdraw all 4');
    expect(pane.client.withProposals).toEqual([true]);
    const deletion = pane.client.acts[3] as Act;
    expect(deletion).toMatchObject({
      body: { kind: 'delete-proposals', requestId: 'RQ-2' },
      shown: 'Delete price proposals on RQ-2: firm price proposal N-1, bid 70.00, quantity 10',
    });
    for (const one of pane.client.acts) pane.client.answer(one, { state: 'done' });
    await pane.advance(0);
    pane.say(OWN, []);
    pane.say(OFFERS, []);
    expect(progress()).toBe('3 quotes: 3 withdrawn. 1 firm proposal: 1 deleted. Nothing is live.');
  });

  it('leaves firm price proposals where a person has chosen so, and says it', async () => {
    const pane = opened();
    pane.say(OFFERS, [offer('proposal')]);
    pane.press('Journal');
    pane.press('Live quotes (3)');
    expect(pane.text()).toContain('RQ-2: firm price proposal N-1, bid 70.00, quantity 10');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Withdraw all also deletes firm price proposals' }));
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Withdraw all 3');
    expect(pane.client.withProposals).toEqual([false]);
    expect(pane.client.acts.map(({ body }) => body.kind)).not.toContain('delete-proposals');
    for (const one of pane.client.acts) pane.client.answer(one, { state: 'done' });
    await pane.advance(0);
    pane.say(OWN, []);
    expect(panel()?.textContent).toContain('1 firm proposal stays live, as you chose.');
    expect(progress()).toBe('3 quotes: 3 withdrawn.');
  });

  it('says nothing of no quotes over one that was sent and is not confirmed', () => {
    const pane = opened();
    pane.say(OWN, []);
    pane.say({ kind: 'journal' }, [sent(1, { state: 'unknown' })]);
    pane.press(/^Withdraw all 0/);
    expect(progress()).toBe('No quote is known to be live yet.');
    expect(panel()?.textContent).toContain('1 quote that was sent is still unconfirmed.');
  });

  it('that took nothing, with nothing live, is over for the rest of the pane too', async () => {
    const pane = opened();
    pane.say(OWN, []);
    pane.press(/^Withdraw all 0/);
    expect(pane.desk.withdrawals.pressed.get()).toBeDefined();
    await pane.advance(0);
    await pane.advance(12_000);
    expect(pane.desk.withdrawals.pressed.get()).toBeUndefined();
  });

  it('that left nothing open goes by itself, with what stays live here after half a minute', async () => {
    const pane = opened();
    pane.say(OWN, []);
    pane.say(OFFERS, [offer('counteroffer')]);
    pane.press(/^Withdraw all 0/);
    expect(progress()).toBe('No quotes to withdraw.');
    expect(screen.queryByRole('list', { name: 'Withdrawn quotes' })).toBeNull();
    await pane.advance(0);
    await pane.advance(29_000);
    expect(panel()).not.toBeNull();
    await pane.advance(1_000);
    expect(panel()).toBeNull();
    pane.say({ kind: 'journal' }, [sent(1, {})]);
    pane.press(/^Withdraw all 0/);
    await pane.advance(120_000);
    expect(panel()?.textContent).toContain('1 quote that was sent is still unconfirmed.');
  });

  it('names counteroffers, and quotes without a number, which the desk cannot withdraw', () => {
    const pane = opened();
    pane.say(OWN, []);
    pane.say(OFFERS, [offer('counteroffer'), offer('unnumbered-quote', 'RQ-7')]);
    expect(screen.getByTitle('0 · 2 stay, which cannot be withdrawn')).toBeTruthy();
    pane.press('Withdraw all 0 · 2 stay');
    expect(panel()?.textContent).toContain(
      '1 counteroffer stays: the platform’s interface cannot withdraw it.',
    );
    expect(panel()?.textContent).toContain('A quote on RQ-7 was resolved without its number and may be live');
    expect(progress()).not.toContain('Nothing is live.');
  });

  it('is counted in the journal room too, and no list without quotes says that none is live', () => {
    const pane = opened();
    const sent = { kind: 'send-quote', ...offer('unnumbered-quote'), allOrNone: true } as const;
    const { what: _, since: __, ...body } = sent;
    const id = ActionId.parse('00000000-0000-4000-8000-0000000000bb');
    pane.say({ kind: 'journal' }, [{ id, body, shown: 'a quote', state: 'unknown', createdAt: NOON }]);
    pane.say(OWN, []);
    pane.press(/^Journal/);
    pane.press('Live quotes (0 live, 1 unknown)');
    expect(pane.text()).toContain('1 quote that was sent may be live: it is being looked up.');
    expect(pane.text()).not.toContain('No quote of this desk is live.');
  });
});

describe('withdraw selected', () => {
  const openedList = () => {
    const pane = opened();
    pane.press('Journal');
    pane.press('Live quotes (3)');
    return pane;
  };
  const box = (name: RegExp) => screen.getByRole('checkbox', { name });

  it('takes back what is ticked and nothing else', async () => {
    const pane = openedList();
    pane.press('Withdraw selected (0)');
    expect(pane.client.acts).toEqual([]);
    fireEvent.click(box(/ · QT-1\b/));
    fireEvent.click(box(/ · QT-3\b/));
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Withdraw selected (2)');
    expect(pane.client.acts.map(({ body }) => 'quoteId' in body && body.quoteId)).toEqual(['QT-1', 'QT-3']);
    expect(progress()).toBe('2 quotes: 0 withdrawn, 2 in progress.');
  });

  it('ticks all of them at once, and forgets those that are gone', () => {
    const pane = openedList();
    fireEvent.click(box(/^All 3/));
    expect(screen.getByRole('button', { name: 'Withdraw selected (3)' })).toBeTruthy();
    pane.say(OWN, three.slice(1));
    expect(screen.getByRole('button', { name: 'Withdraw selected (2)' })).toBeTruthy();
    fireEvent.click(box(/^All 2/));
    expect(screen.getByRole('button', { name: 'Withdraw selected (0)' })).toBeTruthy();
  });

  it('opens the request of a quote', () => {
    const pane = openedList();
    fireEvent.click(screen.getAllByRole('button', { name: 'Open RQ-2' })[0] as HTMLElement);
    expect(screen.getByRole('heading', { name: 'RQ-2' })).toBeTruthy();
    expect(pane.client.acts).toEqual([]);
  });
});
