import type { Cost } from '../../domain/delivery/costs';
import type { Mark } from '../../domain/delivery/curve';
import { dayOf, type Days } from '../../domain/delivery/hours';
import { marketNamed, marketNames } from '../../domain/delivery/markets';
import {
  daysOfLegs,
  deliveriesNamed,
  isLoad,
  isMarket,
  type NamedDelivery,
} from '../../domain/delivery/named-deliveries';
import type { Product } from '../../domain/delivery/product';
import type { Outcome } from '../../domain/failure';
import { sheetTextPrice } from '../../domain/price';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { inServiceTime, type Formula } from '../cells/context';
import { cellByCell, cellsOf } from '../cells/ranges';
import { dayOfSerial } from '../cells/sheet-time';
import { readings } from '../cells/typed-day';
import { isEmpty, written } from './arguments';

// Prices and amounts of energy that a sheet computes, not what is sent: numbers as Excel has them, of 15 digits.

/** A failure of one cell travels as an exception within this file alone, and ends in that cell. */
export class Refused extends Error {
  constructor(readonly failure: CellFailure) {
    super(failure.message);
  }
}

export const refuse = (message: string, next: string): never => {
  throw new Refused(cellFailure(refused(short(message), next)));
};

/** A cell may hold 32,767 letters: what is repeated of it is cut. */
const short = (message: string): string =>
  message.replace(/("[^"]{60})[^"]{20,}"/g, '$1…"').replace(/(\S{60})\S{20,}/g, '$1…');

export function orRefuse<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { failure } = outcome;
  throw new Refused(cellFailure({ ...failure, message: short(failure.message) }));
}

/** Cell by cell over ranges; a cell whose first argument is empty stays empty. */
export const eachCell = (
  given: readonly unknown[],
  one: (...values: readonly unknown[]) => Cell,
  isNothing: (first: unknown) => boolean = isEmpty,
): Shown =>
  cellByCell(given, (...values): Cell => {
    if (isNothing(values[0])) return '';
    const wrong = values.find((value) => value instanceof CellFailure);
    if (wrong instanceof CellFailure) return wrong;
    return caught(() => one(...values));
  });

function caught(work: () => Cell): Cell {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
}

/** Days between which no product without a year, or counted from a day, can mean the same. */
const ONCE = '2001-01-15';
const LATER = '2061-08-17';

/** Whether what a text means depends on the day on which it is read. */
const isRelative = (cell: unknown): boolean => {
  if (typeof cell !== 'string') return false;
  const [once, later] = [ONCE, LATER].map((day) => deliveriesNamed(cell, day));
  if (!once?.ok || !later?.ok) return once?.ok !== later?.ok;
  return once.value.some(({ product }, leg) => product.start !== later.value[leg]?.product.start);
};

/** Works with the platform's day where a product is relative to it, and otherwise without the desk. */
export function onDay(products: unknown, asOf: unknown, show: (today: string) => Shown): Formula {
  const given = cellsOf(asOf).find((cell) => !isEmpty(cell) && cell !== 0);
  if (given !== undefined) {
    const day = typedDay(given);
    return day === undefined
      ? cellFailure(
          refused(`${written(given)} is not a day.`, 'Use a date cell, or type it like 2026-11-20.'),
        )
      : show(day);
  }
  if (!cellsOf(products).some(isRelative)) return show(ONCE);
  return (desk) => inServiceTime(desk, (time) => show(time.day(desk.now())), { dependsOnToday: true });
}

/** A day from a date cell, or from text that can be read in one way alone. */
export function typedDay(cell: unknown): string | undefined {
  if (typeof cell === 'number') return dayOfSerial(cell);
  const [day, other] = typeof cell === 'string' ? readings(cell) : [];
  return other === undefined ? day : undefined;
}

/** Excel hands many an empty cell over as 0, which names no product. */
export const isNoProduct = (cell: unknown): boolean => isEmpty(cell) || cell === 0;

/**
 * What a cell says is delivered: by a date cell a day, and by a text a day, a product or what a table shows of a request, which of a
 * spread is one delivery for each leg.
 */
export function typedDeliveries(cell: unknown, today: string): readonly NamedDelivery[] {
  if (isNoProduct(cell)) refuse('The cell of the product is empty.', 'Type one there, such as Cal-27.');
  refuseTwoDays(cell);
  const day = typedDay(cell);
  const isYear =
    typeof cell === 'number' && day === undefined && Number.isInteger(cell) && cell > 1999 && cell < 2100;
  const text = day ?? (isYear ? String(cell) : cell);
  return typeof text === 'string'
    ? orRefuse(deliveriesNamed(text, today))
    : refuse(`${written(cell)} is not a product.`, 'Type one such as Cal-27.');
}

/** The one period that a cell names, which the legs of a spread may share. */
export function typedProduct(cell: unknown, today: string): Product {
  const [first, ...others] = typedDeliveries(cell, today);
  const isAlike = others.every(
    ({ product: { start, end } }) => start === first?.product.start && end === first.product.end,
  );
  return first && isAlike ? first.product : refuseSpread(cell, [first, ...others]);
}

/** The one delivery that a cell names. The price of a spread is that of none. */
export function typedOutright(cell: unknown, today: string): NamedDelivery {
  const [only, ...others] = typedDeliveries(cell, today);
  return only && others.length === 0 ? only : refuseSpread(cell, [only, ...others]);
}

const refuseSpread = (cell: unknown, legs: readonly (NamedDelivery | undefined)[]): never =>
  refuse(
    `${written(cell)} is a spread of ${legs.map((leg) => leg && deliveryName(leg)).join(' and ')}.`,
    'Give one of them.',
  );

/** "DE Cal-27 base", as far as it was said. */
export const deliveryName = ({ market, product, load }: NamedDelivery): string =>
  [market, product.name, load].filter(Boolean).join(' ');

/** With slashes and hyphens the day comes first in one country, and the month in another. */
export function refuseTwoDays(cell: unknown): void {
  const [day, other] = typeof cell === 'string' ? readings(cell) : [];
  if (other !== undefined)
    refuse(
      `${written(cell)} can be read as ${day} or as ${other}.`,
      'Use a date cell, or type it like 2026-11-20.',
    );
}

/** A column of first or last days shows one for each leg of a spread. */
export function refuseDaysOfLegs(cell: unknown): void {
  const failure = typeof cell === 'string' ? daysOfLegs(cell) : undefined;
  if (failure) throw new Refused(cellFailure(failure));
}

export function typedMarket(cell: unknown) {
  if (isEmpty(cell) || cell === 0) return { name: undefined, ...(marketNamed('DE') ?? NO_MARKET()) };
  const found = typeof cell === 'string' ? marketNamed(cell) : undefined;
  return { name: String(cell), ...(found ?? NO_MARKET(cell)) };
}
const NO_MARKET = (cell?: unknown): never =>
  refuse(`${written(cell)} is not a market.`, `Use one of ${marketNames().join(', ')}.`);

export const typedText = (cell: unknown, otherwise: string): string => {
  if (isEmpty(cell) || cell === 0) return otherwise;
  return typeof cell === 'string' ? cell : refuse(`${written(cell)} is not text.`, 'Type it as a word.');
};

/** Whether something stands in a place of the formula; what is left out arrives as null. */
const isGiven = (argument: unknown): boolean => argument !== undefined && argument !== null;

/** A word that money hangs on, such as a unit, is assumed where it is left out, never where its cell is empty. */
export const typedTerm = (
  argument: unknown,
  cell: unknown,
  term: { name: string; otherwise: string },
): string =>
  isGiven(argument) && (isEmpty(cell) || cell === 0)
    ? refuse(`The cell of the ${term.name} is empty.`, `Type it there, such as ${term.otherwise}.`)
    : typedText(cell, term.otherwise);

export const QUANTITY_UNIT = { name: 'unit', otherwise: 'MW' };
export const PRICE_UNIT = { name: 'price unit', otherwise: 'EUR/MWh' };

/** What 1 of a currency is in another: 1 where it is left out, never where its cell is empty or 0. */
export const typedRate = (argument: unknown, cell: unknown): string =>
  !isGiven(argument)
    ? '1'
    : isEmpty(cell) || cell === 0
      ? refuse(
          'The cell of the exchange rate is empty, or 0.',
          'Type the rate there, or leave the argument out.',
        )
      : typedAboveZero(cell, RATE);

export const RATE = 'exchange rate';

/** What is within them has a product and a quotient that Excel can hold. */
export const LARGEST = 1e15;
const SMALLEST = 1e-15;

/** 0 may be text as well, as a cell has to be told where Excel hands an empty one over as 0. */
export function typedNumber(cell: unknown, name?: string): string {
  if (name !== undefined && isEmpty(cell))
    refuse(`The cell of the ${name} is empty.`, 'Type a number there.');
  if (typeof cell === 'string' && isZero(cell)) return '0';
  const number = typeof cell === 'number' ? Number(cell.toPrecision(15)) : NaN;
  if (typeof cell !== 'number' || Number.isNaN(number))
    return refuse(`${written(cell)} is not a number.`, 'Enter it as a number, not as text.');
  const size = Math.abs(number);
  return size === 0 || (size >= SMALLEST && size < LARGEST)
    ? String(number)
    : refuse(`${written(cell)} is out of range.`, 'Use at most 15 digits before the point and 15 decimals.');
}

export const isZero = (text: string): boolean => sheetTextPrice(text) !== undefined;

/** A number above 0. */
export const typedAboveZero = (cell: unknown, name: string): string => {
  const number = typedNumber(cell);
  return Number(number) > 0 ? number : refuse(`The ${name} cannot be ${number}.`, 'Enter a number above 0.');
};

/** A result as a cell holds it. */
export function numberOf(result: string): number {
  const number = Number(result);
  return Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(result))
    ? number
    : refuse('The result is out of range.', 'Check the size of the numbers.');
}

/** A price of a curve: larger or smaller ones would drown in the noise of its sums. */
function typedMark(cell: unknown): number {
  const price = Number(typedNumber(cell));
  const size = Math.abs(price);
  return size === 0 || (size >= 1e-8 && size < 1e9)
    ? price
    : refuse(`${written(cell)} is not a price.`, 'Use at most 9 digits and 8 decimals: ROUND it.');
}

export const daysOf = ({ start, end }: Product): Days => ({
  first: dayOf(start) ?? 0,
  last: dayOf(end) ?? 0,
});

/** What one row names, as its cell does; `price` is absent where there is none. */
interface NamedMark {
  readonly cell: unknown;
  readonly delivery: NamedDelivery;
  readonly price: number | undefined;
}

export interface GivenMarks {
  readonly marks: readonly Mark[];
  readonly named: readonly NamedMark[];
  /** Named, without a price. */
  readonly unpriced: readonly Days[];
  /** Days that a date cell names, which may have been typed as a month. */
  readonly dated: readonly number[];
}

/** Products and prices in two columns; empty rows are left out. A first row with neither a product nor a price is a heading. */
export function marksIn(quotes: unknown, today: string): GivenMarks {
  const rows = Array.isArray(quotes) ? quotes : [[quotes]];
  refuseOtherColumns(rows);
  const marks: Mark[] = [];
  const named: NamedMark[] = [];
  const unpriced: Days[] = [];
  const dated: number[] = [];
  for (const [at, row] of rows.entries()) {
    const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
    const [product, price] = cells;
    const isNamed = !isBlank(product) && !isNoProduct(product);
    if (!isNamed && (isBlank(price) || price === 0)) continue;
    if (price instanceof CellFailure) throw new Refused(price);
    const isHeading = at === 0 && (isBlank(price) || (typeof price === 'string' && !isZero(price)));
    if (isHeading && !(isNamed && isProduct(product, today))) continue;
    if (!isNamed)
      refuse(`The price ${written(price)} has no product.`, 'Type one beside it, such as Cal-27.');
    const delivery = typedOutright(product, today);
    const days = daysOf(delivery.product);
    if (typeof product === 'number' && days.first === days.last) dated.push(days.first);
    const amount = isBlank(price) ? undefined : typedMark(price);
    named.push({ cell: product, delivery, price: amount });
    if (amount === undefined) unpriced.push(days);
    else marks.push({ ...days, price: amount });
  }
  if (marks.length === 0) refuse('There are no prices.', TWO_COLUMNS);
  return { marks, named, unpriced, dated };
}

const TWO_COLUMNS = 'Give two columns: products such as Cal-27, and their prices.';

/** A table of more columns has its prices anywhere, and the second may be a date. */
function refuseOtherColumns([first, ...more]: readonly unknown[]): void {
  const cells: readonly unknown[] = Array.isArray(first) ? first : [first];
  if (cells.length === 2 || (more.length === 0 && cells.every(isBlank))) return;
  const isCurve = ['product', 'start', 'end', 'price'].every((name, at) => cells[at] === name);
  refuse(
    isCurve
      ? 'This is the table of DESK.CURVE.'
      : `These prices have ${cells.length === 1 ? '1 column' : `${cells.length} columns`}.`,
    isCurve ? 'Give the two columns that it was made of: products and their prices.' : TWO_COLUMNS,
  );
}

const isBlank = (cell: unknown): boolean => isEmpty(cell) || (typeof cell === 'string' && cell.trim() === '');

/** Whether a cell names what may be delivered, and is no heading such as "Q1 marks". */
function isProduct(cell: unknown, today: string): boolean {
  try {
    return typedDeliveries(cell, today).every(
      ({ market, load }) =>
        (market === undefined || isMarket(market)) && (load === undefined || isLoad(load)),
    );
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** The products of two columns of quotes, for what depends on the day. */
export const productsIn = (quotes: unknown): unknown =>
  Array.isArray(quotes)
    ? quotes.map((row: unknown): unknown[] => [Array.isArray(row) ? row[0] : row])
    : quotes;

export function shown(work: () => Shown): Shown {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
}

/** Two columns: amounts and their units. */
export function costsIn(costs: unknown): readonly Cost[] {
  const rows = Array.isArray(costs) ? costs : [[costs]];
  return rows.flatMap((row: unknown): Cost[] => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
    const [amount, unit] = cells;
    if (isEmpty(amount) || (amount === 0 && isEmpty(unit))) return [];
    if (amount instanceof CellFailure) throw new Refused(amount);
    if (typeof unit !== 'string' || unit.trim() === '')
      return refuse('A cost has no unit.', 'Give two columns: amounts, and EUR/MWh, EUR, EUR/MW/month or %.');
    return [{ amount: typedNumber(amount), unit }];
  });
}
