import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { usePane } from '../app/hooks';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import {
  offerPrice,
  productOfRow,
  sideOfRow,
  standingInWords,
  stateTerm,
  toneOf,
  type RowTone,
  type ShownRow,
} from './program-words';

const useStyles = makeStyles({
  /** Of the head and of every row, each a grid of its own: columns as wide as their words would not stand below each other. */
  columns: {
    display: 'grid',
    gridTemplateColumns: '14px minmax(0, 1fr) 64px 64px',
    columnGap: '8px',
    '@media (min-width: 500px)': {
      gridTemplateColumns: '14px minmax(0, 1.4fr) 104px 64px 64px minmax(0, 1fr)',
    },
  },
  head: {
    padding: '2px 0',
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  item: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  held: {
    marginLeft: '-7px',
    paddingLeft: '7px',
    backgroundColor: tokens.colorStatusWarningBackground1,
    boxShadow: `inset 3px 0 0 ${tokens.colorStatusWarningBorder2}`,
    '@media (forced-colors: active)': { borderLeft: '3px solid Highlight' },
  },
  row: {
    alignItems: 'baseline',
    width: '100%',
    boxSizing: 'border-box',
    padding: '3px 0',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  /** What is traded is never cut short. */
  product: { minWidth: 0 },
  you: { gridColumnStart: 2, '@media (min-width: 500px)': { gridColumnStart: 3, gridRowStart: 1 } },
  sheet: { textAlign: 'right', '@media (min-width: 500px)': { gridColumnStart: 4, gridRowStart: 1 } },
  live: { textAlign: 'right', '@media (min-width: 500px)': { gridColumnStart: 5, gridRowStart: 1 } },
  standing: {
    gridColumnStart: 3,
    gridColumnEnd: 5,
    gridRowStart: 2,
    textAlign: 'right',
    overflowWrap: 'anywhere',
    '@media (min-width: 500px)': { gridColumnStart: 6, gridColumnEnd: 7, gridRowStart: 1 },
  },
  long: {
    gridColumnStart: 2,
    gridColumnEnd: 5,
    gridRowStart: 3,
    textAlign: 'left',
    fontWeight: tokens.fontWeightRegular,
    '@media (min-width: 500px)': {
      gridColumnStart: 6,
      gridColumnEnd: 7,
      gridRowStart: 1,
      textAlign: 'right',
    },
  },
  mark: { width: '14px', textAlign: 'center', whiteSpace: 'nowrap' },
  pauses: { fontSize: '9px' },
  good: { color: tokens.colorStatusSuccessForeground1 },
  mine: { color: tokens.colorBrandForeground1 },
  warning: { color: tokens.colorStatusWarningForeground1, fontWeight: tokens.fontWeightSemibold },
  bad: { color: tokens.colorStatusDangerForeground3, fontWeight: tokens.fontWeightSemibold },
  plain: { color: tokens.colorNeutralForeground3 },
  details: { padding: '4px 0 8px 22px' },
});

const MARKS: Readonly<Record<RowTone, string>> = {
  good: '✓',
  mine: '↻',
  warning: '❚❚',
  bad: '!',
  plain: '○',
};
/** A longer reason has a line of its own where the pane is narrow. */
const SHORT = 18;

const NONE: ReadonlySet<string> = new Set();

/** The rows of a program: product, what the sheet wants, what is live, and how they differ. Arrow keys lead from row to row. */
export function ProgramRowsList({
  rows,
  told = NONE,
  details,
}: {
  rows: readonly ShownRow[];
  /** Rows whose reason is said above the list. */
  told?: ReadonlySet<string>;
  /** What is shown of the row that is open. */
  details: (row: ShownRow) => ReactNode;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const [open, setOpen] = useState<string>();
  const stop = rows.some(({ key }) => key === open) ? open : rows[0]?.key;
  if (rows.length === 0)
    return <p className={mergeClasses(shared.text, shared.small)}>No row names a request.</p>;
  const shares = sharedReason(
    rows.filter(({ key }) => !told.has(key)).map((row) => standingInWords(row, formatters)),
  );
  return (
    <div>
      {shares !== undefined && <Note tone="warning">{shares}</Note>}
      <div className={mergeClasses(styles.columns, styles.head, shared.small)} aria-hidden="true">
        <span />
        <span>Product</span>
        <span className={styles.sheet}>Sheet</span>
        <span className={styles.live}>Live</span>
      </div>
      <ul className={shared.list} aria-label="Rows of the program" onKeyDown={walk}>
        {rows.map((row) => {
          const tone = toneOf(row);
          const own = standingInWords(row, formatters);
          const standing = own === shares || told.has(row.key) ? stateTerm(row) : own;
          const isOpen = row.key === open;
          return (
            <li
              key={row.key}
              className={mergeClasses(styles.item, shared.digits, tone === 'warning' && styles.held)}
            >
              <button
                type="button"
                data-program-row
                className={mergeClasses(styles.columns, styles.row)}
                tabIndex={row.key === stop ? 0 : -1}
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? undefined : row.key)}
              >
                <span
                  className={mergeClasses(styles.mark, styles[tone], tone === 'warning' && styles.pauses)}
                  aria-hidden="true"
                >
                  {MARKS[tone]}
                </span>
                <span className={mergeClasses(styles.product, shared.strong)} title={productOfRow(row)}>
                  {productOfRow(row)}
                </span>
                <span className={styles.sheet}>
                  <span className={shared.hidden}>sheet </span>
                  {offerPrice(row.wanted, row.request, formatters)}
                </span>
                <span className={mergeClasses(styles.live, shared.strong)}>
                  <span className={shared.hidden}>live </span>
                  {offerPrice(row.told?.live?.offer, row.request, formatters)}
                </span>
                <span className={mergeClasses(styles.you, shared.small, shared.muted)}>
                  {sideOfRow(row, formatters)}
                </span>
                <span
                  className={mergeClasses(
                    styles.standing,
                    shared.small,
                    styles[tone],
                    standing.length > SHORT && styles.long,
                  )}
                >
                  {!standing.startsWith(stateTerm(row)) && (
                    <span className={shared.hidden}>{stateTerm(row)}: </span>
                  )}
                  {standing}
                </span>
              </button>
              {isOpen && <div className={styles.details}>{details(row)}</div>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A sentence that half of the rows or more have in common: it is said once, above them. */
function sharedReason(standings: readonly string[]): string | undefined {
  const long = standings.filter((standing) => standing.length > SHORT);
  return long.find((one) => {
    const alike = long.filter((other) => other === one).length;
    return alike > 1 && alike * 2 >= standings.length;
  });
}

/** Up and down lead from row to row, Home and End to the first and last. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-program-row]')];
  const at = rows.findIndex((row) => row === event.target);
  const places: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const place = places[event.key];
  if (at < 0 || place === undefined) return;
  event.preventDefault();
  rows[place]?.focus();
}
