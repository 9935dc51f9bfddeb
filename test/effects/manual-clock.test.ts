import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pause } from '../../src/effects/clock';
import { ManualClock } from '../../src/effects/manual-clock';

describe('a clock that is told to move', () => {
  it('runs every timer at its own moment, in the order they are due and then in the order they were set', async () => {
    const clock = new ManualClock(1_000);
    const ran: [string, number][] = [];
    const note = (name: string) => () => void ran.push([name, clock.now()]);
    clock.after(20, note('late'));
    clock.after(10, note('first'));
    clock.after(10, note('second'));
    clock.after(-5, note('at once'));
    await clock.advance(20);
    expect(ran).toEqual([
      ['at once', 1_000],
      ['first', 1_010],
      ['second', 1_010],
      ['late', 1_020],
    ]);
  });

  it('says how long until the next timer is due', async () => {
    const clock = new ManualClock(0);
    expect(clock.nextInMs).toBeUndefined();
    clock.after(50, () => undefined);
    const cancel = clock.after(30, () => undefined);
    await clock.advance(10);
    expect(clock.nextInMs).toBe(20);
    cancel();
    expect(clock.nextInMs).toBe(40);
  });

  it('runs what a timer sets meanwhile, and leaves what is later', async () => {
    const clock = new ManualClock(0);
    let ticks = 0;
    const tick = (): void => {
      ticks += 1;
      clock.after(10, tick);
    };
    tick();
    await clock.advance(95);
    expect(ticks).toBe(10);
    expect(clock.pending).toBe(1);
  });

  it('lets promises settle between timers', async () => {
    const clock = new ManualClock(0);
    const steps: number[] = [];
    void (async () => {
      for (let step = 0; step < 3; step++) {
        await pause(clock, 10);
        steps.push(clock.now());
      }
    })();
    await clock.advance(30);
    expect(steps).toEqual([10, 20, 30]);
  });

  it('forgets a cancelled timer, also twice and after it ran', async () => {
    const clock = new ManualClock(0);
    let ran = 0;
    const cancel = clock.after(10, () => (ran += 1));
    const keep = clock.after(10, () => (ran += 1));
    cancel();
    cancel();
    await clock.advance(10);
    keep();
    expect([ran, clock.pending]).toEqual([1, 0]);
  });

  it('has a wall clock that may be set, and elapsed time that may not', async () => {
    const clock = new ManualClock(1_000);
    let ran = false;
    clock.after(10, () => (ran = true));
    clock.jump(-3_600_000);
    expect([clock.now(), clock.monotonicMs(), ran]).toEqual([1_000 - 3_600_000, 0, false]);
    await clock.advance(10);
    expect([clock.now(), clock.monotonicMs(), ran]).toEqual([1_010 - 3_600_000, 10, true]);
  });

  it('comes to the same whether it moves in one step or in many', async () => {
    const waits = fc.array(fc.nat(100), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(waits, waits, async (timers, more) => {
        const steps = [0, ...more];
        const run = async (moves: number[]): Promise<number[]> => {
          const clock = new ManualClock(0);
          const ran: number[] = [];
          for (const waitMs of timers) clock.after(waitMs, () => void ran.push(clock.now()));
          for (const move of moves) await clock.advance(move);
          return ran;
        };
        const whole = steps.reduce((sum, step) => sum + step, 0);
        expect(await run(steps)).toEqual(await run([whole]));
      }),
    );
  });
});
