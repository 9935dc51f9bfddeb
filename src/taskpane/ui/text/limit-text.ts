import type { AcceptedWarning } from '../../../domain/action';
import { PRICE_CODES } from '../../../domain/limits/finding';
import type { DeskLimits, Limits } from '../../../domain/limits/limits';
import type { Formatters } from '../formatters';
import { withUnit } from './request-text';

export const STEP_WORDS: Record<Limits['signFlip'], string> = {
  off: 'not checked',
  warn: 'warns',
  block: 'blocks',
};
export const UNCHECKED_WORDS: Record<Limits['unchecked'], string> = {
  tell: 'informs',
  warn: 'warns',
  block: 'blocks',
};
export const NO_REFERENCE_WORDS: Record<Limits['noReference'], string> = {
  off: 'not told',
  ...UNCHECKED_WORDS,
};

export const LIMIT_NAMES = {
  bestPrice: 'Distance from best price',
  lastPrice: 'Distance from last price',
  throughMarket: 'Price through the market',
  nearestTrade: 'Nearest product traded',
  signFlip: 'Opposite price sign',
  factorOfTen: 'Misplaced decimal point',
  volume: 'Volume',
  notional: 'Notional',
  volumePerDay: 'Volume per day',
  notionalPerDay: 'Notional per day',
  countPerMinute: 'Sent per minute',
  duplicate: 'Duplicate',
  noReference: 'Price without a reference',
  unchecked: 'If a check is impossible',
} as const satisfies Record<keyof Limits, string>;

/** The tick without which what is warned of is not sent. */
export const SEND_ANYWAY = 'Send anyway: I have checked';

/** What a check that was not possible would have looked at. */
const UNCHECKED_NAMES: Readonly<Record<string, string>> = {
  'best-price': 'price',
  'last-price': 'last price',
  'no-reference': 'price',
  'worse-than-best': 'prices that cannot be read',
  volume: 'volume',
  notional: 'notional',
};

/** "volume, notional" */
export const uncheckedInWords = (
  notes: readonly { readonly code: string; readonly text: string }[],
): string => [...new Set(notes.map(({ code, text }) => UNCHECKED_NAMES[code] ?? text))].join(', ');

/** Whose levels these are, and who may change them. */
export function originInWords({ source, locked, setAt }: DeskLimits, formatters: Formatters): string {
  if (locked) return 'Locked: only the file that the gateway was started with changes them.';
  switch (source) {
    case 'built-in':
      return 'Default limits.';
    case 'file':
      return 'Set by the file that the gateway was started with.';
    case 'pane':
      return `Set in a pane${setAt === undefined ? '' : `, ${formatters.second(setAt)}`}.`;
  }
}

/** What a warning is about, in a few words. */
const TERMS: Readonly<Record<string, string>> = {
  'best-price': 'Far from the market',
  'worse-than-best': 'Worse than the best',
  'last-price': 'Far from the desk’s last price',
  'through-market': 'A better price is there',
  'nearest-trade': 'Far from the nearest product traded',
  'sign-flip': 'The opposite sign to the market',
  'factor-of-ten': 'About ten times the market, or a tenth',
  'zero-price': 'A price of zero',
  'fine-price': 'More decimals than usual',
  'no-reference': 'No reference to check the price against',
  units: 'Units that cannot be compared',
  'leg-quantity': 'Legs of different quantities',
  volume: 'A large volume',
  notional: 'A large amount of money',
  'volume-day': 'A large volume today',
  'notional-day': 'A large amount of money today',
  'count-per-minute': 'A lot sent within a minute',
  'part-unproven': 'A part, not yet proven here',
  duplicate: 'The same was sent a moment ago',
  'unknown-market': 'A market that this desk does not know',
  'swap-kind': 'A kind of swap that contradicts its certificate',
  'swap-count': 'Certificates that are not one for each MWh',
  recipient: 'Recipients that the platform does not suggest',
};

export const warningTerm = (code: string): string => TERMS[code] ?? code.replaceAll('-', ' ');

/** Whose size is money or volume in the unit that it is about. */
const OF_AMOUNTS: ReadonlySet<string> = new Set(['volume', 'notional']);
/** Whose size is a distance in price. */
const OF_PRICES: ReadonlySet<string> = new Set(PRICE_CODES);

/**
 * "A better price is there, by up to 0.27 EUR/MWh", "A large volume: up to 60 MW": what was confirmed, and up to which size. `unit`: of
 * the price, where it is known.
 */
export function acceptedInWords(accepted: AcceptedWarning, formatters: Formatters, unit?: string): string {
  if (typeof accepted === 'string') return warningTerm(accepted);
  const { code, about, upTo } = accepted;
  const term = warningTerm(code);
  const size = upTo === undefined ? '?' : formatters.quantity(upTo);
  if (OF_AMOUNTS.has(code)) return `${term}: up to ${withUnit(size, about)}`;
  const of = about === undefined ? '' : ` (${about})`;
  if (upTo === undefined) return `${term}${of}`;
  const isOfPrice = OF_PRICES.has(code) && about !== 'quantity';
  return `${term}${of}, ${isOfPrice ? `by up to ${withUnit(size, unit)}` : `up to ${size}`}`;
}

/** Said of the money of a net price whose legs deliver differently. */
export const ESTIMATE = 'an estimate until the legs have prices';
