import { describe, expect, it } from 'vitest';
import type { HistoryField, SeenValue } from '../../../src/domain/history';
import { RequestId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import { historyFormula } from '../../../src/functions/formulas/history';
import { MemoryDesk, rowsOf } from '../../functions/formula-context';
import { MORNING, testCache, watched } from '../twins/cache';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryHistory } from '../twins/memory-stores';

const id = RequestId.parse('RQ-1');
const QUOTES: Resource = { kind: 'quotes', id };
const history = (field: HistoryField): Resource => ({ kind: 'history', id, field });
const ask = (name: string, price: number | string, over = {}) =>
  singleQuote('RQ-1', name, { 'price-direction': 'ask', legs: [{ price }], ...over });

/** A desk that watches the quotes of one request, whose first ask is 41.5. */
async function desk(historyStore = new MemoryHistory()) {
  const parts = testCache({ historyStore });
  parts.platform.addRequest(singleRequest('RQ-1'), [ask('Q-1', 41.5)]);
  const quotes = watched(parts.book, QUOTES);
  const seen = watched(parts.book, history('best-ask'));
  await parts.clock.advance(1_000);
  const values = (): string[] => (seen.value as SeenValue[]).map(({ value }) => value);
  return { ...parts, quotes, seen, values };
}

describe('what the gateway has seen', () => {
  it('begins with the first answer and has a value for each change, exactly as the platform wrote it', async () => {
    const { clock, platform, values, seen } = await desk();
    expect(values()).toEqual(['41.5']);
    platform.changeQuote('RQ-1', 'Q-1', { legs: [{ price: '-0.10000001' }] });
    await clock.advance(10_000);
    expect(values()).toEqual(['41.5', '-0.10000001']);
    const [first, second] = seen.value as [SeenValue, SeenValue];
    expect(first.until).toBe(second.at);
    platform.changeQuote('RQ-1', 'Q-1', { state: 'withdrawn' });
    await clock.advance(10_000);
    expect(values()).toEqual(['41.5', '-0.10000001', '']);
  });

  it('has the price of a certificate for a swap, as BEST has, where that tells which quote is better', async () => {
    const power = { market: 'DE', quantity: 10, 'quantity-unit': 'MW', 'load-profile': 'base' };
    const hours = { 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31' };
    const seenOf = async (second: object): Promise<readonly string[]> => {
      const { book, clock, platform } = testCache({ historyStore: new MemoryHistory() });
      const legs = [
        { action: 'buy', commodity: 'goo', market: 'NORDIC', quantity: 87_600, 'quantity-unit': 'MWh' },
        { action: 'buy', commodity: 'power', ...power, ...hours },
        { action: 'sell', commodity: 'power', ...power, ...hours, ...second },
      ];
      const swap = { role: 'recipient', contract: 'spread', 'swap-type': 'green-grey-swap', legs };
      const of = (...prices: string[]) => ({ legs: prices.map((price) => ({ price })) });
      platform.addRequest(singleRequest('RQ-1', swap), [
        ask('Q-1', 0, of('0.48', '80', '80')),
        ask('Q-2', 0, of('0.46', '85', '85')),
      ]);
      watched(book, { kind: 'request', id });
      await clock.advance(1_000);
      watched(book, QUOTES);
      const seen = (['best', 'best-ask', 'asks'] as const).map((field) => watched(book, history(field)));
      await clock.advance(1_000);
      return seen.map((one) => (one.value as SeenValue[]).map(({ value }) => value).join());
    };
    expect(await seenOf({})).toEqual(['0.46', '0.46', '2']);
    expect(await seenOf({ quantity: 5 })).toEqual(['', '', '2']);
  });

  it('costs no call and is watched by nobody else’s leave', async () => {
    const { clock, platform, quotes } = await desk();
    quotes.stop();
    await clock.advance(60_000);
    const asked = platform.calls.length;
    await clock.advance(600_000);
    expect(platform.calls).toHaveLength(asked);
  });

  it('has a gap while nobody looked, though the price was the same before and after', async () => {
    const { book, clock, quotes, seen } = await desk();
    quotes.stop();
    await clock.advance(3_600_000);
    watched(book, QUOTES);
    await clock.advance(1_000);
    const [before, after] = seen.value as [SeenValue, SeenValue];
    expect([before.value, after.value]).toEqual(['41.5', '41.5']);
    expect(after.at - before.until).toBeGreaterThan(3_000_000);
    expect(before.until - MORNING).toBeLessThanOrEqual(120_000);
  });

  it('has a gap while the platform was stopped, from the last look on, though the price was the same before and after', async () => {
    const { book, clock, platform, seen } = await desk();
    await clock.advance(89_000);
    const stoppedAt = clock.now();
    platform.down = failure('unavailable');
    await clock.advance(132_000);
    platform.down = undefined;
    book.heal();
    const backAt = clock.now();
    await clock.advance(60_000);
    const [before, after, ...more] = seen.value as [SeenValue, SeenValue];
    expect([before.value, after.value, ...more]).toEqual(['41.5', '41.5']);
    expect(before.until).toBeLessThanOrEqual(stoppedAt);
    expect(after.at).toBeGreaterThanOrEqual(backAt);
    const sheet = new MemoryDesk().knows({ kind: 'history', id, field: 'best-ask' }, [before, after]);
    sheet.at = clock.now();
    const minutes = { id: 'RQ-1', field: 'best-ask', from: null, to: null, every: '1m' };
    expect(rowsOf(historyFormula(minutes), sheet).map(([, value]) => value)).toEqual([
      ...['best-ask', 41.5, 41.5, '', '', 41.5],
    ]);
  });

  it('has a gap from the last look on where everything is unheard, or the machine slept', async () => {
    for (const happens of ['unheard', 'overslept'] as const) {
      const { book, clock, seen, values } = await desk();
      book[happens](clock.now());
      const [before] = seen.value as [SeenValue];
      expect(before.until).toBeLessThanOrEqual(clock.now());
      await clock.advance(30_000);
      expect(values()).toEqual(['41.5', '41.5']);
    }
  });

  it('keeps no more on disk than what was looked at, for a process that ends at once cuts nothing', async () => {
    const store = new MemoryHistory();
    const { clock, history: seenValues } = await desk(store);
    await clock.advance(60_000);
    await seenValues.flush();
    const [kept] = await store.find(id, 'best-ask', 10);
    expect(kept?.until).toBeLessThanOrEqual(clock.now());
    expect(kept?.until).toBeGreaterThan(MORNING + 30_000);
  });

  it('goes on without a gap while it is looked at, in one value', async () => {
    const { clock, values, seen } = await desk();
    await clock.advance(300_000);
    expect(values()).toEqual(['41.5']);
    const [only] = seen.value as [SeenValue];
    expect(only.until).toBeGreaterThan(clock.now() - 40_000);
  });

  it('is there after a restart, with the time in between as a gap', async () => {
    const store = new MemoryHistory();
    const first = await desk(store);
    await first.clock.advance(10_000);
    await first.history.flush();
    const second = await desk(store);
    await second.clock.advance(1_000);
    expect(second.values()).toContain('41.5');
    expect((await store.find(id, 'asks', 10)).map(({ value }) => value)).toContain('1');
  });

  it('writes what is left when it is closed, and nothing that is seen later', async () => {
    const store = new MemoryHistory();
    const { clock, history: seenValues, platform } = await desk(store);
    await clock.advance(1_000);
    await seenValues.close();
    const before = await store.find(id, 'best-ask', 10);
    expect(before.length).toBeGreaterThan(0);
    platform.changeQuote('RQ-1', 'Q-1', { legs: [{ price: 40 }] });
    await clock.advance(600_000);
    expect(await store.find(id, 'best-ask', 10)).toEqual(before);
  });

  it('knows of the request its state and what is left of it', async () => {
    const { book, clock, platform } = await desk();
    const state = watched(book, history('state'));
    watched(book, { kind: 'request', id });
    await clock.advance(5_000);
    platform.change('RQ-1', { state: 'closed' });
    await clock.advance(60_000);
    expect((state.value as SeenValue[]).map(({ value }) => value)).toEqual(['open', 'closed']);
  });

  it('knows the best price of quotes that were read before their request, from the moment they were read', async () => {
    const parts = testCache();
    parts.platform.addRequest(singleRequest('RQ-1'), [ask('Q-1', 41.5)]);
    const release = parts.platform.hold('request');
    watched(parts.book, QUOTES);
    const best = watched(parts.book, history('best'));
    const asks = watched(parts.book, history('asks'));
    await parts.clock.advance(2_000);
    const [read] = asks.value as SeenValue[];
    expect(best.value).toEqual([]);
    release();
    await parts.clock.advance(1_000);
    expect(best.value).toMatchObject([{ at: read?.at, value: '41.5' }]);
    expect(parts.platform.calls.filter(({ name }) => name === 'quotes')).toHaveLength(1);
  });

  it('takes nothing from a side of which a quote cannot be read', async () => {
    const { clock, platform, values } = await desk();
    platform.quotesByRequest.set('RQ-1', [ask('Q-1', 40), ask('Q-2', 'much')]);
    await clock.advance(10_000);
    expect(values()).toEqual(['41.5']);
  });

  it('does not keep the desk from working when the disk is full', async () => {
    const store = new MemoryHistory();
    store.full = true;
    const { clock, quotes, values } = await desk(store);
    await clock.advance(30_000);
    expect(quotes.last.state).toBe('fresh');
    expect(values()).toEqual(['41.5']);
  });
});
