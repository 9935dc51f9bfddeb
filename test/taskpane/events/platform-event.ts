import type { PlatformEvent } from '../../../src/domain/event';
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
