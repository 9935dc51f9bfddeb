import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { PRICE_CODES } from '../../domain/limits/finding';
import { usePane } from '../app/hooks';
import type { PlannedRow, ReferenceDistance } from '../app/batch-rows';
import { useSharedStyles } from '../ui/styles';

const useStyles = makeStyles({
  /** Of the head and of every row, so that figures stand below their heads. */
  columns: {
    display: 'grid',
    gridTemplateColumns: '86px minmax(0, 1fr) minmax(78px, auto)',
    columnGap: '6px',
    '@media (min-width: 500px)': { gridTemplateColumns: '86px minmax(0, 1fr) minmax(120px, auto)' },
  },
  head: {
    padding: '2px 0',
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: {
    alignItems: 'baseline',
    rowGap: '2px',
    padding: '2px 0 3px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  /** The longest word, "Nothing to do", ends before the product. */
  state: { gridColumnStart: 1, whiteSpace: 'nowrap', '& > *': { padding: '0 5px' } },
  end: { gridColumnStart: 3, textAlign: 'right', whiteSpace: 'nowrap' },
  /** Below the state too, where the pane is narrow: an id goes on a line of its own rather than be broken. */
  sub: {
    gridColumnStart: 1,
    gridColumnEnd: 3,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '8px',
    '@media (min-width: 500px)': { display: 'contents' },
  },
  number: { whiteSpace: 'nowrap', '@media (min-width: 500px)': { gridColumnStart: 1 } },
  terms: {
    display: 'contents',
    '@media (min-width: 500px)': {
      gridColumnStart: 2,
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: '8px',
      minWidth: 0,
    },
  },
  /** In the narrowest pane the row of the sheet names it alone. */
  id: { whiteSpace: 'nowrap', '@media (max-width: 350px)': { position: 'absolute', clipPath: 'inset(50%)' } },
  away: {
    gridColumnStart: 3,
    display: 'flex',
    justifyContent: 'flex-end',
    columnGap: '6px',
    whiteSpace: 'nowrap',
  },
  warned: { color: tokens.colorStatusWarningForeground1, fontWeight: tokens.fontWeightSemibold },
  more: { gridColumnStart: 1, gridColumnEnd: -1, minWidth: 0 },
  /** Left of its middle a price is below what it is held against, right of it above; at either end it is warned of. */
  scale: {
    position: 'relative',
    alignSelf: 'center',
    width: '32px',
    height: '12px',
    '@media (min-width: 500px)': { width: '64px' },
  },
  middle: {
    position: 'absolute',
    left: '50%',
    top: 0,
    bottom: 0,
    width: '1px',
    backgroundColor: tokens.colorNeutralForeground3,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
  bar: {
    position: 'absolute',
    top: '2px',
    height: '8px',
    minWidth: '2px',
    borderRadius: '1px',
    backgroundColor: tokens.colorNeutralForeground3,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
  far: { backgroundColor: tokens.colorStatusWarningBackground3 },
});

/** What stands above the rows, in the columns of theirs. */
export function RowsHead() {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.columns, styles.head, shared.small)} aria-hidden="true">
      <span className={styles.state}>State</span>
      <span>Product</span>
      <span className={styles.end}>Price, from reference</span>
    </div>
  );
}

/** One row of the sheet: its state, its product and terms, the price of before and the one that goes, and how far that is from its reference. */
export function BulkRow({
  plan,
  state,
  children,
}: {
  plan: PlannedRow;
  state: ReactNode;
  children?: ReactNode;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const { offered, about, product, row } = plan;
  const { does, price, was } = offered ?? {};
  const id = product === undefined ? undefined : about;
  return (
    <li className={mergeClasses(styles.columns, styles.row, shared.small, shared.digits)}>
      <span className={styles.state}>{state}</span>
      <span className={shared.strong}>{product ?? (about || 'no request')}</span>
      <span className={styles.end}>
        {was !== undefined && (
          <span className={shared.muted}>
            <span className={shared.hidden}>live </span>
            {was}
          </span>
        )}
        {was !== undefined && price !== undefined && ' → '}
        {price !== undefined && <span className={shared.strong}>{price}</span>}
      </span>
      <span className={mergeClasses(styles.sub, shared.muted)}>
        <span className={mergeClasses(styles.number, shared.muted)}>Row {row + 1}</span>
        <span className={mergeClasses(styles.terms, shared.muted)}>
          {does !== undefined && <span>{does}</span>}
          {does !== undefined && id && ' '}
          {id && <span className={styles.id}>{id}</span>}
        </span>
      </span>
      {price !== undefined && <Distance plan={plan} />}
      {children !== undefined && <div className={mergeClasses(styles.more, shared.section)}>{children}</div>}
    </li>
  );
}

/** Of what the price is held against by its limits too. */
function Distance({ plan: { deviation, isByLeg, notes } }: { plan: PlannedRow }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  if (!deviation)
    return (
      <span className={mergeClasses(styles.away, shared.muted)}>{isByLeg ? 'by leg' : 'no reference'}</span>
    );
  const { amount, market, reference } = deviation;
  const from = `from ${reference}, ${formatters.price(market)}`;
  const isFar = notes.some(({ level, code }) => level === 'warn' && OF_PRICES.has(code));
  const share = shareOf(deviation);
  const side = amount.startsWith('-') ? { right: '50%' } : { left: '50%' };
  return (
    <span
      className={mergeClasses(styles.away, isFar ? styles.warned : shared.muted)}
      title={`${formatters.signed(amount)} ${from}`}
    >
      <span className={styles.scale} aria-hidden="true">
        {Number(amount) !== 0 && share !== undefined && (
          <span
            className={mergeClasses(styles.bar, isFar && styles.far)}
            style={{ ...side, width: `${share * 50}%` }}
          />
        )}
        <span className={styles.middle} />
      </span>
      <span>
        {formatters.signed(amount)}
        <span className={shared.hidden}> {from}</span>
      </span>
    </span>
  );
}

const OF_PRICES: ReadonlySet<string> = new Set(PRICE_CODES);

/** How much of what is warned of, to its whole: rows of every unit are drawn alike. Floats for the drawing alone. */
const shareOf = ({ amount, warnedBeyond }: ReferenceDistance): number | undefined =>
  warnedBeyond === undefined ? undefined : Math.min(1, Math.abs(Number(amount)) / Number(warnedBeyond));

/** The words of a row, where its columns do not say all of it. */
export const isInWords = ({ offered, kind }: PlannedRow): boolean =>
  offered === undefined || offered.isPart === true || kind === 'proposal';
