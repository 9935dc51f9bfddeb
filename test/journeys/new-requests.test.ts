import { expect, it } from 'vitest';
import type { NewLeg, NewRequest } from '../../src/domain/new-request';
import { Quantity } from '../../src/domain/quantity';
import { ASK, deskAtSimulator, failure, value } from './desk-at-simulator';

const leg = (over: Partial<NewLeg> = {}): NewLeg => ({
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
  quantity: Quantity.parse('10'),
  ...over,
});
const sold = (over: Partial<NewLeg> = {}): NewLeg => leg({ action: 'sell', ...over });
const NEXT_YEAR = { deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' };
const terms = { allOrNone: false, recipients: [] };

const SINGLE: NewRequest = { contract: 'single', legs: [leg()], ...terms };
const spread = (spreadType: 'time' | 'location' | 'efp', legs: [NewLeg, NewLeg]): NewRequest => ({
  contract: 'spread',
  spreadType,
  legs,
  ...terms,
});
const STANDARD = spread('time', [leg(), sold(NEXT_YEAR)]);
const SWAP: NewRequest = {
  contract: 'swap',
  swapType: 'green-grey-swap',
  legs: [
    sold({ commodity: 'goo', market: 'EU-WIND', quantity: Quantity.parse('87600') }),
    leg(),
    sold({ loadProfile: 'base' }),
  ],
  ...terms,
};

it.each<[string, NewRequest, object]>([
  ['single', SINGLE, { contract: 'single', allOrNone: false }],
  [
    'time spread',
    spread('time', [leg(), sold({ deliveryStart: '2029-01-01', deliveryEnd: '2029-12-31' })]),
    { contract: 'spread', spreadType: 'time' },
  ],
  [
    'location spread',
    spread('location', [leg(), sold({ market: 'FR' })]),
    { contract: 'spread', spreadType: 'location' },
  ],
  [
    'exchange for physical',
    spread('efp', [leg({ clearing: { type: 'exchange', house: 'ECC' } }), sold()]),
    { contract: 'spread', spreadType: 'efp', legs: [{ clearing: { type: 'exchange', house: 'ECC' } }, {}] },
  ],
  ['spread of two bought legs', spread('location', [leg(), leg({ market: 'FR' })]), { contract: 'spread' }],
  [
    'standard spread, which the platform detects',
    STANDARD,
    { contract: 'standard-spread', spreadType: 'time' },
  ],
  ['green-grey swap', SWAP, { swapType: 'green-grey-swap', legs: [{}, {}, {}] }],
  ['all or none', { ...SINGLE, allOrNone: true }, { allOrNone: true }],
])('makes a request: %s', async (_, asked, expected) => {
  const { service, calls } = await deskAtSimulator();
  const { requestId } = value(await service.createRequest(asked));
  const made = value(await service.request(requestId, ASK));
  expect(made).toMatchObject({ id: requestId, state: 'open', role: 'initiator', ...expected });
  expect(made.legs.map(({ action, market, quantity }) => ({ action, market, quantity }))).toEqual(
    asked.legs.map(({ action, market, quantity }) => ({ action, market, quantity })),
  );
  expect(await calls('create-request')).toBe(1);
});

it('is told by the platform, field by field, what it does not accept', async () => {
  const { service } = await deskAtSimulator();
  const refused = failure(
    await service.createRequest({ ...SINGLE, legs: [leg({ market: 'MARS', loadProfile: 'base' })] }),
  );
  expect(refused).toMatchObject({ kind: 'invalid-argument', service: { status: 422 } });
  expect(refused.fields?.map(({ path }) => path)).toEqual(['legs[0].market']);
});

it('names the setting when the path is of a version that knows no standard spreads', async () => {
  const paths = { createRequest: '/v2.2/tender/requests' };
  const { service, truth } = await deskAtSimulator({ profile: { paths } });
  const before = await truth('requests');
  expect(failure(await service.createRequest(STANDARD))).toMatchObject({
    kind: 'unsupported',
    message: expect.stringContaining('upgrade to v2.3') as string,
    next: 'Set paths.createRequest in the service profile to that version.',
  });
  expect(await truth('requests')).toHaveLength(before.length);
  value(await service.createRequest(SINGLE));
});

it.each<[string, NewRequest, string]>([
  [
    'ends before it starts',
    { ...SINGLE, legs: [leg({ deliveryEnd: '2026-12-31' })] },
    'The delivery of leg 1 ends before it starts.',
  ],
  [
    'buys both power legs of a swap',
    { ...SWAP, legs: [SWAP.legs[0], leg(), leg()] },
    'Both power legs of this swap are bought.',
  ],
  [
    'has no certificate in a swap',
    { ...SWAP, legs: [leg(), leg(), sold()] },
    'A green-grey swap is a certificate and two legs of power.',
  ],
  [
    'asks somebody twice',
    { ...SINGLE, recipients: ['Cobalt Grid', 'Cobalt Grid'] },
    'Cobalt Grid is named twice as a recipient.',
  ],
  [
    'is finer than a number can say',
    { ...SINGLE, legs: [leg({ quantity: Quantity.parse('999999999.99999999') })] },
    "999999999.99999999 has more digits than the platform's numbers can carry, so nothing was sent.",
  ],
])('sends nothing that %s', async (_, asked, message) => {
  const { service, calls } = await deskAtSimulator();
  expect(failure(await service.createRequest(asked))).toMatchObject({ kind: 'invalid-argument', message });
  expect(await calls('create-request')).toBe(0);
});

it('does not know what became of a request whose answer was lost, and makes it once', async () => {
  const { service, loseAnswerTo, calls, truth } = await deskAtSimulator();
  const before = await truth('requests');
  await loseAnswerTo('create-request');
  expect(failure(await service.createRequest(SINGLE))).toMatchObject({
    kind: 'unknown-outcome',
    message:
      'The connection to the platform broke before the answer. It is not known whether the request was made.',
  });
  expect(await calls('create-request')).toBe(1);
  expect(await truth('requests')).toHaveLength(before.length + 1);
});
