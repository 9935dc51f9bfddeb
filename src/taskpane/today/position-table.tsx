import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { comparedDecimals } from '../../domain/decimal';
import { periodText } from '../../domain/delivery/product';
import { positionOf, type Fill } from '../../domain/delivery/fill';
import { usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';

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
  long: {
    color: tokens.colorNeutralForeground1,
    borderLeft: `3px solid ${tokens.colorPaletteTealBorderActive}`,
    backgroundColor: tokens.colorPaletteTealBackground2,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { backgroundColor: 'Canvas' },
  },
  short: {
    color: tokens.colorNeutralForeground1,
    borderLeft: `3px solid ${tokens.colorPalettePurpleBorderActive}`,
    backgroundColor: tokens.colorPalettePurpleBackground2,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { backgroundColor: 'Canvas', borderLeftStyle: 'dashed' },
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
            const name = [[market, load].filter(Boolean).join(' '), !isOneUnit && unit]
              .filter(Boolean)
              .join(', ');
            const mwh = (sum: string | undefined): string => (sum === undefined ? '–' : signed(sum));
            if (isGrid) {
              return (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {[...periods.keys()].map((period) => (
                    <NetCell key={period} net={cells.find((cell) => keyOf(cell) === period)?.net} />
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
                <NetCell net={cell.net} />
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

/** Long or short by colour and sign. */
function NetCell({ net }: { net: string | undefined }) {
  const { formatters } = usePane();
  const styles = useStyles();
  const sign = net === undefined ? 0 : comparedDecimals(net, '0');
  return (
    <td className={mergeClasses(sign > 0 && styles.long, sign < 0 && styles.short)}>
      {net === undefined ? '·' : signedInWords(net, formatters)}
    </td>
  );
}
