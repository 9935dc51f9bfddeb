import { expect, it } from 'vitest';
import type { Fill } from '../../../../src/domain/delivery/fill';
import { RequestId, TradeId } from '../../../../src/domain/identifiers';
import { fillInWords, fillPrice } from '../../../../src/taskpane/ui/text/fill-text';
import { formatters, NOON, price } from '../../examples';

const FILL: Fill = {
  tradeId: TradeId.parse('TR-1'),
  requestId: RequestId.parse('RQ-1'),
  at: NOON,
  legs: ['0.56', '74', '74'].map((written) => ({ price: price(written), action: 'buy' as const })),
  counterparty: 'Harrier',
};

it('says all prices of a swap, which has no net price, and none where one is missing', () => {
  expect(fillPrice(FILL, formatters)).toBe('0.56 / 74.00 / 74.00');
  expect(fillInWords(FILL, formatters)).toContain(' at 0.56 / 74.00 / 74.00 from Harrier');
  const [first, ...others] = FILL.legs;
  const { price: _, ...unpriced } = first ?? {};
  expect(fillPrice({ ...FILL, legs: [unpriced, ...others] }, formatters)).toBe('–');
  expect(fillPrice({ ...FILL, price: price('31.35') }, formatters)).toBe('31.35');
});
