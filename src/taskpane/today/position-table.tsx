import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { comparedDecimals } from '../../domain/decimal';
import { periodText } from '../../domain/delivery/product';
import { positionOf, type Fill, type Position } from '../../domain/delivery/fill';
import { usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { withUnit } from '../ui/text/request-text';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: '2px',
    '& th': {
      padding: '0 4px',
      fontWeight: tokens.fontWeightRegular,
      color: tokens.colorNeutralForeground3,
      textAlign: 'right',
      whiteSpace: 'nowrap',
    },
    '& tbody th': {
      textAlign: 'left',
      verticalAlign: 'top',
      padding: '4px',
      whiteSpace: 'normal',
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground1,
    },
    '& td[rowspan]': { verticalAlign: 'top', paddingTop: '4px' },
    '& td': { height: '24px', padding: '0 4px', textAlign: 'right', whiteSpace: 'nowrap' },
  },
  /** Its bar is as long as its part of the largest one in its unit. */
  net: {
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
    backgroundRepeat: 'no-repeat',
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { backgroundColor: 'Canvas', backgroundImage: 'none' },
  },
  long: {
    borderLeft: `3px solid ${tokens.colorPaletteTealBorderActive}`,
    backgroundImage: `linear-gradient(${tokens.colorPaletteTealBackground2}, ${tokens.colorPaletteTealBackground2})`,
  },
  short: {
    borderLeft: `3px solid ${tokens.colorPalettePurpleBorderActive}`,
    backgroundImage: `linear-gradient(${tokens.colorPalettePurpleBackground2}, ${tokens.colorPalettePurpleBackground2})`,
    '@media (forced-colors: active)': { borderLeftStyle: 'dashed' },
  },
});

const PERIODS_BESIDE_MAX = 2;

/** Bought less sold, by market, load and delivery; each leg of a spread counts by itself. */
export function PositionTable({ fills }: { fills: readonly Fill[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const { rows, leftOut } = positionOf(fills);
  const periods = new Map(
    rows
      .flatMap(({ cells }) => cells)
      .sort((a, b) => a.start.localeCompare(b.start) || b.end.localeCompare(a.end))
      .map((cell) => [keyOf(cell), periodText(cell.start, cell.end) ?? `${cell.start} – ${cell.end}`]),
  );
  const isOneUnit = new Set(rows.map(({ unit }) => unit)).size === 1;
  // More would not fit beside each other in a narrow pane: then each has a line.
  const isGrid = isOneUnit && periods.size <= PERIODS_BESIDE_MAX;
  const longest = longestOf(rows);
  const signed = (sum: string): string => signedInWords(sum, formatters);
  if (rows.length === 0) return null;
  return (
    <section className={shared.section} aria-label="Net position from today’s fills">
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>Net position from today’s fills</h3>
        {isOneUnit && <span className={mergeClasses(shared.small, shared.muted)}>{rows[0]?.unit}</span>}
      </div>
      <table className={mergeClasses(styles.table, shared.small, shared.digits)}>
        <thead>
          <tr>
            <th scope="col">
              <span className={shared.hidden}>Market</span>
            </th>
            {isGrid ? (
              [...periods].map(([key, name]) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))
            ) : (
              <>
                <th scope="col">Delivery</th>
                <th scope="col">Net</th>
              </>
            )}
            <th scope="col">MWh</th>
          </tr>
        </thead>
        <tbody>
          {rows.flatMap(({ market, load, unit, cells, energy }) => {
            const key = JSON.stringify([market, load, unit]);
            const name = [market, load].filter(Boolean).join(' ');
            const scale = longest.get(unit);
            const mwh = (sum: string | undefined): string => (sum === undefined ? '–' : signed(sum));
            if (isGrid) {
              return (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {[...periods.keys()].map((period) => (
                    <NetCell
                      key={period}
                      net={cells.find((cell) => keyOf(cell) === period)?.net}
                      scale={scale}
                    />
                  ))}
                  <td>{mwh(energy)}</td>
                </tr>
              );
            }
            return cells.map((cell, at) => (
              <tr key={`${key} ${keyOf(cell)}`}>
                {at === 0 && (
                  <th scope="rowgroup" rowSpan={cells.length}>
                    {name}
                  </th>
                )}
                <td>{periods.get(keyOf(cell))}</td>
                <NetCell net={cell.net} scale={scale} unit={isOneUnit ? undefined : unit} />
                <td>{mwh(cell.energy)}</td>
              </tr>
            ));
          })}
        </tbody>
      </table>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        {`Plus is long, minus is short; spreads are counted by leg.${leftOut === 0 ? '' : ` ${formatters.count(leftOut)} ${leftOut === 1 ? 'leg does' : 'legs do'} not say enough to be counted.`}`}
      </p>
    </section>
  );
}

const keyOf = ({ start, end }: { readonly start: string; readonly end: string }): string => `${start} ${end}`;

export const signedInWords = (sum: string, formatters: Formatters): string =>
  `${comparedDecimals(sum, '0') > 0 ? '+' : ''}${formatters.quantity(sum)}`;

const sizeOf = (net: string): number => Math.abs(Number(net));

/** The largest net quantity of each unit: bars of two units have no common scale. */
function longestOf(rows: readonly Position[]): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const { unit, cells } of rows) {
    longest.set(unit, Math.max(longest.get(unit) ?? 0, ...cells.map(({ net }) => sizeOf(net))));
  }
  return longest;
}

/** Long or short by colour and sign, and how much by the length of its bar. */
function NetCell({
  net,
  scale = 0,
  unit,
}: {
  net: string | undefined;
  /** The quantity of a bar as long as the cell. */
  scale: number | undefined;
  /** Where not all have one. */
  unit?: string | undefined;
}) {
  const { formatters } = usePane();
  const styles = useStyles();
  if (net === undefined) return <td>·</td>;
  const sign = comparedDecimals(net, '0');
  // The whole word would leave no room for the market.
  const told = withUnit(signedInWords(net, formatters), unit === 'certificates' ? 'certs' : unit);
  if (sign === 0) return <td>{told}</td>;
  return (
    <td
      className={mergeClasses(styles.net, sign > 0 ? styles.long : styles.short)}
      style={{ backgroundSize: `${Math.round((sizeOf(net) / scale) * 100)}% 100%` }}
    >
      {told}
    </td>
  );
}
