import type { RawRecord } from '../../domain/record';
import { getPath } from './fields';

type Joined = 'always' | 'when-different';

/**
 * A field that stands on the record or on each of its legs: the record's own value first, else the legs' in their
 * fixed order, as in "DE / FR". With `when-different`, legs that agree give their one value, so that numbers stay
 * numbers and dates dates.
 */
export function legValue(record: RawRecord, name: string, join: Joined): unknown {
  const own = getPath(record, name);
  if (own.found && own.value !== null && own.value !== undefined) return own.value;
  const { legs } = record;
  if (!Array.isArray(legs)) return undefined;
  const values = legs.map((_, leg) => {
    const looked = getPath(record, `legs[${leg}].${name}`);
    return looked.found ? looked.value : undefined;
  });
  return joined(values, join);
}

/** Several values as one, as in "DE / FR". */
export function joined(values: readonly unknown[], join: Joined = 'when-different'): unknown {
  const [first, ...others] = values;
  if (others.every((value) => value === first) && (join === 'when-different' || others.length === 0)) {
    return first;
  }
  const words = values.map((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '–',
  );
  return words.every((word) => word === '–') ? undefined : words.join(' / ');
}
