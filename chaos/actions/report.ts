import { aligned, figure } from '../campaign/table';
import { CUTS } from './cuts';
import { ENDS } from './judgement';
import type { Ran } from './run';

type Shown = Pick<Ran, 'plan' | 'evidence'>;

/** What people would have been asked to judge, a line each. */
export const shownIn = (runs: readonly Shown[]): readonly string[] =>
  runs.flatMap(({ plan, evidence }) =>
    evidence === undefined ? [] : [`Shown (${plan.kind}, seed ${plan.seed}): ${evidence}`],
  );

type Counted = Pick<Ran, 'end' | 'missed' | 'violations' | 'deeds'> & {
  readonly plan: Pick<Ran['plan'], 'cut'>;
};

const HEAD = ['Cut', 'runs', ...ENDS, 'executed', 'missed', 'wrong'];

/** Cuts by outcomes, the sums last. */
export function tableOf(runs: readonly Counted[]): string {
  const rows = CUTS.flatMap(({ name }) => {
    const own = runs.filter(({ plan }) => plan.cut === name);
    return own.length > 0 ? [rowOf(name, own)] : [];
  });
  const lines = [HEAD, ...rows, rowOf('all', runs)];
  return aligned(lines);
}

function rowOf(name: string, runs: readonly Counted[]): string[] {
  const count = (holds: (run: Counted) => boolean): number => runs.filter(holds).length;
  const figures = [
    runs.length,
    ...ENDS.map((end) => count((run) => run.end === end)),
    count(({ deeds }) => deeds.executions > 0),
    count(({ missed }) => missed),
    count(({ violations }) => violations.length > 0),
  ];
  return [name, ...figures.map(figure)];
}
