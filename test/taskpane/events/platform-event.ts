import type { PlatformEvent } from '../../../src/domain/event';
import { OwnTrade } from '../../../src/domain/own-trade';
import { NOON } from '../examples';

/** A quote on RQ-1, pushed at noon, but for what is said otherwise. */
export const event = (sequence: number, fields: Partial<PlatformEvent> = {}): PlatformEvent => ({
  sequence,
  heardAt: NOON,
  origin: 'pushed',
  type: 'quotation-created',
  requestId: 'RQ-1',
  quoteId: `QT-${sequence}`,
  times: 1,
  ...fields,
});

/** What the gateway says of the trade TR-9 on RQ-1. */
export const ownTrade = (fields: Partial<OwnTrade> = {}): OwnTrade =>
  OwnTrade.parse({ tradeId: 'TR-9', requestId: 'RQ-1', state: 'own', since: NOON, ...fields });
