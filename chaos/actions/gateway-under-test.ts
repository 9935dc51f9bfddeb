import * as z from 'zod/mini';
import { success } from '../../src/domain/failure';
import { systemClock } from '../../src/effects/clock';
import { HTTP_LIMITS } from '../../src/gateway/service/http';
import { die, openWhenTold, startUnderTest } from '../campaign/child';
import { hastyClock } from '../campaign/hasty-clock';
import { dropConnections } from './dropped-connections';
import { deadlyJournal, dieOnTheWire, KillStep } from './kill-step';
import { NO_LIMITS } from './no-limits';

/** What it is told, with one step at which it kills itself. */
const Opening = z.object({
  settings: z.record(z.string(), z.string()),
  profile: z.unknown(),
  kill: z.optional(KillStep),
  dropped: z.optional(z.object({ port: z.number(), writes: z.number(), after: z.number() })),
});

await openWhenTold((told) => {
  const { kill, dropped, ...opening } = Opening.parse(told);
  if (dropped) dropConnections(dropped);
  dieOnTheWire(kill, { clock: systemClock, die });
  return startUnderTest(opening, {
    // Whether a connection comes about is told by the system in its own time: the deadlines of an answer wait for that.
    clock: hastyClock(systemClock, ...(dropped ? [HTTP_LIMITS.headersMs, HTTP_LIMITS.wholeMs] : [])),
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
