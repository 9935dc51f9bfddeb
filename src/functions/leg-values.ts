import type { RawRecord } from '../domain/record';
import { look } from './fields';

type Joined = 'always' | 'when-different';

/**
 * A field that stands on the record or on each of its legs: the record's own value first, else the legs' in their
 * fixed order, as in "DE / FR". With `when-different`, legs that agree give their one value, so that numbers stay
 * numbers and dates dates.
 */
export function legValue(record: RawRecord, name: string, join: Joined): unknown {
  const own = record[name];
  if (own !== null && own !== undefined) return own;
  const { legs } = record;
  if (!Array.isArray(legs)) return undefined;
  const values = legs.map((_, leg) => {
    const looked = look(record, `legs[${leg}].${name}`);
    return looked.found ? looked.value : undefined;
  });
  const [first, ...others] = values;
  if (others.every((value) => value === first) && (join === 'when-different' || others.length === 0)) {
    return first;
  }
  const words = values.map((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '–',
  );
  return words.every((word) => word === '–') ? undefined : words.join(' / ');
}
