import { rounded, type Row } from '../report/report';

/** What one size costs, by name. */
export type Figures = Readonly<Record<string, number>>;

/** Figures of growing sizes, in their order. */
export interface Grown {
  readonly scenario: string;
  /** What is counted: "lines". */
  readonly unit: string;
  readonly counts: readonly number[];
  readonly figures: readonly Figures[];
}

/** A slope above this is explained in docs/benchmarks.md, or mended. */
const SLOPE_MAX = 1.1;

/** How a figure grew to the largest size from the one before it, on a log scale: 0 is flat, 1 grows like the count. */
export function slopeOf(metric: string, { counts, figures }: Pick<Grown, 'counts' | 'figures'>): number {
  const [before = NaN, after = NaN] = figures.slice(-2).map((one) => one[metric] ?? NaN);
  const [fewer = NaN, more = NaN] = counts.slice(-2);
  return Math.log(after / before) / Math.log(more / fewer);
}

/** A row for each figure: one column for each size, and the slope. */
export function rowsOfGrown(grown: Grown): Row[] {
  const { scenario, unit, counts, figures } = grown;
  return Object.keys(figures[0] ?? {}).flatMap((subject) => [
    ...figures.map((one, at) => ({
      scenario,
      subject,
      metric: `${counts[at]}`,
      value: rounded(one[subject] ?? NaN, 2),
      unit,
    })),
    { scenario, subject, metric: 'slope', value: rounded(slopeOf(subject, grown), 2), unit: 'log' },
  ]);
}

/** The figures that grew faster than what is counted. */
export const steepOnes = (grown: Grown): readonly string[] =>
  Object.keys(grown.figures[0] ?? {}).filter((metric) => slopeOf(metric, grown) > SLOPE_MAX);
