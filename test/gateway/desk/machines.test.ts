import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Machines } from '../../../src/gateway/desk/machines';
import type { SharedKind, SharedRows } from '../../../src/gateway/storage/shared-rows';

class Rows implements SharedRows {
  readonly kept = new Map<string, string>();
  isAway = false;

  async read(_: SharedKind): Promise<ReadonlyMap<string, string>> {
    return new Map(this.kept);
  }

  async put(_: SharedKind, name: string, text: string): Promise<void> {
    if (this.isAway) throw new Error('away');
    this.kept.set(name, text);
  }

  async drop(_: SharedKind, names: readonly string[]): Promise<void> {
    for (const name of names) this.kept.delete(name);
  }
}

const DAY_MS = 86_400_000;

function machines() {
  const [rows, clock] = [new Rows(), new ManualClock(0)];
  const of = (address: string) => {
    const self = () => ({ host: address, version: '1', startedAt: 0, spooledEvents: 0, keptWithdrawals: 0 });
    return new Machines({ rows, address, self, clock });
  };
  return { rows, clock, of };
}

it('lists who leads first, each as it told of itself last, also after the store was away', async () => {
  const { rows, clock, of } = machines();
  const [a, b] = [of('a:1'), of('b:1')];
  a.start();
  b.start();
  await clock.advance(6_000);
  rows.isAway = true;
  await clock.advance(6_000);
  rows.isAway = false;
  b.stop();
  await clock.advance(3_000);
  const seen = await a.read('b:1');
  expect(seen.map(({ address, leads, seenAt }) => [address, leads, seenAt])).toEqual([
    ['b:1', true, 6_000],
    ['a:1', false, 15_000],
  ]);
  a.stop();
});

it('forgets a machine that was not heard of for a day', async () => {
  const { rows, clock, of } = machines();
  const [a, b] = [of('a:1'), of('b:1')];
  a.start();
  await clock.advance(0);
  a.stop();
  await clock.advance(DAY_MS + 3_000);
  b.start();
  await clock.advance(0);
  expect((await b.read('b:1')).map(({ address }) => address)).toEqual(['b:1']);
  expect([...rows.kept.keys()]).toEqual(['b:1']);
  b.stop();
});
