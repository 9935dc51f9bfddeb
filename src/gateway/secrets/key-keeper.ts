import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { fileKeyPlace } from './key-file';
import type { KeyPlace } from './key-place';
import { systemKeychain } from './keychain';
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
