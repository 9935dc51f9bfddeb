import { aligned, figure } from '../campaign/table';
import type { TrialOver } from './tried';

const row = (word: string, trial: string, text: string): string =>
  `${word.padEnd(7)}${trial.padEnd(27)}${text}`;

/** A line for each promise, or for why there is none. */
export function linesOf({ trial, met, notTried, violations }: TrialOver): readonly string[] {
  if (notTried !== undefined) return [row('', trial, `not tried: ${notTried}`)];
  if (met.length === 0) return violations.map(({ says }) => row('WRONG', trial, says));
  return met.map(({ isMet, promise, seen }) =>
    row(isMet ? 'met' : 'WRONG', trial, `${promise}${seen && ` (${seen})`}`),
  );
}

/** Trials by what came of them, the sums last. */
export function tableOf(overs: readonly TrialOver[]): string {
  const names = [...new Set(overs.map(({ trial }) => trial))];
  return aligned([
    ['Trial', 'runs', 'promises', 'not met', 'wrong'],
    ...names.map((name) =>
      rowOf(
        name,
        overs.filter(({ trial }) => trial === name),
      ),
    ),
    rowOf('all', overs),
  ]);
}

function rowOf(name: string, all: readonly TrialOver[]): string[] {
  const overs = all.filter(({ notTried }) => notTried === undefined);
  const promises = overs.flatMap(({ met }) => met);
  const figures = [
    overs.length,
    promises.length,
    promises.filter(({ isMet }) => !isMet).length,
    overs.filter(({ violations }) => violations.length > 0).length,
  ];
  return [name, ...figures.map(figure)];
}
