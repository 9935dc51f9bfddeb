import { calendarDay } from '../../domain/day';
import { converted } from '../../domain/delivery/convert';
import { curveOf, stripOf, type CurvePiece, type Mark, type Weighing } from '../../domain/delivery/curve';
import { dayOf, hoursBetween, type Days } from '../../domain/delivery/hours';
import { loadNamed } from '../../domain/delivery/load';
import { MARKET_NAMES, marketNamed } from '../../domain/delivery/markets';
import { productNamed } from '../../domain/delivery/named-product';
import { notionalOf, volumesOf, type Delivered } from '../../domain/delivery/notional';
import { productOf, type Product } from '../../domain/delivery/product';
import type { Outcome } from '../../domain/failure';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { inServiceTime, type Formula } from '../cells/context';
import { cellByCell, cellsOf } from '../cells/ranges';
import { dayOfSerial, daySerial } from '../cells/sheet-time';
import { isEmpty, written } from './arguments';

// Prices and amounts of energy that a sheet computes, not what is sent: numbers as Excel has them, of 15 digits.

/** A failure of one cell travels as an exception within this file alone, and ends in that cell. */
class Refused extends Error {
  constructor(readonly failure: CellFailure) {
    super(failure.message);
  }
}

const refuse = (message: string, next: string): never => {
  throw new Refused(cellFailure(refused(message, next)));
};
function orRefuse<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Refused(cellFailure(outcome.failure));
}

/** Cell by cell over ranges; a cell whose first argument is empty stays empty. */
const eachCell = (given: readonly unknown[], one: (...values: readonly unknown[]) => Cell): Shown =>
  cellByCell(given, (...values): Cell => {
    if (isEmpty(values[0])) return '';
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
  const [once, later] = [productNamed(cell, ONCE), productNamed(cell, LATER)];
  return once.ok && later.ok ? once.value.start !== later.value.start : once.ok !== later.ok;
};

/** Works with the platform's day where a product is relative to it, and otherwise without the desk. */
function onDay(products: unknown, asOf: unknown, show: (today: string) => Shown): Formula {
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

const typedDay = (cell: unknown): string | undefined =>
  typeof cell === 'number'
    ? dayOfSerial(cell)
    : typeof cell === 'string' && daySerial(cell.trim()) !== undefined
      ? cell.trim()
      : undefined;

/** A product by its name, or a day by a date cell. */
function typedProduct(cell: unknown, today: string): Product {
  const day = typeof cell === 'number' ? typedDay(cell) : undefined;
  if (typeof cell === 'number' && day === undefined && Number.isInteger(cell) && cell > 1999 && cell < 2100) {
    return orRefuse(productNamed(String(cell), today));
  }
  const text = day ?? cell;
  if (typeof text !== 'string')
    return refuse(`${written(cell)} is not a product.`, 'Type one such as Cal-27.');
  return orRefuse(productNamed(text, today));
}

function typedMarket(cell: unknown) {
  if (isEmpty(cell) || cell === 0) return { name: undefined, ...(marketNamed('DE') ?? NO_MARKET()) };
  const found = typeof cell === 'string' ? marketNamed(cell) : undefined;
  return { name: String(cell), ...(found ?? NO_MARKET(cell)) };
}
const NO_MARKET = (cell?: unknown): never =>
  refuse(`${written(cell)} is not a market.`, `Use one of ${MARKET_NAMES.join(', ')}.`);

const typedText = (cell: unknown, otherwise: string): string => {
  if (isEmpty(cell) || cell === 0) return otherwise;
  return typeof cell === 'string' ? cell : refuse(`${written(cell)} is not text.`, 'Type it as a word.');
};

const typedNumber = (cell: unknown): string =>
  typeof cell === 'number' && Number.isFinite(cell)
    ? String(Number(cell.toPrecision(15)))
    : refuse(`${written(cell)} is not a number.`, 'Enter it as a number, not as text.');

const daysOf = ({ start, end }: Product): Days => ({ first: dayOf(start) ?? 0, last: dayOf(end) ?? 0 });

interface ProductGiven {
  readonly product: unknown;
  readonly end: unknown;
  readonly part: unknown;
  readonly asOf: unknown;
}
const PARTS = ['name', 'start', 'end', 'kind'] as const;

/** PRODUCT: name, first and last day and kind of a delivery period, or one of these. */
export function productFormula({ product, end, part, asOf }: ProductGiven): Formula {
  return onDay(product, asOf, (today) => {
    if (cellsOf(part).every((cell) => isEmpty(cell))) {
      return cellsOf(product).length === 1
        ? rowOf(periodIn(cellsOf(product)[0], cellsOf(end)[0], today))
        : listOf(product, end, today);
    }
    return eachCell([product, end, part], (start, last, wanted) => {
      const period = periodIn(start, last, today);
      if (!period || period instanceof CellFailure) return period ?? '';
      const name = PARTS.find((one) => one === String(wanted).trim().toLowerCase());
      return name === undefined
        ? refuse(`part cannot be ${written(wanted)}.`, `Type ${PARTS.map((one) => `"${one}"`).join(', ')}.`)
        : partOf(period, name);
    });
  });
}

const partOf = (period: Product, part: (typeof PARTS)[number]): Cell =>
  part === 'start' || part === 'end' ? (daySerial(period[part]) ?? period[part]) : period[part];

const rowOf = (period: Product | CellFailure | undefined): Shown => {
  if (period instanceof CellFailure) return period;
  return [PARTS.map((part) => (period ? partOf(period, part) : ''))];
};

function listOf(product: unknown, end: unknown, today: string): Shown {
  const ends = cellsOf(end);
  return cellsOf(product).map((start, at) => {
    const row = rowOf(periodIn(start, ends[at], today));
    return row instanceof CellFailure ? [row, '', '', ''] : (row[0] ?? []);
  });
}

/** The period of a product, or of two days. */
function periodIn(start: unknown, end: unknown, today: string): Product | CellFailure | undefined {
  if (isEmpty(start)) return undefined;
  try {
    if (isEmpty(end) || end === 0) return typedProduct(start, today);
    const [first, last] = [typedDay(start), typedDay(end)];
    return (
      productOf(first, last) ??
      refuse('These are not two days in order.', 'Use date cells, or type them like 2026-11-20.')
    );
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
}

interface HoursGiven {
  readonly product: unknown;
  readonly load: unknown;
  readonly market: unknown;
  readonly unit: unknown;
}
const UNITS = new Map<string, (hours: number, days: number) => number>([
  ['h', (hours) => hours],
  ['qh', (hours) => hours * 4],
  ['days', (_, days) => days],
]);

/** HOURS: delivery hours, quarter hours or days of a product. */
export const hoursFormula = ({ product, load, market, unit }: HoursGiven): Formula =>
  onDay(product, undefined, (today) =>
    eachCell([product, load, market, unit], (name, profile, code, wanted) => {
      const days = daysOf(typedProduct(name, today));
      const { market: found } = typedMarket(code);
      const hours = hoursBetween(days, orRefuse(loadNamed(typedText(profile, 'base'), found)), found);
      const count = UNITS.get(typedText(wanted, 'h').trim().toLowerCase());
      return count
        ? count(hours, days.last - days.first + 1)
        : refuse(`unit cannot be ${written(wanted)}.`, 'Type "h", "qh" or "days".');
    }),
  );

interface EnergyGiven {
  readonly quantity: unknown;
  readonly unit: unknown;
  readonly product: unknown;
  readonly load: unknown;
  readonly market: unknown;
}

/** What is delivered, as the checks before a press count it: one function knows the energy of a delivery. */
function deliveryIn(product: unknown, load: unknown, market: unknown, today: string): Delivered {
  const { start, end } = typedProduct(product, today);
  const { name, isGas, market: found } = typedMarket(market);
  const loadProfile = typedText(load, 'base');
  orRefuse(loadNamed(loadProfile, found));
  return {
    deliveryStart: start,
    deliveryEnd: end,
    loadProfile,
    commodity: isGas ? 'gas' : 'power',
    ...(name !== undefined && { market: name }),
  };
}

/** ENERGY: MWh of a quantity over the whole delivery. */
export const energyFormula = ({ quantity, unit, product, load, market }: EnergyGiven): Formula =>
  onDay(product, undefined, (today) =>
    eachCell([quantity, unit, product, load, market], (...[amount, of, name, profile, code]) => {
      const quantityUnit = typedText(of, 'MW');
      const delivery = { ...deliveryIn(name, profile, code, today), quantityUnit };
      const total = volumesOf(delivery, typedNumber(amount)).at(-1);
      if (!total) return refuse(`"${quantityUnit}" is not a unit.`, 'Use MW, MWh, MWh/d, th/d and the like.');
      return Number(orRefuse(converted(total.amount, { from: total.unit, to: 'MWh' })));
    }),
  );

interface NotionalGiven extends EnergyGiven {
  readonly price: unknown;
  readonly priceUnit: unknown;
}

/** NOTIONAL: money of a price for a quantity over the whole delivery, in the currency of the price. */
export const notionalFormula = (given: NotionalGiven): Formula =>
  onDay(given.product, undefined, (today) =>
    eachCell(
      [given.price, given.quantity, given.unit, given.product, given.load, given.market, given.priceUnit],
      (...[price, amount, of, name, profile, code, pricedIn]) => {
        const quantityUnit = typedText(of, 'MW');
        const priceUnit = typedText(pricedIn, 'EUR/MWh');
        const delivery = { ...deliveryIn(name, profile, code, today), quantityUnit, priceUnit };
        const money = notionalOf(delivery, typedNumber(price), typedNumber(amount));
        return money?.total === undefined
          ? refuse(
              `A price in ${priceUnit} and a quantity in ${quantityUnit} make no money.`,
              'Use units that fit, such as EUR/MWh and MW.',
            )
          : Number(money.total);
      },
    ),
  );

interface ConvertGiven {
  readonly value: unknown;
  readonly from: unknown;
  readonly to: unknown;
  readonly fx: unknown;
}

/** CONVERT: a price, energy or power in another unit. */
export const convertFormula = ({ value, from, to, fx }: ConvertGiven): Shown =>
  eachCell([value, from, to, fx], (amount, source, target, rate) =>
    Number(
      orRefuse(
        converted(typedNumber(amount), {
          from: typedText(source, ''),
          to: typedText(target, ''),
          fx: isEmpty(rate) || rate === 0 ? undefined : typedNumber(rate),
        }),
      ),
    ),
  );

interface CurveGiven {
  readonly quotes: unknown;
  readonly by: unknown;
  readonly load: unknown;
  readonly market: unknown;
}
const STEPS = ['piece', 'month', 'quarter', 'year'] as const;
const CURVE_HEADER = ['product', 'start', 'end', 'price', 'hours'];

/** Products and prices in two columns; rows without both are left out. A first row without a price is a heading. */
function marksIn(quotes: unknown, today: string): Mark[] {
  const rows = Array.isArray(quotes) ? quotes : [[quotes]];
  return rows.flatMap((row: unknown, at): Mark[] => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
    const [product, price] = cells;
    if (isEmpty(product) || isEmpty(price)) return [];
    if (at === 0 && typeof price === 'string') return [];
    if (price instanceof CellFailure) throw new Refused(price);
    return [{ ...daysOf(typedProduct(product, today)), price: Number(typedNumber(price)) }];
  });
}

function weighingOf(load: unknown, market: unknown): Weighing {
  const { market: found } = typedMarket(cellsOf(market)[0]);
  return { market: found, load: orRefuse(loadNamed(typedText(cellsOf(load)[0], 'base'), found)) };
}

function curveFrom(quotes: unknown, today: string, weighing: Weighing): readonly CurvePiece[] {
  const marks = marksIn(quotes, today);
  if (marks.length === 0)
    refuse('There are no prices.', 'Give two columns: products such as Cal-27, and their prices.');
  return orRefuse(curveOf(marks, weighing));
}

/** CURVE: a table of periods whose prices average back to every quote. */
export const curveFormula = ({ quotes, by, load, market }: CurveGiven): Formula =>
  onDay(productsIn(quotes), undefined, (today) =>
    shown(() => {
      const weighing = weighingOf(load, market);
      const curve = curveFrom(quotes, today, weighing);
      const step = typedText(cellsOf(by)[0], 'piece').trim().toLowerCase();
      const known = STEPS.find((one) => one === step.replace(/s$/, ''));
      if (!known) refuse(`by cannot be ${written(step)}.`, 'Type "month", "quarter" or "year".');
      return [
        CURVE_HEADER,
        ...split(curve, known ?? 'piece').flatMap((days) => rowsOf(curve, days, weighing)),
      ];
    }),
  );

/** The products of two columns of quotes, for what depends on the day. */
const productsIn = (quotes: unknown): unknown =>
  Array.isArray(quotes)
    ? quotes.map((row: unknown): unknown[] => [Array.isArray(row) ? row[0] : row])
    : quotes;

function shown(work: () => Shown): Shown {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
}

/** One row; none where the curve has a gap. */
function rowsOf(curve: readonly CurvePiece[], days: Days, weighing: Weighing): Cell[][] {
  const strip = stripOf(curve, days, weighing);
  if (!strip.ok) return [];
  const period = periodOf(days);
  return [
    [
      period.name,
      daySerial(period.start) ?? period.start,
      daySerial(period.end) ?? period.end,
      strip.value.price,
      strip.value.hours,
    ],
  ];
}

const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
function periodOf({ first, last }: Days): Product {
  const [start, end] = [isoDay(first), isoDay(last)];
  return productOf(start, end) ?? { name: `${start} – ${end}`, kind: 'days', start, end };
}

const MONTHS_IN = { month: 1, quarter: 3, year: 12 } as const;

/** The curve's own pieces, or the calendar's periods within its days. */
function split(curve: readonly CurvePiece[], step: (typeof STEPS)[number]): readonly Days[] {
  const [first] = curve;
  const last = curve.at(-1);
  if (step === 'piece' || !first || !last) return curve;
  const length = MONTHS_IN[step];
  const begin = calendarDay(isoDay(first.first));
  if (!begin) return curve;
  const periods: Days[] = [];
  for (let month = begin.year * 12 + begin.month - 1; ; month += length) {
    const start = month - (month % length);
    const days = { first: monthStart(start), last: monthStart(start + length) - 1 };
    if (days.first > last.last) return periods;
    periods.push(days);
  }
}
const monthStart = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / 86_400_000;

interface StripGiven {
  readonly product: unknown;
  readonly quotes: unknown;
  readonly load: unknown;
  readonly market: unknown;
}

/** STRIP: the price of any period by the curve that quotes make. */
export const stripFormula = ({ product, quotes, load, market }: StripGiven): Formula =>
  onDay([cellsOf(product), cellsOf(productsIn(quotes))].flat(), undefined, (today) =>
    shown(() => {
      const weighing = weighingOf(load, market);
      const curve = curveFrom(quotes, today, weighing);
      return eachCell(
        [product],
        (name) => orRefuse(stripOf(curve, daysOf(typedProduct(name, today)), weighing)).price,
      );
    }),
  );
