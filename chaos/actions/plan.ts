import { seededChance, type Chance } from '../../src/effects/chance';
import { weighed, type Weighed } from '../campaign/seeds';
import { CUTS, type Blow } from './cuts';
import type { Trouble } from '../campaign/platform';
import { drawnHabits, type Habit, type HabitName } from '../habits/habit';
import { massWithdrawalPlan, MASS_WITHDRAWAL_CUT, type MassWithdrawalPlan } from './mass-withdrawal-plan';

export const KINDS = [
  'accept-quote',
  'send-quote',
  'withdraw-quote',
  'send-proposal',
  'delete-proposals',
  'accept-proposal',
  'send-counteroffer',
  'create-request',
  'risk on',
  'risk off',
  'set-risk',
  'withdraw-all',
] as const;
export type Kind = (typeof KINDS)[number];

/** Everything that chance decides about one run: the same seed is the same plan. */
export interface Plan {
  readonly seed: number;
  readonly kind: Kind;
  readonly sort: 'single' | 'location' | 'standard';
  readonly action: 'buy' | 'sell';
  /** An acceptance takes a part, where the request allows one. */
  readonly inPart: boolean;
  readonly cut: string;
  readonly blow: Blow;
  /** In what the service is unlike the simulator. */
  readonly habits: readonly Habit[];
  /** How everything is withdrawn, where that is what is tried. */
  readonly massWithdrawal: MassWithdrawalPlan;
  /** Pages that press the same thing under the same id at once. */
  readonly pages: 1 | 2;
  /** The same page presses once more before the cut has healed, after so long. */
  readonly pressedAgainAfterMs?: number;
  /** Another page presses the same thing at once under an id of its own: one of the two has to wait. */
  readonly rival: boolean;
  /** How long the gateway goes on after the page has its answer, where the cut itself did not end it. */
  readonly killedAfterMs: number;
  /** What the others do to the request before the gateway is back. */
  readonly meanwhile: 'nothing' | 'withdrawn' | 'closed' | 'quoted' | 'taken';
  /** The restarted gateway is killed too, so long after it was told to open its folder. */
  readonly killedAgainAfterMs?: number;
  /** Once the gateway is back: the same id again, by how many pages, or the same thing under a new id. */
  readonly afterwards: 'nothing' | 'same' | 'same-twice' | 'anew';
  /** What breaks the first looks at what became of it. */
  readonly blindness: readonly Trouble[];
  /** Of the press, of its rival, and of the press anew. */
  readonly ids: readonly [string, string, string];
}

const KIND: Weighed<Kind> = [
  ['accept-quote', 24],
  ['send-quote', 16],
  ['withdraw-quote', 9],
  ['send-proposal', 7],
  ['delete-proposals', 5],
  ['accept-proposal', 11],
  ['send-counteroffer', 6],
  ['create-request', 5],
  ['risk on', 4],
  ['risk off', 3],
  ['set-risk', 3],
  ['withdraw-all', 12],
];
const SORT: Weighed<Plan['sort']> = [
  ['single', 65],
  ['location', 20],
  ['standard', 15],
];
const MEANWHILE: Weighed<Plan['meanwhile']> = [
  ['nothing', 64],
  ['withdrawn', 12],
  ['closed', 12],
  ['quoted', 12],
];
/** Somebody takes the quote that was sent, if it is there. */
const TAKEN = 0.2;
const AFTERWARDS: Weighed<Plan['afterwards']> = [
  ['nothing', 30],
  ['same', 30],
  ['same-twice', 15],
  ['anew', 25],
];
const LOOKS = ['list-quotes', 'list-trades', 'read-request', 'list-proposals', 'authenticate'] as const;
const LOOK_TROUBLES = ['reset-before', 'status-before', 'malformed', 'truncated', 'hang-before'] as const;
const TWO_PAGES = 0.3;
const PRESSED_AGAIN = 0.25;
const RIVAL = 0.15;
const KILLED_AGAIN = 0.15;
/** By then it has opened its folder, signed in and begun to look. */
const KILLED_AGAIN_MS_MAX = 250;
const BLIND = 0.2;
const PART = 0.45;

/** Habits of records. How answers look, the dialect says. */
const OF_RECORDS: ReadonlySet<HabitName> = new Set<HabitName>([
  'trades listed late',
  'request closes first',
  'ended quotes not listed',
  'drops connections',
  'lists lag',
  'own quote missing for a while',
  'rival quotes the same',
]);
/** The same at a platform of a drawn dialect. */
export const inDialect = (plan: Plan): Plan => ({
  ...plan,
  habits: plan.habits.filter(({ name }) => OF_RECORDS.has(name)),
});

/** What platforms of drawn dialects do not have. */
const UNSPOKEN: readonly Kind[] = ['create-request', 'risk on', 'risk off', 'set-risk'];
export const isSpeakable = (seed: number): boolean => !UNSPOKEN.includes(planOf(seed).kind);

export function planOf(seed: number): Plan {
  const chance = seededChance(seed);
  const cut = CUTS[Math.floor(chance() * CUTS.length)] ?? CUTS[0];
  if (!cut) throw new Error('There are no cuts.');
  const blow = cut.blow(chance);
  const kind = weighed(KIND, chance);
  const isRecall = kind === 'withdraw-all';
  return {
    seed,
    kind,
    sort: weighed(SORT, chance),
    action: chance() < 0.5 ? 'buy' : 'sell',
    inPart: chance() < PART,
    cut: isRecall ? MASS_WITHDRAWAL_CUT : cut.name,
    blow: isRecall ? {} : blow,
    pages: chance() < TWO_PAGES ? 2 : 1,
    ...(chance() < PRESSED_AGAIN && { pressedAgainAfterMs: Math.round(chance() * 80) }),
    rival: chance() < RIVAL && !ALONE.includes(kind),
    killedAfterMs: Math.round(chance() * 300),
    meanwhile: meanwhileOf(kind, chance),
    ...(chance() < KILLED_AGAIN && { killedAgainAfterMs: Math.round(chance() * KILLED_AGAIN_MS_MAX) }),
    afterwards: afterwardsOf(kind, chance),
    blindness: chance() < BLIND ? blindness(chance) : [],
    ids: [uuid(chance), uuid(chance), uuid(chance)],
    habits: drawnHabits(chance),
    massWithdrawal: massWithdrawalPlan(chance, () => uuid(chance)),
  };
}

/** A second one of these cannot be told from the first by what the service shows: it takes the first one's place. */
const ALONE: readonly Kind[] = ['send-proposal', 'create-request'];

function meanwhileOf(kind: Kind, chance: Chance): Plan['meanwhile'] {
  const meanwhile = weighed(MEANWHILE, chance);
  return chance() < TAKEN && kind === 'send-quote' ? 'taken' : meanwhile;
}

/** A second price proposal takes the place of the first at the service, which then has one where two were made. */
function afterwardsOf(kind: Kind, chance: Chance): Plan['afterwards'] {
  const afterwards = weighed(AFTERWARDS, chance);
  return kind === 'send-proposal' && afterwards === 'anew' ? 'same' : afterwards;
}

const blindness = (chance: Chance): Trouble[] =>
  LOOKS.filter(() => chance() < 0.5).map((operation) => ({
    operation,
    kind: LOOK_TROUBLES[Math.floor(chance() * LOOK_TROUBLES.length)] ?? 'reset-before',
  }));

export function uuid(chance: Chance): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(chance() * 16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
