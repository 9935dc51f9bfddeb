import type { Chance } from '../../src/effects/chance';
import { between, oneOf } from '../campaign/seeds';
import type { KillStep } from './kill-step';
import type { Trouble } from '../campaign/platform';

/** What goes wrong in one run: where the gateway dies, what the service does to the send, when the page goes away. */
export interface Blow {
  readonly kill?: KillStep;
  readonly trouble?: Trouble;
  readonly pageLeavesAfterMs?: number;
  /** The parent kills the gateway as soon as a page has its answer. */
  readonly killWhenAnswered?: boolean;
}

export interface Cut {
  readonly name: string;
  readonly blow: (chance: Chance) => Blow;
}

/** The HTTP deadline of the gateway under test is 0.8 s; what comes after this is too late for it. */
const TOO_LATE_MS = 1_000;
/** By then a restarted gateway has looked several times, and has seen nothing each time. */
const LATEST_MS = 5_000;

const killed = (name: string, kill: KillStep, trouble?: (chance: Chance) => Trouble): Cut => ({
  name: `gateway killed ${name}`,
  blow: (chance) => ({ kill, ...(trouble && { trouble: trouble(chance) }) }),
});
const service = (name: string, trouble: (chance: Chance) => Trouble): Cut => ({
  name: `service: ${name}`,
  blow: (chance) => ({ trouble: trouble(chance) }),
});

/** Executed at once, answered `delayMs` later. */
const lateAnswer = (delayMs: number): Trouble => ({ kind: 'extra-field', delayMs });
const lostAnswer = (chance: Chance): Trouble =>
  oneOf<Trouble>([{ kind: 'reset-after' }, { kind: 'truncated' }, { kind: 'malformed' }], chance);
const own5xx = (chance: Chance): number => oneOf([500, 502, 503, 504], chance);

/** Every step of an action at which something can be cut, in the order of the steps. */
export const CUTS: readonly Cut[] = [
  killed('before "staged" is written', 'staged-before'),
  killed('after "staged" is written', 'staged-after'),
  killed('while it reads before sending', 'reading'),
  killed('before "sending" is written', 'sending-before'),
  killed('after "sending" is written', 'sending-after'),
  killed('before the send leaves', 'send-before'),
  killed('as the send leaves', 'send-leaves'),
  killed('while the service holds it, not executed yet', 'held', (chance) => ({
    kind: 'delay',
    delayMs: between(chance, 300, LATEST_MS),
  })),
  killed('while the service holds it, executed', 'held', () => lateAnswer(600)),
  killed('while the service holds it, never executed', 'held', () => ({ kind: 'hang-before' })),
  killed('at the head of the answer', 'answer-begun'),
  killed('at the end of the answer', 'answer-whole'),
  killed('before the outcome is written', 'outcome-before'),
  killed('after the outcome is written', 'outcome-after'),
  {
    name: 'gateway killed when the page has its answer',
    blow: () => ({ killWhenAnswered: true }),
  },
  killed('after a lost answer, before "unknown" is written', 'outcome-before', lostAnswer),
  killed('after a lost answer, after "unknown" is written', 'outcome-after', lostAnswer),
  killed('before what was found is written', 'found-before', lostAnswer),
  killed('after what was found is written', 'found-after', lostAnswer),
  service('connection cut before execution', () => ({ kind: 'reset-before' })),
  service('connection cut after execution', () => ({ kind: 'reset-after' })),
  service('no answer, not executed', () => ({ kind: 'hang-before' })),
  service('no answer, executed', () => ({ kind: 'hang-after' })),
  service('executed after the deadline', (chance) => ({
    kind: 'delay',
    delayMs: between(chance, TOO_LATE_MS, LATEST_MS),
  })),
  service('executed late, within the deadline', (chance) => ({
    kind: 'delay',
    delayMs: between(chance, 50, 400),
  })),
  service('answered after the deadline', (chance) => lateAnswer(between(chance, TOO_LATE_MS, 2_000))),
  service('answered late, within the deadline', (chance) => lateAnswer(between(chance, 50, 400))),
  service('5xx before execution', (chance) => ({ kind: 'status-before', status: own5xx(chance) })),
  service('5xx after execution', (chance) => ({ kind: 'status-after', status: own5xx(chance) })),
  service('refused (409)', () => ({ kind: 'status-before', status: 409 })),
  service('refused as one too many (429)', () => ({ kind: 'storm-429' })),
  service('garbage after execution', () => ({ kind: 'malformed' })),
  service('half an answer after execution', () => ({ kind: 'truncated' })),
  {
    name: 'page cut off while it waits',
    blow: (chance) => ({ pageLeavesAfterMs: between(chance, 1, 60), trouble: lateAnswer(150) }),
  },
];

/** The refusal that proves that nothing was executed and does not go away by itself. */
export const isRefusedForGood = (cut: string): boolean => cut === 'service: refused (409)';
