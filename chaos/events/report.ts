import { aligned, figure } from '../campaign/table';
import type { Judgement } from './judgement';
import { FAULTS, type Plan } from './plan';

export interface Told extends Judgement {
  readonly plan: Pick<Plan, 'seed' | 'fault'>;
  /** Why the fault could not be made here. */
  readonly notTried?: string | undefined;
}

const COUNTS = [
  ['sent', 'sent'],
  ['taken', '2xx'],
  ['stored', 'stored'],
  ['lost', 'lost'],
  ['forged', 'to turn away'],
  ['effective', 'with effect'],
  ['askedAgain', 'asked again'],
  ['wrongCells', 'wrong cells'],
  ['deaths', 'own deaths'],
] as const satisfies readonly (readonly [keyof Judgement['counts'], string])[];

/** Faults by what came of them, the sums last. */
export function tableOf(runs: readonly Told[]): string {
  const rows = FAULTS.flatMap((fault) => {
    const own = runs.filter(({ plan }) => plan.fault === fault);
    return own.length > 0 ? [rowOf(fault, own)] : [];
  });
  return aligned([
    ['Fault', 'runs', ...COUNTS.map(([, head]) => head), 'wrong'],
    ...rows,
    rowOf('all', runs),
  ]);
}

function rowOf(name: string, all: readonly Told[]): string[] {
  const runs = all.filter(({ notTried }) => notTried === undefined);
  const figures = [
    runs.length,
    ...COUNTS.map(([count]) => runs.reduce((sum, { counts }) => sum + counts[count], 0)),
    runs.filter(({ violations }) => violations.length > 0).length,
  ];
  return [name, ...figures.map(figure)];
}
