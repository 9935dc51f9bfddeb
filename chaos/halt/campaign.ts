import { PROFILE } from '../actions/test-bed';
import type { Campaign } from '../campaign/campaign';
import { aligned, figure } from '../campaign/table';
import { KILLS, planOf } from './plan';
import { ran, type Ran } from './run';

export const HALT: Campaign<Ran> = {
  name: 'halt',
  profile: PROFILE,
  runsPerPlatform: 8,
  namedIn: (seed, option) => (option === 'kill' ? planOf(seed).kill : planOf(seed).disk),
  aboutOf: (seed) => {
    const { kill, haltedAfterMs, disk } = planOf(seed);
    return `halted after ${haltedAfterMs} ms, killed ${kill}, ${disk} disk`;
  },
  ran: (seed, stage) => ran(planOf(seed), stage),
  tableOf: (runs) => {
    const row = (name: string, own: readonly Ran[]): string[] => {
      const sum = (of: (run: Ran) => number): string => figure(own.reduce((all, run) => all + of(run), 0));
      return [
        name,
        figure(own.length),
        sum(({ isAnswered }) => Number(isAnswered)),
        sum(({ sent }) => sent),
        sum(({ stopped }) => stopped),
        sum(({ violations }) => Number(violations.length > 0)),
      ];
    };
    const rows = KILLS.map((kill) =>
      row(
        kill,
        runs.filter(({ plan }) => plan.kill === kill),
      ),
    );
    return aligned([
      ['Killed', 'runs', 'answered', 'sent before', 'never sent', 'wrong'],
      ...rows,
      row('all', runs),
    ]);
  },
};
