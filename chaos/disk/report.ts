import type { Tried } from './tried';

const row = (word: string, trial: string, text: string): string =>
  `${word.padEnd(7)}${trial.padEnd(26)}${text}`;

/** A line for each promise, or for why there is none. */
export const linesOf = (trial: string, came: Tried): readonly string[] =>
  'problem' in came
    ? [row('', trial, `not tried: ${came.problem}`)]
    : came.met.map(({ isMet, promise, seen }) =>
        row(isMet ? 'met' : 'WRONG', trial, `${promise}${seen && ` (${seen})`}`),
      );
