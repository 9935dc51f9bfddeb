import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { comparedDecimals } from '../../domain/decimal';
import { periodText } from '../../domain/delivery/product';
import { positionOf, type Fill } from '../../domain/delivery/fill';
import { usePane } from '../app/hooks';
import { useSharedStyles } from '../ui/styles';

const useStyles = makeStyles({
  scroll: { overflowX: 'auto' },
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
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground1,
    },
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
      .map(({ start, end }) => [`${start} ${end}`, periodText(start, end) ?? `${start} – ${end}`]),
  );
  const isOneUnit = new Set(rows.map(({ unit }) => unit)).size === 1;
  const signed = (sum: string): string =>
    `${comparedDecimals(sum, '0') > 0 ? '+' : ''}${formatters.quantity(sum)}`;
  if (rows.length === 0) return null;
  return (
    <section className={shared.section} aria-label="Net position from today’s fills">
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>Net position from today’s fills</h3>
        {isOneUnit && <span className={mergeClasses(shared.small, shared.muted)}>{rows[0]?.unit}</span>}
      </div>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label="Positions">
        <table className={mergeClasses(styles.table, shared.small, shared.digits)}>
          <thead>
            <tr>
              <th scope="col">
                <span className={shared.hidden}>Market</span>
              </th>
              {[...periods].map(([key, name]) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">MWh</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ market, load, unit, cells, energy }) => (
              <tr key={JSON.stringify([market, load, unit])}>
                <th scope="row">
                  {[market, load].filter(Boolean).join(' ')}
                  {!isOneUnit && `, ${unit}`}
                </th>
                {[...periods.keys()].map((key) => {
                  const net = cells.find(({ start, end }) => `${start} ${end}` === key)?.net;
                  const sign = net === undefined ? 0 : comparedDecimals(net, '0');
                  return (
                    <td key={key} className={mergeClasses(sign > 0 && styles.long, sign < 0 && styles.short)}>
                      {net === undefined ? '·' : signed(net)}
                    </td>
                  );
                })}
                <td>{energy === undefined ? '–' : signed(energy)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        {`Plus is long, minus is short; spreads are counted by leg.${leftOut === 0 ? '' : ` ${formatters.count(leftOut)} ${leftOut === 1 ? 'leg does' : 'legs do'} not say enough to be counted.`}`}
      </p>
    </section>
  );
}
