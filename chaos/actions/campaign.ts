import type { Campaign } from '../campaign/campaign';
import { violation } from '../campaign/violation';
import { inDialect, planOf } from './plan';
import { shownIn, tableOf } from './report';
import { PROFILE, ran, type Ran } from './run';

export const ACTIONS: Campaign<Ran> = {
  name: 'actions',
  profile: PROFILE,
  runsPerPlatform: 20,
  namedIn: (seed, option) => {
    const { cut, kind, habits } = planOf(seed);
    if (option === 'kind') return kind;
    return option === 'habit' ? habits.map(({ name }) => name).join(', ') || 'none' : cut;
  },
  aboutOf: (seed) => {
    const { kind, sort, cut, habits } = planOf(seed);
    return [`${kind} (${sort})`, cut, ...habits.map(({ name }) => name)].join(', ');
  },
  ran: (seed, stage) => ran(stage.dialects ? inDialect(planOf(seed)) : planOf(seed), stage),
  judgedLater: (run, truth) => {
    const later = run.executionsLater?.(truth) ?? run.executions;
    if (later === run.executions) return run;
    // What takes risk away may be executed late, or be sent again, unless it was said that it was not executed.
    if (run.protects && run.end !== 'rejected') return run;
    const says = `Executed ${run.executions} times when it was judged, and ${later} times later.`;
    const late = violation(run.executions > 0 ? 'double executions' : 'wrong final states', says);
    return { ...run, violations: [...run.violations, late] };
  },
  tableOf,
  remarksOn: shownIn,
};
