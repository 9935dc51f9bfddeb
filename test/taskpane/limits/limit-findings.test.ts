import { describe, expect, it } from 'vitest';
import type { BodyOf } from '../../../src/domain/action';
import { findingsFailure } from '../../../src/domain/limits/finding';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { Quantity } from '../../../src/domain/quantity';
import { lastSeenOf } from '../../../src/domain/quote';
import { findingsOf, limitFindings } from '../../../src/taskpane/limits/limit-findings';
import { NOON, price, quote, request, single } from '../examples';

const asked = request();
const seen = { request: asked, offers: [quote({ price: single('80') })], recent: [], now: NOON };
const send = (amount: string, quantity = '10'): BodyOf<'send-quote'> => ({
  kind: 'send-quote',
  requestId: asked.id,
  direction: 'ask',
  price: { shape: 'single', price: price(amount) },
  quantity: Quantity.parse(quantity),
  allOrNone: true,
});
const found = (body: Parameters<typeof limitFindings>[0]) =>
  limitFindings(body, seen, BUILT_IN_LIMITS).map(({ level, code }) => [level, code]);

describe('what the limits say to an action as it stands', () => {
  it('is, for a ticket, a block, a warning or a note, blocks first', () => {
    expect(found(send('80.5'))).toEqual([['note', 'last-price']]);
    expect(found(send('95'))).toEqual([
      ['warn', 'best-price'],
      ['note', 'last-price'],
    ]);
    expect(found(send('400', '60'))[0]).toEqual(['block', 'best-price']);
    expect(found(send('400', '60'))).toContainEqual(['warn', 'volume']);
  });

  it('is the same for an acceptance, against the offer that is accepted', () => {
    const offer = quote({ price: single('80'), quantity: Quantity.parse('600') });
    const body: BodyOf<'accept-quote'> = {
      kind: 'accept-quote',
      requestId: asked.id,
      quoteId: offer.id,
      lastSeen: lastSeenOf(offer.price),
    };
    const findings = limitFindings(body, { ...seen, offers: [offer] }, BUILT_IN_LIMITS);
    expect(findings[0]).toMatchObject({ level: 'block', code: 'volume' });
    expect(findings[0]?.text).toContain('600 MW');
  });

  it('is nothing for what takes risk away', () => {
    expect(found({ kind: 'withdraw-quote', requestId: asked.id, quoteId: quote().id })).toEqual([]);
  });

  it('reads the same from the gateway’s refusal, and nothing from another one', () => {
    const finding = { code: 'volume', message: 'Much.' } as const;
    const failure = findingsFailure({ warnings: [finding], blocks: [] });
    expect(findingsOf(failure)).toEqual([{ level: 'warn', code: 'volume', text: 'Much.' }]);
    expect(findingsOf({ kind: 'wrong-state', message: 'Over.', next: '' })).toEqual([]);
    expect(findingsOf(undefined)).toEqual([]);
  });
});
