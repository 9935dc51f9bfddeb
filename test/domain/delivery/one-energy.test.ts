import * as fc from 'fast-check';
import Big from 'big.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { fillOf, positionOf } from '../../../src/domain/delivery/fill';
import { giveMarkets } from '../../../src/domain/delivery/given-markets';
import { dayOf } from '../../../src/domain/delivery/hours';
import { writtenMarkets } from '../../../src/domain/delivery/markets';
import { readMarketsFile } from '../../../src/domain/delivery/markets-file';
import { PositionBook } from '../../../src/domain/delivery/position-book';
import { isCounted, positionPart } from '../../../src/domain/delivery/position-part';
import { volumesOf } from '../../../src/domain/delivery/notional';
import { RequestId } from '../../../src/domain/identifiers';
import type { Leg } from '../../../src/domain/leg';
import { committedBy } from '../../../src/domain/limits/check';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import type { Request } from '../../../src/domain/request';
import type { Formula } from '../../../src/functions/cells/context';
import { energyFormula, hoursFormula, periodsFormula } from '../../../src/functions/formulas/delivery';
import { positionFormula } from '../../../src/functions/formulas/position';
import { CellFailure } from '../../../src/functions/cells/cell-failure';
import { sumsInWords } from '../../../src/taskpane/request/sums';
import { MemoryDesk, rowsOf } from '../../functions/formula-context';
import { formatters, request } from '../../taskpane/examples';

/** Delivery days of four kinds: when they begin, and which hours of the clock are peak; and two of a desk's own table. */
const MARKETS = {
  DE: { commodity: 'power', zone: 'Europe/Berlin', dayStart: 0, peak: [8, 20] },
  GB: { commodity: 'power', zone: 'Europe/London', dayStart: -1, peak: [7, 19] },
  TTF: { commodity: 'gas', zone: 'Europe/Amsterdam', dayStart: 6, peak: [8, 20] },
  NBP: { commodity: 'gas', zone: 'Europe/London', dayStart: 5, peak: [8, 20] },
  FR: { commodity: 'power', zone: 'Europe/Paris', dayStart: -1, peak: [9, 18] },
  KRK: { commodity: 'gas', zone: 'Europe/Zagreb', dayStart: 4, peak: [7, 19] },
} as const;
const OWN = {
  power: { FR: { dayStart: -1, peak: [9, 18] } },
  gas: { KRK: { zone: 'Europe/Zagreb', dayStart: 4, peak: [7, 19] } },
};
beforeAll(() => {
  const own = readMarketsFile(JSON.stringify(OWN));
  if (!own.ok) throw new Error(own.failure.message);
  giveMarkets(writtenMarkets(own.value, 'own'));
});
afterAll(() => giveMarkets(''));
type Code = keyof typeof MARKETS;
const LOADS = ['base', 'peak', 'offpeak'] as const;
type LoadName = (typeof LOADS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [FIRST, LAST] = [Date.UTC(2026, 11, 25) / DAY_MS, Date.UTC(2029, 0, 10) / DAY_MS];

/** Hours of each delivery day, by counting them one after the other and asking the zone what its clocks show. */
function counted({ zone, dayStart, peak }: (typeof MARKETS)[Code]): ReadonlyMap<string, number> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const hours = new Map<string, number>();
  for (let at = FIRST * DAY_MS; at < LAST * DAY_MS; at += HOUR_MS) {
    const [date = '', time = ''] = format.format(at).split(' ');
    const hour = Number(time.slice(0, 2));
    const calendar = Date.parse(date) / DAY_MS;
    const day = hour < dayStart ? calendar - 1 : hour >= 24 + dayStart ? calendar + 1 : calendar;
    const weekday = new Date(day * DAY_MS).getUTCDay();
    // An hour after midnight of a gas day, or before it of an EFA day, is outside peak anyway.
    const isPeak = weekday >= 1 && weekday <= 5 && calendar === day && hour >= peak[0] && hour < peak[1];
    for (const load of ['base', isPeak ? 'peak' : 'offpeak'])
      hours.set(`${day} ${load}`, (hours.get(`${day} ${load}`) ?? 0) + 1);
  }
  return hours;
}
const COUNTED = Object.fromEntries(
  Object.entries(MARKETS).map(([code, market]) => [code, counted(market)]),
) as Record<Code, ReadonlyMap<string, number>>;

const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

interface Deal {
  readonly code: Code;
  readonly load: LoadName;
  readonly start: string;
  readonly end: string;
  readonly mw: string;
}
const deals: fc.Arbitrary<Deal> = fc
  .record({
    code: fc.constantFrom<Code>('DE', 'GB', 'TTF', 'NBP', 'FR', 'KRK'),
    load: fc.constantFrom(...LOADS),
    from: fc.integer({ min: FIRST + 2, max: LAST - 400 }),
    days: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 366 })),
    tenths: fc.integer({ min: 1, max: 99_999 }),
  })
  .map(({ code, load, from, days, tenths }) => ({
    code,
    load,
    start: isoDay(from),
    end: isoDay(from + days - 1),
    mw: new Big(tenths).div(10).toFixed(),
  }));

const daysOf = ({ start, end }: Deal): Big => new Big((dayOf(end) ?? NaN) - (dayOf(start) ?? NaN) + 1);

function expectedMwh({ code, load, start, end, mw }: Deal): string {
  let hours = 0;
  for (let day = dayOf(start) ?? NaN; day <= (dayOf(end) ?? NaN); day++)
    hours += COUNTED[code].get(`${day} ${load}`) ?? 0;
  return new Big(mw).times(hours).toFixed();
}

const legOf = ({ code, load, start, end, mw }: Deal): Leg => ({
  action: 'buy',
  commodity: MARKETS[code].commodity,
  market: code,
  deliveryStart: start,
  deliveryEnd: end,
  loadProfile: load,
  quantity: Quantity.parse(mw),
  quantityUnit: 'MW',
  priceUnit: 'EUR/MWh',
});

function cellOf(formula: Formula): unknown {
  if (typeof formula === 'function' || formula instanceof CellFailure) throw new Error('There is no value.');
  return formula;
}

/** The energy of a deal in every place that tells one: exact decimal text of MWh. */
const PLACES: Readonly<Record<string, (deal: Deal) => string | undefined>> = {
  domain: (deal) => volumesOf(legOf(deal), deal.mw)[1]?.amount,
  ticket: (deal) =>
    sumsInWords(
      { contract: 'single', legs: [legOf(deal)] },
      { quantity: Quantity.parse(deal.mw) },
      formatters,
    )
      ?.match(/([\d,.]+) MWh/)?.[1]
      ?.replaceAll(',', ''),
  limits: (deal) => {
    const asked: Request = { ...request({ id: 'RQ-1' }), legs: [legOf(deal)] };
    const [leg] = committedBy(
      {
        kind: 'send-quote',
        requestId: RequestId.parse('RQ-1'),
        direction: 'ask',
        price: { shape: 'single', price: Price.parse('1') },
        quantity: Quantity.parse(deal.mw),
        allOrNone: true,
      },
      asked,
    );
    return leg?.volumes.find(({ unit }) => unit === 'MWh')?.amount;
  },
  position: (deal) => positionOf([{ legs: [legOf(deal)] }]).rows[0]?.energy,
  'cell ENERGY': (deal) =>
    text(
      cellOf(
        energyFormula({
          quantity: Number(deal.mw),
          unit: 'MW',
          product: `${deal.start}..${deal.end}`,
          load: deal.load,
          market: deal.code,
        }),
      ),
    ),
  'cell HOURS': (deal) => {
    const hours = text(
      cellOf(
        hoursFormula({
          product: `${deal.start}..${deal.end}`,
          load: deal.load,
          market: deal.code,
          unit: 'h',
        }),
      ),
    );
    return new Big(hours).times(deal.mw).toFixed();
  },
  'cell PERIODS': (deal) => {
    const rows = cellOf(
      periodsFormula({
        product: `${deal.start}..${deal.end}`,
        by: 'month',
        load: deal.load,
        market: deal.code,
        unit: 'h',
      }),
    ) as unknown[][];
    return rows
      .slice(1)
      .reduce((sum, row) => sum.plus(Number(row[3])), new Big(0))
      .times(deal.mw)
      .toFixed();
  },
  'cell POSITION': (deal) => boughtIn(deal),
};
/** Bought in every month of it, by the record of a trade, the book of positions and the cells of POSITION. */
function boughtIn(deal: Deal, mw = deal.mw): string {
  const { deliveryStart, deliveryEnd, loadProfile, market, commodity } = legOf(deal);
  const trade = readTrade({
    ...{
      'trade-id': 'TR-1',
      'traded-at': '2026-11-20T11:30:00Z',
      price: 70,
      action: 'buy',
      market,
      commodity,
    },
    ...{ 'delivery-start': deliveryStart, 'delivery-end': deliveryEnd, 'load-profile': loadProfile },
    ...{ quantity: mw, 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' },
  });
  if (!trade.ok) throw new Error(trade.failure.message);
  const book = new PositionBook();
  for (const part of fillOf(trade.value).legs.map(positionPart)) if (isCounted(part)) book.add(part, 'final');
  const rows = book.rows({ by: 'month', statuses: ['final'] });
  const desk = new MemoryDesk().knows(
    { kind: 'position', by: 'month' },
    { rows, left: 0, uncounted: [], provisional: 0, unlisted: 0, gaps: [], missing: 0 },
  );
  const shown = rowsOf(
    positionFormula({
      ...{ from: null, to: null, by: null, commodity: null, market: null, load: null },
      columns: 'bought MWh, net MWh',
    }),
    desk,
  );
  const sums = [0, 1].map((column) =>
    shown.slice(1, -1).reduce((sum, row) => sum.plus(Number(row[column])), new Big(0)),
  );
  expect(sums[1]?.toFixed()).toBe(sums[0]?.toFixed());
  return sums[0]?.toFixed() ?? '';
}

const text = (cells: unknown): string => new Big(Number((cells as unknown[][])[0]?.[0])).toFixed();

/** `DEALS=10000` looks at more of them. */
const DEALS = Number(process.env['DEALS'] ?? 400);

function demandSame(energyOf: (deal: Deal) => string | undefined): void {
  fc.assert(
    fc.property(deals, (deal) => {
      expect(energyOf(deal)).toBe(expectedMwh(deal));
    }),
    { numRuns: DEALS, seed: 19 },
  );
}

it.each(Object.keys(PLACES))('%s tells the energy of a delivery that counting its hours tells', (place) => {
  demandSame((deal) => PLACES[place]?.(deal));
});

// Each of them is right for many deliveries.
it.each<[string, (deal: Deal) => string]>([
  [
    'base as 24 hours for each day',
    (deal) => (deal.load === 'base' ? daysOf(deal).times(24).times(deal.mw).toFixed() : boughtIn(deal)),
  ],
  ['offpeak as base', (deal) => boughtIn({ ...deal, load: deal.load === 'offpeak' ? 'base' : deal.load })],
  [
    'no last day of what is longer than a month',
    (deal) =>
      daysOf(deal).gt(31) ? boughtIn({ ...deal, end: isoDay((dayOf(deal.end) ?? NaN) - 1) }) : boughtIn(deal),
  ],
  ['whole MW alone', (deal) => boughtIn(deal, new Big(deal.mw).round(0, Big.roundUp).toFixed())],
])('a position that counted %s would be noticed', (_, broken) => {
  expect(() => demandSame(broken)).toThrow('Property failed');
});
