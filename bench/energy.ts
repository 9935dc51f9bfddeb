import { parseArgs } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import type { Formula } from '../src/functions/cells/context';
import { CellFailure } from '../src/functions/cells/cell-failure';
import { curveFormula, energyFormula, hoursFormula } from '../src/functions/formulas/delivery';
import { profilePriceFormula } from '../src/functions/formulas/profiles';
import { measuredPositions, storesWithTrades } from './energy/positions';
import { measuredWins } from './energy/wins';
import { loadRow, percentile, rounded, shown, type Row } from './report/report';

/** What deliveries cost in cells. docs/benchmarks.md says what is measured. `--json` prints one line of JSON. */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const ROUNDS = 9;
const CELLS = 1_000;
const QUARTER_HOURS = 35_040;
const ZONE = 'Europe/Berlin';

/** A formula that shows an error measures nothing. */
function demandValue(formula: Formula): void {
  if (typeof formula === 'function') throw new Complaint('A formula asked the desk.');
  const cells = formula instanceof CellFailure ? [formula] : formula.flat();
  const wrong = cells.find((cell) => cell instanceof CellFailure);
  if (wrong instanceof CellFailure) throw new Complaint(`A cell shows: ${wrong.message}`);
}

/** 1,000 different deliveries of one to twelve months. */
const PRODUCTS = Array.from({ length: CELLS }, (_, at) => {
  const start = Temporal.PlainDate.from('2027-01-01').add({ days: at });
  return `${start.toString()}..${start.add({ months: 1 + (at % 12) }).toString()}`;
});
const LATER = ['28', '29', '30', '31'];
const FIRST_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];
/** 40 prices over five years, of which each leaves something open in the one around it. */
const QUOTES: readonly (readonly [string, number])[] = [
  ...['27', ...LATER].map((year, at) => [`Cal-${year}`, 80 + at] as const),
  ...LATER.flatMap((year, at) =>
    [1, 2, 3].map((quarter) => [`Q${quarter}-${year}`, 79 + at + quarter] as const),
  ),
  ...FIRST_MONTHS.map((month, at) => [`${month}-27`, 75 + at] as const),
  ...LATER.flatMap((year, at) => ['Oct', 'Nov'].map((month) => [`${month}-${year}`, 82 + at] as const)),
  ...[6, 7, 8, 9].map((day) => [`2027-12-0${day}`, 90 + day] as const),
];
const LOAD = Array.from({ length: QUARTER_HOURS }, (_, at) => [10 + Math.sin(at / 96) * 3]);
const FORWARD = Array.from({ length: QUARTER_HOURS }, (_, at) => [80 + Math.cos(at / 96) * 20]);

/** Hours of the first of the deliveries, one after the other by the clock: what a sheet's own formula would do. */
function naiveHours(products: readonly string[]): number {
  let sum = 0;
  for (const product of products) {
    const [start = '', end = ''] = product.split('..');
    let at = Temporal.PlainDate.from(start).toZonedDateTime(ZONE);
    const stop = Temporal.PlainDate.from(end).add({ days: 1 }).toZonedDateTime(ZONE);
    for (; Temporal.ZonedDateTime.compare(at, stop) < 0; at = at.add({ hours: 1 })) {
      if (at.dayOfWeek <= 5 && at.hour >= 8 && at.hour < 20) sum += 1;
    }
  }
  return sum;
}

function naiveProfile(): number {
  let [energy, value] = [0, 0];
  for (const [at, [mw = 0]] of LOAD.entries()) {
    energy += mw / 4;
    value += (mw * (FORWARD[at]?.[0] ?? 0)) / 4;
  }
  return value / energy;
}

const NAIVE = 10;
const SUBJECTS: readonly { readonly scenario: string; readonly subject: string; readonly run: () => void }[] =
  [
    {
      scenario: `${CELLS} cells, a delivery of 1 to 12 months each`,
      subject: 'HOURS, peak',
      run: () =>
        PRODUCTS.forEach((product) =>
          demandValue(hoursFormula({ product, load: 'peak', market: 'DE', unit: null })),
        ),
    },
    {
      scenario: `${CELLS} cells, a delivery of 1 to 12 months each`,
      subject: 'ENERGY, base',
      run: () =>
        PRODUCTS.forEach((product) =>
          demandValue(energyFormula({ quantity: 10, unit: 'MW', product, load: null, market: 'DE' })),
        ),
    },
    {
      scenario: `${CELLS} cells, a delivery of 1 to 12 months each`,
      subject: `counted hour by hour, ${NAIVE} of them`,
      run: () => void naiveHours(PRODUCTS.slice(0, NAIVE)),
    },
    {
      scenario: 'a curve of 40 prices over five years',
      subject: 'CURVE by month',
      run: () => demandValue(curveFormula({ quotes: QUOTES, by: 'month', load: null, market: null })),
    },
    {
      scenario: 'a year of quarter hours at an hourly curve',
      subject: 'PROFILEPRICE',
      run: () =>
        demandValue(
          profilePriceFormula({
            values: LOAD,
            period: 'Cal-27',
            prices: FORWARD,
            peakPrices: null,
            minutes: 15,
            format: null,
            market: null,
          }),
        ),
    },
    {
      scenario: 'a year of quarter hours at an hourly curve',
      subject: 'two sums in doubles, and nothing checked',
      run: () => void naiveProfile(),
    },
  ];

function measured(): Row[] {
  const taken = SUBJECTS.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, { run }] of SUBJECTS.entries()) {
      const startedAt = performance.now();
      run();
      if (round > 0) taken[at]?.push(performance.now() - startedAt);
    }
  }
  return SUBJECTS.flatMap(({ scenario, subject }, at): Row[] => [
    { scenario, subject, metric: 'median', value: rounded(percentile(taken[at] ?? [], 0.5), 1), unit: 'ms' },
    { scenario, subject, metric: 'worst', value: rounded(Math.max(...(taken[at] ?? [])), 1), unit: 'ms' },
  ]);
}

await runCommand(async () => {
  const before = loadRow('at the start');
  const stores = await storesWithTrades();
  const rows = [...measured(), ...(await measuredPositions(stores)), ...(await measuredWins(stores))];
  await stores.close();
  console.log(shown({ bench: 'energy', rows: [before, loadRow('at the end'), ...rows] }, values));
  return 0;
});
