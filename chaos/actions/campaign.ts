import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFolder, buildGateway, ROOT } from '../campaign/built-gateway';
import { deedsIn } from './deeds';
import { GatewayProcess } from './gateway-process';
import { planOf } from './plan';
import { Platform } from './platform';
import { Processes } from './processes';
import { ran, type Ran, type Stage } from './run';

/** A simulator remembers everything; with a new one now and then its lists stay short. */
const RUNS_PER_PLATFORM = 20;
/** Pacing is put to the test elsewhere: here no call has to wait. */
const PROFILE = { limits: { ratePerSecond: 2_000, burst: 2_000, perDay: 1_000_000 } };
const LAST_FILES = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

/** Plays runs, some at a time. Whatever it starts or writes ends with it. */
export class Campaign {
  private readonly processes = new Processes();
  private readonly folder = mkdtempSync(join(tmpdir(), 'spreaddesk-chaos-'));
  private readonly built = buildFolder();
  private readonly profile = join(this.folder, 'profile.json');

  constructor() {
    process.once('exit', () => this.clear());
  }

  /** Puts the gateway into one file, from which it starts sooner than from its many. */
  async prepare(): Promise<void> {
    writeFileSync(this.profile, JSON.stringify(PROFILE));
    await buildGateway('actions', this.program);
  }

  /** One platform after the other takes its share of the seeds; all workers draw from the same ones. */
  async play(seeds: readonly number[], workers: number, onRan: (run: Ran) => void): Promise<readonly Ran[]> {
    const left = [...seeds];
    const runs: Ran[] = [];
    const worker = async (): Promise<void> => {
      while (left.length > 0) {
        for (const run of await this.share(left, onRan)) runs.push(run);
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));
    return runs;
  }

  async end(): Promise<void> {
    await this.processes.end();
    this.clear();
  }

  private get program(): string {
    return join(this.built, 'gateway.mjs');
  }

  private async share(left: number[], onRan: (run: Ran) => void): Promise<readonly Ran[]> {
    const platform = await Platform.start(this.processes, { root: ROOT, profile: this.profile });
    const stage: Stage = {
      platform,
      folder: this.folder,
      profile: PROFILE,
      newGateway: () => GatewayProcess.start(this.processes, this.program),
    };
    const runs: Ran[] = [];
    for (let played = 0; played < RUNS_PER_PLATFORM; played++) {
      const seed = left.shift();
      if (seed === undefined) break;
      const run = await ran(planOf(seed), stage);
      runs.push(run);
      onRan(run);
    }
    const truth = await platform.truth();
    await platform.end();
    return runs.map((run) => laterJudged(run, deedsIn(truth, run.scene).executions));
  }

  private clear(): void {
    rmSync(this.folder, LAST_FILES);
    rmSync(this.built, LAST_FILES);
  }
}

/** What was judged must still hold when much later runs are over. */
function laterJudged(run: Ran, executions: number): Ran {
  if (executions === run.deeds.executions) return run;
  const violation = `Executed ${run.deeds.executions} times when it was judged, and ${executions} times later.`;
  return { ...run, violations: [...run.violations, violation] };
}
