import { seededChance } from '../../src/effects/chance';
import { weighed, type Weighed } from '../campaign/seeds';

/** How a program comes to its end. `line`: its page lives on and cannot be heard. `gateway`: killed, and started again. */
export const ENDS = [
  'silent',
  'line',
  'gateway',
  'stop',
  'halt',
  'withdraw-all',
  'disarmed',
  'closed',
] as const;
export type End = (typeof ENDS)[number];

const END: Weighed<End> = ENDS.map((end) => [end, end === 'gateway' || end === 'silent' ? 20 : 10]);

/** What goes wrong at the service meanwhile. */
export const TROUBLES = ['none', 'lost answers', 'lost withdrawals', 'slow', 'fill', 'refusals'] as const;
export type Trouble = (typeof TROUBLES)[number];
const TROUBLE: Weighed<Trouble> = TROUBLES.map((trouble) => [trouble, trouble === 'none' ? 20 : 15]);

/** Everything that chance decides about one run. */
export interface Plan {
  readonly seed: number;
  readonly end: End;
  readonly trouble: Trouble;
  readonly rows: number;
  /** Words of the page before the end, one each 150 ms. */
  readonly words: number;
  /** A cell jumps by a third in this word; nowhere where it is beyond them. */
  readonly wildAt: number;
}

const ROWS_MAX = 3;
const WORDS_MIN = 12;
const WORDS_MORE = 18;

export function planOf(seed: number): Plan {
  const chance = seededChance(seed);
  const end = weighed(END, chance);
  const trouble = weighed(TROUBLE, chance);
  const rows = 1 + Math.floor(chance() * ROWS_MAX);
  const words = WORDS_MIN + Math.floor(chance() * WORDS_MORE);
  return { seed, end, trouble, rows, words, wildAt: Math.floor(chance() * words * 2) };
}
