import { expect, it } from 'vitest';
import { CUTS } from '../../chaos/actions/cuts';
import { KillStep } from '../../chaos/actions/kill-step';
import { MASS_WITHDRAWAL_CUT } from '../../chaos/actions/mass-withdrawal-plan';
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
  expect(new Set(plans.map(({ cut }) => cut))).toEqual(
    new Set([...CUTS.map(({ name }) => name), MASS_WITHDRAWAL_CUT]),
  );
  expect(new Set(plans.map(({ kind }) => kind)).size).toBe(KINDS.length);
  const steps = new Set(plans.flatMap(({ blow }) => blow.kill ?? []));
  // Those of an approval are the other campaign's.
  const ofApproval = /^(waiting|approved|reading-again)/;
  expect(KillStep.options.filter((step) => !steps.has(step)).every((step) => ofApproval.test(step))).toBe(
    true,
  );
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

it('counts the runs of each kind, habit and cut by how they ended, with the sums last', () => {
  const [drawn] = plans;
  if (!drawn) throw new Error('There is no plan.');
  const plan = { ...drawn, habits: [{ name: 'other words' }, { name: 'packs unasked' }] } as const;
  const ran = { plan, missed: false, violations: [], executions: 1, openThoughReadable: false };
  const [kinds = '', habits = '', cuts = ''] = tableOf([
    { ...ran, end: 'done, found' },
    { ...ran, end: 'done, found', violations: [violation('double executions', 'Executed 2 times.')] },
  ]).split('\n\n');
  const row = (name: string): RegExp =>
    new RegExp(`^${name.replace(/[()]/g, '\\$&')} +2 .* 2 +· +· +1$`, 'm');
  expect(kinds).toMatch(row(plan.kind));
  expect(habits).toMatch(row('other words'));
  expect(habits).toMatch(row('packs unasked'));
  expect(habits).not.toMatch(/^none/m);
  expect(cuts).toMatch(row(plan.cut));
  expect(cuts.split('\n').at(-1)).toMatch(/^all +2 /);
});
