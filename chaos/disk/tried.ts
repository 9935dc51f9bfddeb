import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_LIMITS } from '../actions/no-limits';
import { attempt } from '../campaign/attempt';
import { ROOT } from '../campaign/built-gateway';
import { Platform } from '../campaign/platform';
import type { Over } from '../campaign/report';
import { SmallDisk } from '../campaign/small-disk';
import { violation } from '../campaign/violation';
import type { Workplace } from '../campaign/workplace';
import { DeskProcess } from './desk-process';
import { injectionProblem } from './injection';
import { Trial, type Met, type Stage } from './trial';
import type { Planned } from './trials';

/** What came of a trial, or why it cannot be tried here. */
type Tried = { readonly met: readonly Met[] } | { readonly problem: string };

/** One trial, with a platform and a folder of its own: what one leaves behind does not count in the next. */
async function tried(planned: Planned, workplace: Workplace): Promise<Tried> {
  const problem = problemOf(planned);
  if (problem !== undefined) return { problem };
  const home = await mkdtemp(join(workplace.folder, 'trial-'));
  const dataFolder = join(home, 'data');
  const { diskMb } = planned;
  const disk = diskMb === undefined ? undefined : workplace.mounted(dataFolder, diskMb);
  try {
    if (typeof disk === 'string') return { problem: disk };
    return { met: await played(planned, workplace, { dataFolder, disk }) };
  } finally {
    if (disk instanceof SmallDisk) workplace.unmount(disk);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

function problemOf({ injects, stops }: Planned): string | undefined {
  if (injects) return injectionProblem();
  return stops && process.platform === 'win32' ? 'this system cannot stop a process for a while' : undefined;
}

async function played(
  { limits, play }: Planned,
  workplace: Workplace,
  place: Pick<Stage, 'dataFolder' | 'disk'>,
): Promise<readonly Met[]> {
  const { processes } = workplace;
  const profile = workplace.written('disk-profile.json', { limits });
  const deskLimits = workplace.written('disk-limits.json', { limits: NO_LIMITS.limits });
  const platform = await Platform.start(processes, { root: ROOT, profile });
  const env = {
    DESK_DATA: place.dataFolder,
    DESK_LIMITS: deskLimits,
    SERVICE_PROFILE: profile,
    SERVICE_URL_SIMULATOR: platform.url,
  };
  const newDesk = () => DeskProcess.start(processes, { root: ROOT, env });
  const trial = new Trial({ platform, ...place, newDesk });
  try {
    await play(trial);
  } catch (error) {
    trial.check('it comes to its end', false, String(error));
  } finally {
    await trial.end();
    await platform.end();
  }
  return trial.met;
}

/** A trial, when it is over. */
export interface TrialOver extends Over {
  readonly trial: string;
  readonly met: readonly Met[];
}

export async function trialOver(planned: Planned, workplace: Workplace): Promise<TrialOver> {
  const trial = planned.name;
  const came = await attempt(tried(planned, workplace), workplace);
  const over = { trial, about: `disk, ${trial}`, again: `npm run chaos -- disk --only "${trial}"` };
  if (typeof came === 'string') return { ...over, met: [], violations: [violation('anything else', came)] };
  if ('problem' in came) return { ...over, met: [], violations: [], notTried: came.problem };
  return { ...over, met: came.met, violations: came.met.flatMap(unmet) };
}

const unmet = ({ promise, isMet, seen }: Met) =>
  isMet ? [] : [violation('promises not met', `Not met: ${promise} (${seen})`)];
