import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Formatters } from '../ui/formatters';
import { ChartHead, WithEnds } from '../ui/chart';
import { Drawing } from '../ui/drawing';
import { useSharedStyles } from '../ui/styles';
import type { TrackPoint } from './price-track';

const useStyles = makeStyles({
  line: { fill: 'none', strokeWidth: '1.5px' },
  wanted: {
    stroke: tokens.colorNeutralForeground3,
    strokeDasharray: '4 3',
    '@media (forced-colors: active)': { stroke: 'CanvasText' },
  },
  live: {
    stroke: tokens.colorCompoundBrandStroke,
    '@media (forced-colors: active)': { stroke: 'Highlight' },
  },
});

const WIDTH = 300;
const HEIGHT = 56;
const PAD = 3;

/** What a row wanted and what was live, as steps over the time that the pane has watched it. */
export function RowPlot({
  points,
  now,
  formatters,
}: {
  points: readonly TrackPoint[];
  now: number;
  formatters: Formatters;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const drawn = plotOf(points, now);
  if (!drawn)
    return <p className={mergeClasses(shared.text, shared.small, shared.muted)}>No price seen yet.</p>;
  const { low, high, from, wanted, live } = drawn;
  const span = `${formatters.minute(from)} to ${formatters.minute(now)}`;
  const text = `Wanted (dashed) and live price, from ${formatters.price(low)} to ${formatters.price(high)}, ${span}.`;
  return (
    <div className={mergeClasses(shared.section, shared.small, shared.digits)}>
      <ChartHead name="Wanted (dashed) and live" span={span} />
      <WithEnds high={formatters.price(high)} low={low === high ? '' : formatters.price(low)} height={HEIGHT}>
        <Drawing width={WIDTH} height={HEIGHT} text={text}>
          <path
            className={mergeClasses(styles.line, styles.live)}
            d={live}
            vectorEffect="non-scaling-stroke"
          />
          <path
            className={mergeClasses(styles.line, styles.wanted)}
            d={wanted}
            vectorEffect="non-scaling-stroke"
          />
        </Drawing>
      </WithEnds>
    </div>
  );
}

/** Both lines on one scale; `undefined` where no price was seen. Prices become floats for the drawing alone. */
export function plotOf(
  points: readonly TrackPoint[],
  now: number,
): { low: string; high: string; from: number; wanted: string; live: string } | undefined {
  const [first] = points;
  const prices = points.flatMap(({ wanted, live }) => [wanted, live].filter((price) => price !== undefined));
  const [one] = prices;
  if (!first || one === undefined) return undefined;
  const sorted = [...prices].sort((a, b) => Number(a) - Number(b));
  const [low, high] = [sorted[0] ?? one, sorted.at(-1) ?? one];
  const range = Number(high) - Number(low);
  const time = Math.max(1, now - first.at);
  const x = (at: number): number => round(((at - first.at) / time) * WIDTH);
  const y = (price: string): number =>
    range === 0
      ? HEIGHT / 2
      : round(HEIGHT - PAD - ((Number(price) - Number(low)) / range) * (HEIGHT - 2 * PAD));
  const line = (of: (point: TrackPoint) => string | undefined): string =>
    points
      .map((point, at) => {
        const price = of(point);
        const before = points[at - 1];
        const had = before && of(before);
        if (price === undefined) return had === undefined ? '' : `H${x(point.at)}`;
        return had === undefined ? `M${x(point.at)} ${y(price)}` : `H${x(point.at)}V${y(price)}`;
      })
      .join('') + (of(points.at(-1) ?? first) === undefined ? '' : `H${WIDTH}`);
  return { low, high, from: first.at, wanted: line(({ wanted }) => wanted), live: line(({ live }) => live) };
}

const round = (value: number): number => Math.round(value * 10) / 10;
