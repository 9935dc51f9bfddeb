import type { Campaign } from '../campaign/campaign';
import { planOf } from './plan';
import { tableOf } from './report';
import { PROFILE, ran, type Ran } from './run';

export const EVENTS: Campaign<Ran> = {
  name: 'events',
  profile: PROFILE,
  runsPerPlatform: 10,
  namedIn: (seed) => planOf(seed).fault,
  aboutOf: (seed) => planOf(seed).fault,
  ran: (seed, stage) => ran(planOf(seed), stage),
  tableOf,
};
