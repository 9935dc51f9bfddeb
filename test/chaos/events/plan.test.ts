import { expect, it } from 'vitest';
import { seedsOf } from '../../../chaos/campaign/seeds';
import { KillStep } from '../../../chaos/events/kill-step';
import { DOINGS, FAULTS, planOf, VOLLEYS } from '../../../chaos/events/plan';
import { invalidDeliveries } from '../../../chaos/events/invalid-deliveries';
import { readEventBody } from '../../contract/event/read-event-body';

const RUNS = 400;
const plans = seedsOf(1, RUNS).map(planOf);

it('plans the same run for the same seed', () => {
  for (const { seed, chance, ...plan } of plans) {
    const again = planOf(seed);
    expect(again).toMatchObject(plan);
    expect(again.chance()).toBe(chance());
  }
});

it('comes to every fault, every step of a kill and everything that can happen', () => {
  expect(new Set(plans.map(({ fault }) => fault)).size).toBe(FAULTS.length);
  expect(new Set(plans.flatMap(({ kill }) => kill?.step ?? [])).size).toBe(KillStep.options.length);
  expect(new Set(plans.flatMap(({ changes }) => changes.map(({ doing }) => doing))).size).toBe(DOINGS.length);
});

it('strikes while things still happen', () => {
  for (const { strikesAt, lasts, changes } of plans) {
    expect(strikesAt).toBeGreaterThan(0);
    expect(strikesAt + lasts).toBeLessThan(changes.length + 1);
  }
});

it('can be held to faults of one name', () => {
  const faults = seedsOf(1, 20, (seed) => planOf(seed).fault.includes('disk')).map(
    (seed) => planOf(seed).fault,
  );
  expect(faults).toEqual(Array.from({ length: 20 }, () => 'disk full'));
});

it('forges what would be taken for an event if nobody checked who sent it', () => {
  const forged = VOLLEYS.filter((fault) => fault.startsWith('forged'));
  expect(forged).toHaveLength(3);
  for (const fault of forged) {
    for (const { body } of invalidDeliveries(fault, { requestId: 'RQ-1', mark: 'm' }, () => 0)) {
      expect(readEventBody(Buffer.from(body))).toMatchObject({ ok: true, value: { requestId: 'RQ-1' } });
    }
  }
});
