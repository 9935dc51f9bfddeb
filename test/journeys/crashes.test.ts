import { afterAll, expect, it } from 'vitest';
import { Campaign } from '../../chaos/actions/campaign';
import { seedsOf } from '../../chaos/actions/plan';
import { complaintsOf } from '../../chaos/actions/report';

// Few of the runs of `npm run chaos -- actions`, always the same: real processes in real time, about ten seconds.
const SEED = 1;
const RUNS = 8;
const WORKERS = 3;

const campaign = new Campaign();
afterAll(() => campaign.end());

it('executes nothing twice, loses nothing and says what was done, wherever an action is cut', async () => {
  await campaign.prepare();
  const runs = await campaign.play(seedsOf(SEED, RUNS), WORKERS, () => undefined);
  expect(runs).toHaveLength(RUNS);
  expect(runs.filter(({ violations }) => violations.length > 0).map(complaintsOf)).toEqual([]);
  expect(new Set(runs.map(({ plan }) => plan.cut)).size).toBeGreaterThan(RUNS / 2);
}, 120_000);
