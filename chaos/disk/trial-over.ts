import { attempt } from '../campaign/attempt';
import type { Over } from '../campaign/report';
import { violation } from '../campaign/violation';
import type { Workplace } from '../campaign/workplace';
import type { Met } from './trial';
import { tried } from './tried';
import type { Planned } from './trials';

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
