import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { usePane } from '../app/hooks';
import type { PlannedRow } from '../app/batch-rows';
import { useSharedStyles } from '../ui/styles';
import { hasOwnWarning } from './plan';

const useStyles = makeStyles({
  /** Of the head and of every row, so that figures stand below their heads. */
  columns: {
    display: 'grid',
    gridTemplateColumns: '92px minmax(0, 1fr) minmax(54px, auto)',
    columnGap: '6px',
    '@media (min-width: 500px)': {
      gridTemplateColumns: '78px 44px minmax(0, 4fr) minmax(0, 5fr) minmax(60px, auto) 56px',
    },
  },
  head: {
    padding: '2px 0',
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: {
    alignItems: 'baseline',
    padding: '2px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  state: { gridColumnStart: 1, whiteSpace: 'nowrap' },
  product: { '@media (min-width: 500px)': { gridColumnStart: 3 } },
  price: {
    textAlign: 'right',
    whiteSpace: 'nowrap',
    '@media (min-width: 500px)': { gridColumnStart: 5, gridRowStart: 1 },
  },
  number: { gridColumnStart: 1, '@media (min-width: 500px)': { gridColumnStart: 2, gridRowStart: 1 } },
  terms: { minWidth: 0, '@media (min-width: 500px)': { gridColumnStart: 4, gridRowStart: 1 } },
  away: {
    textAlign: 'right',
    whiteSpace: 'nowrap',
    '@media (min-width: 500px)': { gridColumnStart: 6, gridRowStart: 1 },
  },
  warned: { color: tokens.colorStatusWarningForeground1, fontWeight: tokens.fontWeightSemibold },
  more: { gridColumnStart: 1, gridColumnEnd: -1, minWidth: 0 },
  wideOnly: { display: 'none', '@media (min-width: 500px)': { display: 'inline' } },
});

/** What stands above the rows, in the columns of theirs. */
export function RowsHead() {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.columns, styles.head, shared.small)} aria-hidden="true">
      <span className={styles.state}>State</span>
      <span className={styles.product}>Product</span>
      <span className={mergeClasses(styles.terms, styles.wideOnly)}>You</span>
      <span className={styles.price}>Price</span>
      <span className={mergeClasses(styles.away, styles.wideOnly)}>From best</span>
    </div>
  );
}

/** One row of the sheet: its state, its product and terms, the price of before and the one that goes, and how far that is from the best of others. */
export function BulkRow({
  plan,
  state,
  children,
}: {
  plan: PlannedRow;
  state: ReactNode;
  children?: ReactNode;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const { offered, deviation, about, product, row } = plan;
  const name = product ?? (about || 'no request');
  const terms = [offered?.does, product !== undefined && about].filter(Boolean).join(' · ');
  const { price, was } = offered ?? {};
  return (
    <li className={mergeClasses(styles.columns, styles.row, shared.small, shared.digits)}>
      <span className={styles.state}>{state}</span>
      <span className={mergeClasses(styles.product, shared.strong)}>{name}</span>
      <span className={styles.price}>
        {was !== undefined && (
          <span className={shared.muted}>
            <span className={shared.hidden}>live </span>
            {was}
          </span>
        )}
        {was !== undefined && price !== undefined && ' → '}
        {price !== undefined && <span className={shared.strong}>{price}</span>}
      </span>
      <span className={mergeClasses(styles.number, shared.muted)}>Row {row + 1}</span>
      <span className={mergeClasses(styles.terms, shared.muted)}>{terms}</span>
      <span
        className={mergeClasses(styles.away, hasOwnWarning(plan) ? styles.warned : shared.muted)}
        title={deviation && `From ${formatters.price(deviation.market)}, the best price of others`}
      >
        {deviation
          ? formatters.signed(deviation.amount)
          : price !== undefined && (
              <>
                <span aria-hidden="true">–</span>
                <span className={shared.hidden}>no price of others</span>
              </>
            )}
        {deviation && <span className={shared.hidden}> from {formatters.price(deviation.market)}</span>}
      </span>
      {children !== undefined && <div className={mergeClasses(styles.more, shared.section)}>{children}</div>}
    </li>
  );
}

/** The words of a row, where its columns do not say all of it. */
export const isInWords = ({ offered, kind }: PlannedRow): boolean =>
  offered === undefined || offered.isPart === true || kind === 'proposal';
