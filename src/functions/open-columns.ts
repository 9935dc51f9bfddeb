import { cellOf } from './cells';
import type { Column } from './tables';

/** What has no fixed fields: one column for each that any record has, in the order in which they appear. */
export function openColumns<R>(
  rows: readonly R[],
  fieldsOf: (row: R) => Readonly<Record<string, unknown>>,
): readonly Column<R>[] {
  const names = new Set(rows.flatMap((row) => Object.keys(fieldsOf(row))));
  return [...names].map((name) => ({
    name,
    cell(row, time) {
      const fields = fieldsOf(row);
      return cellOf(Object.hasOwn(fields, name) ? fields[name] : undefined, name, time);
    },
  }));
}
