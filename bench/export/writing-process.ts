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

export function writtenBy(
  subject: string,
  { count, folder }: { count: number; folder: string },
): Promise<Written> {
  const child = fork(join(import.meta.dirname, 'writing.ts'), [subject, String(count), folder], {
    execArgv: ['--import', 'tsx'],
  });
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
