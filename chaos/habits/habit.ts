import type { Chance } from '../../src/effects/chance';
import { between, oneOf } from '../campaign/seeds';

/**
 * What a service may do otherwise than the simulator and still keep to the interface document. Each is drawn with its
 * figures, so that a seed is one service. What hides a record ends by itself, at the latest after {@link healsInMs}; words,
 * pages and packing stay as they are. `hits`: so many writes are answered so, the next ones as usual.
 */
export type Habit =
  /** Also a trade that is old enough stays away until so many lists without it were read. */
  | { readonly name: 'trades listed late'; readonly lateMs: number; readonly looks: number }
  /** A request that is traded reads as closed, without its accepted quote, until its trade is listed. */
  | { readonly name: 'request closes first'; readonly lateMs: number }
  | { readonly name: 'ended quotes not listed' }
  /** `laterMs` 0: executed before the answer; else so long after it. */
  | { readonly name: 'answers 202'; readonly laterMs: number }
  | { readonly name: 'answers with HTML'; readonly executes: boolean; readonly hits: number }
  | { readonly name: 'answers 200 with errors'; readonly hits: number }
  | { readonly name: 'answers 200 with success false'; readonly hits: number }
  | { readonly name: 'answers with the record as before'; readonly hits: number }
  | { readonly name: 'drops connections'; readonly hits: number }
  | { readonly name: 'refuses writes'; readonly status: 401 | 429; readonly hits: number }
  | {
      readonly name: 'caps pages';
      readonly size: number;
      readonly says: 'total' | 'nothing' | 'array' | 'link';
    }
  | { readonly name: 'lists lag'; readonly lagMs: number }
  | { readonly name: 'own quote missing for a while'; readonly fromMs: number; readonly forMs: number }
  | { readonly name: 'other words' }
  | { readonly name: 'packs unasked' }
  | { readonly name: 'rival quotes the same' }
  | { readonly name: '204 for empty lists' };

export type HabitName = Habit['name'];
type Figures<N extends HabitName> = Extract<Habit, { name: N }>;

const LATE_MS_MIN = 500;
const LATE_MS_MAX = 5_000;
const hits = (chance: Chance): number => 1 + Math.floor(chance() * 2);

const DRAWN: { readonly [N in HabitName]: (chance: Chance) => Omit<Figures<N>, 'name'> } = {
  'trades listed late': (chance) => ({
    lateMs: between(chance, LATE_MS_MIN, LATE_MS_MAX),
    looks: Math.floor(chance() * 5),
  }),
  'request closes first': (chance) => ({ lateMs: between(chance, LATE_MS_MIN, LATE_MS_MAX) }),
  'ended quotes not listed': () => ({}),
  'answers 202': (chance) => ({ laterMs: chance() < 0.4 ? 0 : between(chance, 300, 4_000) }),
  'answers with HTML': (chance) => ({ executes: chance() < 0.5, hits: hits(chance) }),
  'answers 200 with errors': (chance) => ({ hits: hits(chance) }),
  'answers 200 with success false': (chance) => ({ hits: hits(chance) }),
  'answers with the record as before': (chance) => ({ hits: hits(chance) }),
  'drops connections': (chance) => ({ hits: hits(chance) }),
  'refuses writes': (chance) => ({ status: oneOf([401, 429], chance), hits: hits(chance) }),
  'caps pages': (chance) => ({
    size: 1 + Math.floor(chance() * 3),
    says: oneOf(['total', 'nothing', 'array', 'link'], chance),
  }),
  'lists lag': (chance) => ({ lagMs: between(chance, 300, 3_000) }),
  'own quote missing for a while': (chance) => ({
    fromMs: between(chance, 0, 1_000),
    forMs: between(chance, 500, 2_500),
  }),
  'other words': () => ({}),
  'packs unasked': () => ({}),
  'rival quotes the same': () => ({}),
  '204 for empty lists': () => ({}),
};

export const HABITS = Object.keys(DRAWN) as readonly HabitName[];

/** Each answers a write in a way of its own: a service has one of these at most. */
const ANSWERS: readonly HabitName[] = [
  'answers 202',
  'answers with HTML',
  'answers 200 with errors',
  'answers 200 with success false',
  'answers with the record as before',
  'drops connections',
  'refuses writes',
];

const HABITS_MAX = 2;

/** None, one or two. */
export function drawnHabits(chance: Chance): readonly Habit[] {
  const count = Math.floor(chance() * (HABITS_MAX + 1));
  const habits: Habit[] = [];
  while (habits.length < count) {
    const name = oneOf(HABITS as [HabitName, ...HabitName[]], chance);
    const habit = { name, ...DRAWN[name](chance) } as Habit;
    if (goesWith(name, habits)) habits.push(habit);
  }
  return habits;
}

const goesWith = (name: HabitName, habits: readonly Habit[]): boolean =>
  habits.every((other) => other.name !== name && !(ANSWERS.includes(name) && ANSWERS.includes(other.name)));

/** This habit's figures, where the service has it. */
export function habitOf<N extends HabitName>(habits: readonly Habit[], name: N): Figures<N> | undefined {
  const isIt = (habit: Habit): habit is Figures<N> => habit.name === name;
  return habits.find(isIt);
}

/** After so long nothing of what happened is hidden any more, but for what is never shown. */
export function healsInMs(habits: readonly Habit[]): number {
  const each = habits.map((habit) => {
    switch (habit.name) {
      case 'trades listed late':
      case 'request closes first':
        return habit.lateMs;
      case 'lists lag':
        return habit.lagMs;
      case 'own quote missing for a while':
        return habit.fromMs + habit.forMs;
      case 'answers 202':
        return habit.laterMs;
      default:
        return 0;
    }
  });
  return Math.max(0, ...each);
}
