import type { Analytics } from '../../domain/analytics';
import { failed, success, type Outcome } from '../../domain/failure';
import { RequestId } from '../../domain/identifiers';
import { read, RecordReader, unreadable } from './reading';
import { WireAnalytics } from './wire';

/** The analytics of a request; every field is kept and shown by its own name. */
export function readAnalytics(raw: unknown): Outcome<Analytics> {
  const parsed = read(WireAnalytics, raw, 'analytics');
  if (!parsed.ok) return parsed;
  const reader = new RecordReader();
  const requestId = reader.id('request-id', RequestId, parsed.value['request-id']);
  if (requestId === undefined) return failed(unreadable('analytics', reader.problems));
  return success({ requestId, raw: parsed.value });
}
