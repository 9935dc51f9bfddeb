import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { comparedDecimals } from '../../domain/decimal';
import { productOf } from '../../domain/delivery/product';
import { netPower } from '../../domain/delivery/profit';
import type { PositionRow, PositionSums, Uncounted } from '../../domain/position';
import { useAnswer, usePane } from '../app/hooks';
import { ChartHead, WithEnds } from '../ui/chart';
import { Drawing } from '../ui/drawing';
import type { Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';

/** Pictures, and months in each: more are in a sheet. */
const PICTURES_MAX = 6;
const MONTHS_MAX = 48;
const [WIDTH, HEIGHT, PAD] = [356, 64, 2];

const useStyles = makeStyles({
  zero: { stroke: tokens.colorNeutralStroke1, '@media (forced-colors: active)': { stroke: 'CanvasText' } },
  long: {
    fill: tokens.colorPaletteTealBorderActive,
    '@media (forced-colors: active)': { fill: 'CanvasText' },
  },
  short: {
    fill: tokens.colorPalettePurpleBorderActive,
    '@media (forced-colors: active)': { fill: 'Canvas', stroke: 'CanvasText' },
  },
  unknown: {
    fill: 'none',
    stroke: tokens.colorNeutralStrokeAccessible,
    strokeDasharray: '3 3',
    '@media (forced-colors: active)': { stroke: 'CanvasText' },
  },
});

/** Net MW by month of delivery, from the trades that are stored: the numbers of DESK.POSITION. Costs no call; nothing while there are none. */
export function PositionChart({ today }: { today: string }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const from = `${today.slice(0, 7)}-01`;
  const position = useMemo(() => ({ kind: 'position', by: 'month', from }) as const, [from]);
  const sums = useAnswer(client, position).value;
  if (!sums || sums.rows.length === 0) return null;
  const all = picturesOf(sums.rows);
  const [first = '', ...rest] = monthsIn(sums.rows);
  const months = [first, ...rest].slice(0, MONTHS_MAX);
  const pictures = all.slice(0, PICTURES_MAX);
  const scale = scaleOf(pictures, months);
  return (
    <section className={shared.section} aria-label="Net position from all stored trades">
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>Net position from all stored trades</h3>
        <span className={mergeClasses(shared.small, shared.muted)}>
          MW by month{pictures.length > 1 && ', same scale'}
        </span>
      </div>
      {pictures.map((picture) => (
        <Picture key={picture.name} {...picture} months={months} scale={scale} />
      ))}
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        {sentences(sums, {
          pictures: all.length - pictures.length,
          months: 1 + rest.length - months.length,
          formatters,
        }).join(' ')}
      </p>
    </section>
  );
}

interface Series {
  readonly name: string;
  /** By the first day of the month. */
  readonly rows: ReadonlyMap<string, PositionRow>;
}

/** One for each load in each market: nothing is added across them. */
function picturesOf(rows: readonly PositionRow[]): readonly Series[] {
  const bySeries = new Map<string, { readonly row: PositionRow; readonly rows: Map<string, PositionRow> }>();
  for (const row of rows) {
    const key = JSON.stringify([row.commodity, row.market, row.load]);
    const series = bySeries.get(key) ?? { row, rows: new Map<string, PositionRow>() };
    series.rows.set(monthOf(row), row);
    bySeries.set(key, series);
  }
  const all = [...bySeries.values()];
  return all.map(({ row, rows: months }) => {
    const { commodity, market, load } = row;
    // A market may have power and gas.
    const isOfTwo = all.some(({ row: other }) => other.market === market && other.commodity !== commodity);
    return {
      name: [market === undefined || isOfTwo ? commodity : undefined, market, load].filter(Boolean).join(' '),
      rows: months,
    };
  });
}

const monthOf = ({ start }: PositionRow): string => `${start.slice(0, 7)}-01`;

/** Every month from the first to the last one with a row. */
function monthsIn(rows: readonly PositionRow[]): readonly string[] {
  const known = rows.map(monthOf).sort();
  const months: string[] = [];
  const last = known.at(-1) ?? '';
  for (let at = known[0] ?? ''; at !== '' && at <= last; at = nextMonth(at)) months.push(at);
  return months;
}

function nextMonth(month: string): string {
  const at = new Date(`${month}T00:00:00Z`);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
const nameOf = (month: string): string => {
  const next = new Date(`${nextMonth(month)}T00:00:00Z`).getTime() - 1;
  return productOf(month, new Date(next).toISOString().slice(0, 10))?.name ?? month;
};

/** Net MW; `undefined` where a trade that could not be counted belongs to the month, or may. */
const netOf = (row: PositionRow): string | undefined =>
  row.misses?.bought !== undefined || row.misses?.sold !== undefined ? undefined : (netPower(row) ?? '0');

interface Scale {
  readonly low: string;
  readonly high: string;
}

/** Of all pictures together: bars of one length are so many MW, wherever they stand. */
function scaleOf(pictures: readonly Series[], months: readonly string[]): Scale {
  const nets = pictures.flatMap(({ rows }) =>
    months.flatMap((month) => {
      const row = rows.get(month);
      return (row && netOf(row)) ?? [];
    }),
  );
  const sorted = [...nets, '0'].sort(comparedDecimals);
  return { low: sorted[0] ?? '0', high: sorted.at(-1) ?? '0' };
}

function Picture({
  name,
  rows,
  months,
  scale: { low, high },
}: Series & { months: readonly string[]; scale: Scale }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const bars = months.map((month) => {
    const row = rows.get(month);
    return { month, net: row ? netOf(row) : '0' };
  });
  const span = Number(high) - Number(low) || 1;
  const y = (net: number): number => PAD + ((Number(high) - net) / span) * (HEIGHT - 2 * PAD);
  const step = WIDTH / Math.max(months.length, MIN_STEPS);
  const told = bars.filter(({ net }) => net === undefined || Number(net) !== 0);
  const text = told.map(({ month, net }) => `${nameOf(month)} ${inWords(net, formatters)}`).join(', ');
  return (
    <div className={mergeClasses(shared.small, shared.digits)}>
      <ChartHead
        name={name}
        span={
          months.length > 1
            ? `${nameOf(months[0] ?? '')} to ${nameOf(months.at(-1) ?? '')}`
            : nameOf(months[0] ?? '')
        }
      />
      <WithEnds
        high={Number(high) === 0 ? '' : `${inWords(high, formatters)} MW`}
        low={Number(low) === 0 ? '' : `${inWords(low, formatters)} MW`}
        height={HEIGHT}
      >
        <Drawing width={WIDTH} height={HEIGHT} text={`${name}, net MW by month: ${text || 'nothing open'}`}>
          {bars.map(({ month, net }, at) => {
            const amount = Number(net ?? 0);
            const [top, bottom] =
              net === undefined ? [PAD, HEIGHT - PAD] : [y(Math.max(amount, 0)), y(Math.min(amount, 0))];
            if (net !== undefined && amount === 0) return null;
            return (
              <rect
                key={month}
                className={net === undefined ? styles.unknown : amount > 0 ? styles.long : styles.short}
                x={at * step + 1}
                y={top}
                width={Math.max(step - 2, 1)}
                height={Math.max(bottom - top, 1)}
                vectorEffect="non-scaling-stroke"
              >
                <title>{`${nameOf(month)} ${inWords(net, formatters)}`}</title>
              </rect>
            );
          })}
          <path className={styles.zero} d={`M0 ${y(0)}H${WIDTH}`} vectorEffect="non-scaling-stroke" />
        </Drawing>
      </WithEnds>
    </div>
  );
}

/** Few months do not make bars as wide as the pane. */
const MIN_STEPS = 6;

function inWords(net: string | undefined, formatters: Formatters): string {
  if (net === undefined) return 'not known';
  const rounded = String(Math.round(Number(net) * 10) / 10);
  return `${Number(net) > 0 ? '+' : ''}${formatters.quantity(rounded)}`;
}

const NAMED_MAX = 5;
/** "TR-1, TR-2 and 12 more" */
const namesOf = ({ names, count }: Uncounted, formatters: Formatters): string => {
  const named = names.slice(0, NAMED_MAX);
  const more = count - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${formatters.count(more)} more` : ''}`;
};

/** What is not in the pictures. */
function sentences(
  sums: PositionSums,
  { pictures, months, formatters }: { pictures: number; months: number; formatters: Formatters },
): readonly string[] {
  const { uncounted, provisional, unlisted, missing, capturedUntil } = sums;
  const countOf = (all: readonly Uncounted[]): number => all.reduce((sum, { count }) => sum + count, 0);
  const lacking = uncounted.filter(({ isNoEnergy, isVoid }) => !isNoEnergy && !isVoid);
  const why = lacking.map((one) => `${one.why}: ${namesOf(one, formatters)}`).join('; ');
  const left = [
    [countOf(lacking), `cannot be counted (${why})`],
    [countOf(uncounted.filter(({ isNoEnergy }) => isNoEnergy)), 'of certificates (no MWh)'],
    [countOf(uncounted.filter(({ isVoid }) => isVoid)), 'cancelled'],
    [provisional, 'provisional'],
    [unlisted, 'not listed any more'],
    [missing, 'not downloaded yet'],
  ] as const;
  const counts = left
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatters.count(count)} ${what}`);
  return [
    'Plus is long, minus is short; spreads are counted by leg.',
    capturedUntil === undefined
      ? 'No complete list of trades was downloaded, so some may be missing: use the room Trades.'
      : `Trades are stored until ${formatters.moment(capturedUntil)}.`,
    ...(counts.length > 0 ? [`Not included: ${counts.join(', ')}.`] : []),
    ...(pictures + months > 0
      ? ['Not everything fits here: insert the sheet Position in the room Cells.']
      : []),
  ];
}
