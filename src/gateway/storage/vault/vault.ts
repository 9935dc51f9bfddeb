import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { DeskStatus, Environment } from '../../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../../domain/failure';
import type { Log } from '../../../effects/log';
import type { Credentials } from '../../platform/secrets';
import type { SharedRows } from '../shared-rows';
import type { DeskKey } from './desk-key';
import type { KeyKeeper } from './key-keeper';
import { textOf, writePrivately } from './private-file';
import { seal, unseal } from './sealing';

/** The one environment at the one address for which credentials are kept. */
export interface KeptFor {
  readonly name: Environment;
  readonly service: string;
}

/** Credentials that a person asked to keep, between runs of the gateway. */
export interface Vault {
  /** Absent: nothing can be kept. */
  readonly sealing: DeskStatus['sealing'];
  has(environment: Environment): boolean;
  open(of: KeptFor): Promise<Outcome<Credentials>>;
  keep(of: KeptFor, credentials: Credentials): Promise<Outcome<void>>;
  /** Where nothing is kept it does nothing. */
  forget(environment: Environment): Promise<Outcome<void>>;
  /** Calls `listener` when {@link Vault.has} may say something else, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** For a gateway that keeps nothing on disk. */
export const NO_VAULT: Vault = {
  sealing: undefined,
  has: () => false,
  open: async () => failed(NOT_KEPT),
  keep: async () => failed(NO_PLACE),
  forget: async () => success(undefined),
  onChange: () => () => undefined,
};

const KeptCredentials = z.object({ apiKey: z.string(), clientId: z.string(), clientSecret: z.string() });

/** Where what is sealed of each environment lies. */
export interface SealedPlace {
  has(environment: Environment): boolean;
  read(environment: Environment): Promise<string | undefined>;
  write(environment: Environment, sealed: string): Promise<void>;
  wipe(environment: Environment): Promise<void>;
}

/** One sealed file per environment, in the folder of that environment. */
export function sealedFiles(dataFolder: string): SealedPlace {
  const path = (environment: Environment): string => join(dataFolder, environment, 'credentials.sealed');
  return {
    has: (environment) => existsSync(path(environment)),
    read: async (environment) => textOf(path(environment)),
    write: async (environment, sealed) => writePrivately(path(environment), sealed),
    wipe: async (environment) => rmSync(path(environment), { force: true }),
  };
}

/** One sealed row per environment, which every machine of a desk can open that holds the desk's key. */
export async function sealedRows(rows: SharedRows): Promise<SealedPlace> {
  const known = new Map(await rows.read('credentials'));
  return {
    has: (environment) => known.has(environment),
    read: async (environment) => known.get(environment),
    async write(environment, sealed) {
      await rows.put('credentials', environment, sealed);
      known.set(environment, sealed);
    },
    async wipe(environment) {
      await rows.drop('credentials', [environment]);
      known.delete(environment);
    },
  };
}

/** The key of a desk on several machines, which each of them holds. */
export const deskKeeper = ({ credentials }: DeskKey): SealingKeys => ({
  where: 'desk',
  find: async () => credentials,
  need: async () => credentials,
});

interface SealingKeys extends Pick<KeyKeeper, 'find' | 'need'> {
  readonly where: NonNullable<DeskStatus['sealing']>;
}

/** Keeps credentials sealed: what lies in the place is of no use without the key. */
export class SealedCredentials implements Vault {
  /** Those that cannot be opened: to the person nothing is kept. */
  private readonly shut = new Set<Environment>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly options: {
      readonly place: SealedPlace;
      readonly keys: SealingKeys;
      readonly log: Log;
    },
  ) {}

  get sealing(): NonNullable<DeskStatus['sealing']> {
    return this.options.keys.where;
  }

  has(environment: Environment): boolean {
    return !this.shut.has(environment) && this.options.place.has(environment);
  }

  async open(of: KeptFor): Promise<Outcome<Credentials>> {
    const sealed = await this.tried(() => this.options.place.read(of.name), NOT_READ);
    if (!sealed.ok) return sealed;
    if (sealed.value === undefined) return failed(NOT_KEPT);
    const key = await this.tried(() => this.options.keys.find(), NO_KEY);
    if (!key.ok) return key;
    const credentials = credentialsIn(key.value && unseal(sealed.value, key.value, purposeOf(of)));
    if (credentials) return success(credentials);
    this.shut.add(of.name);
    this.changed();
    this.options.log.warn('Kept credentials cannot be opened.', { environment: of.name });
    return failed(SHUT);
  }

  async keep(of: KeptFor, credentials: Credentials): Promise<Outcome<void>> {
    const { apiKey, clientId, clientSecret } = credentials;
    const text = JSON.stringify({ apiKey, clientId, clientSecret });
    const kept = await this.tried(async () => {
      const key = await this.options.keys.need();
      await this.options.place.write(of.name, seal(text, key, purposeOf(of)));
    }, NOT_WRITTEN);
    if (kept.ok) this.shut.delete(of.name);
    this.changed();
    return kept;
  }

  async forget(environment: Environment): Promise<Outcome<void>> {
    const wiped = await this.tried(() => this.options.place.wipe(environment), NOT_WIPED);
    if (wiped.ok) this.shut.delete(environment);
    this.changed();
    return wiped;
  }

  onChange(listener: () => void): () => void {
    const mine = (): void => listener();
    this.listeners.add(mine);
    return () => void this.listeners.delete(mine);
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  private async tried<T>(work: () => Promise<T>, failure: Failure): Promise<Outcome<T>> {
    try {
      return success(await work());
    } catch (error) {
      this.options.log.warn(failure.message, { reason: String(error) });
      return failed(failure);
    }
  }
}

/** Sealed for one address: a setting that points elsewhere does not get credentials that were typed for another service. */
const purposeOf = ({ name, service }: KeptFor): string => JSON.stringify(['SpreadDesk', name, service]);

function credentialsIn(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined;
  const kept = KeptCredentials.safeParse(JSON.parse(text));
  return kept.success ? kept.data : undefined;
}

const TYPE_AGAIN = 'Type them again, and tick the box to keep them anew.';
const NOT_KEPT: Failure = {
  kind: 'signed-out',
  message: 'No credentials are kept for this environment.',
  next: 'Type API key, client id and client secret.',
};
const SHUT: Failure = {
  kind: 'unreadable',
  message: 'The kept credentials cannot be opened: they are damaged, or were sealed elsewhere.',
  next: TYPE_AGAIN,
};
const NOT_READ: Failure = {
  kind: 'unavailable',
  message: 'The kept credentials cannot be read.',
  next: TYPE_AGAIN,
};
const NO_KEY: Failure = {
  kind: 'unavailable',
  message: 'The key of the kept credentials cannot be had just now.',
  next: "Unlock the system's keychain and try again, or type the credentials.",
};
const NOT_WRITTEN: Failure = {
  kind: 'unavailable',
  message: 'The credentials could not be kept.',
  next: 'They have to be typed again next time. Check that the data folder has space and can be written to.',
};
const NOT_WIPED: Failure = {
  kind: 'unavailable',
  message: 'The kept credentials could not be wiped.',
  next: 'Delete the file credentials.sealed in the data folder of the environment.',
};
const NO_PLACE: Failure = {
  kind: 'unsupported',
  message: 'This gateway keeps nothing, so the credentials were not kept either.',
  next: 'Start it with DESK_DATA set to a folder.',
};
