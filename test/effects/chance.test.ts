import { describe, expect, it } from 'vitest';
import { seededChance, systemChance } from '../../src/effects/chance';
import { systemClock } from '../../src/effects/clock';
import { countedIds, systemIds } from '../../src/effects/ids';
import { ActionId } from '../../src/domain/identifiers';

const draw = (chance: () => number, count: number): number[] => Array.from({ length: count }, chance);

describe('chance', () => {
  it('is the same again for the same seed, and another for another', () => {
    expect(draw(seededChance(7), 50)).toEqual(draw(seededChance(7), 50));
    expect(draw(seededChance(7), 50)).not.toEqual(draw(seededChance(8), 50));
  });

  it('lies from 0 to below 1 and is spread evenly', () => {
    const drawn = draw(seededChance(3), 10_000);
    expect(drawn.every((dice) => dice >= 0 && dice < 1)).toBe(true);
    const mean = drawn.reduce((sum, dice) => sum + dice, 0) / drawn.length;
    expect(mean).toBeCloseTo(0.5, 1);
    expect(draw(systemChance, 100).every((dice) => dice >= 0 && dice < 1)).toBe(true);
  });
});

describe('ids', () => {
  it('can be the id of an action, of the system as well as counted', () => {
    for (const ids of [systemIds, countedIds()]) {
      expect(ActionId.safeParse(ids.uuid()).success).toBe(true);
      expect(ids.uuid()).not.toBe(ids.uuid());
    }
  });

  it('are counted in the same order every time', () => {
    expect(countedIds().uuid()).toBe(countedIds().uuid());
  });
});

describe('the system clock', () => {
  it('runs a timer once, and not one that was cancelled', async () => {
    const ran: string[] = [];
    const cancel = systemClock.after(0, () => ran.push('cancelled'));
    cancel();
    await new Promise<void>((resolve) => void systemClock.after(0, () => (ran.push('ran'), resolve())));
    expect(ran).toEqual(['ran']);
  });

  it('takes a wait beyond what timers can hold for a long one, not for none', async () => {
    const ran: string[] = [];
    const cancel = systemClock.after(2 ** 40, () => ran.push('long'));
    // Taken for none, it would come before.
    await new Promise<void>((resolve) => void systemClock.after(1, () => (ran.push('short'), resolve())));
    expect(ran).toEqual(['short']);
    cancel();
  });
});
