import { expect, it } from 'vitest';
import { readQuote } from '../../../src/contract/service/read-offers';
import { readRequest } from '../../../src/contract/service/read-request';
import type { ActionBody } from '../../../src/domain/action';
import type { Outcome } from '../../../src/domain/failure';
import { legsAtPress } from '../../../src/gateway/actions/legs-at-press';
import {
  ACCEPT,
  actionId,
  COUNTER,
  CREATE,
  QUOTE,
  SWITCH_OFF,
  testActions,
  WITHDRAW,
} from '../twins/actions';
import { singleQuote, singleRequest } from '../twins/fake-platform';

const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};

const PRODUCT = {
  commodity: 'power',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
};
const LEG = { action: 'buy', quantity: 10, 'quantity-unit': 'MW', ...PRODUCT };
const KNOWN = {
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
};

const marketWith = (legs: readonly object[], offers: readonly object[] = []) => ({
  told: () => ({ request: valueOf(readRequest(singleRequest('RQ-1', { legs }))), readAt: 0 }),
  quotes: () => ({ records: offers.map((raw) => valueOf(readQuote(raw))), unreadable: [] }),
  proposals: () => undefined,
});

it('is each leg with its product, the unit of the quantity and the own side', () => {
  const market = marketWith([LEG, { ...LEG, action: 'sell', market: 'FR' }]);
  expect(legsAtPress(market, { ...QUOTE, direction: 'ask' })).toEqual([
    { action: 'sell', ...KNOWN, quantityUnit: 'MW' },
    { action: 'buy', ...KNOWN, market: 'FR', quantityUnit: 'MW' },
  ]);
  const priced = marketWith([{ ...LEG, 'price-unit': 'EUR/MWh' }]);
  expect(legsAtPress(priced, QUOTE)?.map(({ priceUnit }) => priceUnit)).toEqual(['EUR/MWh']);
  expect(legsAtPress(priced, WITHDRAW)).toEqual([KNOWN]);
  expect(legsAtPress(market, COUNTER)?.map(({ action }) => action)).toEqual(['buy', 'sell']);
});

it('of an acceptance has the side where the offer is known, and of a withdrawal the product alone', () => {
  const ask = singleQuote('RQ-1', 'Q-1', { 'price-direction': 'ask' });
  expect(legsAtPress(marketWith([LEG], [ask]), ACCEPT)).toEqual([
    { action: 'buy', ...KNOWN, quantityUnit: 'MW' },
  ]);
  expect(legsAtPress(marketWith([LEG]), ACCEPT)).toEqual([{ ...KNOWN, quantityUnit: 'MW' }]);
  expect(legsAtPress(marketWith([LEG]), WITHDRAW)).toEqual([KNOWN]);
});

const NOTHING = { told: () => undefined, quotes: () => undefined, proposals: () => undefined };

it('of a request that is being made is what its draft says', () => {
  const { loadProfile: _, ...drafted } = KNOWN;
  expect(legsAtPress(NOTHING, CREATE)).toEqual([{ action: 'buy', ...drafted }]);
});

it.each([
  ['a request that is not cached', QUOTE],
  ['no request', SWITCH_OFF],
] as const)('is nothing of %s', (_, body: ActionBody) => {
  expect(legsAtPress(NOTHING, body)).toBeUndefined();
});

it('is frozen at the press, and stands in every line of an action that is never sent', async () => {
  const market = marketWith([LEG]);
  const { desk, journalStore } = testActions({
    limitsFailure: { kind: 'unavailable', message: 'The limits cannot be read.', next: 'Nothing was sent.' },
    legsOf: (body) => legsAtPress(market, body),
  });
  await desk.put(actionId(1), { body: QUOTE, shown: 'Ask 31' });
  expect(journalStore.lines.map(({ state, legs }) => [state, legs])).toEqual([
    ['staged', [{ action: 'sell', ...KNOWN, quantityUnit: 'MW' }]],
    ['rejected', [{ action: 'sell', ...KNOWN, quantityUnit: 'MW' }]],
  ]);
});
