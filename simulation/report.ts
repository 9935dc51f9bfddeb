import type { Verdict } from './judgement';

const SHOWN_MAX = 8;

/** Promise, how often it was put to the test, how often it was broken. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ promise, says, tested, broken }) => [
    `${promise}. ${says}`,
    String(tested),
    String(broken.length),
  ]);
  const lines = [['Promise', 'put to the test', 'broken'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const shown = (cell: string, at: number): string =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return lines.map((cells) => cells.map(shown).join('  ')).join('\n');
}

/** What was broken, a line each, of each promise the first few. */
export const complaintsOf = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ promise, broken }) => [
    ...broken.slice(0, SHOWN_MAX).map((what) => `${promise}: ${what}`),
    ...(broken.length > SHOWN_MAX ? [`${promise}: and ${broken.length - SHOWN_MAX} more`] : []),
  ]);
