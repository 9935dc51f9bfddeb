import { planOf as actionPlanOf, type Plan as ActionPlan } from '../actions/plan';
import { seededChance } from '../../src/effects/chance';
import { weighed, type Weighed } from '../campaign/seeds';

/** When the gateway dies: around the write of the halt, with its answer, or while pages go on pressing. */
export const KILLS = ['halt-before', 'halt-after', 'answered', 'later'] as const;
export type HaltKill = (typeof KILLS)[number];

const KILL: Weighed<HaltKill> = [
  ['halt-before', 12],
  ['halt-after', 18],
  ['answered', 30],
  ['later', 40],
];

/** Everything that chance decides about one run. */
export interface Plan {
  readonly seed: number;
  /** As what is pressed is made. */
  readonly pressed: ActionPlan;
  readonly kill: HaltKill;
  /** So long after the first press the desk is halted. */
  readonly haltedAfterMs: number;
  /** Slow: of what the pages press, the first line that says that it is sent takes longer than a halt waits for what had left. */
  readonly disk: 'quick' | 'slow';
}

const HALTED_MS_MAX = 1_200;
const SLOW = 0.5;

export function planOf(seed: number): Plan {
  const chance = seededChance(seed);
  const kill = weighed(KILL, chance);
  const haltedAfterMs = Math.round(chance() * HALTED_MS_MAX);
  const disk = kill === 'later' && chance() < SLOW ? 'slow' : 'quick';
  const { killedAgainAfterMs: _, pressedAgainAfterMs: __, ...drawn } = actionPlanOf(seed);
  const pressed = { ...drawn, kind: 'send-quote', sort: 'single', habits: [], blow: {} } as const;
  return { seed, kill, haltedAfterMs, disk, pressed };
}
