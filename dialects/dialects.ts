import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { campaignSeed, load, minutesSince, numberOf, progressOf } from '../chaos/campaign/command-line';
import { runCommand } from '../scripts/command.mjs';
import { optionsOf } from '../scripts/usage.mjs';
import { systemClock } from '../src/effects/clock';
import { complaintOf, seedsOf, tableOf, wrongTableOf, type Tried } from './campaign';
import { probeComplaintOf, probeTableOf, type Probed } from './probe';

/**
 * Desks on platforms of drawn dialects, each with the profile that describes it, or with one key of it wrong; or the probe there.
 * dialects/README.md says how.
 * The same seed is the same campaign.
 */
const USAGE = `npm run dialects -- [--runs 200] [--seed N] [--workers 2] [--wrong | --probe] [--replay SEED]

Gateways at platforms of drawn dialects, judged by the simulator's truth: dialects/README.md.

  --wrong     one key of each profile says something else
  --probe     the probe at these platforms: what it finds, and what it claims wrongly
  --workers   processes at a time
  --replay    one run again; with --wrong if it was one

Not drawn: expressions; which side price-direction means; signed events, several in a delivery; load shapes, recipients, risk
management, new requests; redirects, slow answers.`;

const values = optionsOf(USAGE, {
  runs: { type: 'string', default: '200' },
  seed: { type: 'string' },
  workers: { type: 'string', default: '2' },
  replay: { type: 'string' },
  wrong: { type: 'boolean', default: false },
  probe: { type: 'boolean', default: false },
});

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Where there is one, folders of a run are made in memory: a power cut is the matter of another campaign. */
const MEMORY = '/dev/shm';
const environment = {
  ...process.env,
  ...(existsSync(MEMORY) && { TMPDIR: MEMORY }),
  // One after the other, so that waiting for the last is waiting for all.
  UV_THREADPOOL_SIZE: '1',
};

/** Plays the seeds in processes of their own: a system of fake time wants a whole one. */
async function played<T>(seeds: readonly number[], workers: number, onOver: (one: T) => void): Promise<void> {
  const left = [...seeds];
  const ends = Array.from({ length: Math.min(workers, seeds.length) }, () => {
    const worker = fork(WORKER, values.probe ? ['--probe'] : values.wrong ? ['--wrong'] : [], {
      execArgv: ['--import', 'tsx'],
      env: environment,
    });
    const next = (): void => {
      const seed = left.shift();
      if (seed === undefined) worker.disconnect();
      else worker.send(seed);
    };
    worker.on('message', (message) => {
      onOver(message as T);
      next();
    });
    next();
    return new Promise<void>((resolve, reject) => {
      worker.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A worker ended with code ${String(code)}.`)),
      );
    });
  });
  await Promise.all(ends);
}

await runCommand(async () => {
  const seed = campaignSeed(values.seed);
  const seeds =
    values.replay === undefined
      ? seedsOf(seed, numberOf('runs', values.runs))
      : [numberOf('replay', values.replay)];
  const workers = numberOf('workers', values.workers);
  console.error(`Seed ${seed}; load average ${load()}.`);
  const startedMs = systemClock.monotonicMs();
  const tell = progressOf(seeds.length);
  const gather = async <T>(complaintIn: (one: T) => string | undefined): Promise<readonly T[]> => {
    const runs: T[] = [];
    await played<T>(seeds, workers, (one) => {
      runs.push(one);
      const complaint = complaintIn(one);
      if (complaint !== undefined) complaints.push(complaint);
      tell(complaint);
    });
    return runs;
  };
  const complaints: string[] = [];
  if (values.probe) console.log(probeTableOf(await gather<Probed>(probeComplaintOf)));
  else {
    const runs = await gather<Tried>(complaintOf);
    console.log(values.wrong ? wrongTableOf(runs) : tableOf(runs));
  }
  console.log(
    `\n${seeds.length} runs, ${complaints.length} wrong, in ${minutesSince(startedMs).toFixed(1)} minutes, ${workers} at a time; seed ${seed}.`,
  );
  if (complaints.length > 0) console.log(['', 'Wrong:', ...complaints].join('\n'));
  return complaints.length > 0 ? 1 : 0;
});
