import { mayEnd, validUntil } from '../../contract/service/valid-until';
import type { RawRecord } from '../../domain/record';

/** A list of offers as it stands at a moment, and when the next of them is over (epoch ms). */
export interface ListAt {
  readonly json: string;
  readonly nextAt?: number;
}

const EXPIRED = 'expired';

/**
 * A list of offers in which each is told as expired once its own time is over, although the platform lists it as active: nobody can take it, and it is
 * no market. `at`: the moment by the platform's clock.
 */
export function listAt(json: string, at: number): ListAt {
  if (!mayEnd(json)) return { json };
  const records: unknown = JSON.parse(json);
  if (!Array.isArray(records)) return { json };
  let isChanged = false;
  let nextAt = Infinity;
  const told = records.map((record: unknown) => {
    const until = isActive(record) ? (validUntil(record)?.at ?? NaN) : NaN;
    if (until <= at) {
      isChanged = true;
      return { ...Object(record), state: EXPIRED } as unknown;
    }
    if (until < nextAt) nextAt = until;
    return record;
  });
  return { json: isChanged ? JSON.stringify(told) : json, ...(nextAt < Infinity && { nextAt }) };
}

const isActive = (record: unknown): record is RawRecord =>
  typeof record === 'object' &&
  record !== null &&
  (('state' in record ? record.state : undefined) ?? 'active') === 'active';
