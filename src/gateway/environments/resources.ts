import { createHash, randomBytes } from 'node:crypto';
import type { Profile } from '../../contract/service/profile';
import type { Environment, OfferedEnvironment } from '../../domain/desk-status';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { EventLog, type Inbox } from '../events/event-log';
import { Dialect } from '../platform/dialect/dialect';
import { connectPlatform, type Platform } from '../platform/platform';
import { InterfaceCheck } from '../probe/interface-check';
import type { ProxyOptions } from '../platform/proxy';
import type { Credentials } from '../platform/secrets';
import { openStores, type Stores } from '../storage/stores';

/** What a session stands on in one environment. Nothing of it is ever used in another one. */
export interface EnvironmentResources extends Omit<Stores, 'events' | 'webhookToken' | 'usage' | 'close'> {
  readonly environment: Environment;
  /** The service's address, without credentials. */
  readonly service: string;
  readonly platform: Platform;
  /** The environment's own profile, where it has one. */
  readonly profile?: Profile;
  /** Records in one page of the service's lists. */
  readonly pageSize: number;
  /** The check of the service profile that a person asks for. */
  readonly interfaceCheck: InterfaceCheck;
  /** What was heard of this environment; it goes on listening while the desk stands elsewhere. */
  readonly events: EventLog;
  /** Ends the connections. The same environment can be opened anew. */
  close(): Promise<void>;
}

/** Where to stand, and as whom; without credentials the platform stays signed out. */
export interface EnvironmentWanted {
  readonly environment: Environment;
  readonly credentials?: Credentials;
}

export type OpenResources = (wanted: EnvironmentWanted) => Promise<Outcome<EnvironmentResources>>;

/** What is kept of one environment, and its one log of events. */
interface OpenStorage {
  readonly stores: Stores;
  readonly events: EventLog;
}

/**
 * The resources of each environment: its own address, storage, limiter and usage plan. What was done in one is never
 * looked up in another. A storage stays open, and its place taken, from its first use until the process ends.
 */
export class ResourcesByEnvironment {
  /** Opened once, also for two that ask at the same time. */
  private readonly storages = new Map<Environment, Promise<Outcome<OpenStorage>>>();
  /** Under which plan calls were last counted: signed out, people see what is left of that. */
  private readonly plans = new Map<Environment, string>();

  constructor(
    private readonly options: {
      readonly dataFolder: string;
      readonly environments: readonly Pick<OfferedEnvironment, 'name' | 'service'>[];
      readonly profile: Profile;
      /** Profiles of single environments, in its place. */
      readonly profiles?: Readonly<Partial<Record<Environment, Profile>>>;
      /** For how many days events are kept whose consequences were drawn; 30 unless said. */
      readonly eventDays?: number;
      /** By which the platform is reached; absent: straight. */
      readonly proxy?: ProxyOptions | undefined;
      readonly clock: Clock;
      readonly log: Log;
      /** The disk has lost what was written: nothing that this process writes from here on can be relied on. */
      readonly onNotKept: () => void;
      /** Opens what is kept of an environment, where that is not in the data folder. */
      readonly openStores?: (environment: Environment) => Promise<Outcome<Stores>>;
      /** Whether a call may leave for the platform just now; always unless said. */
      readonly mayLeave?: () => boolean;
      /** The token of an environment's address for events where it has none yet; a new one unless said. */
      readonly webhookToken?: (environment: Environment) => string;
    },
  ) {}

  readonly open = async ({
    environment,
    credentials,
  }: EnvironmentWanted): Promise<Outcome<EnvironmentResources>> => {
    const place = this.options.environments.find(({ name }) => name === environment);
    if (!place) return failed(NO_ADDRESS);
    const storage = await this.storage(environment);
    if (!storage.ok) return storage;
    const { stores, events } = storage.value;
    const { clock, log, profiles, mayLeave } = this.options;
    const own = profiles?.[environment];
    const profile = own ?? this.options.profile;
    const known = credentials ? undefined : this.plans.get(environment);
    const plan = known ?? planOf(place.service, credentials?.apiKey ?? '');
    this.plans.set(environment, plan);
    const platform = await connectPlatform({
      url: place.service,
      profile,
      usage: stores.usage(plan),
      clock,
      log,
      ...(credentials && { credentials }),
      proxy: this.options.proxy,
      ...(mayLeave && { mayLeave }),
    });
    return success({
      ...stores,
      environment,
      service: place.service,
      platform,
      pageSize: profile.lists.pageSize,
      interfaceCheck: new InterfaceCheck({ service: place.service, profile, line: () => platform.line() }),
      events,
      ...(own && { profile: own }),
      close: () => platform.close(),
    });
  };

  /** Opens what is kept of an environment, or says in a sentence why it cannot be had; asked again, it is tried again. */
  storage(environment: Environment): Promise<Outcome<OpenStorage>> {
    const known = this.storages.get(environment);
    if (known) return known;
    const opening = this.openStorage(environment);
    this.storages.set(environment, opening);
    return opening;
  }

  private async openStorage(environment: Environment): Promise<Outcome<OpenStorage>> {
    const { dataFolder, clock, eventDays } = this.options;
    const stores = await (this.options.openStores?.(environment) ??
      openStores({ dataFolder, environment }, this.options));
    if (!stores.ok) {
      this.storages.delete(environment);
      return stores;
    }
    try {
      return success({
        stores: stores.value,
        events: await EventLog.open(stores.value.events, clock, eventDays),
      });
    } catch (error) {
      this.storages.delete(environment);
      await stores.value.close();
      return failed(eventsNotRead(environment, error));
    }
  }

  /**
   * Where events of each environment are delivered, also while the desk stands elsewhere. Their storages are opened for it;
   * one that cannot be had is left out, and the log says why.
   */
  async inboxes(): Promise<readonly Inbox[]> {
    const inboxes: Inbox[] = [];
    for (const { name } of this.options.environments) {
      const inbox = await this.inbox(name);
      if (inbox.ok) inboxes.push(inbox.value);
      else this.options.log.warn(`Events of ${name} cannot be received. ${sentence(inbox.failure)}`);
    }
    return inboxes;
  }

  private async inbox(environment: Environment): Promise<Outcome<Inbox>> {
    try {
      const storage = await this.storage(environment);
      if (!storage.ok) return storage;
      const { stores, events } = storage.value;
      const { mapping } = this.options.profiles?.[environment] ?? this.options.profile;
      const token = await stores.webhookToken.token(
        () => this.options.webhookToken?.(environment) ?? newToken(),
      );
      return success({ environment, token, events, disk: stores.disk, dialect: new Dialect(mapping) });
    } catch (error) {
      return failed({ ...NO_TOKEN, message: `${NO_TOKEN.message} (${String(error)}).` });
    }
  }

  /** Waits for the events that are being written, and gives every storage up. */
  async close(): Promise<void> {
    const opened = [...this.storages.values()];
    this.storages.clear();
    for (const storage of await Promise.all(opened)) {
      if (!storage.ok) continue;
      await storage.value.events.settled();
      await storage.value.stores.close();
    }
  }
}

/** Calls are counted by API key; the key itself is not written down. */
const planOf = (url: string, apiKey: string): string =>
  createHash('sha256').update(`${url} ${apiKey}`).digest('hex').slice(0, 16);

const TOKEN_BYTES = 32;
const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const NO_TOKEN = {
  kind: 'unavailable',
  message: 'The address for events could not be read from the data folder, or not be written there',
  next: 'Check that the data folder has space and can be written to, then start the gateway again.',
} as const;
const eventsNotRead = (environment: Environment, error: unknown): Failure => ({
  kind: 'unreadable',
  message: `The stored events of ${environment} cannot be read (${String(error)}).`,
  next: 'Check the disk, or restore the data folder from a backup.',
});
const NO_ADDRESS = {
  kind: 'unsupported',
  message: 'The gateway has no address for this environment.',
  next: 'Start it with the address set; --help names the setting.',
} as const;
