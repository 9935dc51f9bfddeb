import { textAt, type Fields } from './fields';
import { Absent, finding, type Finding } from './row';

/** A timestamp of each of some records, epoch ms. */
export const moments = (records: readonly Fields[], name: string): readonly number[] =>
  records.map((record) => Date.parse(textAt(record, name)));

/** What a list is filtered by, and which records pass. */
export interface Filter {
  readonly by: string;
  readonly query: Readonly<Record<string, string>>;
  readonly passes: (record: Fields) => boolean;
}

/** A period with both its ends that about the middle third of some records lies in. */
export function middleThird(records: readonly Fields[], name: string): Filter {
  const sorted = [...moments(records, name)].sort((a, b) => a - b);
  const [from, to] = [1, 2].map((third) => sorted[Math.floor((sorted.length * third) / 3)]);
  if (from === undefined || to === undefined || from === sorted[0] || from === to)
    throw new Absent('there is too little to filter');
  const [since, until] = [new Date(from).toISOString(), new Date(to).toISOString()];
  return {
    by: `${since} to ${until}`,
    query: { [`${name}-from`]: since, [`${name}-to`]: until },
    passes: (record) => {
      const at = Date.parse(textAt(record, name));
      return at >= from && at < to;
    },
  };
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
