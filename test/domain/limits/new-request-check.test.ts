import { describe, expect, it } from 'vitest';
import { Day } from '../../../src/domain/day';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { newRequestCheck } from '../../../src/domain/limits/new-request-check';
import type { NewLeg, NewRequest } from '../../../src/domain/new-request';
import { Quantity } from '../../../src/domain/quantity';

const NOW = Date.UTC(2026, 10, 20, 11);

const leg = (over: Partial<NewLeg> = {}): NewLeg => ({
  action: 'buy',
  commodity: 'power',
  market: 'FR',
  deliveryStart: Day.parse('2027-01-01'),
  deliveryEnd: Day.parse('2027-03-31'),
  loadProfile: 'base',
  quantity: Quantity.parse('10'),
  quantityUnit: 'MW',
  ...over,
});
const single = (over: Partial<NewLeg> = {}): NewRequest => ({
  contract: 'single',
  legs: [leg(over)],
  allOrNone: false,
  recipients: [],
});
const check = (request: NewRequest, markets: readonly string[] = [], now = NOW) =>
  newRequestCheck(request, { markets, now }, BUILT_IN_LIMITS);
const told = (...args: Parameters<typeof check>) => {
  const { blocks, warnings } = check(...args);
  return { blocks: blocks.map(({ code }) => code), warnings: warnings.map(({ code }) => code) };
};

describe('the check of a new request', () => {
  it('finds nothing in an ordinary one', () => {
    expect(told(single())).toEqual({ blocks: [], warnings: [] });
  });

  it('holds its size to the levels of a quote: a tick above the first, no sending above the second', () => {
    expect(told(single({ quantity: Quantity.parse('51') })).warnings).toEqual(['volume']);
    expect(told(single({ quantity: Quantity.parse('100000') })).blocks).toContain('volume');
    const strict = { volume: [{ unit: 'MW', block: '5' }] };
    const own = newRequestCheck(single(), { markets: [], now: NOW }, BUILT_IN_LIMITS, [strict as never]);
    expect(own.blocks.map(({ code }) => code)).toEqual(['volume']);
  });

  it('counts each leg with its own quantity', () => {
    const legs: [NewLeg, NewLeg] = [leg(), leg({ market: 'DE', quantity: Quantity.parse('501') })];
    const spread: NewRequest = { ...single(), contract: 'spread', spreadType: 'location', legs };
    expect(told(spread).blocks).toEqual(['volume']);
  });

  it('wants a tick for a market of power or gas that nobody knows, and names the one that is near', () => {
    const { warnings } = check(single({ market: 'FRX' }));
    expect(warnings[0]).toMatchObject({ code: 'unknown-market', about: 'leg 1' });
    expect(warnings[0]?.message).toMatch(/check the name\. Did you mean FR/);
    expect(told(single({ market: 'FRX' }), ['FRX']).warnings).toEqual([]);
    expect(told(single({ commodity: 'gas', market: 'TTF', quantityUnit: 'MW' })).warnings).toEqual([]);
    expect(told(single({ market: 'TTF' })).warnings).toEqual(['unknown-market']);
    expect(told(single({ commodity: 'goo', market: 'EU-SOLAR', quantityUnit: 'certificates' }))).toEqual({
      blocks: [],
      warnings: [],
    });
  });

  it('does not send a delivery that is over by the clocks of its market', () => {
    const past = single({ deliveryStart: Day.parse('2026-01-01'), deliveryEnd: Day.parse('2026-03-31') });
    expect(check(past).blocks[0]?.message).toBe(
      'FR Q1-26 base is delivered already, to 2026-03-31: choose a product that is still to come.',
    );
    const today = single({ deliveryStart: Day.parse('2026-11-20'), deliveryEnd: Day.parse('2026-11-20') });
    expect(told(today).blocks).toEqual([]);
    expect(told(today, [], Date.UTC(2026, 10, 20, 22, 59)).blocks).toEqual([]);
    expect(told(today, [], Date.UTC(2026, 10, 20, 23, 1)).blocks).toEqual(['past-delivery']);
  });
});
