import { fork } from 'node:child_process';
import { join } from 'node:path';
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
  readonly count: number;
  readonly folder: string;
  /** The file of a store that the trades are read from; otherwise they are made as they are written. */
  readonly store?: string | undefined;
}

export function writtenBy(subject: string, { count, folder, store }: Writing): Promise<Written> {
  const args = [subject, String(count), folder, ...(store === undefined ? [] : [store])];
  const child = fork(join(import.meta.dirname, 'writing.ts'), args, { execArgv: ['--import', 'tsx'] });
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
