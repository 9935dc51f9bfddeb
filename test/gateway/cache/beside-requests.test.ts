import { describe, expect, it } from 'vitest';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import { MORNING, testCache, watched } from '../twins/cache';
import { singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryRecords } from '../twins/memory-stores';

const id = RequestId.parse('RQ-1');
const HOUR_MS = 3_600_000;
const proposal = (name: string, over = {}) => ({
  ...singleQuote('RQ-1', 'none'),
  'price-proposal-id': name,
  kind: 'firm',
  ...over,
});
const counteroffer = (name: string) => ({ ...singleQuote('RQ-1', 'Q-1'), 'counteroffer-id': name });

describe.each([
  ['proposals', 'price-proposal-id', proposal],
  ['counteroffers', 'counteroffer-id', counteroffer],
] as const)('the %s of a request', (kind, name, raw) => {
  it('are asked for once however many watch them, and followed while the request is open', async () => {
    const { book, platform, clock } = testCache();
    platform.addRequest(singleRequest('RQ-1'));
    platform.addBeside(kind, 'RQ-1', [raw('one')]);
    const [cell] = Array.from({ length: 50 }, () => watched(book, { kind, id }));
    await clock.advance(50);
    expect(platform.callsOf(kind)).toHaveLength(1);
    platform.addBeside(kind, 'RQ-1', [raw('two')]);
    await clock.advance(10_000);
    expect(cell?.value).toEqual([expect.objectContaining({ [name]: 'two' })]);
  });

  it('are final once the request is over, after a restart too', async () => {
    const records = new MemoryRecords();
    const first = testCache({ records });
    first.platform.addRequest(singleRequest('RQ-1'));
    first.platform.addBeside(kind, 'RQ-1', [raw('one')]);
    const cell = watched(first.book, { kind, id });
    await first.clock.advance(10_000);
    first.platform.change('RQ-1', { state: 'closed' });
    await first.clock.advance(60_000);
    expect(cell.last.staleAt).toBeUndefined();
    const asked = first.platform.callsOf(kind).length;
    await first.clock.advance(HOUR_MS);
    expect(first.platform.callsOf(kind)).toHaveLength(asked);
    await first.writer.flush();
    const second = testCache({ records, clock: new ManualClock(MORNING + 24 * HOUR_MS) });
    const again = watched(second.book, { kind, id });
    await second.clock.advance(60_000);
    expect(again.last.state).toBe('fresh');
    expect(second.platform.calls).toEqual([]);
  });
});

describe('load shapes', () => {
  const ofRequest: Resource = { kind: 'request-load-shapes', id };
  const ofTrade: Resource = { kind: 'trade-load-shapes', id: TradeId.parse('T-1') };

  it('of a trade are asked for once ever', async () => {
    const records = new MemoryRecords();
    const first = testCache({ records });
    first.platform.addBeside('loadShape', 'T-1', [{ quantity: 10 }]);
    const cell = watched(first.book, ofTrade);
    await first.clock.advance(HOUR_MS);
    expect(cell.value).toEqual({ points: [{ quantity: 10 }], raw: {} });
    expect(first.platform.calls).toHaveLength(1);
    await first.writer.flush();
    const second = testCache({ records, clock: new ManualClock(MORNING + 24 * HOUR_MS) });
    const again = watched(second.book, ofTrade);
    await second.clock.advance(HOUR_MS);
    expect(again.last.state).toBe('fresh');
    expect(second.platform.calls).toEqual([]);
  });

  it('of a trade that has no points yet are asked for again', async () => {
    const { book, platform, clock } = testCache();
    const cell = watched(book, ofTrade);
    await clock.advance(100);
    platform.addBeside('loadShape', 'T-1', [{ quantity: 10 }]);
    await clock.advance(310_000);
    expect(cell.value).toEqual({ points: [{ quantity: 10 }], raw: {} });
    expect(cell.last.staleAt).toBeUndefined();
  });

  it('of a request are seldom asked for, and never again once it is over', async () => {
    const { book, platform, clock } = testCache();
    platform.addRequest(singleRequest('RQ-1'));
    platform.addBeside('loadShape', 'RQ-1', [{ quantity: 10 }]);
    const cell = watched(book, ofRequest);
    await clock.advance(290_000);
    expect(platform.callsOf('loadShape')).toHaveLength(1);
    platform.change('RQ-1', { state: 'traded' });
    await clock.advance(60_000);
    expect(cell.last).toMatchObject({ failure: { kind: 'wrong-state' } });
    expect(cell.last.json).toBeDefined();
    const asked = platform.callsOf('loadShape').length;
    await clock.advance(HOUR_MS);
    expect(platform.callsOf('loadShape')).toHaveLength(asked);
  });
});

describe('risk and recipients', () => {
  it('are one question for each commodity and market', async () => {
    const { book, platform, clock } = testCache();
    platform.addBeside('risks', '', [{ commodity: 'power', 'risk-management': true }]);
    platform.addBeside('riskSettings', 'power', [{ 'price-min': -500 }]);
    platform.addBeside('smartRecipients', 'power', [{ counterparty: 'North' }]);
    const cells = [
      { kind: 'risks' } as const,
      { kind: 'risk-settings', commodity: 'power' } as const,
      { kind: 'recipients', commodity: 'power' } as const,
      { kind: 'recipients', commodity: 'power', market: 'DE' } as const,
    ].flatMap((resource) => [watched(book, resource), watched(book, resource)]);
    await clock.advance(50);
    expect(platform.calls.map(({ name, id: about }) => [name, about])).toEqual([
      ['risks', undefined],
      ['riskSettings', 'power'],
      ['smartRecipients', 'power'],
      ['smartRecipients', 'power DE'],
    ]);
    expect(cells[0]?.value).toEqual([{ commodity: 'power', 'risk-management': true }]);
    expect(cells[2]?.value).toEqual({ 'price-min': -500 });
    expect(cells[6]?.value).toEqual([{ counterparty: 'North' }]);
  });

  it('show within the minute when somebody switches a protection', async () => {
    const { book, platform, clock } = testCache();
    platform.addBeside('risks', '', [{ commodity: 'power', 'risk-management': true }]);
    const cell = watched(book, { kind: 'risks' });
    await clock.advance(100);
    platform.addBeside('risks', '', [{ commodity: 'power', 'risk-management': false }]);
    await clock.advance(60_000);
    expect(cell.value).toEqual([{ commodity: 'power', 'risk-management': false }]);
  });
});
