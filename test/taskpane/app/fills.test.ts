import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import type { Fill } from '../../../src/domain/delivery/fill';
import { ActionId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { wholeTaken } from '../../../src/taskpane/app/fills';
import { NOON, price } from '../examples';

const QUOTE: Extract<Action['body'], { kind: 'send-quote' }> = {
  kind: 'send-quote',
  requestId: RequestId.parse('RQ-1'),
  direction: 'bid',
  price: { shape: 'single', price: price('32.6') },
  quantity: Quantity.parse('10'),
  allOrNone: false,
};
const sent = (allOrNone: boolean): Action => ({
  id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
  body: { ...QUOTE, allOrNone },
  shown: '',
  state: 'done',
  quoteId: QuoteId.parse('QT-1'),
  createdAt: NOON,
});
const fill = (id: string, quantity: string | undefined, quoteId = 'QT-1'): Fill => ({
  tradeId: TradeId.parse(id),
  at: NOON,
  legs: [],
  quoteId,
  ...(quantity !== undefined && { quantity: Quantity.parse(quantity) }),
});

it('a quote is taken wholly by one trade, or by several together', () => {
  expect([...wholeTaken([fill('TR-1', '10')], [sent(false)])]).toEqual(['QT-1']);
  expect([...wholeTaken([fill('TR-1', '4'), fill('TR-2', '6')], [sent(false)])]).toEqual(['QT-1']);
  expect([...wholeTaken([fill('TR-1', undefined)], [sent(true)])]).toEqual(['QT-1']);
});

it('a quote is live still of which the gateway knows every trade and no end', () => {
  const told = { ...sent(false), taken: [{ tradeId: TradeId.parse('TR-1') }] };
  expect(wholeTaken([fill('TR-1', '10')], [told]).size).toBe(0);
  const over = { how: 'accepted', at: NOON } as const;
  expect([...wholeTaken([fill('TR-1', '10')], [{ ...told, over }])]).toEqual(['QT-1']);
});

it('a quote is live still that was taken in part, as far as is known, or not at all', () => {
  expect(wholeTaken([fill('TR-1', '4')], [sent(false)]).size).toBe(0);
  expect(wholeTaken([fill('TR-1', undefined)], [sent(false)]).size).toBe(0);
  expect(wholeTaken([fill('TR-1', '10', 'QT-2')], [sent(false)]).size).toBe(0);
  expect(wholeTaken([fill('TR-1', '10')], []).size).toBe(0);
});
