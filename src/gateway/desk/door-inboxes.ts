import { join } from 'node:path';
import * as z from 'zod/mini';
import { Environment } from '../../domain/desk-status';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { DoorEvents } from '../events/door-events';
import type { Inbox } from '../events/event-log';
import type { DeskKey } from '../storage/vault/desk-key';
import { textOf, writePrivately } from '../storage/vault/private-file';

interface DoorInboxesOptions {
  readonly environments: readonly Environment[];
  readonly events: Pick<DoorEvents, 'keep'>;
  readonly dialectOf: (environment: Environment) => NonNullable<Inbox['dialect']>;
  /** The tokens that the desk has; rejects where the store cannot be had. */
  readonly readTokens: () => Promise<Tokens>;
  readonly key: Pick<DeskKey, 'webhookToken'>;
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
}

const Tokens = z.partialRecord(Environment, z.string());
export type Tokens = z.infer<typeof Tokens>;

const STORE_MS_MAX = 3_000;

/**
 * Where a door takes events in. Its addresses are those of the whole desk; a door that starts while the store is away takes them as it knew
 * them last.
 */
export async function doorInboxes(options: DoorInboxesOptions): Promise<readonly Inbox[]> {
  const { environments, events, dialectOf, key } = options;
  const tokens = await tokensOf(options);
  return environments.map((environment) => ({
    environment,
    token: tokens[environment] ?? key.webhookToken(environment),
    dialect: dialectOf(environment),
    events: {
      async keep(heard) {
        await events.keep(environment, heard);
        return [];
      },
    },
  }));
}

async function tokensOf({ readTokens, dataFolder, clock, log }: DoorInboxesOptions): Promise<Tokens> {
  const path = join(dataFolder, 'webhook-tokens.json');
  const late = pause(clock, STORE_MS_MAX).then(() => Promise.reject(new Error('no answer in time')));
  try {
    const tokens = await Promise.race([readTokens(), late]);
    writePrivately(path, `${JSON.stringify(tokens)}\n`);
    return tokens;
  } catch (error) {
    log.warn('The addresses for events are taken as they were known last.', { reason: String(error) });
    const known = textOf(path);
    return known === undefined ? {} : Tokens.parse(JSON.parse(known));
  } finally {
    late.catch(() => undefined);
  }
}
