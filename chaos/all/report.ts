import type { Over } from '../campaign/report';
import { aligned } from '../campaign/table';
import { WRONGS, type Wrong } from '../campaign/violation';

/** What came of one campaign. */
export interface Part {
  readonly name: string;
  /** What this campaign can notice at all. */
  readonly looksFor: readonly Wrong[];
  readonly overs: readonly Over[];
  readonly minutes: number;
  /** Its own table. */
  readonly table: string;
}

export const isWrong = ({ violations }: Over): boolean => violations.length > 0;

/** Campaigns beside each other, the sums last. A campaign has a figure only for what it looks for. */
export function combinedTable(parts: readonly Part[]): string {
  const all = parts.flatMap(({ overs }) => overs);
  const line = (head: string, count: (overs: readonly Over[]) => number): string[] => [
    head,
    ...parts.map(({ overs }) => String(count(overs))),
    String(count(all)),
  ];
  const minutesMax = Math.max(...parts.map(({ minutes }) => minutes));
  const wrongs = WRONGS.map((wrong) => [
    wrong,
    ...parts.map(({ looksFor, overs }) => (looksFor.includes(wrong) ? String(timesOf(wrong, overs)) : '')),
    String(timesOf(wrong, all)),
  ]);
  return aligned([
    ['', ...parts.map(({ name }) => name), 'all'],
    line('runs', (overs) => overs.filter(({ notTried }) => notTried === undefined).length),
    line('not tried here', (overs) => overs.filter(({ notTried }) => notTried !== undefined).length),
    line('wrong', (overs) => overs.filter(isWrong).length),
    ...wrongs,
    ['minutes', ...[...parts.map(({ minutes }) => minutes), minutesMax].map((one) => one.toFixed(1))],
  ]);
}

const timesOf = (wrong: Wrong, overs: readonly Over[]): number =>
  overs
    .flatMap(({ violations }) => violations)
    .filter((violation) => violation.wrong === wrong)
    .reduce((sum, { times }) => sum + times, 0);
