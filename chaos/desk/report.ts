import { aligned } from '../campaign/table';

/** One fault, and when trading went on. */
export interface Tried {
  readonly name: string;
  /** From the fault until the first press after it was done. */
  readonly againMs: number | undefined;
  readonly wrong: string | undefined;
  readonly note?: string | undefined;
}

export const reportOf = ({ name, againMs, wrong, note }: Tried): string =>
  [
    name,
    againMs === undefined ? 'no trading any more' : `trading again after ${Math.round(againMs)} ms`,
    note,
    wrong,
  ]
    .filter((part) => part !== undefined)
    .join('; ');

/** A line for each kind of fault, with the median, the 99th percentile and the longest time until trading went on. */
export function faultTable(tried: readonly Tried[]): string {
  const names = [...new Set(tried.map(({ name }) => name))];
  const rows = names.map((name) => {
    const times = tried
      .filter((one) => one.name === name)
      .map(({ againMs = Infinity }) => Math.round(againMs));
    const sorted = [...times].sort((a, b) => a - b);
    return [
      name,
      String(times.length),
      String(sorted[Math.floor((sorted.length - 1) / 2)]),
      String(sorted[Math.ceil(0.99 * sorted.length) - 1]),
      String(sorted.at(-1)),
    ];
  });
  return aligned([['fault', 'times', 'median ms', 'p99 ms', 'most ms'], ...rows]);
}
