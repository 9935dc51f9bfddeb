import { join } from 'node:path';
import * as z from 'zod/mini';
import { IN_MEMORY } from '../place';
import type { SharedRows } from '../shared-rows';
import { textOf, writePrivately } from './private-file';

/**
 * A browser, or an Excel, that a person has paired: the digest of its key, since when (epoch ms), and the person's name; without one it
 * is the account of the gateway.
 */
const Pairing = z.object({ digest: z.string(), pairedAt: z.number(), name: z.optional(z.string()) });
export type Pairing = z.infer<typeof Pairing>;

const PairingsFile = z.object({ pairings: z.array(Pairing) });

/** The paired browsers of a data folder, and the key by which programs of its account are known. */
export interface PairingStore {
  /** Whether the next start of the gateway finds them. */
  readonly outlastsRestart: boolean;
  /** Rejects when there are some that cannot be read. */
  read(): Promise<readonly Pairing[]>;
  write(pairings: readonly Pairing[]): Promise<void>;
  writeProgramKey(key: string): Promise<void>;
}

/** Files that only the account of the gateway can read; nothing where nothing is kept. */
export const pairingStore = (dataFolder: string): PairingStore =>
  dataFolder === IN_MEMORY ? NOTHING_KEPT : inFiles(dataFolder);

const inFiles = (dataFolder: string): PairingStore => ({
  outlastsRestart: true,
  async read() {
    const text = textOf(join(dataFolder, 'pairings.json'));
    return text === undefined ? [] : PairingsFile.parse(JSON.parse(text)).pairings;
  },
  async write(pairings) {
    writePrivately(join(dataFolder, 'pairings.json'), `${JSON.stringify({ pairings })}\n`);
  },
  async writeProgramKey(key) {
    writePrivately(programKeyPath(dataFolder), `${key}\n`);
  },
});

/** The list of a desk on several machines, which each of them knows; the key for programs lies on each of them. */
export const sharedPairings = (rows: SharedRows, dataFolder: string): PairingStore => ({
  outlastsRestart: true,
  async read() {
    const text = (await rows.read('pairings')).get(EVERY);
    return text === undefined ? [] : PairingsFile.parse(JSON.parse(text)).pairings;
  },
  write: (pairings) => rows.put('pairings', EVERY, JSON.stringify({ pairings })),
  writeProgramKey: (key) => pairingStore(dataFolder).writeProgramKey(key),
});
const EVERY = 'every';

const NOTHING_KEPT: PairingStore = {
  outlastsRestart: false,
  read: async () => [],
  write: async () => undefined,
  writeProgramKey: async () => undefined,
};

const programKeyPath = (dataFolder: string): string => join(dataFolder, 'programs.key');

/** The key of the gateway that runs on this data folder, for whoever may read it. */
export function keptProgramKey(dataFolder: string): string | undefined {
  if (dataFolder === IN_MEMORY) return undefined;
  try {
    return textOf(programKeyPath(dataFolder))?.trim();
  } catch {
    return undefined;
  }
}
