import { expect, it } from 'vitest';
import { CUTS } from '../../chaos/actions/cuts';
import { KillStep } from '../../chaos/actions/kill-step';
import { KINDS, planOf } from '../../chaos/actions/plan';
import { tableOf } from '../../chaos/actions/report';
import { seedsOf } from '../../chaos/campaign/seeds';
import { violation } from '../../chaos/campaign/violation';
import { ActionId } from '../../src/domain/identifiers';

const RUNS = 500;
const plans = seedsOf(1, RUNS).map(planOf);

it('plans the same run for the same seed, and another one for another', () => {
  for (const { seed, ...plan } of plans) expect(planOf(seed)).toEqual({ seed, ...plan });
  expect(seedsOf(1, RUNS)).toEqual(seedsOf(1, RUNS));
  expect(new Set(seedsOf(2, RUNS)).size).toBe(RUNS);
});

it('comes to every cut, every step at which the gateway can die, and every kind of action', () => {
  expect(new Set(plans.map(({ cut }) => cut)).size).toBe(CUTS.length);
  expect(new Set(plans.map(({ kind }) => kind)).size).toBe(KINDS.length);
  const steps = plans.flatMap(({ blow }) => blow.kill ?? []);
  expect([...new Set(steps)].sort()).toEqual([...KillStep.options].sort());
});

it('can be held to cuts of one name', () => {
  const cuts = seedsOf(1, 20, (seed) => planOf(seed).cut.includes('garbage')).map((seed) => planOf(seed).cut);
  expect(cuts).toHaveLength(20);
  expect(new Set(cuts).size).toBe(1);
});

it('gives every press an id as pages make them, no two alike', () => {
  const ids = plans.flatMap((plan) => plan.ids.map((id) => ActionId.parse(id)));
  expect(new Set(ids).size).toBe(3 * RUNS);
});

it('counts the runs of each cut by how they ended, with the sums last', () => {
  const [plan] = plans;
  if (!plan) throw new Error('There is no plan.');
  const ran = { plan, missed: false, violations: [], deeds: { executions: 1, made: [] } };
  const lines = tableOf([
    { ...ran, end: 'done, found' },
    { ...ran, end: 'done, found', violations: [violation('double executions', 'Executed 2 times.')] },
  ]).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(new RegExp(`^${plan.cut.replace(/[()]/g, '\\$&')} +2 .* 2 +· +1$`));
  expect(lines[2]).toMatch(/^all +2 /);
});
