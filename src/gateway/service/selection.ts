import type { Listing } from '../../domain/record';
import type { Period } from './service';

/** Each record once, as it came last: pages that shift while they are read repeat records. */
export const once = <T>({ records, unreadable }: Listing<T>, idOf: (record: T) => string): Listing<T> => ({
  records: [...new Map(records.map((record) => [idOf(record), record])).values()],
  unreadable,
});

/** What lies in the period: the service may draw its edges otherwise. A record without the moment stays. */
export function within<T>(
  { records, unreadable }: Listing<T>,
  period: Period | undefined,
  timeOf: (record: T) => number | undefined,
): Listing<T> {
  if (!period) return { records, unreadable };
  const inside = records.filter((record) => {
    const at = timeOf(record);
    return at === undefined || (at >= period.from && at < period.to);
  });
  return { records: inside, unreadable };
}

/** What is of the wanted kind: the service may not know the filter. A record that does not say stays. */
export function ofKind<T>(
  { records, unreadable }: Listing<T>,
  wanted: string | undefined,
  kindOf: (record: T) => string | undefined,
): Listing<T> {
  if (wanted === undefined) return { records, unreadable };
  const same = wanted.toLowerCase();
  return {
    records: records.filter((record) => (kindOf(record) ?? wanted).toLowerCase() === same),
    unreadable,
  };
}
