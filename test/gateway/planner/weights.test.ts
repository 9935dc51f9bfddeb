import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesPerMs, expectedRate, seen } from '../../../src/gateway/planner/change-rate';
import { weighing, type Weighed } from '../../../src/gateway/planner/weights';
import { WEIGHT_MAX, WEIGHT_MIN, worthOf } from '../../../src/gateway/planner/worth';
import { seededChance } from '../../../src/effects/chance';

const MINUTE_MS = 60_000;
const thing = (changes: number, over: Partial<Weighed> = {}): Weighed => ({
  changes,
  hinted: false,
  wishedPerMs: 1 / 4_000,
  ...over,
});
const weighed = fc.record({
  changes: fc.double({ min: 0, max: 1e6, noNaN: true }),
  hinted: fc.boolean(),
  wishedPerMs: fc.constantFrom(1 / 4_000, 1 / 5_000, 1 / 30_000),
});

describe('the rate of changes', () => {
  it.each([8, 20, 60])('is learned from looks every 20 minutes at what changes every %d minutes', (every) => {
    const chance = seededChance(7);
    let rate = expectedRate('quotes');
    let sum = 0;
    for (let look = 0; look < 400; look++) {
      rate = seen(rate, { ms: 20 * MINUTE_MS, changed: chance() < 1 - Math.exp(-20 / every) });
      if (look >= 100) sum += changesPerMs(rate) * every * MINUTE_MS;
    }
    expect(sum / 300).toBeGreaterThan(0.6);
    expect(sum / 300).toBeLessThan(1.5);
  });

  it('stays a number above nothing, whatever is seen', () => {
    const sighting = fc.record({ ms: fc.integer({ min: -1_000, max: 1e9 }), changed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(sighting, { maxLength: 200 }), (sightings) => {
        const perMs = changesPerMs(sightings.reduce(seen, expectedRate('quotes')));
        expect(perMs).toBeGreaterThan(0);
        expect(perMs).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('falls with every look that brought nothing', () => {
    const quiet = seen(expectedRate('quotes'), { ms: 30 * MINUTE_MS, changed: false });
    expect(changesPerMs(quiet)).toBeLessThan(changesPerMs(expectedRate('quotes')));
  });
});

describe('the worth of a call', () => {
  it('grows with age, so that nothing is forgotten', () => {
    const age = fc.double({ min: 0, max: 10, noNaN: true });
    const changes = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(age, changes, fc.boolean(), (younger, rate, hinted) => {
        const at = (one: number) => worthOf(one, { changes: rate, hinted });
        expect(at(younger + 0.5)).toBeGreaterThan(at(younger));
      }),
    );
  });

  it('is more with a hint than without', () => {
    for (const changes of [0, 0.1, 1, 5]) {
      expect(worthOf(0.7, { changes, hinted: true })).toBeGreaterThan(
        worthOf(0.7, { changes, hinted: false }),
      );
    }
  });
});

describe('weights', () => {
  it('keep every interval between a third and twice the even one', () => {
    fc.assert(
      fc.property(fc.array(weighed, { maxLength: 60 }), (all) => {
        const weigh = weighing(all);
        for (const one of all) {
          expect(weigh(one)).toBeGreaterThanOrEqual(WEIGHT_MIN);
          expect(weigh(one)).toBeLessThanOrEqual(WEIGHT_MAX);
        }
      }),
    );
  });

  it('cost together what even intervals cost', () => {
    const plain = weighed.map((one) => ({ ...one, hinted: false }));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 60 }), (all) => {
        const weigh = weighing(all);
        const even = all.reduce((sum, { wishedPerMs }) => sum + wishedPerMs, 0);
        const cost = all.reduce((sum, one) => sum + one.wishedPerMs / weigh(one), 0);
        expect(cost / even).toBeGreaterThan(0.99);
        expect(cost / even).toBeLessThan(1.01);
      }),
    );
  });

  it('leave alike things at their even interval', () => {
    const weigh = weighing(Array.from({ length: 50 }, () => thing(1.3)));
    expect(weigh(thing(1.3))).toBeCloseTo(1, 2);
  });

  it('favour what moves about once per interval over what never moves and what always does', () => {
    const [still, lively, frantic] = [thing(0.05), thing(1), thing(40)] as const;
    const weigh = weighing([still, lively, frantic]);
    expect(weigh(lively)).toBeLessThan(1);
    expect(weigh(still)).toBeGreaterThan(1);
    expect(weigh(frantic)).toBeGreaterThan(weigh(lively));
    expect(weigh({ ...still, hinted: true })).toBeLessThan(0.8);
  });
});
