import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Clock } from '../../../effects/clock';
import type { Log } from '../../../effects/log';
import { textOf, writePrivately } from './private-file';
import { KEY_BYTES } from './sealing';

/** How a Linux without a desktop says that there is no keychain: as it is on every server, nothing is wrong with it. */
const NO_DESKTOP = 'DBUS_SESSION_BUS_ADDRESS';

/** The key with which the credentials of a data folder are sealed. */
export class KeyKeeper {
  private constructor(
    private place: KeyPlace,
    private readonly fallback: KeyPlace,
    private readonly log: Log,
  ) {}

  /** Takes the first place if it can be used, else the second; and the second too if the key lies there already. */
  static async of([first, second]: readonly [KeyPlace, KeyPlace], log: Log): Promise<KeyKeeper> {
    const isFirst = await first.read().then(
      async (key) => key !== undefined || !(await hasKey(second)),
      (error: unknown) => {
        const reason = String(error);
        if (reason.includes(NO_DESKTOP)) log.info('This machine has no keychain; keys lie in a file.');
        else log.info('The keychain cannot be used; keys lie in a file.', { reason });
        return false;
      },
    );
    return new KeyKeeper(isFirst ? first : second, second, log);
  }

  get where(): KeyPlace['name'] {
    return this.place.name;
  }

  /** The key, if there is one. Rejects when its place cannot be used. */
  async find(): Promise<Buffer | undefined> {
    return keyIn(await this.place.read());
  }

  /** The key, made when there is none. A place that can be read and not written gives way to the file. */
  async need(): Promise<Buffer> {
    const found = await this.find();
    if (found) return found;
    const key = randomBytes(KEY_BYTES);
    const text = key.toString('base64');
    try {
      await this.place.write(text);
      return key;
    } catch (error) {
      if (this.place === this.fallback) throw error;
      this.log.warn('The keychain takes no key; it lies in a file.', { reason: String(error) });
    }
    this.place = this.fallback;
    return this.need();
  }
}

/** The keychain of the system, else a file beside the data folder: a copy of the folder alone opens nothing. */
export function openKeyKeeper(parts: { dataFolder: string; clock: Clock; log: Log }): Promise<KeyKeeper> {
  const folder = resolve(parts.dataFolder);
  const account = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return KeyKeeper.of([systemKeychain(account, parts.clock), fileKeyPlace(`${folder}.key`)], parts.log);
}

const hasKey = (place: KeyPlace): Promise<boolean> =>
  place.read().then(
    (key) => keyIn(key) !== undefined,
    () => false,
  );

/** Anything else than a key is as good as none: nothing can have been sealed with it. */
function keyIn(text: string | undefined): Buffer | undefined {
  const key = Buffer.from(text ?? '', 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}

/** A place where the one key of a data folder lies, as base64 text. */
export interface KeyPlace {
  readonly name: 'keychain' | 'file';
  /** `undefined`: there is none yet. Rejects when the place cannot be used. */
  read(): Promise<string | undefined>;
  write(key: string): Promise<void>;
}

/** A file that only the account of the gateway can read. */
export const fileKeyPlace = (path: string): KeyPlace => ({
  name: 'file',
  read: async () => textOf(path),
  write: async (key) => writePrivately(path, `${key}\n`),
});

const SERVICE = 'SpreadDesk';
/** A keychain that is locked may ask a person, who may not be there. */
const ANSWER_MS_MAX = 5_000;
/** Not the kernel's keyring, which the package would fall to: it forgets at the next start of the machine. */
const LASTING = { linux: { store: 'secret-service' } } as const;

/** The keychain of Windows, macOS or a Linux desktop; where there is none, or no package for it, every use rejects. */
function systemKeychain(account: string, clock: Clock): KeyPlace {
  const entry = async () => {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, account, LASTING);
  };
  const soon = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => within(work, clock);
  return {
    name: 'keychain',
    read: () => soon(async (signal) => (await (await entry()).getPassword(signal)) ?? undefined),
    write: (key) => soon(async (signal) => (await entry()).setPassword(key, signal)),
  };
}

async function within<T>(work: (signal: AbortSignal) => Promise<T>, clock: Clock): Promise<T> {
  const giveUp = new AbortController();
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(ANSWER_MS_MAX, () => {
      giveUp.abort();
      reject(new Error('The keychain did not answer.'));
    });
  });
  try {
    return await Promise.race([work(giveUp.signal), late]);
  } finally {
    cancel();
  }
}
