import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { energyOf, sidesOfFill, type Fill } from '../../domain/delivery/fill';
import { productInWords } from '../../domain/delivery/product-words';
import type { RequestId } from '../../domain/identifiers';
import { usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { fillPrice, sidesInWords } from '../ui/text/fill-text';
import { withUnit } from '../ui/text/request-text';

export const useTableStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'auto',
    '& th': {
      height: '24px',
      padding: '0 8px 0 0',
      textAlign: 'left',
      fontWeight: tokens.fontWeightRegular,
      color: tokens.colorNeutralForeground3,
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    '& td': {
      height: '28px',
      padding: '0 8px 0 0',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    '& th:last-child, & td:last-child': { paddingRight: 0 },
  },
  number: { textAlign: 'right' },
  buy: { color: tokens.colorPaletteTealForeground2 },
  sell: { color: tokens.colorPalettePurpleForeground2 },
  product: { overflowWrap: 'anywhere' },
  wide: { '@media (max-width: 499px)': { display: 'none' } },
  middle: { '@media (max-width: 379px)': { display: 'none' } },
  door: {
    padding: 0,
    fontFamily: 'inherit',
    fontSize: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'left',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** Trades by the platform's own records, one a row. */
export function FillTable({
  fills,
  label,
  onOpen,
}: {
  fills: readonly Fill[];
  label: string;
  onOpen: (id: RequestId) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useTableStyles();
  const units = new Set(fills.map(({ quantityUnit }) => quantityUnit));
  const [unit] = units.size === 1 ? units : [];
  return (
    <table className={mergeClasses(styles.table, shared.small, shared.digits)} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">You</th>
          <th scope="col" className={styles.number}>
            {unit ?? 'Quantity'}
          </th>
          <th scope="col">Product</th>
          <th scope="col" className={styles.number}>
            Price
          </th>
          <th scope="col" className={mergeClasses(styles.number, styles.wide)}>
            MWh
          </th>
          <th scope="col" className={styles.middle}>
            With
          </th>
        </tr>
      </thead>
      <tbody>
        {fills.map((fill) => (
          <FillRow key={fill.tradeId} fill={fill} unit={unit} formatters={formatters} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function FillRow({
  fill,
  unit,
  formatters,
  onOpen,
}: {
  fill: Fill;
  /** Said in the head of the table. */
  unit: string | undefined;
  formatters: Formatters;
  onOpen: (id: RequestId) => void;
}) {
  const shared = useSharedStyles();
  const styles = useTableStyles();
  const { requestId, quantity, counterparty, tradeId } = fill;
  const sides = sidesOfFill(fill);
  const energy = energyOf(fill);
  const amount = quantity === undefined ? '–' : formatters.quantity(quantity);
  const product = productInWords(fill) || tradeId;
  const [side] = sides.length === 1 ? sides : [];
  return (
    <tr>
      <td className={shared.muted} title={formatters.second(fill.at)}>
        {formatters.minute(fill.at)}
      </td>
      <td className={mergeClasses(side && styles[side])}>{sidesInWords(sides)}</td>
      <td className={styles.number}>{unit === undefined ? withUnit(amount, fill.quantityUnit) : amount}</td>
      <td className={styles.product}>
        {requestId === undefined ? (
          <strong title={tradeId}>{product}</strong>
        ) : (
          <button
            type="button"
            className={styles.door}
            title={`${tradeId} · ${requestId}`}
            aria-label={`${product}, ${tradeId}, open ${requestId}`}
            onClick={() => onOpen(requestId)}
          >
            {product}
          </button>
        )}
      </td>
      <td className={mergeClasses(styles.number, shared.strong, shared.figure)}>
        {fillPrice(fill, formatters)}
      </td>
      <td className={mergeClasses(styles.number, styles.wide)}>
        {energy === undefined ? '–' : formatters.quantity(energy)}
      </td>
      <td className={mergeClasses(shared.muted, styles.middle)}>{counterparty ?? '–'}</td>
    </tr>
  );
}
