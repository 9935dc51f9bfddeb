import { seededChance } from '../../src/effects/chance';
import { weighed, type Weighed } from '../campaign/seeds';

/**
 * How a program comes to its end. `line`: its page lives on and cannot be heard. `gateway`: killed, and started again. `quota`: what
 * programs may spend of the day is gone.
 */
export const ENDS = [
  'silent',
  'line',
  'gateway',
  'stop',
  'halt',
  'withdraw-all',
  'disarmed',
  'closed',
  'quota',
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
  /** From this word on the cell of row 1 is empty, for longer than a withdrawal takes. */
  readonly emptyAt: number;
  /** From this word on the price of row 2 is a third away, for long enough to be sent. */
  readonly wildAt: number;
}

/** Row 0 is the one that is filled, row 1 has the empty cell, row 2 the wild one. */
const ROWS_MIN = 3;
const ROWS_MORE = 2;
const WALK_WORDS_MIN = 6;
const WALK_WORDS_MORE = 8;
/** Before each of these situations their rows keep still, so that something of them is live. */
const CALM_WORDS = 14;
export const EMPTY_WORDS = 32;
export const WILD_WORDS = 16;

export function planOf(seed: number): Plan {
  const chance = seededChance(seed);
  const end = weighed(END, chance);
  const trouble = weighed(TROUBLE, chance);
  const rows = ROWS_MIN + Math.floor(chance() * ROWS_MORE);
  const emptyAt = WALK_WORDS_MIN + Math.floor(chance() * WALK_WORDS_MORE) + CALM_WORDS;
  const wildAt = emptyAt + EMPTY_WORDS;
  return { seed, end, trouble, rows, words: wildAt + WILD_WORDS, emptyAt, wildAt };
}

/** Whether a row keeps still in this word: those to which something happens do, once the walk is over. */
export const isCalm = ({ emptyAt }: Plan, row: number, word: number): boolean =>
  (row === 1 || row === 2) && word >= emptyAt - CALM_WORDS;
