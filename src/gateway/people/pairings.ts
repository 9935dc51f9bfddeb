import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Who } from '../../domain/person';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Pairing, PairingStore } from '../storage/vault/pairings';
import { digestOf, isEqual, newCode, newKey, readCode } from './codes';

/** The oldest goes when there is one more. */
const PAIRINGS_MAX = 100;
/** By everybody together: a code has 40 bits, and nobody guesses it at this pace. */
const GUESSES_MAX = 10;
const GUESSES_MS = 60_000;

interface PairingsOptions {
  readonly store: PairingStore;
  readonly clock: Clock;
  readonly log: Log;
  /** The name of the account that runs the gateway, in the journal. */
  readonly account: string;
  /** The same on every machine of a desk; absent: a new one. */
  readonly programKey?: string;
  /** Shows a code to the account that runs the gateway, and to nobody else. */
  readonly showCode: (code: string) => void;
}

/**
 * Who is let in where nobody signs in by name: a browser, or an Excel, that a person has paired by a code from the gateway's own
 * window or log. It gets a key, which it keeps; of keys only digests are kept here.
 */
export class Pairings {
  /** Good for one pairing; then there is another one. */
  code = '';
  /** For programs of the gateway's own account, from this start to the next one. */
  readonly programKey: string;
  private readonly programDigest: Buffer;
  private wrongAtMs: readonly number[] = [];

  private constructor(
    private readonly options: PairingsOptions,
    private pairings: readonly Pairing[],
  ) {
    this.programKey = options.programKey ?? newKey();
    this.programDigest = digestOf(this.programKey);
    this.renewCode();
  }

  /** What was paired before stays paired. Whoever can read the data folder finds the key for programs there. */
  static async open(options: PairingsOptions): Promise<Pairings> {
    const { store, log } = options;
    const kept = await store.read().catch((error: unknown) => {
      log.error('The list of paired browsers cannot be read: each has to be paired anew.', {
        reason: String(error),
      });
      return [];
    });
    const pairings = new Pairings(options, kept);
    await store.writeProgramKey(pairings.programKey).catch((error: unknown) => {
      log.warn('The key for programs cannot be written: npm run export finds no way in.', {
        reason: String(error),
      });
    });
    return pairings;
  }

  /** Whose key it is; `undefined` where it is nobody's. */
  whoOf(key: string): Who | undefined {
    const { account } = this.options;
    const digest = digestOf(key);
    if (isEqual(this.programDigest, digest)) return { name: account, isProgram: true };
    const pairing = this.pairings.find((one) => isEqual(Buffer.from(one.digest, 'base64url'), digest));
    return pairing && { name: pairing.name ?? account, pairing: shortName(pairing) };
  }

  /** Whether a browser stays paired when the gateway is started anew. */
  get outlastRestart(): boolean {
    return this.options.store.outlastsRestart;
  }

  /** Every paired browser, the oldest first. */
  list(): readonly { readonly pairing: string; readonly name: string; readonly pairedAt: number }[] {
    const { account } = this.options;
    return this.pairings.map((one) => ({
      pairing: shortName(one),
      name: one.name ?? account,
      pairedAt: one.pairedAt,
    }));
  }

  /** Forgets one browser, and says whether there was one: its key opens nothing from now on. */
  async unpair(pairing: string): Promise<boolean> {
    const { log, store } = this.options;
    const left = this.pairings.filter((one) => shortName(one) !== pairing);
    if (left.length === this.pairings.length) return false;
    this.pairings = left;
    await store.write(left).catch((error: unknown) => {
      log.error('A pairing was ended and could not be taken off the disk: it is back after the next start.', {
        reason: String(error),
      });
    });
    return true;
  }

  /** The key of one more browser. A wrong code costs a guess; a right one is used up before anything is waited for. */
  async pair(code: string, name?: string): Promise<Outcome<{ key: string }>> {
    const { clock, log, store } = this.options;
    const nowMs = clock.monotonicMs();
    this.wrongAtMs = this.wrongAtMs.filter((atMs) => atMs > nowMs - GUESSES_MS);
    if (this.wrongAtMs.length >= GUESSES_MAX) return failed(TOO_MANY);
    if (!isEqual(digestOf(readCode(code)), digestOf(readCode(this.code)))) {
      this.wrongAtMs = [...this.wrongAtMs, nowMs];
      return failed(WRONG_CODE);
    }
    this.renewCode();
    const { key, pairing } = newPairing(clock.now(), name);
    this.pairings = [...this.pairings, pairing].slice(-PAIRINGS_MAX);
    await store.write(this.pairings).catch((error: unknown) => {
      log.error('A pairing could not be kept: it ends with the gateway.', { reason: String(error) });
    });
    return success({ key });
  }

  private renewCode(): void {
    this.code = newCode();
    this.options.showCode(this.code);
  }
}

const SHORT_NAME = 8;
const shortName = ({ digest }: Pick<Pairing, 'digest'>): string =>
  Buffer.from(digest, 'base64url').toString('hex').slice(0, SHORT_NAME);

/** A key for a browser, and what is kept of it. */
export function newPairing(
  pairedAt: number,
  name?: string,
): { readonly key: string; readonly pairing: Pairing } {
  const key = newKey();
  return { key, pairing: { digest: digestOf(key).toString('base64url'), pairedAt, ...present({ name }) } };
}

const WRONG_CODE: Failure = {
  kind: 'denied',
  message: 'This is not the pairing code that the gateway shows now.',
  next: 'Each code is good once: take the newest one from the gateway’s window or log.',
};
const TOO_MANY: Failure = {
  kind: 'throttled',
  message: `More than ${GUESSES_MAX} wrong pairing codes came within a minute.`,
  next: 'Wait a minute, then type the newest code. If it was not you, somebody else on the network or machine tries to get in.',
};
