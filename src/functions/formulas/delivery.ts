import { converted } from '../../domain/delivery/convert';
import { stripOf, type CurvePiece, type Weighing } from '../../domain/delivery/curve';
import { hoursBetween, type Days } from '../../domain/delivery/hours';
import { loadNamed } from '../../domain/delivery/load';
import { daysBetween } from '../../domain/delivery/load-days';
import { calendarPeriods, isoDay } from '../../domain/delivery/periods';
import { productOf, type Product } from '../../domain/delivery/product';
import { wholeEnergy, wholeMoney } from '../../domain/delivery/whole';
import { priceUnitOf } from '../../domain/price-unit';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { type Formula } from '../cells/context';
import { cellsOf } from '../cells/ranges';
import { daySerial } from '../cells/sheet-time';
import { isEmpty, written } from './arguments';
import {
  Refused,
  refuse,
  refuseDaysOfLegs,
  refuseTwoDays,
  isNoProduct,
  orRefuse,
  eachCell,
  onDay,
  typedDay,
  typedOutright,
  typedProduct,
  typedTerm,
  typedText,
  PRICE_UNIT,
  QUANTITY_UNIT,
  typedNumber,
  typedAboveZero,
  numberOf,
  RATE,
  daysOf,
  marksIn,
  productsIn,
  shown,
} from './delivery-arguments';
import { alike, deliveredBy, legsIn, refuseOthers, weighingOf } from './delivery-legs';
import { notedCurve, pricesOf, type NotedCurve } from './strip-prices';

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
    const partIn = (start: unknown, last: unknown, wanted: unknown): Cell => {
      const period = periodIn(start, last, today);
      if (!period || period instanceof CellFailure) return period ?? '';
      const name = PARTS.find((one) => one === String(wanted).trim().toLowerCase());
      return name === undefined
        ? refuse(`part cannot be ${written(wanted)}.`, `Type ${PARTS.map((one) => `"${one}"`).join(', ')}.`)
        : partOf(period, name);
    };
    return eachCell([product, end, part], partIn, isNoProduct);
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
  if (isNoProduct(start)) return undefined;
  try {
    if (isNoProduct(end)) return typedProduct(start, today);
    for (const day of [start, end]) {
      refuseTwoDays(day);
      refuseDaysOfLegs(day);
    }
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
    eachCell(
      [product, load, market, unit],
      (name, profile, code, wanted) => {
        const legs = legsIn({ product: name, load: profile, market: code }, today);
        return alike(legs, (leg) => countIn(daysOf(leg.product), leg, wanted), countedIn(wanted));
      },
      isNoProduct,
    ),
  );

function countIn(
  days: Days,
  { load, market: { market } }: ReturnType<typeof legsIn>[number],
  unit: unknown,
): number {
  const delivered = orRefuse(loadNamed(load, market));
  const hours = hoursBetween(days, delivered, market);
  const count = UNITS.get(countedIn(unit));
  return count
    ? count(hours, daysBetween(days, delivered, market))
    : refuse(`unit cannot be ${written(unit)}.`, 'Type "h", "qh" or "days".');
}

const countedIn = (unit: unknown): string => typedText(unit, 'h').trim().toLowerCase();

interface PeriodsGiven extends HoursGiven {
  readonly by: unknown;
}
const PERIOD_STEPS = ['month', 'quarter', 'year', 'day'] as const;
const PERIODS_MAX = 2_000;

/** PERIODS: a product cut at the ends of months, quarters, years or days, with the hours of each part. */
export const periodsFormula = ({ product, by, load, market, unit }: PeriodsGiven): Formula =>
  onDay(product, undefined, (today) =>
    shown(() => {
      for (const [name, range] of Object.entries({ product, by, load, market, unit }))
        if (cellsOf(range).filter((cell) => !isNoProduct(cell)).length > 1)
          refuse(`${name} takes one cell here, not a range.`, 'Use one formula for each.');
      if (isNoProduct(cellsOf(product)[0])) return [['']];
      const days = daysOf(typedProduct(cellsOf(product)[0], today));
      const step = PERIOD_STEPS.find(
        (one) => one === typedText(cellsOf(by)[0], 'month').trim().toLowerCase().replace(/s$/, ''),
      );
      if (!step)
        return refuse(
          `by cannot be ${written(cellsOf(by)[0])}.`,
          'Type "month", "quarter", "year" or "day".',
        );
      const [name, profile, code, wanted] = [product, load, market, unit].map((given) => cellsOf(given)[0]);
      const legs = legsIn({ product: name, load: profile, market: code }, today);
      const parts = partsOf(days, step);
      if (parts.length > PERIODS_MAX)
        return refuse(`These are ${parts.length} days.`, 'Split a shorter product by days.');
      return [
        ['product', 'start', 'end', typedText(wanted, 'h')],
        ...parts.map((part): Cell[] => {
          const { name, start, end } = periodOf(part);
          return [
            name,
            daySerial(start) ?? start,
            daySerial(end) ?? end,
            alike(legs, (leg) => countIn(part, leg, wanted), countedIn(wanted)),
          ];
        }),
      ];
    }),
  );

function partsOf(days: Days, step: (typeof PERIOD_STEPS)[number]): readonly Days[] {
  if (step === 'day')
    return Array.from({ length: days.last - days.first + 1 }, (_, at) => ({
      first: days.first + at,
      last: days.first + at,
    }));
  return calendarPeriods(days, step).map(({ first, last }) => ({
    first: Math.max(first, days.first),
    last: Math.min(last, days.last),
  }));
}

interface EnergyGiven {
  readonly quantity: unknown;
  readonly unit: unknown;
  readonly product: unknown;
  readonly load: unknown;
  readonly market: unknown;
}

/** ENERGY: MWh of a quantity over the whole delivery. */
export const energyFormula = ({ quantity, unit, product, load, market }: EnergyGiven): Formula =>
  onDay(product, undefined, (today) =>
    eachCell([quantity, unit, product, load, market], (...[amount, of, name, profile, code]) => {
      const quantityUnit = typedTerm(unit ?? '', of, QUANTITY_UNIT);
      return alike(
        legsIn({ product: name, load: profile, market: code }, today),
        (leg) => {
          const energy = wholeEnergy({ ...deliveredBy(leg), quantityUnit }, typedNumber(amount));
          return energy === undefined
            ? refuse(`"${quantityUnit}" is no unit of energy.`, 'Use MW, MWh, MWh/d, th/d and the like.')
            : numberOf(orRefuse(converted(energy, { from: 'MWh', to: 'MWh' })));
        },
        'MWh',
      );
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
        const quantityUnit = typedTerm(given.unit ?? '', of, QUANTITY_UNIT);
        const priceUnit = typedTerm(given.priceUnit, pricedIn, PRICE_UNIT);
        if (!priceUnitOf(priceUnit))
          refuse(
            `${written(priceUnit)} is not a unit of price.`,
            'Use a currency by its code, €, £, $, p, pence, ct or cent, such as GBP/MWh, p/th or ct/kWh.',
          );
        return alike(legsIn({ product: name, load: profile, market: code }, today), (leg) => {
          const delivery = { ...deliveredBy(leg), quantityUnit, priceUnit };
          const money = wholeMoney(delivery, typedNumber(price), typedNumber(amount, 'quantity'));
          return money === undefined
            ? refuse(
                `A price in ${priceUnit} and a quantity in ${quantityUnit} make no money.`,
                'Use units that fit, such as EUR/MWh and MW.',
              )
            : numberOf(money);
        });
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
    numberOf(
      orRefuse(
        converted(typedNumber(amount), {
          from: typedText(source, ''),
          to: typedText(target, ''),
          fx: isEmpty(rate) || rate === 0 ? undefined : typedAboveZero(rate, RATE),
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
const CURVE_HEADER = ['product', 'start', 'end', 'price', 'hours', 'note'];

/** CURVE: a table of periods whose prices average back to every quote. */
export const curveFormula = ({ quotes, by, load, market }: CurveGiven): Formula =>
  onDay(productsIn(quotes), undefined, (today) =>
    shown(() => {
      const marks = marksIn(quotes, today);
      const weighing = weighingOf({ load, market }, marks);
      const { curve, noteOf } = notedCurve(marks, weighing);
      const step = typedText(cellsOf(by)[0], 'piece').trim().toLowerCase();
      const known = STEPS.find((one) => one === step.replace(/s$/, ''));
      if (!known) refuse(`by cannot be ${written(step)}.`, 'Type "month", "quarter" or "year".');
      const rows = split(curve, known ?? 'piece').flatMap((days) =>
        rowsOf(curve, days, { weighing, noteOf }),
      );
      const idle = marks.marks.filter((mark) => hoursBetween(mark, weighing.load, weighing.market) === 0);
      return [
        CURVE_HEADER,
        ...[
          ...rows,
          ...idle.map((mark) => rowOfDays(mark, [asPrice(mark.price), 0, 'No hours of this load.'])),
        ].sort(([, one], [, other]) => Number(one) - Number(other)),
      ];
    }),
  );

/** A row for a period; where the curve has a gap, one for each of the parts that have a price, and an error where a mark has none. */
function rowsOf(
  curve: readonly CurvePiece[],
  days: Days,
  { weighing, noteOf }: { readonly weighing: Weighing } & Pick<NotedCurve, 'noteOf'>,
): Cell[][] {
  const strip = stripOf(curve, days, weighing);
  const isOpen = curve.some(
    ({ first, last, open }) => open !== undefined && first <= days.last && last >= days.first,
  );
  if (!strip.ok && !isOpen) {
    const note = `No price for the rest of ${periodOf(days).name}.`;
    return pricedParts(curve, days, weighing).map((part) => {
      const { price, hours } = orRefuse(stripOf(curve, part, weighing));
      return rowOfDays(part, [asPrice(price), hours, [note, noteOf(part)].filter(Boolean).join(' ')]);
    });
  }
  return [
    rowOfDays(days, [
      strip.ok ? asPrice(strip.value.price) : cellFailure(strip.failure),
      strip.ok ? strip.value.hours : hoursBetween(days, weighing.load, weighing.market),
      strip.ok ? noteOf(days) : '',
    ]),
  ];
}

function rowOfDays(days: Days, cells: readonly Cell[]): Cell[] {
  const { name, start, end } = periodOf(days);
  return [name, daySerial(start) ?? start, daySerial(end) ?? end, ...cells];
}

/** What of a period the curve has a price for: pieces between which no hour is without one are one part. */
function pricedParts(
  curve: readonly CurvePiece[],
  period: Days,
  { load, market }: Weighing,
): readonly Days[] {
  const parts: Days[] = [];
  for (const piece of curve) {
    const [first, last] = [Math.max(piece.first, period.first), Math.min(piece.last, period.last)];
    if (hoursBetween({ first, last }, load, market) === 0 || first > last) continue;
    const before = parts.at(-1);
    const isNext = before && hoursBetween({ first: before.last + 1, last: first - 1 }, load, market) === 0;
    parts.splice(isNext ? -1 : parts.length, isNext ? 1 : 0, { first: isNext ? before.first : first, last });
  }
  return parts;
}

function periodOf({ first, last }: Days): Product {
  const [start, end] = [isoDay(first), isoDay(last)];
  return productOf(start, end) ?? { name: `${start} – ${end}`, kind: 'days', start, end };
}

/** The curve's own pieces, or the calendar's periods within its days. */
function split(curve: readonly CurvePiece[], step: (typeof STEPS)[number]): readonly Days[] {
  const [first] = curve;
  const last = curve.at(-1);
  if (step === 'piece' || !first || !last) return curve;
  return calendarPeriods({ first: first.first, last: last.last }, step);
}

interface StripGiven {
  readonly product: unknown;
  readonly quotes: unknown;
  readonly load: unknown;
  readonly market: unknown;
  readonly field: unknown;
}
const STRIP_FIELDS = ['price', 'note', 'why'] as const;

/** As fine as a price that is typed or sent may be, so that it can be gone on with. */
const asPrice = (price: number): number => Number(price.toFixed(8));

/** STRIP: the price of any period by the curve that quotes make, from which marks it is taken flat, or why there is none. */
export const stripFormula = ({ product, quotes, load, market, field }: StripGiven): Formula =>
  onDay([cellsOf(product), cellsOf(productsIn(quotes))].flat(), undefined, (today) =>
    shown(() => {
      const wanted = typedText(cellsOf(field)[0], 'price').trim().toLowerCase();
      if (!STRIP_FIELDS.some((one) => one === wanted))
        refuse(`field cannot be ${written(wanted)}.`, 'Type "price", "note" or "why".');
      const strips = shown(() => stripsOf({ product, quotes, load, market }, wanted, today));
      return wanted === 'why' ? inWords(strips) : strips;
    }),
  );

function stripsOf(
  { product, quotes, load, market }: Omit<StripGiven, 'field'>,
  wanted: string,
  today: string,
): Shown {
  // A cell without a product shows nothing, also where there are no prices yet.
  if (cellsOf(product).every(isNoProduct)) return eachCell([product], () => '', isNoProduct);
  const marks = marksIn(quotes, today);
  const pricesFor = pricesOf(marks, { load, market });
  return eachCell(
    [product],
    (name) => {
      const delivery = typedOutright(name, today);
      const prices = pricesFor(name, delivery);
      refuseOthers(name, delivery, prices.weighing);
      const { price, note } = prices.of(daysOf(delivery.product));
      return wanted === 'note' ? note : asPrice(price);
    },
    isNoProduct,
  );
}

/** The sentence of each error, so that a sheet can say it beside the price; empty where there is a price. */
const inWords = (strips: Shown): Shown =>
  (strips instanceof CellFailure ? [[strips]] : strips).map((row) =>
    row.map((cell) => (cell instanceof CellFailure ? cell.message : '')),
  );
