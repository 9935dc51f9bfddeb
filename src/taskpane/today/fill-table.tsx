import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { sidesOfFill, type Fill } from '../../domain/delivery/fill';
import { notionalOf } from '../../domain/delivery/notional';
import { productInWords } from '../../domain/delivery/product-words';
import type { RequestId } from '../../domain/identifiers';
import { leftOutAs } from '../../domain/trade-state';
import { presserOf } from '../app/fills';
import { JOURNAL, useAnswer, usePane } from '../app/hooks';
import { useNamedPerson } from '../app/named-person';
import { decimalsOf, type Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { fillEnergy, fillPrice, sidesInWords } from '../ui/text/fill-text';
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
  // Above what the table says of its headings: a doubled class would be written as one, and is below it.
  number: { ':nth-child(n)': { textAlign: 'right' } },
  /** In a narrow pane a trade has two lines: what was done at which price, then which product with whom. */
  fills: {
    '@media (max-width: 499px)': {
      display: 'block',
      '& tbody': { display: 'block' },
      '& thead': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
      '& tr': {
        display: 'grid',
        gridTemplateColumns: '40px auto 1fr auto',
        columnGap: '6px',
        padding: '4px 0',
        borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      },
      '& td': { height: 'auto', padding: 0, borderTop: 'none' },
    },
  },
  quantity: { '@media (max-width: 499px)': { ':nth-child(n)': { textAlign: 'left' } } },
  price: { '@media (max-width: 499px)': { gridColumn: '4', gridRow: '1' } },
  traded: { '@media (max-width: 499px)': { gridColumn: '2 / 4', gridRow: '2' } },
  with: {
    '@media (max-width: 499px)': { gridColumn: '4', gridRow: '2', maxWidth: '40cqw', textAlign: 'right' },
  },
  buy: { color: tokens.colorPaletteTealForeground2 },
  sell: { color: tokens.colorPalettePurpleForeground2 },
  wide: { whiteSpace: 'nowrap', '@media (max-width: 499px)': { display: 'none' } },
  /** In no sum: its last cell says why. */
  out: { '& td:not(:last-child), & td button': { textDecorationLine: 'line-through' } },
  plain: { fontWeight: tokens.fontWeightRegular },
  door: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
});

/** Trades by the platform's own records, one a row. */
export function FillTable({
  fills,
  label,
  isOthers = false,
  onOpen,
}: {
  fills: readonly Fill[];
  label: string;
  /** Not this desk's own, which alone stand out. */
  isOthers?: boolean;
  onOpen: (id: RequestId) => void;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useTableStyles();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const hasPeople = useNamedPerson() !== undefined;
  const decimals = decimalsOf(fills.flatMap(({ price }) => price ?? []));
  return (
    // The roles stand written out, since a table that is laid out as a grid loses them.
    <table
      role="table"
      className={mergeClasses(styles.table, styles.fills, shared.small, shared.digits)}
      aria-label={label}
    >
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">Time</th>
          <th role="columnheader">Side</th>
          <th role="columnheader" className={styles.number}>
            Quantity
          </th>
          <th role="columnheader">Product</th>
          <th role="columnheader" className={styles.number}>
            Price
          </th>
          <th role="columnheader" className={mergeClasses(styles.number, styles.wide)}>
            MWh
          </th>
          <th role="columnheader">With</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {fills.map((fill) => (
          <FillRow
            key={fill.tradeId}
            fill={fill}
            by={hasPeople ? presserOf(fill, journal)?.name : undefined}
            formatters={formatters}
            decimals={decimals}
            isOthers={isOthers}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}

function FillRow({
  fill,
  by,
  formatters,
  decimals,
  isOthers,
  onOpen,
}: {
  fill: Fill;
  /** Who pressed it, on a desk of several people. */
  by: string | undefined;
  formatters: Formatters;
  /** Of all prices of the column, so that their decimal signs stand below each other. */
  decimals: number;
  isOthers: boolean;
  onOpen: (id: RequestId) => void;
}) {
  const shared = useSharedStyles();
  const styles = useTableStyles();
  const { requestId, quantity, counterparty, tradeId } = fill;
  const sides = sidesOfFill(fill);
  const amount = quantity === undefined ? '–' : formatters.quantity(quantity);
  const product = productInWords(fill) || tradeId;
  const [side] = sides.length === 1 ? sides : [];
  const leftOut = leftOutAs(fill);
  return (
    <tr role="row" className={mergeClasses(leftOut !== undefined && styles.out)}>
      <td role="cell" className={shared.muted} title={formatters.second(fill.at)}>
        {formatters.minute(fill.at)}
      </td>
      <td role="cell" className={mergeClasses(side && styles[side])}>
        {sidesInWords(sides)}
      </td>
      <td role="cell" className={mergeClasses(styles.number, styles.quantity)}>
        {withUnit(amount, fill.quantityUnit)}
      </td>
      <td role="cell" className={styles.traded}>
        {requestId === undefined ? (
          <span className={isOthers ? undefined : shared.strong} title={tradeId}>
            {product}
          </span>
        ) : (
          <button
            type="button"
            className={mergeClasses(shared.textButton, styles.door, isOthers && styles.plain)}
            title={`${tradeId} · ${requestId}`}
            aria-label={`${product}, ${tradeId}, open ${requestId}`}
            onClick={() => onOpen(requestId)}
          >
            {product}
          </button>
        )}
      </td>
      <td
        role="cell"
        className={mergeClasses(styles.number, styles.price, shared.figure, !isOthers && shared.strong)}
        title={pricedInWords(fill, formatters)}
      >
        {fillPrice(fill, formatters, decimals)}
      </td>
      <td role="cell" className={mergeClasses(styles.number, styles.wide)}>
        {fillEnergy(fill, formatters) ?? '–'}
      </td>
      <td role="cell" className={mergeClasses(shared.muted, styles.with)}>
        {counterparty ?? '–'}
        {by !== undefined && ` · by ${by}`}
        {leftOut !== undefined && ` · ${leftOut}`}
      </td>
    </tr>
  );
}

/** "TR-9 · 32.60 EUR/MWh · 242,544 EUR", of several legs each with its money: what the columns have no room for. */
function pricedInWords(fill: Fill, formatters: Formatters): string {
  const units = [...new Set(fill.legs.flatMap(({ priceUnit }) => priceUnit ?? []))].join(' / ');
  const money = fill.legs.flatMap((leg) => {
    const { price = fill.legs.length === 1 ? fill.price : undefined, quantity = fill.quantity } = leg;
    const sum = price && quantity && notionalOf(leg, price, quantity);
    return sum && sum.total !== undefined ? `${formatters.whole(sum.total)} ${sum.currency}` : [];
  });
  const isWhole = money.length === fill.legs.length;
  const priced = [fillPrice(fill, formatters), units].filter(Boolean).join(' ');
  return [fill.tradeId, priced, isWhole && money.join(' / ')].filter(Boolean).join(' · ');
}
