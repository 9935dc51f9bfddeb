// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Action, BodyOf } from '../../../src/domain/action';
import type { DeskEntry } from '../../../src/domain/desk-entry';
import { failed, success } from '../../../src/domain/failure';
import { ActionId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { journalEntries } from '../../../src/taskpane/app/journal-entries';
import { NOON, price, quote, request, single, STATUS } from '../examples';
import { MemorySheet } from '../memory-sheet';
import { openPane, violations } from '../open-pane';
import { PressClipboard } from '../press-clipboard';

const asked = request({ id: 'RQ-2' });
const action = (count: number, state: Action['state'], more: Partial<Action> = {}): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-00000000000${count}`),
  body: { kind: 'withdraw-quote', requestId: asked.id, quoteId: QuoteId.parse(`QT-${count}`) },
  shown: `Withdraw quote QT-${count}`,
  state,
  createdAt: NOON + count,
  ...more,
});
/** A bid of 32.60 for 10 MW on the request that the desk was asked. */
const BID: BodyOf<'send-quote'> = {
  kind: 'send-quote',
  requestId: asked.id,
  direction: 'bid',
  price: { shape: 'single', price: price('32.6') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
};
const opened = (...actions: Action[]) => {
  const pane = openPane({ requests: [asked] });
  pane.say({ kind: 'journal' }, actions);
  pane.press(/^Journal/);
  return pane;
};

describe('the journal room', () => {
  it('shows what is not settled first, then the newest, each with its sentence', () => {
    const pane = openPane({ requests: [asked] });
    pane.press('Journal');
    expect(screen.getByText('No actions yet.')).toBeTruthy();
    pane.say({ kind: 'journal' }, [action(1, 'unknown'), action(2, 'done'), action(3, 'rejected')]);
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toContain('Unknown. It may not have been executed.');
    expect(items[1]).toContain('QT-3');
    expect(items[2]).toContain('Done. The quote QT-2 is withdrawn.');
    expect(items[0]).toContain('12:04:31 CET');
  });

  it('shows under Desk log what is no action, with who did it, and finds it by a name', () => {
    const pane = opened(action(1, 'done'));
    const entry = (count: number, name: string): DeskEntry => ({
      ...{ id: `e-${count}`, state: 'noted', entry: 'limits', createdAt: NOON - count },
      ...{ by: { name, session: '0a1b2c3d' }, shown: `${name} changed limits: volume MW block 500 → 700.` },
      changes: [{ level: 'volume MW block', before: '500', after: '700' }],
    });
    pane.press('Desk log');
    pane.say({ kind: 'desk-entries' }, [entry(1, 'Anna Ott'), entry(2, 'Ben')]);
    const resumed = { ...entry(3, 'Cara'), entry: 'resume', reason: 'Prices are back' };
    const lines = () => within(screen.getByRole('list', { name: 'Desk log' })).queryAllByRole('listitem');
    pane.say({ kind: 'desk-entries' }, [resumed]);
    expect(lines()[0]?.textContent).toContain('ReasonPrices are back');
    pane.say({ kind: 'desk-entries' }, [entry(1, 'Anna Ott'), entry(2, 'Ben')]);
    expect(lines()[0]?.textContent).toContain('Anna Ott changed limits: volume MW block 500 → 700.');
    // Old and new value stand in the sentence, once.
    expect(lines()[0]?.textContent?.match(/500 → 700/g)).toHaveLength(1);
    expect(lines()[0]?.textContent).toContain('0a1b2c3d');
    expect(lines()).toHaveLength(2);
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'ben' } });
    expect(lines().map(({ textContent }) => textContent.includes('Ben changed'))).toEqual([true]);
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'ben 20 Nov' } });
    expect(lines()).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: '21 Nov' } });
    expect(lines()).toHaveLength(0);
  });

  it('names in each row who pressed it on a desk of several people, and chooses by person and by day', () => {
    const by = (name: string) => ({ by: { name, session: '0a1b2c3d' } });
    const DAY_MS = 86_400_000;
    const pane = opened(
      action(1, 'done', by('Anna Ott')),
      action(2, 'done', { ...by('Ben'), createdAt: NOON - DAY_MS }),
      action(3, 'done', by('Ben')),
    );
    const rows = () =>
      within(screen.getByRole('list', { name: 'Actions' }))
        .queryAllByRole('listitem')
        .map(({ textContent }) => /QT-\d/.exec(textContent)?.[0]);
    expect(pane.text()).not.toContain('Quote withdrawal · Ben');
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Carl', id: 'sub-1', roles: ['admin'] } });
    expect(pane.text()).toMatch(/ · Anna Ott/);
    const choose = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
    choose('Person', 'Ben');
    expect(rows()).toEqual(['QT-3', 'QT-2']);
    choose('Day', '2026-11-19');
    expect(rows()).toEqual(['QT-2']);
    choose('Person', '');
    choose('Day', '2026-11-20');
    expect(rows()).toEqual(['QT-3', 'QT-1']);
  });

  it('offers no choice where there is none: one person, one day', () => {
    opened(action(1, 'done'), action(2, 'done'));
    expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Day' })).toBeNull();
  });

  it('marks under Desk log a corrected trade of which a field became empty, and chooses by person', () => {
    const pane = opened(action(1, 'done'));
    const line = (count: number, name: string, after: string): DeskEntry => ({
      ...{ id: `e-${count}`, state: 'noted', entry: 'trade-corrected', createdAt: NOON - count },
      ...{ by: { name, session: '0a1b2c3d' }, shown: `${name} fetched trade TR-${count} again.` },
      changes: [{ level: 'counterparty', before: 'Cobalt Grid', after }],
    });
    pane.press('Desk log');
    pane.say({ kind: 'desk-entries' }, [line(1, 'Anna Ott', '(none)'), line(2, 'Ben', 'North')]);
    const lines = () => within(screen.getByRole('list', { name: 'Desk log' })).queryAllByRole('listitem');
    expect(lines()[0]?.textContent).toContain('Trade corrected');
    expect(lines()[0]?.textContent).toContain('counterpartyCobalt Grid → (none)');
    const plain = (at: number) => lines()[at]?.querySelector('p')?.textContent;
    expect([plain(0), plain(1)]).toEqual([undefined, 'Ben fetched trade TR-2 again.']);
    fireEvent.change(screen.getByRole('combobox', { name: 'Person' }), { target: { value: 'Ben' } });
    expect(lines()).toHaveLength(1);
  });

  it('says loudly that the records contradict what a person recorded, and where it was corrected', async () => {
    const corrected =
      'A person resolved it as not executed; the platform’s records prove otherwise. It was executed: quote QT-9.';
    const body: Action['body'] = {
      kind: 'send-quote',
      requestId: asked.id,
      direction: 'ask',
      price: { shape: 'single', price: price('31.05') },
      quantity: Quantity.parse('10'),
      allOrNone: false,
    };
    const pane = opened(
      action(1, 'done', {
        body,
        shown: 'Sell 10 MW at 31.05',
        quoteId: QuoteId.parse('QT-9'),
        note: 'The platform was down.',
        endedAt: NOON + 60_000,
        corrected,
      }),
      action(2, 'done'),
    );
    // It is news of the time at which it was corrected.
    const [first] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain(`Corrected. ${corrected}`);
    expect(first?.textContent).toContain('Done. The quote went live as QT-9.');
    expect(first?.textContent).toContain('Resolved by a person: The platform was down.');
    // In every room, until somebody has read it.
    const told = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(told()).toContain(`Sell 10 MW at 31.05: ${corrected}`);
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Close');
    expect(told().join('')).not.toContain('Sell 10 MW');
    expect(pane.desk.preferences.read('corrections-read')).toContain('00000000-0000-4000-8000-000000000001');
  });

  it('names the colleague whose outcome was corrected', () => {
    const by = { name: 'Tom Berger', id: 'sub-1', session: '0a1b2c3d' };
    const shown = 'You buy 10 MW at 32.60';
    const corrected = 'The platform refused it; its records say otherwise. It was executed.';
    const pane = opened(action(1, 'done', { by, shown, corrected }));
    const told = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Max Lind', id: 'sub-2', roles: ['trader'] } });
    expect(told()).toContain(`Tom Berger buys 10 MW at 32.60: ${corrected}`);
    pane.say(
      { kind: 'status' },
      { ...STATUS, person: { name: 'Tom Berger', id: 'sub-1', roles: ['trader'] } },
    );
    expect(told()).toContain(`You buy 10 MW at 32.60: ${corrected}`);
  });

  it('folds what is settled to its state, what was pressed, its product, who and when, until it is pressed', () => {
    const pane = opened(
      action(1, 'unknown'),
      action(2, 'done', { body: BID, shown: 'You buy 10 MW at 32.60', quoteId: QuoteId.parse('QT-9') }),
      action(3, 'rejected'),
      action(4, 'done', { corrected: 'It was executed.' }),
    );
    const folds = () => [...pane.container.querySelectorAll('li > details')] as HTMLDetailsElement[];
    const isOpen = () => folds().map(({ open }) => open);
    expect(isOpen()).toEqual([true, true, false, false]);
    const [, , , sent] = folds();
    const head = sent?.querySelector('summary');
    expect(head?.textContent).toMatch(/^▸DoneYou bid to buy 10 MW at 32\.60Quote.*12:04:31 CET/);
    fireEvent.click(head as HTMLElement);
    expect(isOpen()).toEqual([true, true, false, true]);
    expect(head?.textContent).toMatch(/^▾Done/);
    // What becomes settled folds by itself; what a person has opened stays.
    pane.say({ kind: 'journal' }, [action(1, 'done')]);
    expect(isOpen()).toEqual([false]);
  });

  it('keeps open the line that a person is at work in, whatever becomes of it', () => {
    const pane = opened(action(1, 'unknown', { body: BID }));
    const isOpen = () => pane.container.querySelector<HTMLDetailsElement>('li > details')?.open;
    fireEvent.focus(screen.getByRole('button', { name: 'Resolve manually' }));
    pane.say({ kind: 'journal' }, [action(1, 'done', { body: BID })]);
    expect(isOpen()).toBe(true);
    expect(pane.text()).toContain('Done. The quote went live');
  });

  it('opens a line that was folded away again for what comes to see to after that, and for nothing else', () => {
    const pane = opened(action(7, 'sending'));
    const isOpen = () => pane.container.querySelector<HTMLDetailsElement>('li > details')?.open;
    const fold = () => fireEvent.click(pane.container.querySelector('summary') as HTMLElement);
    const becomes = (state: Action['state'], more: Partial<Action> = {}) =>
      pane.say({ kind: 'journal' }, [action(7, state, { sentAt: NOON, ...more })]);
    fold();
    expect(isOpen()).toBe(false);
    becomes('acknowledged');
    expect(isOpen()).toBe(false);
    becomes('unknown');
    expect(isOpen()).toBe(true);
    fold();
    becomes('rejected');
    expect(isOpen()).toBe(false);
    const { requestId, direction, price: asSent, quantity } = BID;
    const quoteId = QuoteId.parse('QT-7');
    pane.say({ kind: 'own-quotes' }, [
      { requestId, quoteId, direction, price: asSent, quantity, since: NOON },
    ]);
    expect(isOpen()).toBe(true);
    expect(pane.text()).toContain('Still live, as far as the desk knows');
    fold();
    becomes('rejected', { corrected: 'It was not executed.' });
    expect(isOpen()).toBe(true);
  });

  it('says what may be searched for only until it is typed, or put away by Esc', () => {
    const pane = opened(action(1, 'done'));
    const search = screen.getByRole('textbox', { name: 'Search' });
    const isHelp = () => pane.text().includes('The export has all.');
    expect(isHelp()).toBe(false);
    fireEvent.focus(search);
    expect(pane.text()).toContain('Searches the one action listed here');
    fireEvent.change(search, { target: { value: 'qt' } });
    expect(isHelp()).toBe(false);
    fireEvent.change(search, { target: { value: '' } });
    expect(isHelp()).toBe(true);
    fireEvent.blur(search);
    expect(isHelp()).toBe(false);
    fireEvent.focus(search);
    fireEvent.keyDown(search, { key: 'Escape' });
    expect(isHelp()).toBe(false);
  });

  it('finds actions by words of what is known of them, without their field names', () => {
    const executed = { counterparty: 'Nordkraft' };
    opened(
      action(1, 'done', { tradeId: TradeId.parse('TR-70732'), executed }),
      action(2, 'unknown', { note: 'asked the operator' }),
    );
    const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
    const search = screen.getByRole('textbox', { name: 'Search' });
    for (const [words, found] of [
      ['tr-70732', 1],
      ['nordkraft done', 1],
      ['withdraw', 2],
      ['qt-2 operator', 1],
      ['nordkraft unknown', 0],
      ['tradeId', 0],
      ['', 2],
    ] as const) {
      fireEvent.change(search, { target: { value: words } });
      expect(items(), words).toHaveLength(found);
    }
    fireEvent.change(search, { target: { value: 'nobody' } });
    expect(screen.getByText('No action matches the search.')).toBeTruthy();
  });

  it('shows the tries of one withdrawal as one, counted once, with each try behind a fold', () => {
    const body = { kind: 'withdraw-quote', requestId: asked.id, quoteId: QuoteId.parse('QT-7') } as const;
    const tried = (count: number, state: Action['state'], more: Partial<Action> = {}) =>
      action(count, state, {
        body,
        shown: `Withdraw quote QT-7, ${count}`,
        createdAt: NOON + count * 1_000,
        ...more,
      });
    const pane = opened(action(1, 'done'), tried(2, 'unknown'), tried(3, 'unknown'));
    const cards = () =>
      [...screen.getByRole('list', { name: 'Actions' }).children].map(({ textContent }) => textContent);
    expect(cards()).toHaveLength(2);
    expect(cards()[0]).toContain('12:04:33 CET');
    expect(cards()[0]).toContain('Unknown.');
    expect(cards()[0]).toContain('Tried 2 times, last at 12:04:34 CET');
    expect(screen.getByRole('img', { name: '1 in progress' })).toBeTruthy();
    pane.say({ kind: 'journal' }, [
      action(1, 'done'),
      tried(2, 'unknown'),
      tried(3, 'unknown'),
      tried(4, 'done', { endedAt: NOON + 5_000 }),
    ]);
    expect(cards()).toHaveLength(2);
    expect(cards()[0]).toContain('The quote QT-7 is withdrawn.');
    expect(screen.queryByRole('img', { name: /in progress/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^▸?Tried 3 times/ }));
    const tries = within(screen.getByRole('list', { name: /^Tries of/ })).getAllByRole('listitem');
    expect(tries.map(({ textContent }) => /Unknown|Done/.exec(textContent)?.[0])).toEqual([
      'Unknown',
      'Unknown',
      'Done',
    ]);
  });

  it('says of a withdrawal that came to nothing while its quote counts as live that it is still live', () => {
    const body = { kind: 'withdraw-quote', requestId: asked.id, quoteId: QuoteId.parse('QT-7') } as const;
    const pane = opened(action(2, 'rejected', { body }), action(3, 'rejected', { body }));
    expect(pane.text()).not.toContain('Still live');
    pane.say({ kind: 'own-quotes' }, [
      {
        quoteId: QuoteId.parse('QT-7'),
        requestId: asked.id,
        direction: 'bid',
        price: { shape: 'single', price: price('32.6') },
        quantity: Quantity.parse('10'),
        since: NOON,
      },
    ]);
    expect(pane.text().match(/Still live, as far as the desk knows/g)).toHaveLength(1);
  });

  it('makes one of tries alone: what takes risk on, and what ended before, is a thing of its own', () => {
    const again = { body: { kind: 'delete-proposals', requestId: asked.id } } as const;
    const tries = (...actions: Action[]) => journalEntries(actions, []).map((one) => one.tries?.length ?? 1);
    expect(tries(action(1, 'unknown', again), action(2, 'unknown', again))).toEqual([2]);
    expect(tries(action(1, 'rejected', { ...again, endedAt: NOON }), action(2, 'unknown', again))).toEqual([
      1, 1,
    ]);
    expect(tries(action(1, 'unknown', { body: BID }), action(2, 'unknown', { body: BID }))).toEqual([1, 1]);
  });

  it('keeps open what has an open try and none that was done, whatever became of a later one', () => {
    const body = { kind: 'withdraw-quote', requestId: asked.id, quoteId: QuoteId.parse('QT-7') } as const;
    const stateOf = (...states: Action['state'][]) =>
      journalEntries(
        states.map((state, count) => action(count + 1, state, { body })),
        [],
      ).map(({ state }) => state);
    expect(stateOf('unknown', 'rejected')).toEqual(['unknown']);
    expect(stateOf('unknown', 'done')).toEqual(['done']);
    expect(stateOf('rejected', 'rejected')).toEqual(['rejected']);
  });

  it('calls rejected only what was sent: what the desk’s own checks refused was not sent', () => {
    const failure = { kind: 'unavailable', message: 'The request could not be read.', next: '' } as const;
    opened(
      action(1, 'rejected', { failure, endedAt: NOON + 5 }),
      action(2, 'rejected', { failure, sentAt: NOON + 4, endedAt: NOON + 5 }),
    );
    const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items()[1]).toContain('Not sent. The request could not be read.');
    expect(items()[0]).toContain('Rejected. Nothing was executed.');
    const filter = screen.getByLabelText<HTMLSelectElement>('State');
    expect([...filter.options].map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Rejected (1)', 'Not sent (1)']),
    );
    fireEvent.change(filter, { target: { value: 'never-sent' } });
    expect(items()).toHaveLength(1);
  });

  it('has one line for a row of a program that is held at each price, and it is no alarm', () => {
    const failure = { kind: 'invalid-argument', message: 'Beyond the limit.', next: '' } as const;
    const program = { id: 'p-1' as never, name: 'Curve' };
    const held = (count: number) =>
      action(count, 'rejected', { body: BID, failure, program, endedAt: NOON + count });
    const { program: _, ...pressed } = held(4);
    opened(held(1), held(2), held(3), pressed);
    const [own, first, ...more] = screen.getAllByRole('listitem');
    expect(more).toEqual([]);
    expect(first?.textContent).toContain('Held at 2 more changes of its price.');
    expect(own?.textContent).not.toContain('Held at');
    const looks = [own, first].map(
      (item) => within(item as HTMLElement).getByText('Not sent.').parentElement,
    );
    expect(looks[0]?.className).not.toBe(looks[1]?.className);
  });

  it('finds by Traded an acceptance that was executed and a quote that was taken, as a whole or in part', () => {
    const lastSeen = { type: 'per-leg', legPrices: [price('31.35')] } as const;
    const accepted = { kind: 'accept-quote', requestId: asked.id, quoteId: QuoteId.parse('QT-1'), lastSeen };
    const quoteId = QuoteId.parse('QT-5');
    opened(
      action(1, 'done', { body: accepted as Action['body'], tradeId: TradeId.parse('TR-1') }),
      action(2, 'done', { body: BID, quoteId: QuoteId.parse('QT-4'), over: { how: 'accepted', at: NOON } }),
      action(3, 'done', { body: BID, quoteId, taken: [{ tradeId: TradeId.parse('TR-2') }] }),
      action(4, 'done', { body: BID, quoteId: QuoteId.parse('QT-6') }),
      action(5, 'rejected', { body: accepted as Action['body'], sentAt: NOON, endedAt: NOON }),
    );
    const filter = screen.getByLabelText<HTMLSelectElement>('State');
    expect([...filter.options].map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Traded (3)', 'Live or done (2)', 'Withdrawn or over (0)']),
    );
  });

  it('says of an acceptance what was traded, and of what was pressed that it was asked for', () => {
    const body: Action['body'] = {
      kind: 'accept-quote',
      requestId: asked.id,
      quoteId: QuoteId.parse('QT-1'),
      lastSeen: { type: 'per-leg', legPrices: [price('31.35')] },
      shownQuantity: Quantity.parse('10'),
    };
    const executed = { quantity: Quantity.parse('6'), quantityUnit: 'MW', price: price('31.35') };
    const shown = 'You buy 10 MW at 31.35';
    const pane = opened(action(1, 'done', { body, shown, tradeId: TradeId.parse('T-7') }));
    const item = () => screen.getAllByRole('listitem')[0]?.textContent ?? '';
    expect(item()).toContain('Asked for: You buy 10 MW at 31.35');
    expect(item()).toContain('Done. Accepted as trade T-7. Reading the trade…');
    const read = action(1, 'done', { body, shown, tradeId: TradeId.parse('T-7'), executed });
    pane.say({ kind: 'journal' }, [read]);
    expect(item()).toContain(
      'Done, but not as asked. Traded 6 MW at 31.35 (you asked for 10 MW), trade T-7.',
    );
    pane.press(/^Details of: /);
    expect(item()).toContain('Traded quantity6 MWTraded price31.35Traded withthe trade does not say');
  });

  it('says "you" of what whoever looks pressed, and names the colleague of everything else', () => {
    const body: Action['body'] = {
      kind: 'accept-quote',
      requestId: asked.id,
      quoteId: QuoteId.parse('QT-1'),
      lastSeen: { type: 'per-leg', legPrices: [price('31.35')] },
    };
    const executed = { side: 'buy', quantity: Quantity.parse('10'), price: price('31.35') } as const;
    const pressed = (count: number, by?: Action['by']) =>
      action(count, 'done', { body, executed, shown: 'You buy 10 MW at 31.35', ...(by && { by }) });
    const pane = opened(
      pressed(1, { name: 'Tom Berger', session: 'S-1', id: 'sub-1' }),
      pressed(2, { name: 'Max Lind', session: 'S-2', id: 'sub-2' }),
      pressed(3),
    );
    const said = () =>
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => /Asked for: (.*?)Acceptance.*Done\. (.*?) at/.exec(textContent)?.slice(1));
    const yours = ['You buy 10 MW at 31.35', 'You bought 10'];
    // On a desk of one person nothing else is meant.
    expect(said()).toEqual([yours, yours, yours]);
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Max Lind', id: 'sub-2', roles: ['trader'] } });
    expect(said()).toEqual([
      ['Your desk buys 10 MW at 31.35', 'Your desk bought 10'],
      yours,
      ['Tom Berger buys 10 MW at 31.35', 'Tom Berger bought 10'],
    ]);
  });

  it('finds the lines of a day, by the clocks of the pane, and says the day of those that are not of today', () => {
    const at = (time: string) => ({ createdAt: Date.parse(time) });
    const pane = opened(
      action(1, 'done'),
      // 00:30 CET, and half past eleven of the evening before in London.
      action(2, 'done', at('2026-11-18T23:30:00Z')),
      action(3, 'done', at('2026-11-18T12:00:00Z')),
    );
    const found = (words: string) => {
      fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: words } });
      return within(screen.getByRole('list', { name: 'Actions' }))
        .queryAllByRole('listitem')
        .map(({ textContent }) => /QT-\d/.exec(textContent)?.[0]);
    };
    for (const words of [
      '2026-11-19',
      '19 Nov',
      '19 november 2026 withdraw',
      '19.11.',
      '19.11.2026',
      '19/11',
      '19/11/2026',
    ])
      expect(found(words), words).toEqual(['QT-2']);
    expect(found('19 Nov rejected')).toEqual([]);
    expect(found('19.11.2025')).toEqual([]);
    found('');
    expect(pane.text()).toContain('19 Nov 2026, 00:30:00 CET');
    expect(pane.text()).not.toContain('20 Nov 2026, ');
    pane.say({ kind: 'status' }, { ...STATUS, shownZone: 'Europe/London' });
    expect(found('18 Nov')).toEqual(['QT-2', 'QT-3']);
    expect(screen.getByRole('option', { name: '18 Nov 2026' })).toBeTruthy();
  });

  it('says of what was never sent which product, side and unit it had when it was pressed', () => {
    const leg = {
      action: 'buy',
      commodity: 'power',
      market: 'DE',
      deliveryStart: '2027-01-01',
      deliveryEnd: '2027-12-31',
      loadProfile: 'base',
      quantityUnit: 'MW',
    } as const;
    opened(action(1, 'cancelled', { body: BID, shown: 'Buy 10 MW', legs: [leg] })).press(/^Details of: /);
    const text = screen.getAllByRole('listitem')[0]?.textContent ?? '';
    expect(text).toContain('ProductDE Cal-27 baseCommoditypowerSidebuy');
    expect(text).toContain('Quantity10 MW');
  });

  it('finds an action by what its card says beside it: the product of its request, and the trade that took its quote', () => {
    const quoteId = QuoteId.parse('QT-3');
    const id = TradeId.parse('TR-70032');
    const other = { ...BID, requestId: RequestId.parse('RQ-77') };
    const pane = opened(
      action(1, 'done', { body: BID, quoteId, shown: 'Buy 10 MW at 32.60' }),
      action(2, 'done', { body: other, shown: 'Buy 10 MW at 32.60' }),
    );
    pane.say({ kind: 'own-trades' }, [
      { tradeId: id, requestId: asked.id, state: 'own', quoteId, since: NOON },
    ]);
    const raw = { action: 'buy', market: 'TTF', 'pre-trade': { 'quotation-id': quoteId } };
    pane.say(
      { kind: 'trade', id },
      { id, tradedAt: NOON, price: price('32.6'), counterparty: 'Cobalt Grid', raw },
    );
    const search = screen.getByRole('textbox', { name: 'Search' });
    const found = (words: string): number => {
      fireEvent.change(search, { target: { value: words } });
      pane.say({ kind: 'request', id: asked.id }, asked);
      return screen.queryAllByRole('listitem').length;
    };
    for (const words of ['tr-70032', 'cobalt', 'taken', 'ttf', 'DE Cal-27', 'power', 'went live RQ-2']) {
      expect(found(words), words).toBe(1);
    }
    expect(found('buy 10 mw')).toBe(2);
    expect(found('juniper')).toBe(0);
  });

  it('strikes through a trade that the platform does not list any more, and says so of whatever it came of', () => {
    const quoteId = QuoteId.parse('QT-3');
    const [taken, accepted] = [TradeId.parse('TR-8'), TradeId.parse('TR-9')];
    const pane = opened(
      action(1, 'done', { body: BID, quoteId }),
      action(2, 'done', { body: { ...BID, requestId: RequestId.parse('RQ-9') }, tradeId: accepted }),
    );
    const own = { requestId: asked.id, state: 'own', since: NOON } as const;
    const tell = (over: { unlisted?: true }) =>
      pane.say({ kind: 'own-trades' }, [
        { ...own, ...over, tradeId: taken, quoteId },
        { ...own, ...over, tradeId: accepted },
      ]);
    tell({});
    for (const id of [taken, accepted]) {
      const raw = { action: 'buy', market: 'TTF' };
      pane.say({ kind: 'trade', id }, { id, tradedAt: NOON, price: price('32.6'), raw });
    }
    expect(pane.container.querySelector('s')).toBeNull();
    expect(pane.text()).not.toContain('Not listed any more');
    tell({ unlisted: true });
    expect(pane.container.querySelector('s')?.textContent).toContain('TR-8');
    for (const id of [taken, accepted])
      expect(pane.text()).toContain(
        `Not listed any more. The platform’s list does not name ${id} any more, so it counts in no sum. Ask the operator about it.`,
      );
  });

  it('says of a withdrawal that came after the trade that it is traded, and counts the quote as live no more', () => {
    const quoteId = QuoteId.parse('QT-3');
    const id = TradeId.parse('TR-9');
    const failure = {
      kind: 'wrong-state',
      message: 'The platform refused it because the state has changed: QT-3 is accepted.',
      next: 'Check the request, then decide again.',
    } as const;
    const sent = action(1, 'done', { body: BID, quoteId });
    const pane = opened(sent, action(3, 'rejected', { failure }));
    const { requestId, direction, quantity } = BID;
    pane.say({ kind: 'own-quotes' }, [
      { requestId, quoteId, direction, quantity, price: BID.price, since: NOON },
    ]);
    expect(screen.getByRole('button', { name: 'Withdraw all 1' })).toBeTruthy();
    expect(pane.text()).toContain(
      'Already traded. The quote is taken by the platform’s word; its trade is not known yet.',
    );
    expect(pane.text()).not.toContain('decide again');
    pane.say({ kind: 'own-trades' }, [
      { tradeId: id, requestId: asked.id, state: 'own', quoteId, since: NOON },
    ]);
    pane.say(
      { kind: 'trade', id },
      {
        id,
        tradedAt: NOON,
        price: price('32.6'),
        quantity,
        raw: { action: 'buy', market: 'TTF', 'pre-trade': { 'quotation-id': quoteId } },
      },
    );
    expect(pane.text()).toMatch(/Already traded\. You bought 10 .*32\.60.* · TR-9/);
    expect(screen.getByRole('button', { name: 'Withdraw all 0' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Live quotes (0)' })).toBeTruthy();
  });

  it('says of a lost withdrawal whose quote trades leave nothing of that it is traded, and asks nobody about it', () => {
    const quoteId = QuoteId.parse('QT-3');
    const id = TradeId.parse('TR-9');
    const pane = opened(action(1, 'done', { body: BID, quoteId }), action(3, 'unknown'));
    expect(screen.getByRole('option', { name: 'Unknown (1)' })).toBeTruthy();
    pane.say({ kind: 'own-trades' }, [
      { tradeId: id, requestId: asked.id, state: 'own', quoteId, since: NOON },
    ]);
    pane.say(
      { kind: 'trade', id },
      {
        ...{ id, tradedAt: NOON, price: price('32.6'), quantity: BID.quantity },
        raw: { action: 'buy', market: 'TTF', 'pre-trade': { 'quotation-id': quoteId } },
      },
    );
    expect(pane.text()).toMatch(/Already traded\. You bought 10 .*32\.60.* · TR-9/);
    expect(screen.getByRole('option', { name: 'Unknown (0)' })).toBeTruthy();
    expect(pane.text()).not.toContain('Found so far');
  });

  it('says of a quote that ended with its traded request that it was taken, once the trade is known', () => {
    const quoteId = QuoteId.parse('QT-3');
    const id = TradeId.parse('TR-9');
    const over = { how: 'request-traded', at: NOON } as const;
    const pane = opened(action(1, 'done', { body: BID, quoteId, over }));
    expect(pane.text()).toContain('It ended with its request, which was traded: seen 20 Nov 2026');
    pane.say({ kind: 'own-trades' }, [
      { tradeId: id, requestId: asked.id, state: 'own', quoteId, since: NOON },
    ]);
    const raw = { action: 'buy', market: 'TTF', 'pre-trade': { 'quotation-id': quoteId } };
    pane.say(
      { kind: 'trade', id },
      { id, tradedAt: NOON, price: price('32.6'), quantity: BID.quantity, raw },
    );
    expect(pane.text()).toContain('Filled. ');
    expect(pane.text()).toContain('It was taken at 20 Nov 2026, 12:04:31 CET.');
    expect(pane.text()).toContain('Traded (1)');
    expect(pane.text()).not.toContain('ended with its request');
  });

  it('says of a filled quote what its line has of the trade, and the same word in its details', () => {
    const trade = {
      quantity: BID.quantity,
      quantityUnit: 'MW',
      price: price('32.6'),
      counterparty: 'Nordkraft',
    };
    const taken = [{ tradeId: TradeId.parse('TR-9'), ...trade }];
    const over = { how: 'accepted', at: NOON } as const;
    const pane = opened(action(1, 'done', { body: BID, quoteId: QuoteId.parse('QT-3'), over, taken }));
    expect(pane.text()).toMatch(/Filled\. .*Taken: \d+ MW at 32\.60, Nordkraft · TR-9/);
    pane.press(/^Details of/);
    expect(pane.text()).toContain('StateFilled');
  });

  it('tells the platform’s words of a moved price in the details alone', () => {
    const message =
      'The price moved, so nothing was executed: last-seen-price: It is no longer the current price.';
    const failure = { kind: 'price-moved', message, next: 'Look.', service: { status: 409 } } as const;
    const pane = opened(action(1, 'rejected', { failure, sentAt: NOON, endedAt: NOON }));
    expect(pane.text()).toContain('Rejected: the price moved. Nothing was traded.');
    expect(pane.text()).not.toContain('last-seen-price');
    pane.press(/^Details of/);
    expect(pane.text()).toContain('last-seen-price: It is no longer the current price.');
  });

  it('names each live quote by its product, and on a desk of several people who sent it', () => {
    const quoteId = QuoteId.parse('QT-3');
    const by = { name: 'Tom Berger', session: 'S-1', id: 'sub-1' };
    const leg = {
      ...{ commodity: 'gas', market: 'TTF', deliveryStart: '2026-12-01', deliveryEnd: '2026-12-31' },
      ...{ loadProfile: 'base', quantityUnit: 'MW', priceUnit: 'EUR/MWh' },
    };
    const pane = opened(action(1, 'done', { body: BID, quoteId, by, legs: [leg] }));
    const { requestId, direction, quantity } = BID;
    const live = { requestId, quoteId, direction, quantity, price: BID.price, since: NOON };
    pane.say({ kind: 'own-quotes' }, [live, { ...live, quoteId: QuoteId.parse('QT-4') }]);
    pane.press('Live quotes (2)');
    const shown = () => screen.getByRole('list', { name: 'Own live quotes' }).textContent;
    expect(shown()).not.toContain('Tom Berger');
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Max Lind', id: 'sub-2', roles: ['trader'] } });
    expect(shown()?.split('Tom Berger')).toHaveLength(2);
    expect(shown()).toMatch(/TTF Dec-26 bid [\d.]+ EUR\/MWh, \d+ MW · QT-3 · Tom Berger/);
    // What was sent before the pane's lines of the journal has its number alone.
    expect(shown()).toMatch(/bid [\d.]+, quantity \d+ · QT-4/);
  });

  it.each(['wrong-state', 'not-found'] as const)(
    'says of a withdrawal of a quote that had ended (%s) that it had, and when, and not that it was rejected',
    (kind) => {
      const failure = { kind, message: 'QT-3 is rejected.', next: 'Decide again.' };
      const sent = action(1, 'done', {
        body: BID,
        quoteId: QuoteId.parse('QT-3'),
        over: { how: 'request-closed', at: NOON },
      });
      const withdrawal = action(3, 'rejected', { failure, sentAt: NOON });
      const pane = opened(sent, withdrawal);
      expect(pane.text()).toMatch(
        /Already over\. The quote QT-3 ended with its request, seen 20 Nov 2026, 12:04:31 CET\./,
      );
      expect(pane.text()).not.toContain('Decide again');
      // Nothing was refused that could still be done.
      const counts = (): string => screen.getByRole('combobox', { name: 'State' }).textContent;
      expect(counts()).toContain('Withdrawn or over (2)Rejected (0)');
      const filter = screen.getByRole('combobox', { name: 'State' });
      fireEvent.change(filter, { target: { value: 'ended' } });
      expect(screen.getAllByRole('listitem')).toHaveLength(2);
      pane.press('Details of: Withdraw quote QT-3');
      expect(pane.text()).toContain('StateAlready over');
      fireEvent.change(filter, { target: { value: 'all' } });
      // While nothing says that it is over, it may be live.
      pane.say({ kind: 'journal' }, [
        action(1, 'done', { body: BID, quoteId: QuoteId.parse('QT-3') }),
        withdrawal,
      ]);
      expect(pane.text()).toContain('Rejected. Nothing was executed.');
      expect(counts()).toContain('Withdrawn or over (0)Rejected (1)');
    },
  );

  it.each([
    ['QT-3 is withdrawn.', 'Already withdrawn', 'Withdrawn or over (1)Rejected (0)'],
    // A rest of it may be live.
    ['QT-3 is accepted.', 'Already traded', 'Withdrawn or over (0)Rejected (1)'],
  ])('counts a withdrawal by what the platform says of its quote: %s', (says, word, counts) => {
    const message = `The platform refused it because the state has changed: ${says}`;
    const service = { status: 409 };
    const failure = { kind: 'wrong-state', message, next: 'Decide again.', service } as const;
    const pane = opened(action(3, 'rejected', { failure, sentAt: NOON }));
    expect(pane.text()).toContain(`${word}. `);
    expect(screen.getByRole('combobox', { name: 'State' }).textContent).toContain(counts);
  });

  it('opens the request of an action, and Esc comes back', () => {
    const pane = openPane({ requests: [asked] });
    pane.say({ kind: 'journal' }, [action(1, 'done')]);
    pane.press('Journal');
    pane.press('Open RQ-2');
    expect(screen.getByRole('heading', { name: 'RQ-2' })).toBeTruthy();
    pane.press('Back');
    expect(screen.getByRole('heading', { name: 'Journal' })).toBeTruthy();
  });

  it('shows a press that the desk never answered until the desk has written it down', () => {
    const { id, body, shown } = action(1, 'sending');
    const press = {
      id,
      body,
      shown,
      about: '',
      pressedAt: NOON,
      state: 'unanswered',
      dismissed: false,
    } as const;
    expect(journalEntries([], [press]).map(({ state }) => state)).toEqual(['unanswered']);
    expect(journalEntries([action(1, 'done')], [press]).map(({ state }) => state)).toEqual(['done']);
  });
});

describe('an action in the journal', () => {
  it('says behind its button what was shown, sent and answered, and when, with the zone', () => {
    opened(
      action(1, 'rejected', {
        sentAt: NOON + 2_000,
        endedAt: NOON + 3_000,
        accepted: ['volume'],
        failure: {
          kind: 'wrong-state',
          message: 'The quote is gone.',
          next: 'Nothing to do.',
          service: { status: 409, code: 'QUOTE_STATE' },
        },
      }),
    );
    expect(screen.queryByText('Written down')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Details of: Withdraw quote QT-1' }));
    const details = screen.getByRole('list', { name: 'Actions' }).textContent;
    for (const part of [
      'Shown at the pressWithdraw quote QT-1',
      'RequestRQ-2QuoteQT-1',
      'Warnings confirmedA large volume',
      'Recorded20 Nov 2026, 12:04:31 CET',
      'Sent20 Nov 2026, 12:04:33 CET',
      'Ended20 Nov 2026, 12:04:34 CET',
      'AnsweredThe quote is gone. Nothing to do.',
      'Platformstatus 409, QUOTE_STATE',
      'Pressed bynot known',
    ]) {
      expect(details).toContain(part);
    }
  });

  it('says of a quote when it went live, was filled, and was seen to have ended', () => {
    const over = { how: 'accepted', at: NOON + 40_000, tradedAt: NOON + 34_000 } as const;
    opened(action(1, 'done', { body: BID, quoteId: QuoteId.parse('QT-3'), endedAt: NOON + 1_000, over }));
    fireEvent.click(screen.getByRole('button', { name: /^Details of: / }));
    const details = screen.getByRole('list', { name: 'Actions' }).textContent;
    expect(details).toContain(
      'Went live20 Nov 2026, 12:04:32 CETFilled20 Nov 2026, 12:05:05 CETEnd seen20 Nov 2026, 12:05:11 CET',
    );
    expect(details).not.toContain('Ended20');
  });

  it('names who pressed, in which session, and who resolved it', () => {
    const by = { name: 'Anna Ott', session: '0a1b2c3d' };
    const resolvedBy = { name: 'Ben', session: '4e5f6a7b' };
    opened(action(1, 'done', { by, settledBy: 'person', resolvedBy, note: 'Seen there.' }));
    fireEvent.click(screen.getByRole('button', { name: 'Details of: Withdraw quote QT-1' }));
    const text = screen.getByRole('list', { name: 'Actions' }).textContent;
    expect(text).toContain('Pressed byAnna Ott · session 0a1b2c3d');
    expect(text).toContain('Resolved by Ben: Seen there.');
  });

  it('is found by its state', () => {
    const pane = opened(action(1, 'done'), action(2, 'unknown'), action(3, 'cancelled'));
    const filter = screen.getByRole('combobox', { name: 'State' });
    expect(
      within(filter)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'All (3)',
      'In progress (0)',
      'Unknown (1)',
      'Traded (0)',
      'Live or done (1)',
      'Withdrawn or over (0)',
      'Rejected (0)',
      'Not sent (1)',
    ]);
    fireEvent.change(filter, { target: { value: 'never-sent' } });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('Withdraw quote QT-3')).toBeTruthy();
    fireEvent.change(filter, { target: { value: 'rejected' } });
    expect(pane.text()).toContain('No action is in this state.');
  });
});

describe('settling by hand', () => {
  const WENT_LIVE = 'Went live, whether or not it was traded since';
  const evidence = 'Two quotes could be it: QT-8 and QT-9.';
  const send: Partial<Action> = {
    body: {
      kind: 'send-quote',
      requestId: asked.id,
      direction: 'ask',
      price: { shape: 'single', price: '84.15' as never },
      quantity: '10' as never,
      allOrNone: true,
    },
    evidence,
  };

  it('is offered only for what was sent and has not ended', () => {
    const over = [action(1, 'done'), action(2, 'sending'), action(3, 'rejected')];
    const pane = opened(...over);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Resolve manually' })).toBeNull();
    pane.say({ kind: 'journal' }, [...over, action(4, 'unknown', send)]);
    expect(screen.getAllByRole('button', { name: 'Resolve manually' })).toHaveLength(1);
  });

  it('shows the evidence, wants a verdict and a note, and a second press before it is final', async () => {
    const pane = opened(action(1, 'unknown', send));
    expect(pane.text()).toContain(`Found so far: ${evidence}`);
    pane.press('Resolve manually');
    pane.press('Continue');
    expect(pane.text()).toContain('Choose the result.');
    fireEvent.click(screen.getByRole('radio', { name: WENT_LIVE }));
    expect(pane.text()).toContain('Enter how you know.');
    pane.type('How do you know?', ' Seen in the web client. ');
    pane.type('Quote id', 'QT-9');
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Continue');
    expect(pane.client.settlements).toEqual([]);
    pane.press('Resolve as live');
    expect(pane.client.settlements).toMatchObject([
      { id: action(1, 'unknown').id, verdict: 'executed', note: 'Seen in the web client.', quoteId: 'QT-9' },
    ]);
    await act(async () =>
      pane.client.settlements[0]?.answer(success(action(1, 'done', { ...send, settledBy: 'person' }))),
    );
    expect(screen.queryByRole('form', { name: 'Resolve manually' })).toBeNull();
    expect(pane.text()).toContain('Resolved as live: Withdraw quote QT-1');
    expect(pane.client.acts).toEqual([]);
  });

  it('wants the number of a quote, and has the one that the desk found', () => {
    const found = 'Quote QT-8 from Us says what was sent. If Us is you, resolve it as live.';
    const pane = opened(action(1, 'unknown', { ...send, evidence: found }));
    pane.press('Resolve manually');
    fireEvent.click(screen.getByRole('radio', { name: WENT_LIVE }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quote id' }).value).toBe('QT-8');
    pane.type('How do you know?', 'It is us.');
    pane.type('Quote id', '');
    pane.press('Continue');
    expect(pane.text()).toContain('Enter the quote id');
    expect(screen.queryByRole('button', { name: 'Resolve as live' })).toBeNull();
    pane.type('Quote id', 'QT-8');
    pane.press('Continue');
    pane.press('Resolve as live');
    expect(pane.client.settlements).toMatchObject([{ verdict: 'executed', quoteId: 'QT-8' }]);
  });

  it('has no number where several could be it, or somebody else’s is meant', () => {
    const theirs = 'Quote QT-8 says what was sent, but is from Nord, not from you.';
    const pane = opened(action(1, 'unknown', { ...send, evidence: theirs }));
    pane.press('Resolve manually');
    fireEvent.click(screen.getByRole('radio', { name: WENT_LIVE }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quote id' }).value).toBe('');
  });

  it('warns where the request’s list shows the quote live, and wants that denied before "not live"', async () => {
    const pane = opened(action(1, 'unknown', send));
    pane.press('Resolve manually');
    const listed = quote({
      requestId: asked.id,
      direction: 'ask',
      price: single('84.15'),
    });
    pane.say({ kind: 'quotes', id: asked.id }, { records: [listed], unreadable: [] });
    pane.type('How do you know?', 'Not in the web client.');
    fireEvent.click(screen.getByRole('radio', { name: WENT_LIVE }));
    expect(pane.text()).not.toContain('shows such a quote live');
    fireEvent.click(screen.getByRole('radio', { name: 'Never went live' }));
    expect(pane.text()).toMatch(/The request’s list, read .*12:04:\d\d CET, shows such a quote live: QT-\d/);
    pane.press('Continue');
    expect(pane.text()).toContain('Confirm that it is not this desk’s.');
    expect(screen.queryByRole('button', { name: 'Resolve as not live' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'It is not this desk’s quote' }));
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Continue');
    pane.press('Resolve as not live');
    expect(pane.client.settlements).toMatchObject([{ verdict: 'not-executed' }]);
  });

  it('wants no more for "not live" where the list shows another price', () => {
    const pane = opened(action(1, 'unknown', send));
    pane.press('Resolve manually');
    const other = quote({
      requestId: asked.id,
      direction: 'ask',
      price: single('84.2'),
    });
    pane.say({ kind: 'quotes', id: asked.id }, { records: [other], unreadable: [] });
    pane.type('How do you know?', 'Not in the web client.');
    fireEvent.click(screen.getByRole('radio', { name: 'Never went live' }));
    pane.press('Continue');
    expect(screen.getByRole('button', { name: 'Resolve as not live' })).toBeTruthy();
  });

  it('asks for the second press anew after anything has changed, and tells a refusal', async () => {
    const pane = opened(action(1, 'acknowledged'));
    pane.press('Resolve manually');
    fireEvent.click(screen.getByRole('radio', { name: 'Not withdrawn' }));
    pane.type('How do you know?', 'It is still live.');
    pane.press('Continue');
    pane.type('How do you know?', 'It is still live there.');
    expect(screen.queryByRole('button', { name: /^Resolve for good/ })).toBeNull();
    pane.press('Continue');
    pane.press('Resolve as not withdrawn');
    const over = { kind: 'wrong-state', message: 'It has ended already.', next: 'Look at it.' } as const;
    await act(async () => pane.client.settlements[0]?.answer(failed(over)));
    expect(screen.getByRole('form', { name: 'Resolve manually' }).textContent).toContain(
      'It has ended already. Look at it.',
    );
  });

  it('takes no note of more than 300 characters and no id that cannot be one', () => {
    const pane = opened(action(1, 'unknown', send));
    pane.press('Resolve manually');
    fireEvent.click(screen.getByRole('radio', { name: WENT_LIVE }));
    pane.type('How do you know?', 'x'.repeat(301));
    expect(pane.text()).toContain('The note is longer than 300 characters.');
    pane.type('How do you know?', 'x'.repeat(300));
    pane.type('Quote id', 'a/b');
    expect(pane.text()).toContain('Quote id is not a valid platform id.');
    pane.press('Continue');
    expect(screen.queryByRole('button', { name: /^Resolve for good/ })).toBeNull();
  });
});

describe('the export', () => {
  const name = 'spreaddesk-journal-simulator-2026-11-20.jsonl';
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('saves the whole journal, and copies it where nothing can be saved', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const clipboard = new PressClipboard();
    const pane = opened(action(1, 'done'));
    pane.press('JSON Lines');
    expect(pane.client.files.map(({ what }) => what)).toEqual(['jsonl']);
    const content = new Blob(['{"sequence":1}\n']);
    await act(async () =>
      pane.client.files[0]?.answer(success({ name, content, source: '/api/journal?format=jsonl' })),
    );
    expect(saved).toEqual([name]);
    expect(pane.text()).toContain(`${name} is ready (1 kB)`);
    expect(pane.text()).not.toMatch(/downloads\.\S/);
    await clipboard.during(() => pane.press('Copy'));
    expect(clipboard.texts).toEqual(['{"sequence":1}\n']);
    expect(pane.text()).toContain(`${name} copied.`);
  });

  it('comes by the browser of the system where Excel can open it, and is marked where nothing may be copied', async () => {
    const addresses: string[] = [];
    const requirements = { isSetSupported: (set: string) => set === 'OpenBrowserWindowApi' };
    const ui = { openBrowserWindow: (address: string) => void addresses.push(address) };
    vi.stubGlobal('Office', { context: { requirements, ui } });
    const clipboard = new PressClipboard({ refuses: true });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const pane = opened(action(1, 'done'));
    act(() => pane.office.set({ kind: 'excel', sheet: new MemorySheet() }));
    pane.press('JSON Lines');
    const content = new Blob(['{"sequence":1}\n']);
    const source = '/api/journal?format=jsonl';
    await act(async () => pane.client.files[0]?.answer(success({ name: 'journal.jsonl', content, source })));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save in the browser' })));
    expect(pane.client.tickets).toEqual([source]);
    expect(addresses).toEqual([`${window.location.origin}/api/files/ticket`]);
    await clipboard.during(() => pane.press('Copy'));
    const marked = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'journal.jsonl, to copy' });
    expect(pane.text()).toContain('journal.jsonl could not be copied');
    expect(marked.value).toBe('{"sequence":1}\n');
    const isMarked = (): boolean =>
      document.activeElement === marked && marked.selectionStart === 0 && marked.selectionEnd === 15;
    expect(isMarked()).toBe(true);
    marked.setSelectionRange(3, 3);
    act(() => screen.getByRole('button', { name: 'Copy' }).focus());
    expect(isMarked()).toBe(false);
    await clipboard.during(() => pane.press('Copy'));
    expect(isMarked()).toBe(true);
  });

  it('tells why there is none', async () => {
    const pane = opened();
    pane.press('CSV');
    const away = { kind: 'unavailable', message: 'The gateway is away.', next: 'Try again.' } as const;
    await act(async () => pane.client.files[0]?.answer(failed(away)));
    expect(pane.client.files.map(({ what }) => what)).toEqual(['csv']);
    expect(pane.text()).toContain('The gateway is away. Try again.');
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  });
});
