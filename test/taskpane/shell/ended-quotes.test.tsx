// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Action, QuoteEnd } from '../../../src/domain/action';
import { ActionId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { ARM_IDLE_MS } from '../../../src/taskpane/app/arm';
import { NOON, price } from '../examples';
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

it('has beside the switch why trading went off by itself', async () => {
  const pane = openPane();
  pane.arm();
  await pane.advance(ARM_IDLE_MS + 1);
  expect(document.body.textContent).toContain('Trading off · idle');
});
