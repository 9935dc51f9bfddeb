import { once } from 'node:events';
import * as z from 'zod/mini';
import { profileFrom } from '../../src/contract/service/profile';
import { sentence, success } from '../../src/domain/failure';
import { systemChance } from '../../src/effects/chance';
import { systemClock } from '../../src/effects/clock';
import type { Log } from '../../src/effects/log';
import { gatewayParts } from '../../src/gateway/assembly';
import { startGateway } from '../../src/gateway/gateway';
import { Grounds } from '../../src/gateway/grounds';
import { NO_VAULT } from '../../src/gateway/secrets/vault';
import { readSettings } from '../../src/gateway/settings';
import { hastyClock } from './hasty-clock';
import { NO_LIMITS } from './no-limits';
import { deadlyJournal, dieOnTheWire, KillStep } from './kill-step';

/**
 * The gateway as src/gateway/main.ts puts it together, with hasty waits and with one step at which it kills itself. It
 * loads everything first and opens its folder when it is told to, so that a restart takes no longer than it must.
 */
export const Opening = z.object({
  settings: z.record(z.string(), z.string()),
  profile: z.unknown(),
  kill: z.optional(KillStep),
});
export type Opening = z.infer<typeof Opening>;

const tell = (message: object): void => void process.send?.(message);
const die = (): void => void process.kill(process.pid, 'SIGKILL');
/** An error in its log is one that the gateway has not foreseen. */
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, fields) => tell({ type: 'error', message: `${message} ${JSON.stringify(fields ?? {})}` }),
};

async function open({ settings: given, profile: override, kill }: Opening): Promise<string> {
  const read = readSettings(given, []);
  if (!read.ok) throw new Error(sentence(read.failure));
  const settings = read.value;
  const profile = profileFrom(override);
  const clock = hastyClock(systemClock);
  const { dataFolder, environments } = settings;
  const grounds = new Grounds({ dataFolder, environments, profile, clock, log, onNotKept: die });
  dieOnTheWire(kill, { clock: systemClock, die });
  const gateway = await startGateway(
    gatewayParts(settings, {
      vault: NO_VAULT,
      openGround: async (wanted) => {
        const ground = await grounds.open(wanted);
        if (!ground.ok) return ground;
        return success({ ...ground.value, journal: deadlyJournal(ground.value.journal, kill, die) });
      },
      clock,
      chance: systemChance,
      log,
      zone: profile.auth.zone,
      version: '0.0.0',
      givenLimits: NO_LIMITS,
      support: { settings: {}, log: () => [], secrets: () => [] },
      root: dataFolder,
    }),
  );
  return `http://127.0.0.1:${gateway.port}`;
}

// Whoever started this process has ended, however that went.
process.on('disconnect', () => process.exit(1));
tell({ type: 'loaded' });
const told: unknown[] = await once(process, 'message');
tell({ type: 'ready', url: await open(Opening.parse(told[0])) });
