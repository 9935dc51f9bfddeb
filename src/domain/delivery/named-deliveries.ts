import { failed, success, type Failure, type Outcome } from '../failure';
import { loadNamed } from './load';
import { marketNamed, marketOf } from './markets';
import { noProduct, productNamed } from './named-product';
import type { Product } from './product';

/** What one leg delivers, as far as a text says it: the period, and the names of its market and load as they are written there. */
export interface NamedDelivery {
  readonly product: Product;
  readonly market: string | undefined;
  readonly load: string | undefined;
}

const HOW = 'Write a period such as Cal-27, Q1-27, Dec-26 or 2026-11-28, alone or as in "DE Cal-27 base".';

/** Between the two legs of a spread, and of legs on one side: "NL/DE", "NL / DE", "NL + DE". */
const BETWEEN_LEGS = /\s*\/\s*|\s+\+\s+/;
const LEGS_MAX = 2;
/** What stands behind a spread of one market and one period; of an EFP also how its legs are cleared. */
const KIND_OF_SPREAD = /\s+(?:efp(?:\s+[^/]+\/[^/]+)?|spread)$/i;

/**
 * The deliveries that a text names, leg by leg: a product of {@link productNamed}, what `productInWords` says of a request ("DE Cal-27
 * base", "NL/DE Cal-27 base", "DE Q1/Q4-27 peak", "AT Cal-28 base EFP ECC/bilateral"), and what `marksInWords` does ("DE Cal-27 base; FR Cal-27
 * base"). Whether there are such a market and load is not asked where they stand in the places of these texts.
 */
export function deliveriesNamed(text: string, asOf: string): Outcome<readonly NamedDelivery[]> {
  const days = daysOfLegs(text);
  if (days) return failed(days);
  const whole = productNamed(text, asOf);
  if (whole.ok) return success([{ product: whole.value, market: undefined, load: undefined }]);
  const parts = text.split(';').map((part) => legsIn(part.trim(), asOf));
  const wrong = parts.findIndex((legs) => legs === undefined);
  if (wrong < 0) return success(parts.flatMap((legs) => legs ?? []));
  const isOneWord = !/\s|;/.test(text.trim());
  return isOneWord ? whole : failed(notUnderstood(text, text.split(';')[wrong]?.trim() ?? text, asOf));
}

const DAYS_OF_LEGS = /^\s*\d{4}-\d{2}-\d{2}(?:\s+\/\s+\d{4}-\d{2}-\d{2})+\s*$/;

/**
 * What is wrong with a text where it is what a column of first or last days shows of a spread: with a slash and no spaces two days are
 * one period.
 */
export const daysOfLegs = (text: string): Failure | undefined =>
  DAYS_OF_LEGS.test(text)
    ? {
        kind: 'invalid-argument',
        message: `"${text}" is one day of each leg, and no delivery.`,
        next: 'Take the column product, or the days of one leg, such as DESK.RFQ(id,"leg 1 start").',
      }
    : undefined;

interface Split {
  readonly periods: readonly Product[];
  /** The words before the period and behind it. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
}

function legsIn(text: string, asOf: string): readonly NamedDelivery[] | undefined {
  const splits = splitsOf(wordsIn(text.replace(KIND_OF_SPREAD, '')), asOf);
  const least = KIND_OF_SPREAD.test(text) ? LEGS_MAX : 1;
  for (const names of [knownNames, namesInPlace])
    for (const split of splits) {
      const found = names(split, asOf);
      if (found) return legsOf(split.periods, found, least);
    }
  return undefined;
}

const wordsIn = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** More than any text of a table has. */
const WORDS_MAX = 24;

/** Every run of words that is a period, the longest first: in "28 Nov 2026" the month is a part of a day. */
function splitsOf(words: readonly string[], asOf: string): readonly Split[] {
  const splits: Split[] = [];
  if (words.length > WORDS_MAX) return splits;
  for (let length = words.length; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const periods = periodsIn(words.slice(from, from + length).join(' '), asOf);
      if (periods) splits.push({ periods, before: words.slice(0, from), behind: words.slice(from + length) });
    }
  return splits;
}

/** One period, or one of each leg: "Cal-27/28", "Q1/Q4-27", "Cal-27 + Q1-28". */
function periodsIn(text: string, asOf: string): readonly Product[] | undefined {
  const whole = productNamed(text, asOf);
  if (whole.ok) return [whole.value];
  const [first, second, ...more] = text.split(BETWEEN_LEGS);
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const [one, other] = [firstOfTwo(first, second, asOf), secondOfTwo(first, second, asOf)];
  return one && other && [one, other];
}

const productIn = (text: string, asOf: string): Product | undefined => {
  const found = productNamed(text, asOf);
  return found.ok ? found.value : undefined;
};

/** Of "Q1/Q4-27" both are of 2027. */
function firstOfTwo(first: string, second: string, asOf: string): Product | undefined {
  const year = /-(?:\d{4}|\d{2})$/.exec(second)?.[0];
  const isWithoutYear = year !== undefined && /^[a-z]+\d{0,2}$/i.test(first);
  return (isWithoutYear ? productIn(first + year, asOf) : undefined) ?? productIn(first, asOf);
}

/** Of "Cal-27/28" both are years. */
function secondOfTwo(first: string, second: string, asOf: string): Product | undefined {
  const isYearAlone = /^\d{2}$/.test(second) && /\d{2}$/.test(first);
  return productIn(isYearAlone ? first.replace(/\d{2}$/, second) : second, asOf);
}

interface Names {
  /** One for all legs, or one for each; none where the text says none. */
  readonly markets: readonly string[];
  readonly loads: readonly string[];
}

/** A known market and load around a period, in any order. */
function knownNames({ before, behind }: Split): Names | undefined {
  const words = [...before, ...behind];
  // A market of one word first, of "NL + DE", none, or one behind the load.
  const markets = [words.slice(0, 1), words.slice(0, 3), [], words.slice(-1)];
  for (const [at, market] of markets.entries()) {
    const load = at === 3 ? words.slice(0, -1) : words.slice(market.length);
    const names = { markets: namesIn(market), loads: namesIn(load) };
    if (names.markets.every(isMarket) && names.loads.every(isLoad) && isForTwoLegs(names)) return names;
  }
  return undefined;
}

/** What stands where the tables have market and load: certificates have markets of their own, and some loads are shaped. */
function namesInPlace({ before, behind }: Split, asOf: string): Names | undefined {
  const names = { markets: namesIn(before), loads: namesIn(behind) };
  const isOne = !names.markets.some((market) => market.includes(' ') || isLoad(market));
  const isMisplaced = [...before, ...behind].some((word) => productNamed(word, asOf).ok);
  return isOne && !isMisplaced && !names.loads.some(isMarket) && isForTwoLegs(names) ? names : undefined;
}

const namesIn = (words: readonly string[]): readonly string[] =>
  words.length === 0 ? [] : words.join(' ').split(BETWEEN_LEGS);
const isForTwoLegs = ({ markets, loads }: Names): boolean =>
  markets.length <= LEGS_MAX && loads.length <= LEGS_MAX;

export const isMarket = (name: string): boolean => marketNamed(name) !== undefined;
/** What a load is called does not depend on the market, only its hours do. */
export const isLoad = (name: string): boolean => loadNamed(name, marketOf()).ok;

function legsOf(
  periods: readonly Product[],
  { markets, loads }: Names,
  least: number,
): readonly NamedDelivery[] {
  const count = Math.max(least, periods.length, markets.length, loads.length);
  const at = <T>(values: readonly T[], leg: number): T | undefined => values[leg] ?? values[0];
  return Array.from({ length: count }, (_, leg) => at(periods, leg)).flatMap((product, leg) =>
    product ? [{ product, market: at(markets, leg), load: at(loads, leg) }] : [],
  );
}

/** Names the words that are neither a period nor a known market or load. */
function notUnderstood(text: string, part: string, asOf: string): Failure {
  const words = wordsIn(part);
  const [split] = splitsOf(words, asOf);
  const rest = split ? [...split.before, ...split.behind] : words;
  const unknown = rest.filter((word) => !isMarket(word) && !isLoad(word));
  if (!split && unknown.length === words.length) return noProduct(text);
  const message =
    unknown.length === 0
      ? `"${text}" names ${split ? 'more than one market and one load' : 'no delivery period'}.`
      : `"${unknown.join(' ')}" in "${text}" is ${split ? 'neither a market nor a load' : 'no delivery period'}.`;
  return { kind: 'invalid-argument', message, next: HOW };
}
