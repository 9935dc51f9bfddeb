import { describe, expect, it } from 'vitest';
import type { Log } from '../../../src/effects/log';
import type { HeardEvent } from '../../../src/gateway/storage/events';
import { BATCH_MAX, Intake, WAITING_MAX } from '../../../src/gateway/events/intake';

const event = (n: number): HeardEvent => ({
  heardAt: n,
  origin: 'pushed',
  type: 'request-traded',
  body: `{"n":${n}}`,
});

/** Everything that waits for nothing but its turn has had it. */
const pastEvents = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An intake over a store that can fail, whose moments come by hand. */
function opened() {
  const batches: string[][] = [];
  const lines: string[] = [];
  const due: (() => void)[] = [];
  const disk = { full: false, held: Promise.resolve() };
  const write = (message: string): void => void lines.push(message);
  const log: Log = { info: write, warn: write, error: write };
  const intake = new Intake({
    keep: async (heard) => {
      await disk.held;
      if (disk.full) throw new Error('database or disk is full');
      batches.push(heard.map(({ body }) => body));
    },
    soon: (work) => void due.push(work),
    log,
  });
  const moment = async (): Promise<void> => {
    due.shift()?.();
    await pastEvents();
  };
  return { intake, batches, lines, due, disk, moment };
}

describe('what is taken in', () => {
  it('is answered only once it is kept', async () => {
    const { intake, batches, moment } = opened();
    let answered = false;
    const taken = intake.take(event(1)).then((outcome) => {
      answered = true;
      return outcome;
    });
    await Promise.resolve();
    expect(answered).toBe(false);
    expect(batches).toEqual([]);
    await moment();
    expect(await taken).toEqual({ ok: true, value: undefined });
    expect(batches).toEqual([['{"n":1}']]);
  });

  it('in one moment is kept together, in its order, by one write', async () => {
    const { intake, batches, due, moment } = opened();
    const taken = [1, 2, 3].map((n) => intake.take(event(n)));
    expect(due).toHaveLength(1);
    await moment();
    expect((await Promise.all(taken)).every(({ ok }) => ok)).toBe(true);
    expect(batches).toEqual([['{"n":1}', '{"n":2}', '{"n":3}']]);
    void intake.take(event(4));
    await moment();
    expect(batches).toHaveLength(2);
  });

  it('while the disk works is kept next, together, and each is answered with what became of itself', async () => {
    const { intake, batches, due, disk, moment } = opened();
    let release = (): void => undefined;
    disk.held = new Promise((resolve) => (release = resolve));
    const answers: [number, boolean][] = [];
    const take = async (n: number): Promise<void> => {
      const { ok } = await intake.take(event(n));
      answers.push([n, ok]);
    };
    void take(1);
    await moment();
    void take(2);
    void take(3);
    await moment();
    expect({ batches, answers, due: due.length }).toEqual({ batches: [], answers: [], due: 0 });
    release();
    await pastEvents();
    expect(answers).toEqual([[1, true]]);
    disk.full = true;
    await moment();
    expect(answers).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    expect(batches).toEqual([['{"n":1}']]);
  });

  it('goes in parts when it is much, none left behind', async () => {
    const { intake, batches, moment } = opened();
    const taken = Array.from({ length: BATCH_MAX + 1 }, (_, n) => intake.take(event(n)));
    await moment();
    await moment();
    expect(batches.map(({ length }) => length)).toEqual([BATCH_MAX, 1]);
    expect((await Promise.all(taken)).every(({ ok }) => ok)).toBe(true);
  });

  it('beyond what may wait is refused at once, and what waits is kept all the same', async () => {
    const { intake, batches, due, disk, moment } = opened();
    let release = (): void => undefined;
    const taken = Array.from({ length: WAITING_MAX }, (_, n) => intake.take(event(n)));
    expect(await intake.take(event(9_999))).toMatchObject({ ok: false, failure: { kind: 'throttled' } });
    // What is being written is in memory as well.
    disk.held = new Promise((resolve) => (release = resolve));
    await moment();
    expect(await intake.take(event(9_999))).toMatchObject({ ok: false, failure: { kind: 'throttled' } });
    release();
    await pastEvents();
    while (due.length > 0) await moment();
    expect((await Promise.all(taken)).every(({ ok }) => ok)).toBe(true);
    expect(batches.flat()).toHaveLength(WAITING_MAX);
  });
});

describe('a disk that is full', () => {
  it('fails all of the batch, and says so until something is kept again', async () => {
    const { intake, disk, moment, batches } = opened();
    disk.full = true;
    const taken = [1, 2].map((n) => intake.take(event(n)));
    await moment();
    for (const outcome of await Promise.all(taken)) {
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    }
    expect(intake.failure?.message).toContain('Events cannot be saved');
    disk.full = false;
    const next = intake.take(event(3));
    await moment();
    expect((await next).ok).toBe(true);
    expect(intake.failure).toBeUndefined();
    expect(batches).toEqual([['{"n":3}']]);
  });

  it('is not filled further with lines about it', async () => {
    const { intake, disk, moment, lines } = opened();
    disk.full = true;
    for (const n of [1, 2, 3]) {
      const taken = intake.take(event(n));
      await moment();
      await taken;
    }
    expect(lines).toHaveLength(1);
  });
});
