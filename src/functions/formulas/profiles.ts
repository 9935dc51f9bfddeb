import { allInPrice, cleanSpread } from '../../domain/delivery/costs';
import type { CurvePiece } from '../../domain/delivery/curve';
import { loadNamed } from '../../domain/delivery/load';
import { powerInMw } from '../../domain/delivery/notional';
import { calendarPeriods, isoDay, monthsIn } from '../../domain/delivery/periods';
import { isIn, profileOf, Sum, type Interval, type Profile } from '../../domain/delivery/profile';
import {
  priceByInterval,
  priceByMonth,
  profilePrice,
  type PriceOf,
} from '../../domain/delivery/profile-price';
import { profileOfShape } from '../../domain/delivery/load-shape';
import { productOf } from '../../domain/delivery/product';
import { wholeEnergy } from '../../domain/delivery/whole';
import { RequestId } from '../../domain/identifiers';
import type { LoadShape } from '../../domain/record';
import { priceUnitOf } from '../../domain/price-unit';
import { CellFailure } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { inServiceTime, type Formula } from '../cells/context';
import { cellsOf, VALUES_MAX } from '../cells/ranges';
import { daySerial } from '../cells/sheet-time';
import { isEmpty, written } from './arguments';
import { loadShapeBy } from './request-parts';
import {
  costsIn,
  isNoProduct,
  isZero,
  LARGEST,
  daysOf,
  eachCell,
  marksIn,
  onDay,
  orRefuse,
  productsIn,
  refuse,
  Refused,
  shown,
  typedDay,
  typedMarket,
  typedNumber,
  typedAboveZero,
  numberOf,
  typedOutright,
  typedProduct,
  typedRate,
  typedTerm,
  PRICE_UNIT,
  QUANTITY_UNIT,
} from './delivery-arguments';
import { agreed, alike, curveFrom, deliveredBy, inArgument, inMarks, inText, legsIn } from './delivery-legs';

interface ProfileGiven {
  readonly values: unknown;
  readonly period: unknown;
  readonly minutes: unknown;
  readonly format: unknown;
  readonly market: unknown;
}

/** The numbers of a range, row by row; a first cell of text is a heading. */
function numbersIn(range: unknown, what: string): number[] {
  const cells = cellsOf(range);
  const [first] = cells;
  const values = isWord(first) && cells.length > 1 ? cells.slice(1) : cells;
  if (values.length > VALUES_MAX)
    refuse(`These are ${values.length} ${what}.`, 'Give only the cells with numbers.');
  return values.map((cell, at) => {
    if (typeof cell === 'number' && Math.abs(cell) < LARGEST) return cell;
    if (cell instanceof CellFailure) throw new Refused(cell);
    if (isEmpty(cell))
      return refuse(`Number ${at + 1} of the ${what} is empty.`, 'Fill it: 0 is written as 0.');
    return Number(typedNumber(cell));
  });
}

const isWord = (cell: unknown): cell is string =>
  typeof cell === 'string' && Number.isNaN(Number(cell)) && !isZero(cell);

/** The id of a request or a trade in place of values: a text that is no number. */
function shapeIdIn(values: unknown): RequestId | undefined {
  const [only, more] = cellsOf(values);
  if (!isWord(only) || more !== undefined) return undefined;
  return RequestId.safeParse(only.trim()).data;
}

/** Works with the profile of the given values, or of the load shape that an id names. */
function onProfile(
  given: ProfileGiven,
  products: readonly unknown[],
  show: (profile: Profile, today: string) => Shown,
): Formula {
  const id = shapeIdIn(given.values);
  if (id === undefined)
    return onDay(products, undefined, (today) => shown(() => show(profileIn(given, today), today)));
  return (desk) =>
    inServiceTime(
      desk,
      (time) => {
        const shape = loadShapeBy(desk, id);
        if (shape instanceof CellFailure) return shape;
        const today = time.day(desk.now());
        return shown(() => show(profileInShape(shape, given, today), today));
      },
      { dependsOnToday: true },
    );
}

function profileInShape(shape: LoadShape, given: ProfileGiven, today: string): Profile {
  const { minutes, format } = given;
  const code = marketIn(given, today);
  if (code === undefined) refuse('A load shape does not say its market.', 'Give market, such as "DE".');
  const [period] = cellsOf(given.period);
  const days = isEmpty(period) || period === 0 ? undefined : daysIn(period, today);
  return orRefuse(
    profileOfShape(shape, {
      first: days?.first,
      last: days?.last,
      perHour: perHourOf(cellsOf(minutes)[0]),
      format: formatOf(cellsOf(format)[0]),
      market: typedMarket(code).market,
    }),
  );
}

const EVERY_HOUR = { name: 'base', words: 'a profile has every hour' };

/** The days of a product; of a first day as a date there is no last one. */
function daysIn(period: unknown, today: string): { first: number; last: number | undefined } {
  const day = typeof period === 'number' || typeof period === 'string' ? typedDay(period) : undefined;
  const delivery = typedOutright(period, today);
  agreed('load', [EVERY_HOUR, ...inText('load', period, delivery)]);
  const { first, last } = daysOf(delivery.product);
  return { first, last: day === undefined ? last : undefined };
}

/** The market whose clocks count, by its argument, by the text of the period, or by those of the prices. */
function marketIn(given: ProfileGiven & Partial<ProfilePriceGiven>, today: string): string | undefined {
  const { prices, peakPrices } = given;
  const [period] = cellsOf(given.period);
  const delivery = isNoProduct(period) ? undefined : typedOutright(period, today);
  const marks = [prices, peakPrices].filter((one) => isMarks(one) && !isAllEmpty(one));
  return agreed('market', [
    ...inArgument('market', cellsOf(given.market)[0]),
    ...inText('market', period, delivery),
    ...marks.flatMap((one) => inMarks('market', marksIn(one, today))),
  ]);
}

const isAllEmpty = (range: unknown): boolean => cellsOf(range).every((cell) => isEmpty(cell) || cell === 0);

function profileIn(given: ProfileGiven, today: string): Profile {
  const { values, period, minutes, format } = given;
  const { first, last } = daysIn(cellsOf(period)[0], today);
  const { market: found } = typedMarket(marketIn(given, today));
  const [each, form] = [cellsOf(minutes)[0], cellsOf(format)[0]];
  return orRefuse(
    profileOf({
      values: numbersIn(values, 'values'),
      first,
      last,
      perHour: perHourOf(each),
      format: formatOf(form),
      market: found,
    }),
  );
}

function perHourOf(minutes: unknown): 1 | 4 | undefined {
  if (isEmpty(minutes) || minutes === 0) return undefined;
  if (Number(minutes) === 60) return 1;
  if (Number(minutes) === 15) return 4;
  return refuse(`minutes cannot be ${written(minutes)}.`, 'Type 60 or 15.');
}

function formatOf(format: unknown): '23/25' | '24/25' | undefined {
  if (isEmpty(format) || format === 0) return undefined;
  const text = String(format).trim();
  return text === '23/25' || text === '24/25'
    ? text
    : refuse(`format cannot be ${written(format)}.`, 'Type "23/25" or "24/25".');
}

const PROFILE_HEADER = ['product', 'start', 'end', 'values', 'MWh', 'least MW', 'most MW', 'peak share'];

/** PROFILE: what a row of MW by the hour or quarter hour, or a load shape, is by month. */
export const profileFormula = (given: ProfileGiven): Formula =>
  onProfile(given, cellsOf(given.period), (profile, today) => {
    const { market } = typedMarket(marketIn(given, today));
    const peak = orRefuse(loadNamed('peak', market));
    const parts = calendarPeriods(profile, 'month').map(({ first, last }) => ({
      first: Math.max(first, profile.first),
      last: Math.min(last, profile.last),
    }));
    const rowIn = ({ first, last }: { first: number; last: number }): Cell[] => {
      const some = profile.intervals.filter(({ day }) => day >= first && day <= last);
      const [start, end] = [isoDay(first), isoDay(last)];
      const energy = energyIn(some, profile.perHour);
      const high = energyIn(
        some.filter((one) => isIn(peak, one)),
        profile.perHour,
      );
      return [
        productOf(start, end)?.name ?? '',
        daySerial(start) ?? start,
        daySerial(end) ?? end,
        some.length,
        energy,
        some.reduce((least, { mw }) => Math.min(least, mw), Infinity),
        some.reduce((most, { mw }) => Math.max(most, mw), -Infinity),
        energy === 0 ? '' : Number((high / energy).toPrecision(10)),
      ];
    };
    return [PROFILE_HEADER, ...(parts.length > 1 ? parts.map(rowIn) : []), rowIn(profile)];
  });

function energyIn(intervals: readonly Interval[], perHour: number): number {
  const sum = new Sum();
  for (const { mw } of intervals) sum.add(mw / perHour);
  return sum.value;
}

interface ProfilePriceGiven extends ProfileGiven {
  /** Two columns, products and prices of base; or one price for each interval. */
  readonly prices: unknown;
  readonly peakPrices: unknown;
}

const PRICE_HEADER = [
  'period',
  'MWh',
  'value',
  'price',
  'base price',
  'premium',
  'peak share',
  'base MW',
  'peak MW',
  'open MWh',
  'open value',
];

/**
 * PROFILEPRICE: what a profile is worth by a curve, the premium over base, its hedge in base and peak, and what that leaves open: a row
 * for each month, even for a single one, and the last for all of them.
 */
export const profilePriceFormula = (given: ProfilePriceGiven): Formula =>
  onProfile(given, productsOf(given), (profile, today) => {
    const found = typedMarket(marketIn(given, today));
    const { market } = found;
    const loads = { base: orRefuse(loadNamed('base', market)), peak: orRefuse(loadNamed('peak', market)) };
    const priceOf = priceIn(given, { profile, today, market, name: found.name, loads });
    const { total, months } = profilePrice(profile, priceOf, loads.peak);
    return [
      PRICE_HEADER,
      ...[...months, total].map((part): Cell[] => [
        part.name,
        part.mwh,
        part.value,
        part.price ?? '',
        part.basePrice,
        part.price === undefined ? '' : Number((part.price - part.basePrice).toFixed(10)),
        part.peakShare ?? '',
        part.hedge.base,
        part.hedge.peak,
        part.openMwh,
        part.openValue,
      ]),
    ];
  });

/** An hourly curve has no products, and too many cells to look for one. */
const productsOf = ({ period, prices }: ProfilePriceGiven): readonly unknown[] =>
  isMarks(prices) ? [...cellsOf(period), ...cellsOf(productsIn(prices))] : cellsOf(period);

function priceIn(
  { prices, peakPrices }: ProfilePriceGiven,
  {
    profile,
    today,
    market,
    name,
    loads,
  }: {
    profile: Profile;
    today: string;
    market: Parameters<typeof priceByMonth>[2]['market'];
    name: string | undefined;
    loads: Parameters<typeof priceByMonth>[2]['loads'];
  },
): PriceOf {
  if (!isMarks(prices)) return orRefuse(priceByInterval(profile, numbersIn(prices, 'prices')));
  const base = curveFrom(prices, today, { load: 'base', market: name });
  const high: readonly CurvePiece[] | undefined = isAllEmpty(peakPrices)
    ? undefined
    : curveFrom(peakPrices, today, { load: 'peak', market: name });
  return orRefuse(priceByMonth(profile, { base, peak: high }, { market, loads }));
}

/** Two columns are products and their prices. */
const isMarks = (range: unknown): boolean =>
  Array.isArray(range) && range.every((row: unknown) => Array.isArray(row) && row.length === 2);

interface AllInGiven {
  readonly price: unknown;
  readonly costs: unknown;
  readonly action: unknown;
  readonly quantity: unknown;
  readonly unit: unknown;
  readonly product: unknown;
  readonly load: unknown;
  readonly market: unknown;
  readonly priceUnit: unknown;
}

/** ALLIN: a price with its costs, for the side that buys or sells. */
export const allInFormula = (given: AllInGiven): Formula =>
  onDay(given.product, undefined, (today) =>
    shown((): Shown => {
      const costs = costsIn(given.costs);
      return eachCell(
        [
          given.price,
          given.action,
          given.quantity,
          given.unit,
          given.product,
          given.load,
          given.market,
          given.priceUnit,
        ],
        (...[price, action, amount, of, name, profile, code, pricedIn]) => {
          const side = typedTerm(given.action, action, { name: 'action', otherwise: 'buy' })
            .trim()
            .toLowerCase();
          if (side !== 'buy' && side !== 'sell')
            return refuse(`action cannot be ${written(action)}.`, 'Type "buy" or "sell".');
          const priceUnit = typedTerm(given.priceUnit, pricedIn, PRICE_UNIT);
          const money = priceUnitOf(priceUnit);
          if (money?.measure.toLowerCase() !== 'mwh' || money.worth !== '1')
            return refuse(
              `Costs are added to prices for a MWh, not in ${priceUnit}.`,
              'Convert the price first.',
            );
          const over = overOf(given, [amount, of, name, profile, code], today);
          return numberOf(
            orRefuse(allInPrice(typedNumber(price), costs, { side, currency: money.currency, over })),
          );
        },
      );
    }),
  );

function overOf({ unit }: AllInGiven, [amount, of, name, load, market]: readonly unknown[], today: string) {
  if (isEmpty(amount) || isNoProduct(name)) return { energy: undefined, power: undefined, months: undefined };
  const quantityUnit = typedTerm(unit, of, QUANTITY_UNIT);
  const quantity = typedAboveZero(amount, 'quantity');
  const energy = alike(
    legsIn({ product: name, load, market }, today),
    (leg) =>
      wholeEnergy({ ...deliveredBy(leg), quantityUnit }, quantity) ??
      refuse(`"${quantityUnit}" is no unit of energy.`, 'Use MW, MWh, MWh/d, th/d and the like.'),
  );
  const days = daysOf(typedProduct(name, today));
  const months = monthsIn(days);
  return { energy, power: powerInMw(quantity, quantityUnit), months };
}

interface SparkGiven {
  readonly power: unknown;
  readonly fuel: unknown;
  readonly carbon: unknown;
  readonly efficiency: unknown;
  readonly emission: unknown;
  readonly fx: unknown;
}

/** SPARK: the clean spark or dark spread, with nothing assumed. */
export const sparkFormula = ({ power, fuel, carbon, efficiency, emission, fx }: SparkGiven): Shown =>
  eachCell(
    [power, fuel, carbon, efficiency, emission, fx],
    (...[price, heat, allowance, share, tonnes, rate]) =>
      numberOf(
        cleanSpread({
          power: typedNumber(price),
          fuel: typedNumber(heat, 'fuel'),
          carbon: typedNumber(allowance, 'carbon'),
          efficiency: efficiencyOf(share),
          emission: emissionOf(tonnes),
          fx: typedRate(fx, rate),
        }),
      ),
  );

/** No fuel gives off a tonne for each MWh of its heat: more is one in kg. */
function emissionOf(cell: unknown): string {
  const tonnes = Number(typedNumber(cell, 'emission'));
  return tonnes >= 0 && tonnes < 1
    ? typedNumber(cell)
    : refuse(
        `An emission of ${written(cell)} is not possible.`,
        'Enter tonnes of CO2 per MWh of fuel: natural gas about 0.2, hard coal 0.34.',
      );
}

function efficiencyOf(cell: unknown): string {
  const share = Number(typedNumber(cell, 'efficiency'));
  return share > 0 && share <= 1
    ? typedNumber(cell)
    : refuse(`An efficiency of ${written(cell)} is not possible.`, 'Enter a share such as 0.5 or 49.13%.');
}
