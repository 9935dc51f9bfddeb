import { textAt, type Fields } from './fields';
import { Absent } from './row';

/** A timestamp of each of some records, epoch ms. */
export const moments = (records: readonly Fields[], name: string): readonly number[] =>
  records.map((record) => Date.parse(textAt(record, name)));

/** A moment between the first and the last of some, and how many lie from it on. */
export function middle(times: readonly number[]): { readonly from: string; readonly later: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const from = sorted[Math.floor(sorted.length / 2)];
  if (from === undefined || from === sorted[0]) throw new Absent('there is too little to filter');
  return { from: new Date(from).toISOString(), later: sorted.filter((time) => time >= from).length };
}
