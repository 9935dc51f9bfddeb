import { describe, expect, it } from 'vitest';
import type { BodyOf } from '../../../src/domain/action';
import { findingsFailure } from '../../../src/domain/limits/accepted-warnings';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { Quantity } from '../../../src/domain/quantity';
import { lastSeenOf } from '../../../src/domain/offers';
import { findingsOf, limitFindings } from '../../../src/taskpane/quoting/pre-trade-check';
import { leg, NOON, price, quote, request, single } from '../examples';

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
  limitFindings(body, seen, { limits: BUILT_IN_LIMITS }).map(({ level, code }) => [level, code]);

describe('what the limits say to an action as it stands', () => {
  it('is, for a ticket, a block, a warning or a note, blocks first', () => {
    expect(found(send('80.5'))).toEqual([]);
    expect(found(send('95'))).toEqual([['warn', 'best-price']]);
    const lots = request({ legs: [leg({ quantityUnit: 'lots' })] });
    const unmeasured = limitFindings(send('80.5'), { ...seen, request: lots }, { limits: BUILT_IN_LIMITS });
    expect(unmeasured.map(({ level, code }) => [level, code])).toEqual([
      ['note', 'volume'],
      ['note', 'notional'],
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
    const findings = limitFindings(body, { ...seen, offers: [offer] }, { limits: BUILT_IN_LIMITS });
    expect(findings[0]).toMatchObject({ level: 'block', code: 'volume' });
    expect(findings[0]?.text).toContain('600 MW');
  });

  it('is that nothing is sent while the levels of a person cannot be read', () => {
    const failure = { kind: 'denied', message: 'They cannot be read.', next: 'Set them.' } as const;
    expect(limitFindings(send('80'), seen, { limits: BUILT_IN_LIMITS, failure })).toEqual([
      { level: 'block', field: 'whole', code: 'unread', text: 'They cannot be read. Set them.' },
    ]);
  });

  it('is nothing for what takes risk away', () => {
    expect(found({ kind: 'withdraw-quote', requestId: asked.id, quoteId: quote().id })).toEqual([]);
    expect(found({ kind: 'delete-proposals', requestId: asked.id })).toEqual([]);
    expect(found(send('400', '600')).map(([level]) => level)).toContain('block');
  });

  it('reads the same from the gateway’s refusal, and nothing from another one', () => {
    const finding = { code: 'volume', message: 'Much.' } as const;
    const failure = findingsFailure({ warnings: [finding], blocks: [] });
    expect(findingsOf(failure)).toEqual([
      { level: 'warn', field: 'whole', code: 'volume', text: 'Much.', accepts: 'volume' },
    ]);
    expect(findingsOf({ kind: 'wrong-state', message: 'Over.', next: '' })).toEqual([]);
    expect(findingsOf(undefined)).toEqual([]);
  });
});
