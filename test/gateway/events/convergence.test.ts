import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { watched } from '../twins/cache';
import { testEvents } from '../twins/events';
import { singleQuote, singleRequest } from '../twins/fake-platform';

const NAMES = ['RQ-1', 'RQ-2', 'RQ-3'];
const HOUR_MS = 3_600_000;

/** What happens on one request, how long after the step before, and what becomes of its event. */
const step = fc.record({
  name: fc.constantFrom(...NAMES),
  what: fc.constantFrom('reprice', 'reprice', 'close', 'trade'),
  afterMs: fc.integer({ min: 0, max: 1_500 }),
  /** Ms by which the event is late: so they overtake one another. */
  lateMs: fc.integer({ min: 0, max: 3_000 }),
  times: fc.integer({ min: 1, max: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function market() {
  const at = await testEvents({ perDay: 100_000 });
  for (const name of NAMES) at.platform.addRequest(singleRequest(name), [singleQuote(name, `Q-${name}`)]);
  await at.consequences.start();
  await at.reconciler.start();
  return at;
}

/** Does one step on the platform; what is over changes no more. The answer is the type of its event. */
function happen(
  { platform, clock }: Awaited<ReturnType<typeof market>>,
  { name, what }: Step,
  n: number,
): string | undefined {
  if (platform.requestsById.get(name)?.['state'] !== 'open') return undefined;
  if (what === 'reprice') {
    platform.changeQuote(name, `Q-${name}`, { legs: [{ price: 40 + n }] });
    return 'quotation-created';
  }
  const at = { 'concluded-at': new Date(clock.now()).toISOString() };
  platform.change(name, { ...at, state: what === 'close' ? 'closed' : 'traded' });
  platform.changeQuote(name, `Q-${name}`, { state: what === 'close' ? 'rejected' : 'accepted' });
  if (what === 'trade')
    platform.addTrade({ 'trade-id': `T-${name}`, 'request-id': name, price: 1, action: 'buy' });
  return what === 'close' ? 'request-closed' : 'request-traded';
}

it('in whatever order, however often and however late events come, every answer ends as the truth and none moves back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const at = await market();
      const requests = NAMES.map((name) => watched(at.book, { kind: 'request', id: RequestId.parse(name) }));
      const quotes = NAMES.map((name) => watched(at.book, { kind: 'quotes', id: RequestId.parse(name) }));
      await at.clock.advance(50);
      for (const [n, one] of steps.entries()) {
        await at.clock.advance(one.afterMs);
        const type = happen(at, one, n);
        if (type === undefined) continue;
        at.clock.after(one.lateMs, () => at.push(type, { requestId: one.name }, { times: one.times }));
      }
      await at.clock.advance(4_100);
      for (const [index, name] of NAMES.entries()) {
        expect(requests[index]?.value).toEqual(at.platform.requestsById.get(name));
        expect(quotes[index]?.value).toEqual(at.platform.quotesByRequest.get(name));
        const states = requests[index]?.views.flatMap(({ json }) =>
          json?.includes('"open"') === true ? ['open'] : json === undefined ? [] : ['over'],
        );
        expect(states?.lastIndexOf('open')).toBeLessThan(
          states?.includes('over') ? states.indexOf('over') : Infinity,
        );
      }
      at.planner.stop();
    }),
    { numRuns: 60 },
  );
}, 60_000);

it('of which three in ten are lost, every end of a request and every deal is known within one interval of looking', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.integer({ min: 0, max: 9 })), { maxLength: 25 }),
      async (steps) => {
        const at = await market();
        await at.clock.advance(60_000);
        const facts = new Set<string>();
        for (const [n, [one, luck]] of steps.entries()) {
          await at.clock.advance(one.afterMs);
          const type = happen(at, one, n);
          if (type === undefined) continue;
          if (type !== 'quotation-created') facts.add(`${type} ${one.name}`);
          const tradeId = type === 'request-traded' ? { tradeId: `T-${one.name}` } : {};
          if (luck >= 3) at.push(type, { requestId: one.name, ...tradeId }, { times: one.times });
        }
        await at.clock.advance(HOUR_MS / 2);
        const told = at.events.read().filter(({ type }) => type !== 'quotation-created');
        expect(told.map(({ type, requestId }) => `${type} ${requestId}`).sort()).toEqual([...facts].sort());
        await at.reconciler.stop();
        at.planner.stop();
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
