import { expect, it } from 'vitest';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { execute } from '../../../src/gateway/actions/execute';
import { heldBack } from '../../../src/gateway/platform/errors';
import { BODIES } from '../twins/actions';
import { edgeTo, isAuthenticate, platform, signingIn } from './platform';
import { QT, RQ } from './records';

const OFFER = {
  requestId: RQ,
  direction: 'ask' as const,
  price: { shape: 'single' as const, price: Price.parse('30') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
};

async function guarded() {
  const guard = { mayLeave: true, looks: 0 };
  const service = await platform(signingIn(() => ({ status: 201, body: { 'quotation-id': QT } })));
  const edge = await edgeTo(service.baseUrl, {
    mayLeave: () => {
      guard.looks += 1;
      return guard.mayLeave;
    },
  });
  const arrived = () => service.arrived.filter((call) => !isAuthenticate(call));
  return { guard, service, edge, arrived };
}

it('sends while the guard says so, which it asks once for each call', async () => {
  const { guard, edge, arrived } = await guarded();
  const before = guard.looks;
  expect(await edge.service.sendQuote(OFFER)).toMatchObject({ ok: true });
  expect(arrived()).toHaveLength(1);
  expect(guard.looks - before).toBe(1);
});

it('sends not a byte of any call once the guard says no: it costs nothing and says so', async () => {
  const { guard, edge, arrived } = await guarded();
  const tokens = edge.limiter.snapshot();
  guard.mayLeave = false;
  const write = await edge.service.sendQuote(OFFER);
  const read = await edge.service.risks({ lane: 'asked' });
  for (const outcome of [write, read]) {
    expect(outcome).toMatchObject({ ok: false, failure: heldBack });
  }
  expect(arrived()).toHaveLength(0);
  expect(edge.limiter.snapshot().used).toBe(tokens.used);
  // It says nothing of the platform.
  expect(edge.reading).toBe('flows');
  expect(edge.status.failure).toBeUndefined();
});

it('is asked after the wait for a connection: what stood still there is not sent when it wakes', async () => {
  const { guard, edge, arrived, service } = await guarded();
  await service.connected(1);
  // The connection is in use, and the call waits for another one while the lead is lost.
  const sending = edge.service.sendQuote(OFFER);
  guard.mayLeave = false;
  expect(await sending).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  expect(arrived()).toHaveLength(0);
});

it('ends an action that was held back as rejected: nothing was executed', async () => {
  const { guard, edge } = await guarded();
  guard.mayLeave = false;
  for (const body of BODIES) {
    expect(await execute(body, edge.service, { sendBy: Infinity })).toMatchObject({ type: 'rejected' });
  }
});

it('signs nobody in once the guard says no', async () => {
  const service = await platform(signingIn(() => ({ body: {} })));
  const edge = await edgeTo(service.baseUrl, { mayLeave: () => false, signedIn: false });
  const outcome = await edge.signIn({ apiKey: 'a', clientId: 'b', clientSecret: 'c' });
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  expect(service.arrived).toHaveLength(0);
});
