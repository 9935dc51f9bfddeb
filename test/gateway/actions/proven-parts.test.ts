import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { Quantity } from '../../../src/domain/quantity';
import { silentLog } from '../../../src/effects/log';
import { ProvenParts } from '../../../src/gateway/actions/proven-parts';
import { MemoryProvenParts } from '../twins/memory-stores';

const of = (text: string): Quantity => Quantity.parse(text);
const REQUEST = { legs: [{ action: 'buy', quantity: of('10') }] };
const quoted = (quantity: string, state = 'done') =>
  ({
    state,
    body: { kind: 'send-quote', requestId: 'RQ-1', direction: 'ask', quantity },
    quoteId: 'Q-1',
  }) as unknown as Action;
const accepted = (quantity: string, executed?: string) =>
  ({
    state: 'done',
    body: { kind: 'accept-quote', requestId: 'RQ-1', lastSeen: {}, quantity, shownQuantity: '10' },
    ...(executed !== undefined && { executed: { quantity: executed } }),
  }) as unknown as Action;

async function opened(
  actions: readonly Action[],
  { listed = '4', store = new MemoryProvenParts(), environment = 'sandbox', left = '10' } = {},
) {
  const quotes = { records: [{ id: 'Q-1', quantity: listed }], unreadable: [] };
  const parts = await ProvenParts.open({
    environment: environment as 'sandbox',
    store,
    actions: () => actions,
    market: {
      request: () => ({ ...REQUEST, remainingQuantity: left }) as never,
      quotes: () => quotes as never,
      proposals: () => undefined,
    },
    log: silentLog,
  });
  return { parts, store };
}

it('is unproven in a new environment, and never in the simulator', async () => {
  expect((await opened([])).parts.unproven()).toEqual(['offer', 'acceptance']);
  expect((await opened([], { environment: 'simulator' })).parts.unproven()).toEqual([]);
});

it('is proven by a quote that is listed as it was sent, and stays so', async () => {
  const { parts, store } = await opened([quoted('4')]);
  expect(parts.unproven()).toEqual(['acceptance']);
  expect((await opened([], { store })).parts.unproven()).toEqual(['acceptance']);
});

it('is not proven by a quote of the whole, one that is listed otherwise, or one that is not done', async () => {
  for (const [actions, seen] of [
    [[quoted('10')], { listed: '10' }],
    // It was the whole when it was sent: the request has been traded in part since.
    [[quoted('10')], { listed: '10', left: '6' }],
    [[quoted('4')], { listed: '10' }],
    [[quoted('4', 'unknown')], { listed: '4' }],
  ] as const)
    expect((await opened(actions, seen)).parts.unproven()).toEqual(['offer', 'acceptance']);
});

it('is proven by a trade of the part that was taken, and by no other', async () => {
  expect((await opened([accepted('4', '4')])).parts.unproven()).toEqual(['offer']);
  expect((await opened([accepted('4', '10')])).parts.unproven()).toEqual(['offer', 'acceptance']);
  expect((await opened([accepted('4')])).parts.unproven()).toEqual(['offer', 'acceptance']);
});
