import { once } from 'node:events';
import * as z from 'zod/mini';
import { profileFrom } from '../../src/contract/service/profile';
import { sentence, type Outcome } from '../../src/domain/failure';
import { systemChance } from '../../src/effects/chance';
import { systemClock } from '../../src/effects/clock';
import type { Log } from '../../src/effects/log';
import { gatewayParts } from '../../src/gateway/assembly';
import { startGateway } from '../../src/gateway/gateway';
import { Grounds } from '../../src/gateway/grounds';
import { BUILT_IN } from '../../src/gateway/limits-file';
import { deliveryRules } from '../../src/gateway/receiver/delivery-rules';
import { NO_VAULT } from '../../src/gateway/secrets/vault';
import { readSettings } from '../../src/gateway/settings';
import { hastyClock } from '../actions/hasty-clock';
import { Deadly, Kill } from './kill-step';

/** The gateway as src/gateway/main.ts puts it together, with hasty waits and steps at which it kills itself. */
export const Opening = z.object({
  type: z.literal('open'),
  settings: z.record(z.string(), z.string()),
  profile: z.unknown(),
  /** What stands in environment variables that the profile names. */
  secrets: z.record(z.string(), z.string()),
});
export type Opening = z.infer<typeof Opening>;
const Arming = z.object({ type: z.literal('arm'), kill: Kill });

/** Of answers of the service, and of the body of a delivery. */
const DEADLINE_MS = 5_000;

const tell = (message: object): void => void process.send?.(message);
/** An error in its log is one that the gateway has not foreseen, or that the disk is full. */
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, fields) => tell({ type: 'error', message: `${message} ${JSON.stringify(fields ?? {})}` }),
};
const deadly = new Deadly(() => void process.kill(process.pid, 'SIGKILL'));

function need<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(sentence(outcome.failure));
}

async function open({ settings: given, profile: override, secrets }: Opening) {
  const settings = need(readSettings(given, []));
  const profile = profileFrom(override);
  const clock = hastyClock(systemClock, DEADLINE_MS);
  const { dataFolder, environments, service } = settings;
  const onNotKept = (): never => process.exit(1);
  const grounds = new Grounds({ dataFolder, environments, profile, clock, log, onNotKept });
  need(grounds.database(service.environment));
  return startGateway(
    gatewayParts(settings, {
      vault: NO_VAULT,
      openGround: grounds.open,
      clock,
      chance: systemChance,
      log,
      webhooks: {
        inboxes: deadly.inboxes(grounds.inboxes()),
        rules: need(deliveryRules(profile.webhooks, settings.webhooks.proxies, secrets)),
      },
      zone: profile.auth.zone,
      version: '0.0.0',
      givenLimits: BUILT_IN,
      support: { settings: {}, log: () => [], secrets: () => [] },
      root: dataFolder,
    }),
  );
}

// Whoever started this process has ended, however that went.
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  const arming = Arming.safeParse(message);
  if (arming.success) deadly.arm(arming.data.kill);
});
tell({ type: 'loaded' });
const told: unknown[] = await once(process, 'message');
const { port, webhook } = await open(Opening.parse(told[0]));
tell({ type: 'ready', url: `http://127.0.0.1:${port}`, webhook });
