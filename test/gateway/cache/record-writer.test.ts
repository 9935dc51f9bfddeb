import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey } from '../../../src/domain/resources/resource';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { RecordWriter } from '../../../src/gateway/cache/record-writer';
import { MORNING } from '../twins/cache';
import { MemoryRecords } from '../twins/memory-stores';

const DAY_MS = 24 * 3_600_000;
const keyOf = (id: string) => resourceKey({ kind: 'request', id: RequestId.parse(id) });

it('forgets what nobody asked for in a week, also in a gateway that is never started again', async () => {
  const clock = new ManualClock(MORNING);
  const store = new MemoryRecords();
  const writer = new RecordWriter(store, clock, silentLog);
  const keep = (id: string, final: boolean): void =>
    writer.keep({ key: keyOf(id), json: '{}', fetchedAt: clock.now(), final });
  await writer.forgetOld();
  keep('RQ-OPEN', false);
  keep('RQ-CLOSED', true);
  for (let day = 0; day < 9; day++) {
    await clock.advance(DAY_MS);
    keep('RQ-DAILY', false);
    await clock.advance(5_000);
  }
  expect(await store.find(keyOf('RQ-OPEN'))).toBeUndefined();
  expect(await store.find(keyOf('RQ-CLOSED'))).toBeDefined();
  expect(await store.find(keyOf('RQ-DAILY'))).toBeDefined();
});

it('forgets by settings, what never changes again too', async () => {
  const clock = new ManualClock(MORNING);
  const store = new MemoryRecords();
  const writer = new RecordWriter(store, clock, silentLog, { answerDays: 2, finishedDays: 5 });
  for (const [id, final] of [['RQ-OPEN', false] as const, ['RQ-CLOSED', true] as const])
    await store.save([{ key: keyOf(id), json: '{}', fetchedAt: clock.now(), final }]);
  const keptAfter = async (days: number): Promise<boolean[]> => {
    await clock.advance(days * DAY_MS);
    await writer.forgetOld();
    const found = await Promise.all(['RQ-OPEN', 'RQ-CLOSED'].map((id) => store.find(keyOf(id))));
    return found.map((one) => one !== undefined);
  };
  expect(await keptAfter(2)).toEqual([true, true]);
  expect(await keptAfter(1)).toEqual([false, true]);
  expect(await keptAfter(3)).toEqual([false, false]);
});

it('still finds an answer while it is on its way to the disk', async () => {
  const clock = new ManualClock(MORNING);
  const store = new MemoryRecords();
  let written: () => void = () => undefined;
  const save = store.save.bind(store);
  store.save = async (records) => {
    await new Promise<void>((resolve) => (written = resolve));
    await save(records);
  };
  const writer = new RecordWriter(store, clock, silentLog);
  const record = { key: keyOf('RQ-1'), json: '{}', fetchedAt: MORNING, final: true };
  writer.keep(record);
  await clock.advance(2_000);
  expect(await writer.find(record.key)).toEqual(record);
  const newer = { ...record, json: '{"newer":true}' };
  writer.keep(newer);
  written();
  await clock.advance(0);
  expect(await writer.find(record.key)).toEqual(newer);
  await clock.advance(2_000);
  written();
  await clock.advance(0);
  expect(await store.find(record.key)).toBeDefined();
});

it('writes what is left when it is closed, and nothing that comes later', async () => {
  const clock = new ManualClock(MORNING);
  const store = new MemoryRecords();
  const writer = new RecordWriter(store, clock, silentLog);
  const keep = (id: string): void =>
    writer.keep({ key: keyOf(id), json: '{}', fetchedAt: clock.now(), final: true });
  keep('RQ-1');
  await writer.close();
  keep('RQ-2');
  await clock.advance(60_000);
  expect(await store.find(keyOf('RQ-1'))).toBeDefined();
  expect(await store.find(keyOf('RQ-2'))).toBeUndefined();
});
