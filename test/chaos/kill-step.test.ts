import { expect, it } from 'vitest';
import { hastyClock } from '../../chaos/campaign/hasty-clock';
import { deadlyJournal, type KillStep } from '../../chaos/actions/kill-step';
import { ManualClock } from '../../src/effects/manual-clock';
import { inState } from '../domain/sample-action';
import { MemoryJournal } from '../gateway/twins/memory-stores';

const LINES = ['staged', 'sending', 'unknown', 'done'] as const;

/** How many lines are on the disk when the process is told to die. */
async function linesAtDeath(step: KillStep): Promise<number | undefined> {
  const store = new MemoryJournal();
  const deaths: number[] = [];
  let written = 0;
  const append = store.append.bind(store);
  store.append = async (...actions) => {
    await append(...actions);
    written += actions.length;
  };
  const journal = deadlyJournal(store, step, () => void deaths.push(written));
  for (const state of LINES) await journal.append(inState(state));
  return deaths.length === 1 ? deaths[0] : undefined;
}

it.each<[KillStep, number]>([
  ['staged-before', 0],
  ['staged-after', 1],
  ['sending-before', 1],
  ['sending-after', 2],
  ['outcome-before', 2],
  ['outcome-after', 3],
  ['found-before', 3],
  ['found-after', 4],
])('dies %s once, with %i lines on the disk', async (step, lines) => {
  expect(await linesAtDeath(step)).toBe(lines);
});

it('keeps short waits short, long ones as they are, and time as it is', async () => {
  const clock = new ManualClock(0);
  const hasty = hastyClock(clock);
  const rung: string[] = [];
  hasty.after(1_000, () => rung.push('a look'));
  hasty.after(30_000, () => rung.push('a deadline'));
  hasty.after(3_600_000, () => rung.push('an hour'));
  await clock.advance(200);
  expect(rung).toEqual(['a look']);
  await clock.advance(600);
  expect(rung).toEqual(['a look', 'a deadline']);
  expect(hasty.now()).toBe(clock.now());
  await clock.advance(3_600_000);
  expect(rung).toHaveLength(3);
});
