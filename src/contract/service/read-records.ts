import { failed, success, type Outcome } from '../../domain/failure';
import { RequestId } from '../../domain/identifiers';
import { RiskSettings, type Analytics, type Recipient, type Risk } from '../../domain/record';
import { read, RecordReader, unreadable } from './reading';
import { WireAnalytics, WireRecipient, WireRisk } from './wire';

/** The analytics of a request; every field is kept and shown by its own name. */
export function readAnalytics(raw: unknown): Outcome<Analytics> {
  const parsed = read(WireAnalytics, raw, 'analytics');
  if (!parsed.ok) return parsed;
  const reader = new RecordReader();
  const requestId = reader.id('request-id', RequestId, parsed.value['request-id']);
  if (requestId === undefined) return failed(unreadable('analytics', reader.problems));
  return success({ requestId, raw: parsed.value });
}

/** A suggested recipient: a record that names somebody, or the bare name. */
export function readRecipient(raw: unknown): Outcome<Recipient> {
  if (typeof raw === 'string' && raw.trim()) return success({ name: raw, raw: { name: raw } });
  const parsed = read(WireRecipient, raw, 'a suggested recipient');
  if (!parsed.ok) return parsed;
  const { counterparty, name, recipient } = parsed.value;
  const known = [counterparty, name, recipient].find((text) => typeof text === 'string' && text.trim());
  if (known) return success({ name: known, raw: parsed.value });
  return failed(unreadable('a suggested recipient', [{ path: 'counterparty', message: 'missing' }]));
}

/** Risk management of one commodity; on or off is never assumed. */
export function readRisk(raw: unknown): Outcome<Risk> {
  const parsed = read(WireRisk, raw, 'the risk state of a commodity');
  if (!parsed.ok) return parsed;
  const { commodity, 'risk-management': on } = parsed.value;
  return success({ commodity, on, raw: parsed.value });
}

/** The detailed settings: any flat object of named numbers, texts and booleans. What is null has not been set. */
export const readRiskSettings = (raw: unknown): Outcome<RiskSettings> =>
  read(RiskSettings, withoutNulls(raw), 'risk settings');

const withoutNulls = (raw: unknown): unknown =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null))
    : raw;
