import { fork } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod/mini';

/** What writing one file took. Memory is the whole process's, as the system counts it; `cpuMs` includes its start. */
export const Written = z.object({
  wallMs: z.number(),
  cpuMs: z.number(),
  restingBytes: z.number(),
  peakBytes: z.number(),
  fileBytes: z.number(),
});
export type Written = z.infer<typeof Written>;

export interface Writing {
  readonly folder: string;
  /** The folder of the store that the trades are read from. */
  readonly store: string;
}

/** Beside the peers, which it finds from there. */
const PROGRAMS = join(import.meta.dirname, '../peers/dist');

/** Puts the program together as the package is, for TypeScript that is read at the start takes memory of its own. */
export async function buildWriting(): Promise<void> {
  await build({
    entryPoints: {
      writing: join(import.meta.dirname, 'writing.ts'),
      'trade-file': join(import.meta.dirname, '../../src/gateway/trades/export/file-thread-main.ts'),
    },
    outdir: PROGRAMS,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
}

export function writtenBy(subject: string, { folder, store }: Writing): Promise<Written> {
  const child = fork(join(PROGRAMS, 'writing.mjs'), [subject, folder, store], { execArgv: [] });
  return new Promise((resolve, reject) => {
    let written: Written | undefined;
    child.once('message', (message) => (written = Written.parse(message)));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (written) resolve(written);
      else reject(new Error(`Writing by "${subject}" ended early (exit code ${code}).`));
    });
  });
}
