import { cpus, loadavg } from 'node:os';

/** One figure: what was measured, on whom, and in which unit ("ms", "calls", "× bound"). */
export interface Row {
  readonly scenario: string;
  readonly subject: string;
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
}

export interface Report {
  readonly bench: string;
  readonly rows: readonly Row[];
}

/** The figures as one line of JSON, or for people: one aligned table for each scenario. */
export const shown = (report: Report, how: { json: boolean }): string =>
  how.json ? JSON.stringify(report) : tables(report.rows).join('\n\n');

const unique = (names: readonly string[]): string[] => [...new Set(names)];

function tables(rows: readonly Row[]): string[] {
  return unique(rows.map(({ scenario }) => scenario)).map((scenario) => {
    const own = rows.filter((row) => row.scenario === scenario);
    return `${scenario}\n${aligned(grid(own)).join('\n')}`;
  });
}

function grid(rows: readonly Row[]): string[][] {
  const heading = ({ metric, unit }: Row): string => `${metric} (${unit})`;
  const columns = unique(rows.map(heading));
  const lines = unique(rows.map(({ subject }) => subject)).map((subject) => [
    subject,
    ...columns.map((column) => {
      const row = rows.find((known) => known.subject === subject && heading(known) === column);
      return row ? String(row.value) : '';
    }),
  ]);
  return [['', ...columns], ...lines];
}

/** Names stand left, figures right. */
function aligned(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('   ')
      .trimEnd(),
  );
}

/** The share of the values that is at or below the answer; `NaN` of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** How busy the machine is, since figures taken on a busy one say little. */
export const loadRow = (moment: string): Row => ({
  scenario: 'this machine',
  subject: `${cpus().length} cores, Node ${process.versions.node}`,
  metric: `load average ${moment}`,
  value: rounded(loadavg()[0] ?? NaN, 2),
  unit: 'processes',
});
