import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { systemClock } from '../src/effects/clock';
import { NO_LIMITS } from './actions/no-limits';
import { Platform } from './actions/platform';
import { Processes } from './actions/processes';
import { injectionProblem } from './disk/injection';
import type { Met, Stage } from './disk/trial';
import { failedSync, fullDisk, lostSync, notTried, refusedWrites, stopped } from './disk/trials';

/**
 * Takes room and trust from the disk of a real gateway, and stops it for a while, and looks whether it does what
 * docs/faults.md says. `--only full` plays only trials whose name has that in it.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const ROOT = join(import.meta.dirname, '..');
/** Wide, so that nothing has to wait; and as the service states them, where waiting is what is tried. */
const WIDE = { limits: { ratePerSecond: 2_000, burst: 2_000, perDay: 1_000_000 } };
const STATED = { limits: { ratePerSecond: 10, burst: 20, perDay: 1_000_000 } };

type Play = (stage: Stage) => Promise<Met[]>;
interface Named {
  readonly name: string;
  readonly play: Play;
  readonly profile: object;
  /** It needs a way to make calls of the system fail. */
  readonly injects?: boolean;
}

const TRIALS: readonly Named[] = [
  { name: 'disk full', play: fullDisk, profile: WIDE },
  { name: 'writes refused', play: refusedWrites, profile: WIDE, injects: true },
  { name: 'fsync fails before a send', play: failedSync, profile: WIDE, injects: true },
  { name: 'fsync fails after a send', play: lostSync, profile: WIDE, injects: true },
  { name: 'stopped for 6 s', play: stopped, profile: STATED },
];

const written = (path: string, json: unknown): string => {
  writeFileSync(path, JSON.stringify(json));
  return path;
};

/** A platform of its own for each, so that what one leaves behind does not count in the next. */
async function metIn({ name, play, profile, injects }: Named, folder: string, processes: Processes) {
  const problem = injects ? injectionProblem() : undefined;
  if (problem) return [notTried(name, problem)];
  const place = join(folder, name.replace(/\W+/g, '-'));
  mkdirSync(place);
  const profilePath = written(join(place, 'profile.json'), profile);
  const limits = written(join(place, 'limits.json'), { limits: NO_LIMITS.limits });
  const platform = await Platform.start(processes, { root: ROOT, profile: profilePath });
  try {
    return await play({ root: ROOT, folder: place, processes, platform, profile: profilePath, limits });
  } finally {
    await platform.end();
  }
}

await runCommand(async (children) => {
  const processes = new Processes();
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-chaos-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  children.beforeEnd(() => processes.end());
  const startedMs = systemClock.monotonicMs();
  const all: Met[] = [];
  for (const trial of TRIALS.filter(({ name }) => name.includes(values.only))) {
    for (const met of await metIn(trial, folder, processes)) {
      all.push(met);
      console.log(
        `${met.isMet ? 'met  ' : 'WRONG'}  ${met.trial.padEnd(26)}${met.promise}${met.seen && ` (${met.seen})`}`,
      );
    }
  }
  const wrong = all.filter(({ isMet }) => !isMet).length;
  const seconds = Math.round((systemClock.monotonicMs() - startedMs) / 1000);
  console.log(`\n${all.length} promises looked at in ${seconds} s, ${wrong} not met.`);
  return wrong > 0 ? 1 : 0;
});
