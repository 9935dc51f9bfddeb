import { afterAll, expect, it } from 'vitest';
import { ACTIONS } from '../../chaos/actions/campaign';
import { played } from '../../chaos/campaign/campaign';
import { complaintOf } from '../../chaos/campaign/report';
import { seedsOf } from '../../chaos/campaign/seeds';
import { Workplace } from '../../chaos/campaign/workplace';

// Few of the runs of `npm run chaos -- actions`, always the same: real processes in real time, about ten seconds.
const SEED = 1;
const RUNS = 8;
const WORKERS = 3;

const workplace = new Workplace();
afterAll(() => workplace.end());

it('executes nothing twice, loses nothing and says what was done, wherever an action is cut', async () => {
  const play = { seeds: seedsOf(SEED, RUNS), workers: WORKERS, onOver: () => undefined };
  const { runs, overs } = await played(ACTIONS, workplace, play);
  expect(runs).toHaveLength(RUNS);
  expect(overs.flatMap((over) => complaintOf(over) ?? [])).toEqual([]);
  expect(new Set(runs.map(({ plan }) => plan.cut)).size).toBeGreaterThan(RUNS / 2);
}, 120_000);
