import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { RequestId } from '../../src/domain/identifiers';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
beforeEach(async () => {
  system = await WholeSystem.start();
});
afterEach(() => system.end());

const HOUR_MS = 3_600_000;
/** What may be asked within a minute of waking, for fourteen requests with their quotes and two lists. */
const CALLS_MAX = 70;

type Fields = Record<string, unknown>;

it(`after a night of sleep everything in sight is right within a minute, for ${CALLS_MAX} calls at most`, async () => {
  const page = system.openPage();
  const truth = async (): Promise<{ requests: Fields[]; quotes: Fields[]; trades: Fields[] }> =>
    (await system.control('/simulator/truth')) as { requests: Fields[]; quotes: Fields[]; trades: Fields[] };
  const open = (await truth()).requests.filter(({ state }) => state === 'open');
  const ids = open.map((request) => RequestId.parse(request['request-id']));
  const held = new Map<string, Answer<Resource>>();
  const watch = (resource: Resource): void =>
    void page.watch(resource, (answer) => void held.set(JSON.stringify(resource), answer));
  const valueOf = (resource: Resource): unknown => held.get(JSON.stringify(resource))?.value;
  const sheet: Resource[] = [
    { kind: 'open-requests' },
    { kind: 'trades' },
    ...ids.flatMap((id): Resource[] => [
      { kind: 'request', id },
      { kind: 'quotes', id },
    ]),
  ];
  for (const resource of sheet) watch(resource);
  watch({ kind: 'quota' });
  await system.until('everything is known', () => sheet.every((resource) => valueOf(resource) !== undefined));
  await system.pass(20_000);

  // 10:00 in the service's zone; at 08:00 of the next day the lid is opened.
  system.closeLid(22 * HOUR_MS);
  const mine = open.filter(({ role }) => role === 'initiator').map((request) => request['request-id']);
  for (const requestId of mine.slice(0, 7))
    await system.control('/simulator/act', { do: 'quote', requestId });
  const asked = open.filter(({ role }) => role === 'recipient').map((request) => request['request-id']);
  for (const requestId of asked.slice(0, 3))
    await system.control('/simulator/act', { do: 'close', requestId });
  expect(Math.min(7, mine.length) + Math.min(3, asked.length)).toBeGreaterThanOrEqual(9);
  for (let n = 0; n < 3; n++) await system.control('/simulator/act', { do: 'trade-elsewhere' });
  await system.control('/simulator/token/revoke', {});
  const total = async (): Promise<number> =>
    Object.values(await system.calls()).reduce((sum, count) => sum + count, 0);
  const before = await total();
  await system.pass(60_000);
  const cost = (await total()) - before;

  const now = await truth();
  const today = new Date(system.clock.now()).toISOString().slice(0, 10);
  expect(today).toBe('2026-11-21');
  expect(recordsOf(valueOf({ kind: 'open-requests' }), 'id')).toEqual(
    now.requests
      .filter(({ state }) => state === 'open')
      .map((request) => request['request-id'])
      .sort(),
  );
  expect(recordsOf(valueOf({ kind: 'trades' }), 'id')).toEqual(
    now.trades
      .filter((trade) => Date.parse(String(trade['traded-at'])) > system.clock.now() - 8 * HOUR_MS)
      .map((trade) => trade['trade-id'])
      .sort(),
  );
  for (const id of ids) {
    const request = now.requests.find((one) => one['request-id'] === id);
    expect([id, (valueOf({ kind: 'request', id }) as Fields)['state']]).toEqual([id, request?.['state']]);
    if (!mine.includes(id)) continue;
    expect(recordsOf(valueOf({ kind: 'quotes', id }), 'id')).toEqual(
      now.quotes
        .filter((quote) => quote['request-id'] === id)
        .map((quote) => quote['quotation-id'])
        .sort(),
    );
  }
  const states = sheet.map((resource) => held.get(JSON.stringify(resource))?.state);
  expect(states.filter((state) => state === 'stale' || state === 'failed')).toEqual([]);
  // The count of the day began anew at midnight.
  expect((valueOf({ kind: 'quota' }) as { used: number }).used).toBeLessThanOrEqual(cost + 2);
  expect(cost).toBeLessThanOrEqual(CALLS_MAX);
}, 60_000);

const recordsOf = (listing: unknown, id: string): unknown[] =>
  (listing as { records: Fields[] }).records.map((record) => record[id]).sort();
