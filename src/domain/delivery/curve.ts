import { failed, success, type Outcome } from '../failure';
import { hoursBetween, type Days } from './hours';
import type { Load } from './load';
import type { Market } from './markets';
import { isoDay } from './periods';
import { periodText } from './product';

/** What a price is for: a delivery period, as days since 1970 of which both ends are delivered. */
export interface Mark extends Days {
  readonly price: number;
}

/** One piece of a curve: the price of every hour between two days. */
export interface CurvePiece extends Mark {
  readonly hours: number;
  /** A mark without a price keeps it open: then its own is not a number. */
  readonly open?: OpenPeriod;
}

interface OpenPeriod extends Days {
  /** The mark that has no price. */
  readonly without: string;
  /** Those with a price that hang together with it: over their own days they hold. */
  readonly marks: readonly Mark[];
}

/** How hours weigh: the load and the market that all prices are of. */
export interface Weighing {
  readonly load: Load;
  readonly market: Market;
}

const MARKS_MAX = 400;
/** Beside prices of some hundred and hours of some thousand, less is the noise of doubles. */
const NOISE = 1e-7;

const nameOf = ({ first, last }: Days): string => periodText(isoDay(first), isoDay(last)) ?? '';
const lengthOf = ({ first, last }: Days): number => last - first + 1;
const covers = (outer: Days, inner: Days): boolean => outer.first <= inner.first && outer.last >= inner.last;

/**
 * A curve whose pieces average back to every mark, weighed by hours of delivery. Where marks leave it open, a piece is as
 * near as possible to the shortest mark that covers it. Marks that contradict each other make none: the failure names
 * them, and by how much. A wider mark that differs from those within it by no more than they may be rounded gives way to them. Days that no mark covers are no part of the curve. A mark that has no price yet leaves every piece open that
 * its price would move.
 */
export function curveOf(
  marks: readonly Mark[],
  weighing: Weighing,
  unpriced: readonly Days[] = [],
): Outcome<readonly CurvePiece[]> {
  if (marks.length + unpriced.length > MARKS_MAX) {
    return invalid(`A curve takes at most ${MARKS_MAX} prices.`, 'Leave out those that others contain.');
  }
  const pieces = piecesOf(marks, weighing);
  const solved = solvedOf(marks, pieces);
  if ('contradiction' in solved)
    return invalid(inWords(solved.contradiction), 'Change one of these prices, or leave it out.');
  const curve = pieces.map((piece, at) => ({ ...piece, price: solved.prices[at] ?? piece.price }));
  if (unpriced.length === 0) return success(curve);
  const open = openPeriods(marks, unpriced);
  const openAt = (days: Days): OpenPeriod | undefined => open.find((one) => overlap(one, days));
  const within = piecesOf([...marks, ...unpriced.map((days) => ({ ...days, price: NaN }))], weighing);
  const waiting = within.flatMap((piece): CurvePiece[] => {
    const at = openAt(piece);
    return at ? [{ ...piece, price: NaN, open: at }] : [];
  });
  const rest = curve.filter((piece) => !openAt(piece));
  return success([...rest, ...waiting].sort((a, b) => a.first - b.first));
}

const invalid = (message: string, next: string) => failed({ kind: 'invalid-argument', message, next });

export const overlap = (one: Days, other: Days): boolean =>
  one.first <= other.last && other.first <= one.last;

/** The days of marks without a price, with those of all marks that hang together with them. */
function openPeriods(marks: readonly Mark[], unpriced: readonly Days[]): readonly OpenPeriod[] {
  return unpriced.map((mark) => {
    const days = reachOf(mark, [...marks, ...unpriced]);
    return { ...days, without: nameOf(mark), marks: marks.filter((one) => overlap(one, days)) };
  });
}

/** A period with all marks that hang together with it by common days: no other moves its price. */
export function reachOf(period: Days, marks: readonly Days[]): Days {
  let [days, count]: [Days, number] = [period, 0];
  for (let before = -1; before < count;) {
    before = count;
    const touched = [period, ...marks.filter((one) => overlap(one, days))];
    count = touched.length;
    days = {
      first: Math.min(...touched.map(({ first }) => first)),
      last: Math.max(...touched.map(({ last }) => last)),
    };
  }
  return days;
}

/** The periods between all beginnings and ends, each at the price of the shortest marks that cover it. */
function piecesOf(marks: readonly Mark[], weighing: Weighing): CurvePiece[] {
  const cuts = [...new Set(marks.flatMap(({ first, last }) => [first, last + 1]))].sort((a, b) => a - b);
  return cuts.flatMap((first, at): CurvePiece[] => {
    const next = cuts[at + 1];
    if (next === undefined) return [];
    const days = { first, last: next - 1 };
    const hours = hoursBetween(days, weighing.load, weighing.market);
    const covering = marks.filter((mark) => covers(mark, days));
    const least = Math.min(...covering.map(lengthOf));
    const shortest = covering.filter((mark) => lengthOf(mark) === least);
    if (shortest.length === 0 || hours === 0) return [];
    const price = shortest.reduce((sum, mark) => sum + mark.price, 0) / shortest.length;
    return [{ ...days, hours, price }];
  });
}

interface Contradiction {
  /** The widest of the marks that contradict each other; none where that cannot be told. */
  readonly widest?: { readonly mark: Mark; readonly implied: number };
  readonly others: readonly Mark[];
}

type Solved = { readonly prices: readonly number[] } | { readonly contradiction: Contradiction };

/** Prices are quoted in ticks, so the marks within a wider one seldom average to it exactly. */
function solvedOf(marks: readonly Mark[], pieces: readonly CurvePiece[]): Solved {
  const solved = solve(marks, pieces);
  if (!('contradiction' in solved)) return solved;
  const { widest, others } = solved.contradiction;
  if (!widest || widest.mark.price === widest.implied) return solved;
  const isRounded =
    Math.abs(widest.implied - widest.mark.price) <= tickOf([widest.mark, ...others]) + NOISE &&
    others.every((other) => lengthOf(other) < lengthOf(widest.mark));
  const given = marks.map((mark) => (mark === widest.mark ? { ...mark, price: widest.implied } : mark));
  return isRounded ? solvedOf(given, pieces) : solved;
}

/** One unit of the last decimal of these prices; they are taken to have two at least, so 0.01 at most. */
const tickOf = (marks: readonly Mark[]): number =>
  10 ** -Math.max(2, ...marks.map(({ price }) => String(price).split('.')[1]?.length ?? 0));

/**
 * Least change of the pieces' prices, weighed by hours, at which every mark is the average of its pieces: with the normal
 * equations over the marks, solved by elimination. What is left of marks that follow from others tells a contradiction.
 */
function solve(marks: readonly Mark[], pieces: readonly CurvePiece[]): Solved {
  const shares = marks.map((mark) => pieces.map((piece) => (covers(mark, piece) ? piece.hours : 0)));
  const totals = shares.map((row) => row.reduce((sum, hours) => sum + hours, 0));
  const missing = marks.map(
    (mark, at) =>
      (totals[at] ?? 0) * mark.price -
      pieces.reduce((sum, piece, of) => sum + (shares[at]?.[of] ?? 0) * piece.price, 0),
  );
  const size = marks.length;
  const rows = marks.map((_, row) => [
    ...marks.map((__, column) =>
      pieces.reduce(
        (sum, { hours }, of) => sum + ((shares[row]?.[of] ?? 0) * (shares[column]?.[of] ?? 0)) / hours,
        0,
      ),
    ),
    missing[row] ?? 0,
    // Which marks a row was made of.
    ...marks.map((__, column) => (row === column ? 1 : 0)),
  ]);
  const pivots = eliminate(rows, size);
  const left = rows
    .slice(pivots.length)
    .find((row) => Math.abs(row[size] ?? 0) > NOISE * Math.max(1, ...totals));
  if (left) return { contradiction: contradiction(marks, totals, left.slice(size)) };
  const factors = marks.map(() => 0);
  pivots.forEach((column, row) => {
    factors[column] = (rows[row]?.[size] ?? 0) / (rows[row]?.[column] ?? 1);
  });
  return {
    prices: pieces.map((piece, of) =>
      tidied(
        piece.price +
          factors.reduce((sum, factor, at) => sum + factor * (shares[at]?.[of] ?? 0), 0) / piece.hours,
      ),
    ),
  };
}

/** Gauss and Jordan with the largest pivot; the columns that have one, in the order of their rows. */
function eliminate(rows: number[][], size: number): readonly number[] {
  const pivots: number[] = [];
  for (let column = 0; column < size && pivots.length < rows.length; column++) {
    const top = pivots.length;
    let best = top;
    for (let row = top; row < rows.length; row++) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
    }
    const pivot = rows[best];
    const value = pivot?.[column] ?? 0;
    const first = rows[top];
    if (!pivot || !first || Math.abs(value) < NOISE) continue;
    [rows[top], rows[best]] = [pivot, first];
    for (const [at, row] of rows.entries()) {
      if (at === top) continue;
      const times = (row[column] ?? 0) / value;
      if (times !== 0) for (const [of, one] of pivot.entries()) row[of] = (row[of] ?? 0) - times * one;
    }
    pivots.push(column);
  }
  return pivots;
}

function contradiction(
  marks: readonly Mark[],
  totals: readonly number[],
  [left = 0, ...parts]: readonly number[],
): Contradiction {
  const taking = marks.flatMap((mark, at) => (Math.abs(parts[at] ?? 0) > NOISE ? [{ mark, at }] : []));
  const [widest] = [...taking].sort((a, b) => (totals[b.at] ?? 0) - (totals[a.at] ?? 0));
  if (!widest) return { others: [] };
  const implied = widest.mark.price - left / ((parts[widest.at] ?? 1) * (totals[widest.at] ?? 1));
  const others = taking.filter((one) => one !== widest).map(({ mark }) => mark);
  return { widest: { mark: widest.mark, implied }, others };
}

/** "Q1-27 is at 95, but Jan-27, Feb-27, Mar-27 come to 85.94 over its hours." */
function inWords({ widest, others }: Contradiction): string {
  if (!widest) return 'These prices contradict each other.';
  const { mark, implied } = widest;
  const [only, more] = others;
  if (only && !more && nameOf(only) === nameOf(mark))
    return `${nameOf(mark)} is given twice, at ${mark.price} and at ${only.price}.`;
  const decimals = [2, 3, 4, 6, 8].find((count) => tidied(implied, count) !== mark.price);
  const come = `${others.map(nameOf).join(', ')} ${more ? 'come' : 'comes'} to ${tidied(implied, decimals)}`;
  return `${nameOf(mark)} is at ${mark.price}, but ${come} over its hours.`;
}

/** Without the noise of doubles. */
const tidied = (value: number, decimals = 10): number => Number(value.toFixed(decimals));

interface Strip {
  readonly price: number;
  readonly hours: number;
}

/** The price of a period by a curve, weighed by hours. The failure names the first days that the curve has no price for. */
export function stripOf(
  curve: readonly CurvePiece[],
  period: Days,
  { load, market }: Weighing,
): Outcome<Strip> {
  let next = period.first;
  let [sum, hours] = [0, 0];
  for (const piece of [...curve].sort((a, b) => a.first - b.first)) {
    const days = { first: Math.max(piece.first, period.first), last: Math.min(piece.last, period.last) };
    if (days.first > days.last) continue;
    if (piece.open) return openStrip(piece.open, period, { load, market });
    if (hoursBetween({ first: next, last: days.first - 1 }, load, market) > 0) break;
    const taken = hoursBetween(days, load, market);
    sum += taken * piece.price;
    hours += taken;
    next = days.last + 1;
  }
  const gap = { first: next, last: period.last };
  if (next <= period.last && hoursBetween(gap, load, market) > 0) {
    const [named, whole] = [nameOf({ first: next, last: next }), nameOf(period)];
    return invalid(
      `No price for ${named}${named === whole ? '' : `, which is in ${whole}`}.`,
      'Add a price that covers it.',
    );
  }
  if (hours === 0)
    return invalid(`${nameOf(period)} has no hours of this load.`, 'Take another load or period.');
  return success({ price: tidied(sum / hours), hours });
}

/** Over the days of a mark its price holds, whatever is missing beside or within it. */
function openStrip({ without, marks }: OpenPeriod, period: Days, { load, market }: Weighing): Outcome<Strip> {
  const mark = marks.find(({ first, last }) => first === period.first && last === period.last);
  return mark
    ? success({ price: mark.price, hours: hoursBetween(period, load, market) })
    : invalid(
        without === nameOf(period)
          ? `${without} has no price yet.`
          : `${without} has no price, and ${nameOf(period)} would follow from it.`,
        'Type its price, or clear its name.',
      );
}
