import { failed, success, type Outcome } from '../../domain/failure';
import type { Recipient } from '../../domain/recipient';
import { read, unreadable } from './reading';
import { WireRecipient } from './wire';

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
