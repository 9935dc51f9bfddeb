import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { RequestId, QuoteId } from '../../../src/domain/identifiers';
import { preTradeCheck } from '../../../src/domain/limits/check';
import { BUILT_IN_LIMITS, type Limits, type PartKind } from '../../../src/domain/limits/limits';
import { partChecks, partIn } from '../../../src/domain/limits/part-checks';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';

const of = (text: string): Quantity => Quantity.parse(text);
const request = {
  legs: [{ action: 'buy', quantity: of('10'), quantityUnit: 'MW' }] as never,
};
const price = Price.parse('85');
const requestId = RequestId.parse('RQ-1');
const quote = (quantity: string): ActionBody => ({
  kind: 'send-quote',
  requestId,
  direction: 'ask',
  price: { shape: 'single', price },
  quantity: of(quantity),
  allOrNone: false,
});
const acceptance = (quantity?: string, shownQuantity?: string): ActionBody => ({
  kind: 'accept-quote',
  requestId,
  quoteId: QuoteId.parse('Q-1'),
  lastSeen: { type: 'per-leg', legPrices: [price] },
  ...(quantity !== undefined && { quantity: of(quantity) }),
  ...(shownQuantity !== undefined && { shownQuantity: of(shownQuantity) }),
});

describe('a part', () => {
  it('is an offer for less than its request, or an acceptance of less than its offer', () => {
    expect(partIn(quote('4'), request)).toEqual({ kind: 'offer', whole: '10' });
    expect(partIn(acceptance('4', '6'), request)).toEqual({ kind: 'acceptance', whole: '6' });
    expect(partIn(acceptance('4'), request, { quantity: of('5') })).toEqual({
      kind: 'acceptance',
      whole: '5',
    });
  });

  it('is nothing that is whole, and nothing that only takes risk away', () => {
    expect(partIn(quote('10'), request)).toBeUndefined();
    expect(partIn(quote('6'), { ...request, remainingQuantity: of('6') })).toBeUndefined();
    expect(partIn(acceptance(undefined, '6'), request)).toBeUndefined();
    expect(partIn(acceptance('6', '6'), request)).toBeUndefined();
    expect(
      partIn({ kind: 'withdraw-quote', requestId, quoteId: QuoteId.parse('Q-1') }, request),
    ).toBeUndefined();
  });

  it('is held back by the check before sending, with the limits of this desk or without', () => {
    const seen = {
      request: { ...request, id: requestId, contract: 'single' },
      offers: [],
      recent: [],
      now: 0,
    };
    const limits: Limits = { ...BUILT_IN_LIMITS, noReference: 'tell' };
    const codes = (unprovenParts: readonly PartKind[]) =>
      preTradeCheck(quote('4'), { ...seen, unprovenParts }, limits).warnings.map(({ code }) => code);
    expect(codes(['offer'])).toEqual(['part-unproven']);
    expect(codes([])).toEqual([]);
  });

  it('wants a tick until one of its kind was read back', () => {
    const part = partIn(quote('4'), request);
    expect(partChecks(quote('4'), part, ['offer', 'acceptance'])).toEqual([
      {
        step: 'warn',
        code: 'part-unproven',
        message:
          'This platform has not yet shown that it takes a part. If it ignores the quantity, the whole is offered: 10 instead of 4.',
      },
    ]);
    expect(partChecks(quote('4'), part, ['acceptance'])).toEqual([]);
    expect(partChecks(quote('10'), partIn(quote('10'), request), ['offer'])).toEqual([]);
  });
});
