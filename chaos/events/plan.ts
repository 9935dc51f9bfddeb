import { seededChance, type Chance } from '../../src/effects/chance';
import { weighed, type Weighed } from '../campaign/seeds';
import type { KillStep } from './kill-step';

/** What goes wrong in one run, by name; see chaos/README.md. */
export const FAULTS = [
  'nothing',
  'delivered twice and more',
  'in another order',
  'lost',
  'of an unknown type',
  'slow sender',
  'forged: wrong token',
  'forged: wrong signature',
  'forged: foreign address',
  'too large',
  'malformed',
  'sender stalls',
  'sender breaks off',
  'killed before it is stored',
  'killed between store and answer',
  'killed after the answer',
  'gateway down for a while',
  'disk full',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Deliveries that have to be turned away, without any effect. */
export const VOLLEYS = FAULTS.filter((fault) =>
  /^(forged|too large|malformed|sender (stalls|breaks))/.test(fault),
);
/** Faults by which events get lost, so that something else has to find what they were about. */
const LOSING: readonly Fault[] = [
  'lost',
  'killed before it is stored',
  'gateway down for a while',
  'disk full',
];

export const DOINGS = [
  'quote',
  'withdraw',
  'move-price',
  'own-quote',
  'accept-my-quote',
  'close',
  'open',
] as const;
export type Doing = (typeof DOINGS)[number];

/** Something that happens on the platform. */
export interface Change {
  readonly doing: Doing;
  /** Which of the requests, from 0. */
  readonly at: number;
}

export const REQUESTS = 4;

/** Everything that chance decides about one run: the same seed is the same plan. */
export interface Plan {
  readonly seed: number;
  readonly fault: Fault;
  readonly changes: readonly Change[];
  /** Before which change it strikes. */
  readonly strikesAt: number;
  /** For how many changes it lasts, where it lasts. */
  readonly lasts: number;
  /** The step at which the gateway ends itself, and at which event after the strike, from 1. */
  readonly kill?: { readonly step: KillStep; readonly nth: number };
  /** Whether cells are also polled. Without it nothing but events, and what is compared in rounds, makes them right. */
  readonly polls: boolean;
  /** Decides about each delivery: how often, in which order, in which pieces. */
  readonly chance: Chance;
}

const CHANGES_MIN = 8;
const CHANGES_MORE = 6;
const DOING: Weighed<Doing> = [
  ['quote', 36],
  ['withdraw', 12],
  ['move-price', 18],
  ['own-quote', 14],
  ['accept-my-quote', 8],
  ['close', 5],
  ['open', 7],
];

export function planOf(seed: number): Plan {
  const chance = seededChance(seed);
  const fault = FAULTS[Math.floor(chance() * FAULTS.length)] ?? 'nothing';
  const changes = Array.from({ length: CHANGES_MIN + Math.floor(chance() * CHANGES_MORE) }, () =>
    changeOf(chance),
  );
  return {
    seed,
    fault,
    changes,
    strikesAt: 1 + Math.floor(chance() * (changes.length - 4)),
    lasts: 2 + Math.floor(chance() * 3),
    ...killOf(fault, chance),
    polls: LOSING.includes(fault),
    chance,
  };
}

const changeOf = (chance: Chance): Change => ({
  doing: weighed(DOING, chance),
  at: Math.floor(chance() * REQUESTS),
});

const STEPS: Partial<Record<Fault, KillStep>> = {
  'killed before it is stored': 'before',
  'killed between store and answer': 'stored',
  'killed after the answer': 'answered',
};

function killOf(fault: Fault, chance: Chance): Pick<Plan, 'kill'> {
  const step = STEPS[fault];
  return step === undefined ? {} : { kill: { step, nth: 1 + Math.floor(chance() * 4) } };
}
