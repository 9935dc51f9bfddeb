import type { RawRecord } from '../../domain/record';
import { timeOf } from './reading';

const FIELDS = ['valid-until', 'expires-at'] as const;

/**
 * Since when nobody can take an offer, by its own record: as it is written, and in epoch ms (NaN where that is no time). Nothing where it does not say a time
 * of day: it may end with that day.
 */
export function validUntil(raw: RawRecord): { readonly text: string; readonly at: number } | undefined {
  const text = FIELDS.map((field) => raw[field]).find(
    (said): said is string => typeof said === 'string' && said.includes('T'),
  );
  return text === undefined ? undefined : { text, at: timeOf(text) ?? NaN };
}

/** Whether a text of records can say so of one of them. */
export const mayEnd = (json: string): boolean => FIELDS.some((field) => json.includes(`"${field}"`));
