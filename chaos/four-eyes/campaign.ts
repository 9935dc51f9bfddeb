import type { Campaign } from '../campaign/campaign';
import { aligned, figure } from '../campaign/table';
import { planOf, STEPS, WORDS } from './plan';
import { PROFILE, ran, type Ran } from './run';

const stepOf = ({ kill }: Ran['plan']): string => kill ?? 'killed when it was over';

export const FOUR_EYES: Campaign<Ran> = {
  name: 'four-eyes',
  profile: PROFILE,
  runsPerPlatform: 20,
  namedIn: (seed, option) => {
    const plan = planOf(seed);
    if (option === 'kind') return plan.pressed.kind;
    return option === 'word' ? plan.word : stepOf(plan);
  },
  aboutOf: (seed) => {
    const plan = planOf(seed);
    return `${plan.pressed.kind}, approved by: ${plan.word}, ${stepOf(plan)}`;
  },
  ran: (seed, stage) => ran(planOf(seed), stage),
  tableOf: (runs) =>
    [
      tableBy(runs, 'Approved by', WORDS, ({ word }) => word),
      tableBy(runs, 'Killed at', [...STEPS, 'killed when it was over'], stepOf),
    ].join('\n\n'),
};

function tableBy(
  runs: readonly Ran[],
  head: string,
  names: readonly string[],
  of: (plan: Ran['plan']) => string,
): string {
  const row = (name: string, own: readonly Ran[]): string[] => {
    const count = (holds: (run: Ran) => boolean): string => figure(own.filter(holds).length);
    return [
      name,
      figure(own.length),
      count(({ executions }) => executions === 0),
      count(({ executions }) => executions === 1),
      count(({ executions }) => executions > 1),
      count(({ missed }) => missed),
      count(({ violations }) => violations.length > 0),
    ];
  };
  const rows = names.map((name) =>
    row(
      name,
      runs.filter(({ plan }) => of(plan) === name),
    ),
  );
  return aligned([[head, 'runs', 'executed 0', '1', 'more', 'missed', 'wrong'], ...rows, row('all', runs)]);
}
