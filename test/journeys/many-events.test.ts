import { expect, it } from 'vitest';
import { RequestId } from '../../src/domain/identifiers';
import { watched } from '../gateway/twins/cache';
import { testEvents } from '../gateway/twins/events';
import { singleQuote, singleRequest } from '../gateway/twins/fake-platform';

it('ten thousand events on two hundred watched requests spend a share of the day, and say so once', async () => {
  const at = await testEvents({ perDay: 5_000 });
  const { book, platform, clock, push, consequences, logged, quota } = at;
  await consequences.start();
  for (let n = 0; n < 200; n++) {
    platform.addRequest(singleRequest(`RQ-${n}`), [singleQuote(`RQ-${n}`, `Q-${n}`)]);
    watched(book, { kind: 'quotes', id: RequestId.parse(`RQ-${n}`) });
  }
  await clock.advance(60_000);
  const { left, reserve } = quota();
  const visible = (): number => platform.calls.filter(({ lane }) => lane === 'visible').length;
  const before = visible();
  for (let n = 0; n < 10_000; n++) {
    push('quotation-created', { requestId: `RQ-${n % 200}`, quoteId: `Q-${n}` });
    if (n % 100 === 0) await clock.advance(6_000);
  }
  const spent = visible() - before;
  expect(spent).toBeGreaterThan(20);
  expect(spent).toBeLessThanOrEqual((left - reserve) * 0.1);
  expect(logged.filter((line) => line.includes('share of the calls'))).toHaveLength(1);
});
