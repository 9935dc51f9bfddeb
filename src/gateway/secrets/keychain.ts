import type { Clock } from '../../effects/clock';
import type { KeyPlace } from './key-place';

const SERVICE = 'SpreadDesk';
/** A keychain that is locked may ask a person, who may not be there. */
const ANSWER_MS_MAX = 5_000;
/** Not the kernel's keyring, which the package would fall to: it forgets at the next start of the machine. */
const LASTING = { linux: { store: 'secret-service' } } as const;

/** The keychain of Windows, macOS or a Linux desktop; where there is none, or no package for it, every use rejects. */
export function systemKeychain(account: string, clock: Clock): KeyPlace {
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
