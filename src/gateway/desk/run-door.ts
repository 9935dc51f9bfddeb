import { join } from 'node:path';
import type { Environment } from '../../domain/desk-status';
import type { Clock } from '../../effects/clock';
import { systemIds } from '../../effects/ids';
import type { Log } from '../../effects/log';
import { DoorEvents } from '../events/door-events';
import type { Inbox } from '../events/event-log';
import { Receiver } from '../events/receiver';
import { Spool } from '../events/spool';
import { hostsOf, type WebhookOptions } from '../events/webhook-door';
import { postgresDeliveries, webhookTokens } from '../storage/postgres/deliveries';
import type { PostgresPool } from '../storage/postgres/pool';
import type { DeskKey } from '../storage/vault/desk-key';
import { pairingStore } from '../storage/vault/pairings';
import type { Tls } from '../web/application';
import type { PageOptions } from '../web/pages';
import { openReceiver } from '../web/server';
import { openDoor } from './door';
import { doorInboxes } from './door-inboxes';
import type { Leader } from './leader';

export interface RunDoorOptions {
  readonly host: string;
  readonly port: number;
  readonly names: readonly string[];
  readonly tls?: Tls | undefined;
  readonly pages: PageOptions;
  readonly dataFolder: string;
  readonly environments: readonly Environment[];
  readonly dialectOf: (environment: Environment) => NonNullable<Inbox['dialect']>;
  /** How events are let in, once it is known where. */
  readonly webhooksOf: (inboxes: readonly Inbox[]) => Promise<WebhookOptions>;
  readonly key: DeskKey;
  readonly leader: Leader;
  readonly pool: PostgresPool;
  readonly clock: Clock;
  readonly log: Log;
}

/** The door of this machine, from its start to its end, whoever leads. */
export async function runDoor(options: RunDoorOptions) {
  const { pool, clock, log, key, dataFolder } = options;
  const spool = await Spool.open(join(dataFolder, 'events.spool'));
  const events = new DoorEvents({ store: postgresDeliveries(pool), spool, ids: systemIds, clock, log });
  const inboxes = await doorInboxes({ ...options, events, readTokens: () => webhookTokens(pool) });
  const webhooks = await options.webhooksOf(inboxes);
  const receiver = new Receiver({ ...webhooks, clock, log });
  const publicHosts = hostsOf(webhooks.publicUrl);
  const own =
    webhooks.listensOn && (await openReceiver({ ...webhooks.listensOn, receiver, publicHosts, clock, log }));
  const { tls, ...rest } = options;
  const door = await openDoor({
    ...rest,
    key: key.peers,
    ...(tls && { tls }),
    ...(!own && { receiving: { receiver, publicHosts } }),
  });
  // Programs of this machine find their way in here, whoever leads.
  await pairingStore(dataFolder).writeProgramKey(key.programs);
  events.start();
  return {
    url: door.url,
    port: door.port,
    /** How many events wait on this machine for the store. */
    get spooledEvents() {
      return spool.count;
    },
    /** Says that it goes; resolves when what is in hand is answered. */
    leave: () => door.leave(),
    async close() {
      events.stop();
      await own?.close();
      await door.close();
      await spool.close();
    },
  };
}
