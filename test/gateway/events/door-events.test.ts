import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { countedIds } from '../../../src/effects/ids';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { DoorEvents } from '../../../src/gateway/events/door-events';
import { Spool } from '../../../src/gateway/events/spool';
import { RequestId } from '../../../src/domain/identifiers';
import type { Delivery } from '../../../src/gateway/storage/deliveries';
import { until } from '../../until';
import { pushed } from '../twins/events';

const heard = (id: string): Delivery['event'] =>
  pushed('quotation-created', { requestId: RequestId.parse(id) }, 0);

/** A store that may be away, may be silent, and knows ids. */
class Store {
  mood: 'there' | 'away' | 'silent' | 'forgets to answer' = 'there';
  readonly kept = new Map<string, string>();
  asked = 0;

  async hear(deliveries: readonly Delivery[]): Promise<void> {
    this.asked += 1;
    if (this.mood === 'away') throw new Error('away');
    if (this.mood !== 'silent') for (const { id, event } of deliveries) this.kept.set(id, event.body);
    if (this.mood !== 'there') await new Promise(() => undefined);
  }
}

async function door() {
  const folder = mkdtempSync(join(tmpdir(), 'desk-door-events-'));
  const spool = await Spool.open(join(folder, 'events.spool'));
  const store = new Store();
  const clock = new ManualClock(0);
  const events = new DoorEvents({ store, spool, ids: countedIds(), clock, log: silentLog });
  onTestFinished(async () => {
    events.stop();
    await spool.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { events, store, clock, spool };
}

it('is done once the store has it', async () => {
  const { events, store } = await door();
  await events.keep('sandbox', [heard('R-1')]);
  expect([store.kept.size, events.waiting]).toEqual([1, 0]);
});

it('waits a second and a half for the store, has events on this disk then, and hands them on once under one id', async () => {
  const { events, store, clock } = await door();
  store.mood = 'forgets to answer';
  const kept = events.keep('sandbox', [heard('R-1')]);
  await until(() => store.asked === 1);
  await clock.advance(1_499);
  expect(events.waiting).toBe(0);
  await clock.advance(1);
  await kept;
  expect(events.waiting).toBe(1);
  store.mood = 'there';
  events.start();
  await until(() => events.waiting === 0);
  expect(store.kept.size).toBe(1);
});

it('asks no store that is away for each delivery, and hands everything on when it is back', async () => {
  const { events, store, clock } = await door();
  store.mood = 'away';
  for (let count = 1; count <= 5; count++) await events.keep('sandbox', [heard(`R-${count}`)]);
  expect([store.asked, events.waiting]).toEqual([1, 5]);
  events.start();
  await until(() => store.asked === 2 && clock.pending > 0);
  store.mood = 'there';
  await clock.advance(500);
  await until(() => events.waiting === 0);
  expect([...store.kept.values()]).toEqual(['R-1', 'R-2', 'R-3', 'R-4', 'R-5'].map((id) => heard(id).body));
});

it('says that it cannot keep an event that neither the store nor the disk takes', async () => {
  const { events, store, spool } = await door();
  store.mood = 'away';
  await spool.close();
  await expect(events.keep('sandbox', [heard('R-1')])).rejects.toThrow();
  expect(events.waiting).toBe(0);
});
