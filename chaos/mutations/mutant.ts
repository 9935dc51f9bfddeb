import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../../scripts/complaint.mjs';
import { ROOT } from '../campaign/built-gateway';
import type { Mutation } from './list';

/** The text of a file with one rule taken back. Throws a {@link Complaint} where the rule does not stand exactly once. */
export function mutated(text: string, { name, file, find, replace }: Omit<Mutation, 'only'>): string {
  const times = text.split(find).length - 1;
  if (times !== 1) {
    throw new Complaint(`"${name}": what is to be replaced stands ${times} times in ${file}, not once.`);
  }
  return text.replace(find, () => replace);
}

/** What came of the runs with one rule taken back. */
export interface Shown {
  readonly mutation: Mutation;
  readonly runs: number;
  readonly wrong: number;
  /** How it showed: what was wrong in the first of the wrong runs. */
  readonly first: string;
}

/** A copy of the newest commit in a folder of its own, in which rules are taken back one after the other. */
export class Copy {
  constructor(private readonly folder: string) {
    git('worktree', 'add', '--detach', '--force', folder, 'HEAD');
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  }

  /** Whether every rule can be found, before any run is made. */
  check(mutations: readonly Mutation[]): void {
    for (const mutation of mutations) mutated(this.read(mutation), mutation);
  }

  async tried(mutation: Mutation, { runs, seed, workers }: Record<'runs' | 'seed' | 'workers', number>) {
    const path = join(this.folder, mutation.file);
    const right = this.read(mutation);
    writeFileSync(path, mutated(right, mutation));
    try {
      const only = Object.entries(mutation.only).flatMap(([option, name]) => [`--${option}`, name]);
      const counts = ['--runs', String(runs), '--seed', String(seed), '--workers', String(workers)];
      return shownIn(mutation, await this.campaign(mutation, [...counts, ...only]));
    } finally {
      writeFileSync(path, right);
    }
  }

  end(): void {
    git('worktree', 'remove', '--force', this.folder);
  }

  private read({ file }: Mutation): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  private campaign({ campaign = 'actions' }: Mutation, args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const file = join(this.folder, 'chaos', `${campaign}.ts`);
      const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
        cwd: this.folder,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const parts: Buffer[] = [];
      child.stdout.on('data', (part: Buffer) => void parts.push(part));
      child.once('error', reject);
      child.once('exit', () => resolve(Buffer.concat(parts).toString('utf8')));
    });
  }
}

/** What the campaign's own words say of its runs. Throws a {@link Complaint} where it did not come to its end. */
export function shownIn(mutation: Mutation, said: string): Shown {
  const runs = /^(\d+) runs in /m.exec(said)?.[1];
  if (runs === undefined) throw new Complaint(`"${mutation.name}": the campaign did not come to its end.`);
  const [, complaints = ''] = said.split('\nWrong:\n');
  const wrong = complaints.split('\n').filter((line) => line.startsWith('  Again: '));
  const [first = ''] = complaints.split('  Again: ');
  return { mutation, runs: Number(runs), wrong: wrong.length, first: first.trim() };
}

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Complaint(`git ${args.join(' ')}: ${stderr.trim()}`);
}
