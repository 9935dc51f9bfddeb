import * as z from 'zod/mini';
import { profileFrom } from '../../src/contract/service/profile';
import { systemClock } from '../../src/effects/clock';
import { BUILT_IN } from '../../src/gateway/actions/limits-keeper';
import { deliveryRules } from '../../src/gateway/events/webhook-door';
import { die, need, openWhenTold, startUnderTest } from '../campaign/child';
import { hastyClock } from '../campaign/hasty-clock';
import { Deadly, Kill } from './kill-step';

const Opening = z.object({
  settings: z.record(z.string(), z.string()),
  profile: z.unknown(),
  /** What stands in environment variables that the profile names. */
  secrets: z.record(z.string(), z.string()),
});
/** Told later: a step at which it kills itself. */
const Arming = z.object({ type: z.literal('arm'), kill: Kill });

/** Of answers of the service, and of the body of a delivery. */
const DEADLINE_MS = 5_000;

const deadly = new Deadly(die);
process.on('message', (message) => {
  const arming = Arming.safeParse(message);
  if (arming.success) deadly.arm(arming.data.kill);
});

await openWhenTold((told) => {
  const { secrets, ...opening } = Opening.parse(told);
  return startUnderTest(opening, {
    clock: hastyClock(systemClock, DEADLINE_MS),
    onNotKept: () => process.exit(1),
    parts: async (resources, { service, webhooks }) => {
      need(await resources.storage(service.environment));
      return {
        givenLimits: BUILT_IN,
        webhooks: {
          inboxes: deadly.inboxes(await resources.inboxes()),
          rules: need(deliveryRules(profileFrom(opening.profile).webhooks, webhooks.proxies, secrets)),
        },
      };
    },
  });
});
