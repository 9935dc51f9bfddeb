// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action, QuoteEnd } from '../../../src/domain/action';
import { ActionId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { ARM_IDLE_MS } from '../../../src/taskpane/app/arm';
import { ownTrade } from '../events/platform-event';
import { NOON, price, STATUS } from '../examples';
import { openPane } from '../open-pane';

const quote = (count: number, how?: QuoteEnd['how']): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-00000000000${count}`),
  body: {
    kind: 'send-quote',
    requestId: RequestId.parse('RQ-7'),
    direction: 'ask',
    price: { shape: 'single', price: price('29.1') },
    quantity: Quantity.parse('10'),
    allOrNone: true,
  },
  shown: 'a quote',
  state: 'done',
  quoteId: QuoteId.parse(`QT-${count}`),
  createdAt: NOON,
  endedAt: NOON,
  ...(how && { over: { how, at: NOON + count } }),
});
const withdrawal = (count: number): Action => ({
  id: ActionId.parse('00000000-0000-4000-8000-000000000099'),
  body: { kind: 'withdraw-quote', requestId: RequestId.parse('RQ-7'), quoteId: QuoteId.parse(`QT-${count}`) },
  shown: 'back',
  state: 'done',
  createdAt: NOON,
});
const said = () => screen.queryAllByText(/^No longer live:/).map(({ textContent }) => textContent);

it('says in every room which quotes ended without this desk, until somebody has read it', () => {
  const pane = openPane();
  pane.say({ kind: 'journal' }, [quote(1), quote(2, 'accepted'), quote(3, 'withdrawn'), withdrawal(3)]);
  expect(said()).toEqual([]);
  const ended = [quote(1, 'request-closed')];
  pane.say({ kind: 'journal' }, ended);
  for (const room of ['Requests', 'Journal', 'Desk']) {
    pane.press(room);
    expect(said()).toHaveLength(1);
  }
  expect(said()[0]).toContain('your ask 29.10 RQ-7 ended with its request (');
  pane.press('Close');
  expect(said()).toEqual([]);
  pane.say({ kind: 'journal' }, [...ended, quote(4, 'withdrawn')]);
  expect(said()[0]).toContain('was withdrawn');
  expect(said()[0]).not.toContain('ended with its request');
});

it('is folded behind an outage, which is read in full, and opens from there', () => {
  const pane = openPane();
  pane.say({ kind: 'events' }, []);
  pane.say({ kind: 'journal' }, [quote(1, 'request-closed')]);
  const inSight = () =>
    [...document.querySelectorAll<HTMLElement>('[data-strip]')].filter((one) => !one.hidden);
  expect(inSight()).toHaveLength(1);
  const failure = { kind: 'unavailable', message: 'The platform did not answer.', next: '' } as const;
  pane.say({ kind: 'status' }, { ...STATUS, failure });
  expect(inSight().map((one) => one.textContent)).toEqual([expect.stringMatching(/^NOT LIVE.*\+1 more/)]);
  pane.press('+1 more');
  expect(inSight()).toHaveLength(2);
  pane.press('Fold');
  expect(inSight()).toHaveLength(1);
});

it('folds nothing that says what may be live or done', () => {
  const pane = openPane();
  const failure = { kind: 'unavailable', message: 'The platform did not answer.', next: '' } as const;
  pane.say({ kind: 'status' }, { ...STATUS, failure });
  const corrected = 'Resolved as not sent; the records prove otherwise.';
  pane.say({ kind: 'journal' }, [{ ...quote(1), corrected }]);
  expect(screen.getByText(new RegExp(corrected)).closest<HTMLElement>('[data-strip]')?.hidden).toBe(false);
});

it('says in every room what a record says otherwise than was sent, until it is read', () => {
  const pane = openPane();
  const says = 'The platform lists QT-1 as at 8; you sent at 80.';
  pane.say({ kind: 'journal' }, [{ ...quote(1), contradictions: [{ about: 'terms', says }] }]);
  expect(screen.getByRole('alert').textContent).toContain(says);
  pane.press('Close');
  expect(screen.queryByText(new RegExp(says))).toBeNull();
});

it('says the next thing that a record has otherwise also after the first was read, and of a quote that is over no terms', () => {
  const pane = openPane();
  const terms = { about: 'terms', says: 'The platform lists QT-1 as at 8, you sent at 80.' } as const;
  pane.say({ kind: 'journal' }, [{ ...quote(1), contradictions: [terms] }]);
  pane.press('Close');
  const side = { about: 'side', tradeId: TradeId.parse('TR-1'), says: 'The record says you sold.' } as const;
  pane.say({ kind: 'journal' }, [{ ...quote(1), contradictions: [terms, side] }]);
  expect(screen.getByRole('alert').textContent).toContain(side.says);
  pane.press('Close');
  const changed = { ...terms, says: 'The platform lists QT-1 as at 9, you sent at 80.' };
  pane.say({ kind: 'journal' }, [{ ...quote(1), contradictions: [changed, side] }]);
  expect(screen.getByRole('alert').textContent).toContain(changed.says);
  pane.say({ kind: 'journal' }, [{ ...quote(1, 'withdrawn'), contradictions: [changed, side] }]);
  expect(screen.queryByText(new RegExp(changed.says))).toBeNull();
});

describe('a quote whose request was traded', () => {
  const LOOKED_UP = 'RQ-7 was traded: looking up whether your ask 29.10 was taken.';
  const ended = [quote(1, 'request-traded')];
  const strip = () =>
    screen
      .queryByText(/was traded: looking up/)
      ?.closest('[data-strip]')
      ?.getAttribute('data-strip');
  const trade = (fields: Parameters<typeof ownTrade>[0]) =>
    ownTrade({ requestId: RequestId.parse('RQ-7'), ...fields });

  function opened() {
    const pane = openPane();
    pane.say({ kind: 'events' }, []);
    pane.say({ kind: 'journal' }, ended);
    return pane;
  }

  it('is looked up, and never called ended before it was taken', () => {
    const pane = opened();
    expect(screen.getByText(LOOKED_UP)).toBeDefined();
    expect([strip(), ...said()]).toEqual(['plain']);
    const id = TradeId.parse('TR-9');
    pane.say({ kind: 'own-trades' }, [trade({ state: 'reported' })]);
    expect([strip(), ...said()]).toEqual(['plain']);
    pane.say({ kind: 'own-trades' }, [trade({ state: 'own', quoteId: QuoteId.parse('QT-1') })]);
    pane.say({ kind: 'trade', id }, { id, tradedAt: NOON, price: price('29.1'), raw: {} });
    expect([strip(), ...said()]).toEqual([undefined]);
  });

  it.each([
    ['the trade of another offer', { state: 'other' as const }],
    ['a trade in which another quote of the desk was taken', { quoteId: QuoteId.parse('QT-2') }],
  ])('was not taken by %s, which is said once no other trade can follow', async (_what, fields) => {
    const pane = opened();
    pane.say({ kind: 'own-trades' }, [trade(fields)]);
    expect([strip(), ...said()]).toEqual(['plain']);
    await pane.advance(121_000);
    expect(strip()).toBeUndefined();
    expect(said()[0]).toContain(
      'your ask 29.10 RQ-7 ended with its request, which was traded with others; no trade of it is known (',
    );
  });

  it('is looked up still after a trade of long before, and after a while said to have ended without a known one', async () => {
    const pane = opened();
    pane.say({ kind: 'own-trades' }, [trade({ state: 'other', since: NOON - 600_000 })]);
    expect([strip(), ...said()]).toEqual(['plain']);
    await pane.advance(180_000);
    expect(strip()).toBeUndefined();
    expect(said()[0]).toContain('ended with its request, which was traded; no trade of it is known yet (');
  });

  it('is told once its rest is lost, where a part was taken', async () => {
    const pane = openPane();
    const taken = [{ tradeId: TradeId.parse('TR-9'), quantity: Quantity.parse('4') }];
    pane.say({ kind: 'journal' }, [{ ...quote(1, 'request-closed'), taken }]);
    expect(said()[0]).toContain('your ask 29.10 RQ-7 ended with its request, taken in part (');
    pane.say({ kind: 'journal' }, [{ ...quote(1, 'request-traded'), taken }]);
    expect([strip(), ...said()]).toEqual(['plain']);
    await pane.advance(121_000);
    expect(said()[0]).toContain('ended with its request, which was traded, taken in part (');
    const rest = { tradeId: TradeId.parse('TR-10'), quantity: Quantity.parse('6') };
    pane.say({ kind: 'journal' }, [{ ...quote(1, 'request-traded'), taken: [...taken, rest] }]);
    expect([strip(), ...said()]).toEqual([undefined]);
  });

  it('is told in the end, though somebody closed what was told of others meanwhile', async () => {
    const pane = openPane();
    pane.say({ kind: 'journal' }, [quote(1, 'request-traded'), quote(4, 'withdrawn')]);
    expect(said()[0]).toContain('was withdrawn');
    pane.press('Close');
    expect([strip(), ...said()]).toEqual(['plain']);
    await pane.advance(121_000);
    expect(said()).toHaveLength(1);
    expect(said()[0]).toContain('no trade of it is known yet');
  });

  it('has no message where its line names the trade', () => {
    const pane = openPane();
    const taken = [{ tradeId: TradeId.parse('TR-9') }];
    pane.say({ kind: 'journal' }, [{ ...quote(1, 'request-traded'), taken }]);
    expect([strip(), ...said()]).toEqual([undefined]);
  });
});

it('has beside the switch why trading went off by itself', async () => {
  const pane = openPane();
  pane.arm();
  await pane.advance(ARM_IDLE_MS + 1);
  expect(document.body.textContent).toContain('Trading off · idle');
});
