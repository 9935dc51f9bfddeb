import { PROFILE } from '../actions/test-bed';
import type { Campaign } from '../campaign/campaign';
import { aligned, figure } from '../campaign/table';
import { ENDS, planOf } from './plan';
import { ran, type Ran } from './run';

export const PROGRAMS: Campaign<Ran> = {
  name: 'programs',
  profile: PROFILE,
  runsPerPlatform: 8,
  namedIn: (seed, option) => (option === 'end' ? planOf(seed).end : planOf(seed).trouble),
  aboutOf: (seed) => {
    const { end, trouble, rows, words } = planOf(seed);
    return `${rows} rows, ${words} words, ends ${end}, trouble ${trouble}`;
  },
  ran: (seed, stage) => ran(planOf(seed), stage),
  tableOf: (runs) => {
    const row = (name: string, own: readonly Ran[]): string[] => {
      const sum = (of: (run: Ran) => number): string => figure(own.reduce((all, run) => all + of(run), 0));
      return [
        name,
        figure(own.length),
        sum(({ sent }) => sent),
        sum(({ samples }) => samples),
        figure(Math.max(0, ...own.map(({ offMs }) => offMs))),
        sum(({ violations }) => Number(violations.length > 0)),
      ];
    };
    const rows = ENDS.map((end) =>
      row(
        end,
        runs.filter(({ plan }) => plan.end === end),
      ),
    );
    return aligned([
      ['Ended by', 'runs', 'quotes', 'looks', 'off after ms', 'wrong'],
      ...rows,
      row('all', runs),
    ]);
  },
};
