import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Spool } from '../../../src/gateway/events/spool';
import { RequestId } from '../../../src/domain/identifiers';
import type { Delivery } from '../../../src/gateway/storage/deliveries';
import { pushed } from '../twins/events';

const heard = (id: string): Delivery['event'] =>
  pushed('quotation-created', { requestId: RequestId.parse(id) }, 0);

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-spool-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'events.spool');
}
async function opened(path: string): Promise<Spool> {
  const spool = await Spool.open(path);
  onTestFinished(() => spool.close());
  return spool;
}
const delivery = (count: number): Delivery => ({
  id: `id-${count}`,
  environment: 'sandbox',
  event: heard(`R-${count}`),
});
const handedOn = async (spool: Spool): Promise<readonly Delivery[]> => {
  const given: Delivery[] = [];
  await spool.handOn(async (some) => void given.push(...some));
  return given;
};

it('has what was added on disk, for its owner alone, and hands it on as it was, oldest first', async () => {
  const path = place();
  const spool = await opened(path);
  await spool.add([delivery(1), delivery(2)]);
  await spool.add([delivery(3)]);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await handedOn(spool)).toEqual([delivery(1), delivery(2), delivery(3)]);
  expect([spool.count, statSync(path).size]).toEqual([0, 0]);
});

it('hands on what an earlier run left, and forgets a line that was cut off', async () => {
  const path = place();
  await (await opened(path)).add([delivery(1)]);
  appendFileSync(path, JSON.stringify(delivery(2)).slice(0, 20));
  const next = await opened(path);
  await next.add([delivery(3)]);
  expect(await handedOn(next)).toEqual([delivery(1), delivery(3)]);
});

it('keeps what the store did not take, and takes more meanwhile', async () => {
  const path = place();
  const spool = await opened(path);
  await spool.add([delivery(1)]);
  await expect(spool.handOn(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await spool.add([delivery(2)]);
  expect(spool.count).toBe(2);
  let taken = (): void => undefined;
  const handing = spool.handOn(() => new Promise((resolve) => (taken = resolve)));
  await spool.add([delivery(3)]);
  expect(spool.count).toBe(3);
  taken();
  expect(readFileSync(path, 'utf8')).toContain('R-3');
  void handing;
});
