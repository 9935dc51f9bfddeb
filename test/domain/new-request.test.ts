import { expect, it } from 'vitest';
import { NewRequest } from '../../src/domain/new-request';
import { newRequestProblem } from '../../src/domain/new-request-problem';

const leg = (over: object = {}) => ({
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  quantity: '10',
  ...over,
});
const single = (over: object = {}) => ({
  contract: 'single',
  legs: [leg()],
  allOrNone: true,
  recipients: [],
  ...over,
});

it('has as many legs as its contract, and says what kind of spread or swap it is', () => {
  const parses = (written: object): boolean => NewRequest.safeParse(written).success;
  expect(parses(single())).toBe(true);
  expect(parses(single({ legs: [] }))).toBe(false);
  expect(parses(single({ legs: [leg(), leg()] }))).toBe(false);
  const spread = { ...single(), contract: 'spread', legs: [leg(), leg()] };
  expect(parses(spread)).toBe(false);
  for (const spreadType of ['time', 'location', 'efp']) expect(parses({ ...spread, spreadType })).toBe(true);
  expect(parses({ ...spread, spreadType: 'standard' })).toBe(false);
  const swap = { ...single(), contract: 'swap', legs: [leg(), leg(), leg()] };
  expect(parses({ ...swap, swapType: 'grey-green-swap' })).toBe(true);
  expect(parses({ ...swap, swapType: 'swap' })).toBe(false);
});

it.each([
  { quantity: '0' },
  { quantity: 10 },
  { quantity: '-1' },
  { market: '' },
  { action: 'hold' },
  { deliveryEnd: '31.12.2027' },
  { clearing: { house: 'ECC' } },
  { price: '30' },
])('has no leg with %j', (over) => {
  expect(NewRequest.safeParse(single({ legs: [leg()] })).success).toBe(true);
  expect(NewRequest.safeParse(single({ legs: [leg(over)] })).success).toBe(false);
});

it('may be delivered on a single day', () => {
  const day = NewRequest.parse(single({ legs: [leg({ deliveryEnd: '2027-01-01' })] }));
  expect(newRequestProblem(day)).toBeUndefined();
  const before = NewRequest.parse(single({ legs: [leg({ deliveryEnd: '2026-12-31' })] }));
  expect(newRequestProblem(before)).toBeDefined();
});
