/** Every cell compares its field with all names there are; what was worked out once is kept, of so many names at most. */
const KEPT_MAX = 5_000;
const kept = new Map<string, string>();

/**
 * Names of fields as people write them. They are compared by their letters, digits, dots and indexes alone, so that
 * "spread-type", "Spread type" and "spreadType" are one name.
 */
export function plainName(name: string): string {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{N}.[\]]/gu, '');
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(name, plain);
  return plain;
}

/** What people call the platform's fields, by their plain names. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['start', 'delivery-start'],
  ['from', 'delivery-start'],
  ['end', 'delivery-end'],
  ['to', 'delivery-end'],
  ['profile', 'load-profile'],
  ['load', 'load-profile'],
  ['unit', 'quantity-unit'],
  ['qty', 'quantity'],
  ['volume', 'quantity'],
  ['remaining', 'remaining-quantity'],
  ['left', 'remaining-quantity'],
  ['direction', 'price-direction'],
  ['netprice', 'spread-price'],
  ['net', 'spread-price'],
  ['created', 'created-at'],
  ['concluded', 'concluded-at'],
  ['traded', 'traded-at'],
  ['request', 'request-id'],
  ['trade', 'trade-id'],
  ['quote', 'quotation-id'],
  ['proposal', 'price-proposal-id'],
  ['counteroffer', 'counteroffer-id'],
  ['aon', 'all-or-none'],
  ['best', 'best-price'],
  ['worst', 'worst-price'],
  ['average', 'average-price'],
  ['feedback', 'feedback-comment'],
  ['comment', 'feedback-comment'],
  ['clearing', 'clearing.type'],
  ['clearingtype', 'clearing.type'],
  ['executionview', 'execution.view'],
  // Whose action it is, said in a heading.
  ['initiatoraction', 'action'],
  ['clearinghouse', 'clearing.house'],
  ['ref.kind', 'reference kind'],
]);

const OF_LEG = /^leg([1-3])(.+)$/;

/** The platform's name for what a person calls a field, such as `legs[0].market` for "leg 1 market"; `undefined` when there is none. */
export function aliased(name: string): string | undefined {
  const plain = plainName(name);
  const [, leg, field] = OF_LEG.exec(plain) ?? [];
  if (leg !== undefined && field !== undefined)
    return `legs[${Number(leg) - 1}].${ALIASES.get(field) ?? field}`;
  return ALIASES.get(plain);
}

/** A path of a record as it is shown, and as {@link aliased} reads it: "leg 1 market" for `legs[0].market`, also for `legs[].market`. */
export const fieldInWords = (path: string): string =>
  path.replace(/^legs\[(\d*)\]\./, (_, index: string) => `leg ${Number(index) + 1} `).replaceAll('.', ' ');

const NEAR_MAX = 3;

/** The names that were most likely meant, nearest first: a few, or none. */
export function nearestNames(typed: string, names: readonly string[]): readonly string[] {
  const plain = plainName(typed);
  return [...new Set(names)]
    .map((name) => ({ name, whole: distance(plain, plainName(name)), last: distance(plain, lastStep(name)) }))
    .filter(({ whole, last }) => Math.min(whole, last) <= mistakesMax(plain))
    .sort((a, b) => Math.min(a.whole, a.last) - Math.min(b.whole, b.last) || a.whole - b.whole)
    .slice(0, NEAR_MAX)
    .map(({ name }) => name);
}

const lastStep = (name: string): string => plainName(name.split('.').at(-1) ?? name);

/** A third of the letters may be wrong: of a short name one. */
const mistakesMax = (plain: string): number => Math.max(1, Math.floor(plain.length / 3));
/** What is only the beginning or the end of a name is nearly it. */
const CUT = 1;
const CUT_LETTERS_MIN = 3;

function distance(typed: string, name: string): number {
  const isCut = typed.length >= CUT_LETTERS_MIN && (name.startsWith(typed) || name.endsWith(typed));
  const edits = lettersApart(typed, name);
  return isCut ? Math.min(CUT, edits) : edits;
}

/** How many letters are missing, too many, wrong, or in each other's place (Damerau and Levenshtein). */
function lettersApart(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const differs = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + differs,
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
