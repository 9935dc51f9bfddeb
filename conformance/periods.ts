import { textAt, type Fields } from './fields';
import { Absent, finding, type Finding } from './row';

/** A timestamp of each of some records, epoch ms. */
export const moments = (records: readonly Fields[], name: string): readonly number[] =>
  records.map((record) => Date.parse(textAt(record, name)));

/** What a list is filtered by, and which records pass. */
export interface Filter {
  readonly by: string;
  readonly passes: (record: Fields) => boolean;
}

/** A filter that about half of some records pass: those from the middle moment on. */
export function laterHalf(records: readonly Fields[], name: string): Filter {
  const sorted = [...moments(records, name)].sort((a, b) => a - b);
  const from = sorted[Math.floor(sorted.length / 2)];
  if (from === undefined || from === sorted[0]) throw new Absent('there is too little to filter');
  const passes = (record: Fields): boolean => Date.parse(textAt(record, name)) >= from;
  return { by: new Date(from).toISOString(), passes };
}

/** Whether a filtered list holds nothing that does not pass, and all of the whole list's first page that does. */
export function filtered(
  whole: readonly Fields[],
  part: readonly Fields[],
  filter: Filter & { readonly id: string },
): Finding {
  const found = new Set(part.map((record) => textAt(record, filter.id)));
  const expected = whole.filter(filter.passes).map((record) => textAt(record, filter.id));
  const holds =
    expected.length > 0 &&
    expected.length < whole.length &&
    expected.every((id) => found.has(id)) &&
    part.every(filter.passes);
  return finding(holds, `${part.length} by ${filter.by}, ${expected.length} of ${whole.length} without it`);
}
