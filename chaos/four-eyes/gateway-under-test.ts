import * as z from 'zod/mini';
import { success } from '../../src/domain/failure';
import { ROLES } from '../../src/domain/person';
import { FourEyes } from '../../src/domain/policy/four-eyes';
import { Policy } from '../../src/domain/policy/policy';
import { systemClock } from '../../src/effects/clock';
import { NO_POLICY } from '../../src/gateway/people/policy-keeper';
import { deadlyJournal, dieOnTheWire, KillStep } from '../actions/kill-step';
import { NO_LIMITS } from '../actions/no-limits';
import { die, openWhenTold, startUnderTest } from '../campaign/child';
import { hastyClock } from '../campaign/hasty-clock';

const Opening = z.object({
  settings: z.record(z.string(), z.string()),
  profile: z.unknown(),
  kill: z.optional(KillStep),
});

/** Whatever takes risk on waits for another person. */
const policy = Policy.parse({
  roles: {},
  fourEyes: FourEyes.parse({ above: { kinds: ['send-quote', 'accept-quote', 'send-proposal'] } }),
});
const policies = {
  ...NO_POLICY,
  read: () => ({ path: 'policy.json', policy, readAt: 0, digest: '' }),
  rolesOf: () => ROLES,
};

await openWhenTold((told) => {
  const { kill, ...opening } = Opening.parse(told);
  const wire = { clock: systemClock, die };
  if (kill !== 'reading-again') dieOnTheWire(kill, wire);
  return startUnderTest(opening, {
    clock: hastyClock(systemClock),
    onNotKept: die,
    parts: async (resources) => ({
      givenLimits: NO_LIMITS,
      policies,
      openResources: async (wanted) => {
        const opened = await resources.open(wanted);
        if (!opened.ok) return opened;
        const journal = deadlyJournal(opened.value.journal, kill, die);
        return success({
          ...opened.value,
          journal: {
            ...journal,
            append: async (...written) => {
              await journal.append(...written);
              const isApproved = written.some((line) => line.state === 'staged' && line.approvedBy);
              if (isApproved && kill === 'reading-again') dieOnTheWire('reading', wire);
            },
          },
        });
      },
    }),
  });
});
