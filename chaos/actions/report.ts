import { HABITS } from '../habits/habit';
import { aligned, figure } from '../campaign/table';
import { CUTS } from './cuts';
import { ENDS } from './judgement';
import { KINDS } from './plan';
import { MASS_WITHDRAWAL_CUT } from './mass-withdrawal-plan';
import type { Ran } from './run';

type Shown = Pick<Ran, 'plan' | 'evidence'>;

/** What people would have been asked to judge, a line each. */
export const shownIn = (runs: readonly Shown[]): readonly string[] =>
  runs.flatMap(({ plan, evidence }) =>
    evidence === undefined ? [] : [`Shown (${plan.kind}, seed ${plan.seed}): ${evidence}`],
  );

type Counted = Pick<Ran, 'end' | 'missed' | 'violations' | 'executions' | 'openThoughReadable'> & {
  readonly plan: Pick<Ran['plan'], 'cut' | 'kind' | 'habits'>;
};

const COLUMNS = ['runs', ...ENDS, 'executed', 'readable', 'missed', 'wrong'];

/** Cuts, habits and kinds of action by outcomes, the sums last. A run of two habits counts in both rows. */
export function tableOf(runs: readonly Counted[]): string {
  const rows = (names: readonly string[], has: (run: Counted, name: string) => boolean): string[][] =>
    names.flatMap((name) => {
      const own = runs.filter((run) => has(run, name));
      return own.length > 0 ? [rowOf(name, own)] : [];
    });
  const cuts = [...CUTS.map(({ name }) => name), MASS_WITHDRAWAL_CUT];
  const isSame = (run: Counted): boolean => run.plan.habits.length === 0;
  return [
    [['Kind', ...COLUMNS], ...rows(KINDS, ({ plan }, name) => plan.kind === name)],
    [
      ['Habit', ...COLUMNS],
      ...rows(['none'], isSame),
      ...rows(HABITS, ({ plan }, name) => plan.habits.some((habit) => habit.name === name)),
    ],
    [['Cut', ...COLUMNS], ...rows(cuts, ({ plan }, name) => plan.cut === name), rowOf('all', runs)],
  ]
    .map(aligned)
    .join('\n\n');
}

function rowOf(name: string, runs: readonly Counted[]): string[] {
  const count = (holds: (run: Counted) => boolean): number => runs.filter(holds).length;
  const figures = [
    runs.length,
    ...ENDS.map((end) => count((run) => run.end === end)),
    count(({ executions }) => executions > 0),
    count(({ openThoughReadable }) => openThoughReadable),
    count(({ missed }) => missed),
    count(({ violations }) => violations.length > 0),
  ];
  return [name, ...figures.map(figure)];
}
