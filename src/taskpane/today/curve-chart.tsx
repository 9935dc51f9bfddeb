import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';
import { sentence, type Outcome } from '../../domain/failure';
import { usePane, useWatched } from '../app/hooks';
import type { Sheet } from '../excel/sheet';
import { ChartHead, WithEnds } from '../ui/chart';
import { Drawing } from '../ui/drawing';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import {
  curvesOf,
  readMarks,
  type Curve,
  type CurveMonth,
  type MarksRead,
  type NamedMark,
} from './pricing-curves';

/** Pictures, and months in each: more are in the sheet. */
const PICTURES_MAX = 6;
const MONTHS_MAX = 120;
const [WIDTH, HEIGHT, PAD, BAR] = [356, 88, 5, 6];

const useStyles = makeStyles({
  series: { position: 'relative' },
  base: { stroke: tokens.colorNeutralStroke1, '@media (forced-colors: active)': { stroke: 'CanvasText' } },
  mark: {
    fill: tokens.colorPaletteTealBorderActive,
    fillOpacity: 0.35,
    '@media (forced-colors: active)': { fill: 'Canvas', fillOpacity: 1, stroke: 'CanvasText' },
  },
  curve: {
    fill: 'none',
    stroke: tokens.colorNeutralForeground1,
    strokeWidth: '1.5px',
    '@media (forced-colors: active)': { stroke: 'Highlight' },
  },
});

interface Read {
  readonly outcome: Outcome<MarksRead>;
  readonly at: number;
  /** Which press this answers. */
  readonly round: number;
}

/** The forward curve of each market and load by month, from the marks of a Pricing sheet in the open workbook. */
export function CurveChart({ today }: { today: string }) {
  const place = useWatched(usePane().office);
  return place.kind === 'excel' ? <CurveOfSheet sheet={place.sheet} today={today} /> : null;
}

/** The sheet is read when the room is opened and on a press, never by itself. */
function CurveOfSheet({ sheet, today }: { sheet: Sheet; today: string }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const [read, setRead] = useState<Read>();
  const [round, setRound] = useState(1);
  const { clock } = client;
  useEffect(() => {
    let isGone = false;
    void readMarks(sheet).then((outcome) => isGone || setRead({ outcome, at: clock.now(), round }));
    return () => void (isGone = true);
  }, [sheet, clock, round]);
  const isReading = read?.round !== round;
  return (
    <section className={shared.section} aria-label="Forward curve from the sheet Pricing">
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>Forward curve from the sheet Pricing</h3>
        <Button
          size="small"
          aria-label="Update the forward curve"
          disabledFocusable={isReading}
          onClick={() => !isReading && setRound(round + 1)}
        >
          Update
        </Button>
      </div>
      {!read ? (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>Reading the sheet.</p>
      ) : read.outcome.ok ? (
        <Curves
          {...read.outcome.value}
          today={today}
          readAt={`read at ${formatters.clock(read.at)}`}
          formatters={formatters}
        />
      ) : (
        <Note>{sentence(read.outcome.failure)}</Note>
      )}
    </section>
  );
}

interface CurvesProps extends MarksRead {
  readonly today: string;
  readonly readAt: string;
  readonly formatters: Formatters;
}

function Curves({ sheet, marks, today, readAt, formatters }: CurvesProps) {
  const shared = useSharedStyles();
  const curves = useMemo(() => curvesOf(marks, today), [marks, today]);
  const small = mergeClasses(shared.text, shared.small, shared.muted);
  if (sheet === undefined) {
    return (
      <p className={small}>
        This workbook has no sheet Pricing. Insert one in the room Cells, type prices beside its marks, and
        press Update.
      </p>
    );
  }
  if (curves.length === 0) {
    return <p className={small}>{`The sheet ${sheet} has no prices beside its marks (${readAt}).`}</p>;
  }
  const isMore =
    curves.length > PICTURES_MAX ||
    curves.some((curve) => 'months' in curve && curve.months.length > MONTHS_MAX);
  return (
    <>
      {curves.slice(0, PICTURES_MAX).map((curve) =>
        'fault' in curve ? (
          <Note key={curve.name} tone="warning">
            {`${curve.name}: ${curve.fault}`}
          </Note>
        ) : (
          <Picture key={curve.name} {...curve} formatters={formatters} />
        ),
      )}
      <p className={small}>
        {`The line is the curve by month, as DESK.CURVE has it; the bars are the marks of ${sheet}, ${readAt}.`}
        {isMore && ' Not everything fits here: use DESK.CURVE in a sheet.'}
      </p>
    </>
  );
}

type Solved = Extract<Curve, { readonly months: unknown }>;

function Picture({ name, marks, months: all, formatters }: Solved & { readonly formatters: Formatters }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const months = all.slice(0, MONTHS_MAX);
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return null;
  const gaps = months.filter(({ price }) => price === undefined);
  const shownMarks = marks.filter((mark) => mark.first <= last.last);
  const prices = [...shownMarks, ...months].flatMap(({ price }) => price ?? []);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = (day: number): number => ((day - first.first) / (last.last + 1 - first.first)) * WIDTH;
  const y = (price: number): number =>
    high === low ? HEIGHT / 2 : PAD + ((high - price) / (high - low)) * (HEIGHT - 2 * PAD);
  const told = shownMarks.map((mark) => `${mark.name} ${inWords(mark.price, formatters)}`);
  return (
    <div className={mergeClasses(shared.small, shared.digits, styles.series)}>
      <ChartHead name={name} span={first === last ? first.name : `${first.name} to ${last.name}`} />
      <WithEnds
        high={inWords(high, formatters)}
        low={low === high ? '' : inWords(low, formatters)}
        height={HEIGHT}
      >
        <Drawing
          width={WIDTH}
          height={HEIGHT}
          text={`${name}, forward curve by month from the marks ${told.join(', ')}. Its numbers are in the table that follows.`}
        >
          <path className={styles.base} d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} vectorEffect="non-scaling-stroke" />
          {shownMarks.map((mark, at) => (
            <rect
              key={at}
              className={styles.mark}
              x={x(mark.first)}
              y={y(mark.price) - BAR / 2}
              width={Math.max(x(Math.min(mark.last, last.last) + 1) - x(mark.first), 1)}
              height={BAR}
              vectorEffect="non-scaling-stroke"
            >
              <title>{told[at]}</title>
            </rect>
          ))}
          <path className={styles.curve} d={stepsOf(months, { x, y })} vectorEffect="non-scaling-stroke" />
        </Drawing>
      </WithEnds>
      {gaps.length > 0 && (
        <div
          className={shared.muted}
        >{`No price for the whole of ${gaps.map((gap) => gap.name).join(', ')}.`}</div>
      )}
      <div className={shared.hidden}>
        <table>
          <caption>{`${name}, forward curve`}</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Price</th>
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.name}>
                <th scope="row">{month.name}</th>
                <td>{month.price === undefined ? 'no price' : inWords(month.price, formatters)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface Scales {
  readonly x: (day: number) => number;
  readonly y: (price: number) => number;
}

/** Level over each month, broken where there is no price. */
function stepsOf(months: readonly CurveMonth[], { x, y }: Scales): string {
  let isDown = false;
  const parts = months.map(({ first, last, price }) => {
    if (price === undefined) {
      isDown = false;
      return '';
    }
    const to = isDown ? `V${y(price)}` : `M${x(first)} ${y(price)}`;
    isDown = true;
    return `${to}H${x(last + 1)}`;
  });
  return parts.join('');
}

/** To the cent, as it is read from a picture. */
const inWords = (price: NamedMark['price'], formatters: Formatters): string =>
  formatters.price(price.toFixed(2));
