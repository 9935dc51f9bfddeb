import { once } from 'node:events';
import { profileFrom } from '../../src/contract/service/profile';
import { sentence, type Outcome } from '../../src/domain/failure';
import { systemChance } from '../../src/effects/chance';
import type { Clock } from '../../src/effects/clock';
import type { Log } from '../../src/effects/log';
import { gatewayParts, startGateway, type Assembled, type Gateway } from '../../src/gateway/gateway';
import { ResourcesByEnvironment } from '../../src/gateway/environments/resources';
import { NO_VAULT } from '../../src/gateway/storage/vault/vault';
import { readSettings, type Settings } from '../../src/gateway/settings/settings';

export const tell = (message: object): void => void process.send?.(message);
export const die = (): void => void process.kill(process.pid, 'SIGKILL');

/** An error in its log is one that the gateway has not foreseen. */
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, fields) => tell({ type: 'error', message: `${message} ${JSON.stringify(fields ?? {})}` }),
};

export function need<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(sentence(outcome.failure));
}

interface Opening {
  readonly settings: Readonly<Record<string, string>>;
  readonly profile?: unknown;
}

interface Ways {
  readonly clock: Clock;
  /** What happens when the disk has lost what it took. */
  readonly onNotKept: () => void;
  /** What is put in the place of the gateway's own parts. */
  readonly parts: (
    resources: ResourcesByEnvironment,
    settings: Settings,
  ) => Promise<Pick<Assembled, 'givenLimits'> & Partial<Assembled>>;
}

/** The gateway as src/gateway/main.ts puts it together, but for the parts that a campaign puts in. */
export async function startUnderTest(
  { settings: given, profile: override }: Opening,
  { clock, onNotKept, parts }: Ways,
): Promise<Gateway> {
  const settings = need(readSettings(given, []));
  const profile = profileFrom(override);
  const { dataFolder, environments } = settings;
  const resources = new ResourcesByEnvironment({ dataFolder, environments, profile, clock, log, onNotKept });
  return startGateway(
    gatewayParts(settings, {
      vault: NO_VAULT,
      openResources: resources.open,
      clock,
      chance: systemChance,
      log,
      zone: profile.auth.zone,
      recordRules: profile.records,
      version: '0.0.0',
      support: { settings: {}, log: () => [], secrets: () => [] },
      root: dataFolder,
      ...(await parts(resources, settings)),
    }),
  );
}

/**
 * Loads everything first and opens its folder when it is told to, so that a restart takes no longer than it must. It ends
 * when whoever started it has ended, however that went.
 */
export async function openWhenTold(open: (opening: unknown) => Promise<Gateway>): Promise<void> {
  process.on('disconnect', () => process.exit(1));
  tell({ type: 'loaded' });
  const told: unknown[] = await once(process, 'message');
  const { port, webhook, programKey, pairingCode } = await open(told[0]);
  tell({ type: 'ready', url: `http://127.0.0.1:${port}`, webhook, programKey, pairingCode });
}
