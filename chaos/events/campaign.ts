import type { Campaign } from '../campaign/campaign';
import { planOf } from './plan';
import { tableOf } from './report';
import { PROFILE, ran, type Ran } from './run';

const NO_SMALL_DISK =
  'This account may not mount a small disk: runs with a full disk were left out. As root they are made.';

export const EVENTS: Campaign<Ran> = {
  name: 'events',
  profile: PROFILE,
  runsPerPlatform: 10,
  troubleOf: (seed) => planOf(seed).fault,
  aboutOf: (seed) => planOf(seed).fault,
  ran: (seed, stage) => ran(planOf(seed), stage),
  tableOf,
  remarksOn: (runs) => (runs.some(({ isLeftOut }) => isLeftOut) ? [NO_SMALL_DISK] : []),
};
