import type { Campaign } from '../campaign/campaign';
import { violation } from '../campaign/violation';
import { deedsIn } from './deeds';
import { planOf } from './plan';
import { shownIn, tableOf } from './report';
import { PROFILE, ran, type Ran } from './run';

export const ACTIONS: Campaign<Ran> = {
  name: 'actions',
  profile: PROFILE,
  runsPerPlatform: 20,
  troubleOf: (seed) => planOf(seed).cut,
  aboutOf: (seed) => {
    const { kind, sort, cut } = planOf(seed);
    return `${kind} (${sort}), ${cut}`;
  },
  ran: (seed, stage) => ran(planOf(seed), stage),
  judgedLater: (run, truth) => {
    const { executions } = deedsIn(truth, run.scene);
    if (executions === run.deeds.executions) return run;
    const says = `Executed ${run.deeds.executions} times when it was judged, and ${executions} times later.`;
    const late = violation(run.deeds.executions > 0 ? 'double executions' : 'wrong final states', says);
    return { ...run, violations: [...run.violations, late] };
  },
  tableOf,
  remarksOn: shownIn,
};
