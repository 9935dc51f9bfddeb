import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Direction } from '../../domain/offers';
import { Drawing } from './drawing';

/** A price at a moment, in epoch ms; without one a gap begins. */
interface PricePoint {
  readonly at: number;
  readonly price?: string;
}

const PAD = 3;
/** Behind the newest price, so that its last step is seen as a step and not as the edge of the frame. */
const ROOM = 8;

const useStyles = makeStyles({
  line: { fill: 'none', strokeWidth: '1.5px', '@media (forced-colors: active)': { stroke: 'CanvasText' } },
  dot: { strokeWidth: '5px', strokeLinecap: 'round' },
  bid: { stroke: tokens.colorPaletteTealBorderActive },
  ask: { stroke: tokens.colorPalettePurpleBorderActive },
  mine: {
    stroke: tokens.colorCompoundBrandStroke,
    strokeDasharray: '4 3',
    '@media (forced-colors: active)': { stroke: 'Highlight' },
  },
});

/**
 * How a price went, as steps: it stays until another one is seen, or a gap begins. `level` is drawn across as a dashed line.
 */
export function Sparkline({
  points,
  direction,
  level,
  width,
  height,
  text,
}: {
  points: readonly PricePoint[];
  direction: Direction;
  level?: string | undefined;
  width: number;
  height: number;
  /** What a screen reader hears. */
  text: string;
}) {
  const styles = useStyles();
  const drawn = sparklinePath(points, { level, width, height });
  if (!drawn) return null;
  return (
    <Drawing width={width} height={height} text={text}>
      <path
        className={mergeClasses(styles.line, styles[direction])}
        d={drawn.path}
        vectorEffect="non-scaling-stroke"
      />
      {drawn.end && (
        // A line without length and with round ends: a circle would be drawn out with the picture.
        <path
          className={mergeClasses(styles.line, styles[direction], styles.dot)}
          d={`M${drawn.end.x} ${drawn.end.y}h0`}
          vectorEffect="non-scaling-stroke"
        />
      )}
      {drawn.level !== undefined && (
        <path
          className={mergeClasses(styles.line, styles.mine)}
          d={`M0 ${drawn.level}H${width}`}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </Drawing>
  );
}

/** The path of the steps, and how high the level lies; `undefined` where nothing was seen. */
export function sparklinePath(
  points: readonly PricePoint[],
  { level, width, height }: { level?: string | undefined; width: number; height: number },
):
  | {
      readonly path: string;
      /** Where the newest price stands; a gap has none. */
      readonly end?: { readonly x: number; readonly y: number };
      readonly level?: number;
    }
  | undefined {
  const [first] = points;
  const last = points.at(-1);
  const prices = points.flatMap(({ price }) => (price === undefined ? [] : Number(price)));
  if (!first || !last || prices.length === 0) return undefined;
  const all = level === undefined ? prices : [...prices, Number(level)];
  const low = Math.min(...all);
  const span = Math.max(...all) - low;
  const time = last.at - first.at;
  const x = (at: number): number => (time === 0 ? 0 : rounded(((at - first.at) / time) * (width - ROOM)));
  const end = width - ROOM / 2;
  const y = (price: number): number =>
    span === 0 ? height / 2 : rounded(height - PAD - ((price - low) / span) * (height - 2 * PAD));
  const steps = points.map(({ at, price }, index) => {
    const line = points[index - 1]?.price === undefined ? '' : `H${x(at)}`;
    if (price === undefined) return line;
    return `${line === '' ? `M${x(at)} ` : `${line}V`}${y(Number(price))}`;
  });
  return {
    path: `${steps.join('')}${last.price === undefined ? '' : `H${end}`}`,
    ...(last.price !== undefined && { end: { x: end, y: y(Number(last.price)) } }),
    ...(level !== undefined && { level: y(Number(level)) }),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
