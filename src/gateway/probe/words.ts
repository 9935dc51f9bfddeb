import {
  inStyle,
  STYLES,
  WORDS,
  wordsOf,
  type Enumeration,
  type Style,
  type WordTable,
} from '../../contract/service/mapping';
import { plain } from '../platform/contradiction';

/** Other words that mean nothing else. */
const SURE: Partial<Readonly<Record<Enumeration, Readonly<Record<string, readonly string[]>>>>> = {
  side: { buy: ['b', 'bought'], sell: ['s', 'sold'] },
  direction: { ask: ['offer', 'offered'] },
};
/** Other words that mean it most often. Which side of a price is meant is never certain from a word. */
const LIKELY: typeof SURE = {
  direction: { bid: ['buy', 'buyer', 'b'], ask: ['sell', 'seller', 's', 'a', 'o'] },
  'request-state': {
    open: ['active', 'live', 'running'],
    closed: ['concluded', 'ended', 'expired'],
    traded: ['executed', 'done'],
  },
  'quote-state': {
    active: ['live', 'open', 'new'],
    withdrawn: ['pulled', 'cancelled', 'canceled'],
    accepted: ['hit', 'traded'],
    rejected: ['dead', 'refused'],
  },
  'proposal-state': {
    active: ['live', 'open', 'new'],
    withdrawn: ['pulled', 'cancelled'],
    accepted: ['hit', 'traded'],
    rejected: ['dead', 'refused'],
  },
  'counteroffer-state': {
    active: ['live', 'open', 'new'],
    withdrawn: ['pulled', 'cancelled'],
    accepted: ['hit', 'traded'],
    rejected: ['dead', 'refused'],
  },
  role: { initiator: ['owner', 'requester', 'aggressor'], recipient: ['responder', 'invited', 'quoter'] },
  contract: {
    single: ['outright', 'simple'],
    spread: ['strategy'],
    'standard-spread': ['standardspread', 'std'],
  },
  'proposal-kind': { firm: ['binding'], indicative: ['indication', 'indic'] },
};

/** The words that were seen of an enumeration, as ours. */
export interface Meanings {
  readonly sure: WordTable;
  readonly likely: WordTable;
  readonly strange: readonly string[];
}

export function meaningsOf(
  enumeration: Enumeration,
  seen: readonly string[],
  proven: ReadonlyMap<string, string>,
): Meanings {
  const ours: readonly string[] = WORDS[enumeration].words;
  const sure: Record<string, string> = {};
  const likely: Record<string, string> = {};
  const strange: string[] = [];
  const alike = (word: string, tables: typeof SURE): string | undefined =>
    ours.find((one) => tables[enumeration]?.[one]?.includes(plain(word)));
  for (const word of seen) {
    const known = ours.find((one) => plain(one) === plain(word)) ?? proven.get(word) ?? alike(word, SURE);
    const guess = known === undefined ? alike(word, LIKELY) : undefined;
    if (known !== undefined && sure[known] === undefined) sure[known] = word;
    else if (guess !== undefined && likely[guess] === undefined) likely[guess] = word;
    else strange.push(word);
  }
  // One word without a meaning, and one meaning without a word.
  const left = ours.filter((one) => sure[one] === undefined && likely[one] === undefined);
  const [only, ...others] = strange;
  const [meaning, ...more] = left;
  if (only !== undefined && meaning !== undefined && others.length + more.length === 0)
    return { sure, likely: { ...likely, [meaning]: only }, strange: [] };
  return { sure, likely, strange };
}

/** The style that writes most of what was seen; the given one where it is among the best. `isOnly`: no other writes as much. */
export function styleOf(
  ours: readonly string[],
  seen: ReadonlySet<string>,
  given: Style,
): { style: Style; count: number; isOnly: boolean } {
  const counted = STYLES.map((style) => ({
    style,
    count: ours.filter((one) => seen.has(inStyle(one, style))).length,
  }));
  const best = Math.max(...counted.map(({ count }) => count));
  const top = counted.filter(({ count }) => count === best);
  const chosen = top.find(({ style }) => style === given) ?? top[0] ?? { style: given, count: 0 };
  return { ...chosen, isOnly: top.length === 1 };
}

/** Whether the profile has a meaning for each of these words. */
export function strangers(
  enumeration: Enumeration,
  seen: readonly string[],
  said: { readonly table?: WordTable | undefined; readonly style?: Style | undefined },
): string[] {
  const known = new Set([...wordsOf(enumeration, said).values()].flat());
  return seen.filter((word) => !known.has(word));
}
