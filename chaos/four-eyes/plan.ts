import { planOf as actionPlanOf, type Plan as ActionPlan } from '../actions/plan';
import { seededChance } from '../../src/effects/chance';
import type { KillStep } from '../actions/kill-step';
import { oneOf, weighed, type Weighed } from '../campaign/seeds';

/** Every step of an action that another person has to approve, in the order of the steps; `undefined`: killed when it is over. */
export const STEPS = [
  'staged-before',
  'staged-after',
  'reading',
  'waiting-before',
  'waiting-after',
  'approved-before',
  'approved-after',
  'reading-again',
  'sending-before',
  'sending-after',
  'send-before',
  'send-leaves',
  'held',
  'answer-begun',
  'answer-whole',
  'outcome-before',
  'outcome-after',
] as const satisfies readonly KillStep[];

export const WORDS = [
  'another person',
  'two people at once',
  'whoever pressed it',
  'changed bytes',
  'nobody',
  'refused',
  'after Withdraw all',
] as const;
export type Word = (typeof WORDS)[number];

/** Whose word is one that it may go. */
export const approves = (word: Word): boolean => word === 'another person' || word === 'two people at once';

const WORD: Weighed<Word> = [
  ['another person', 50],
  ['two people at once', 15],
  ['whoever pressed it', 9],
  ['changed bytes', 7],
  ['nobody', 7],
  ['refused', 6],
  ['after Withdraw all', 6],
];

/** Everything that chance decides about one run. */
export interface Plan {
  readonly seed: number;
  /** What is pressed, and on what. */
  readonly pressed: ActionPlan;
  readonly word: Word;
  readonly kill: KillStep | undefined;
  /** The next life is killed as well, so long after it opened its folder. */
  readonly killedAgainAfterMs?: number;
}

/** Steps after the approval come where there is one. */
const FIRST_AFTER_WORD = STEPS.indexOf('approved-before');
const NO_KILL = 0.08;
/** A word that is none has to be said before it can be judged: a kill comes before that. */
const NO_KILL_WITHOUT_APPROVAL = 0.6;
const KILLED_AGAIN = 0.2;
const KILLED_AGAIN_MS_MAX = 250;

export function planOf(seed: number): Plan {
  const chance = seededChance(seed);
  const word = weighed(WORD, chance);
  const steps = approves(word) ? STEPS : STEPS.slice(0, FIRST_AFTER_WORD);
  const step = steps[Math.floor(chance() * steps.length)];
  const isInPeace = chance() < (approves(word) ? NO_KILL : NO_KILL_WITHOUT_APPROVAL);
  const kill = isInPeace ? undefined : step;
  const kind = oneOf(['send-quote', 'accept-quote', 'send-proposal'] as const, chance);
  const { killedAgainAfterMs: _, pressedAgainAfterMs: __, ...drawn } = actionPlanOf(seed);
  return {
    seed,
    word,
    kill,
    pressed: { ...drawn, kind, sort: 'single', habits: [], blow: {} },
    ...(chance() < KILLED_AGAIN && { killedAgainAfterMs: Math.round(chance() * KILLED_AGAIN_MS_MAX) }),
  };
}
