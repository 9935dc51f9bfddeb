import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { success } from '../../src/domain/failure';
import { ROLES } from '../../src/domain/person';
import { FourEyes } from '../../src/domain/policy/four-eyes';
import { Policy } from '../../src/domain/policy/policy';
import { systemClock } from '../../src/effects/clock';
import { NO_POLICY } from '../../src/gateway/people/policy-keeper';
import { NO_LIMITS } from '../actions/no-limits';
import { die, openWhenTold, startUnderTest } from '../campaign/child';
import { hastyClock } from '../campaign/hasty-clock';

const Opening = z.object({
  settings: z.record(z.string(), z.string()),
  profile: z.unknown(),
  dies: z.optional(z.enum(['halt-before', 'halt-after'])),
  /** How long the second line that says that something is sent takes to be on the disk. */
  slowMs: z.optional(z.number()),
});

/** Proposals wait for another person, quotes go at once. */
const policy = Policy.parse({
  roles: {},
  fourEyes: FourEyes.parse({ above: { kinds: ['send-proposal'] } }),
});
const policies = {
  ...NO_POLICY,
  read: () => ({ path: 'policy.json', policy, readAt: 0, digest: '' }),
  rolesOf: () => ROLES,
};

await openWhenTold((told) => {
  const { dies, slowMs, ...opening } = Opening.parse(told);
  let sent = 0;
  return startUnderTest(opening, {
    clock: hastyClock(systemClock),
    onNotKept: die,
    parts: async (resources) => ({
      givenLimits: NO_LIMITS,
      policies,
      openResources: async (wanted) => {
        const opened = await resources.open(wanted);
        if (!opened.ok) return opened;
        const { journal, halts } = opened.value;
        return success({
          ...opened.value,
          journal: {
            ...journal,
            append: async (...written) => {
              if (written.some(({ state }) => state === 'sending')) sent += 1;
              if (slowMs !== undefined && sent === 2 && written.some(({ state }) => state === 'sending'))
                await pause(slowMs);
              await journal.append(...written);
            },
          },
          halts: {
            ...halts,
            put: async (halt) => {
              if (dies === 'halt-before') die();
              await halts.put(halt);
              if (dies === 'halt-after') die();
            },
          },
        });
      },
    }),
  });
});
