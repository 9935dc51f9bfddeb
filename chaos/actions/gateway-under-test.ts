import * as z from 'zod/mini';
import { success } from '../../src/domain/failure';
import { systemClock } from '../../src/effects/clock';
import { die, openWhenTold, startUnderTest } from '../campaign/child';
import { hastyClock } from '../campaign/hasty-clock';
import { deadlyJournal, dieOnTheWire, KillStep } from './kill-step';
import { NO_LIMITS } from './no-limits';

/** What it is told, with one step at which it kills itself. */
const Opening = z.object({
  settings: z.record(z.string(), z.string()),
  profile: z.unknown(),
  kill: z.optional(KillStep),
});

await openWhenTold((told) => {
  const { kill, ...opening } = Opening.parse(told);
  dieOnTheWire(kill, { clock: systemClock, die });
  return startUnderTest(opening, {
    clock: hastyClock(systemClock),
    onNotKept: die,
    parts: (grounds) => ({
      givenLimits: NO_LIMITS,
      openGround: async (wanted) => {
        const ground = await grounds.open(wanted);
        if (!ground.ok) return ground;
        return success({ ...ground.value, journal: deadlyJournal(ground.value.journal, kill, die) });
      },
    }),
  });
});
