import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Platform } from '../actions/platform';
import { Processes } from '../actions/processes';
import { buildFolder, buildGateway, ROOT } from '../campaign/built-gateway';
import { GatewayLife } from './gateway-life';
import { planOf } from './plan';
import { PROFILE, ran, type Ran, type Stage } from './run';

/** A simulator remembers everything; with a new one now and then its lists stay short. */
const RUNS_PER_PLATFORM = 10;
const LAST_FILES = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

/** Plays runs, some at a time, each worker at a platform of its own. Whatever it starts or writes ends with it. */
export class Campaign {
  private readonly processes = new Processes();
  private readonly folder = mkdtempSync(join(tmpdir(), 'spreaddesk-chaos-'));
  private readonly built = buildFolder();
  private readonly profile = join(this.folder, 'profile.json');

  constructor() {
    process.once('exit', () => this.clear());
  }

  async prepare(): Promise<void> {
    writeFileSync(this.profile, JSON.stringify(PROFILE));
    await buildGateway('events', this.program);
  }

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
      newGateway: () => GatewayLife.start(this.processes, this.program),
    };
    const runs: Ran[] = [];
    for (let played = 0; played < RUNS_PER_PLATFORM; played++) {
      const seed = left.shift();
      if (seed === undefined) break;
      const run = await ran(planOf(seed), stage);
      runs.push(run);
      onRan(run);
    }
    await platform.end();
    return runs;
  }

  private clear(): void {
    rmSync(this.folder, LAST_FILES);
    rmSync(this.built, LAST_FILES);
  }
}
