import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import type { MoneyRow } from './money-rows';

/** What is accepted in figures, leg by leg: how much, at what price, and what it comes to. */
export function MoneyTable({ rows }: { rows: readonly MoneyRow[] }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const isOne = rows.length === 1;
  return (
    <table className={mergeClasses(styles.table, shared.small, shared.digits)} aria-label="Money">
      <thead>
        <tr className={shared.muted}>
          <th scope="col">{isOne ? 'You' : 'Leg'}</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Money</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => {
          const isNet = row.name !== 'Leg';
          const name = isNet ? row.name : isOne ? row.side : `${at + 1} ${row.side ?? ''}`;
          return (
            <tr key={at} className={mergeClasses(isNet && styles.net)}>
              <th scope="row">
                <span className={mergeClasses(styles.name, shared.strong)}>{name}</span>
                <Under texts={[row.hours]} isLeft />
              </th>
              <td>
                <div>{row.amounts[0]}</div>
                <Under texts={row.amounts.slice(1)} />
              </td>
              <td>
                <div className={shared.strong}>{row.price}</div>
                <div className={styles.unit}>
                  <Under texts={[row.unit]} />
                </div>
              </td>
              <td>
                <div className={shared.strong}>{row.money}</div>
                <Under texts={[row.pays, row.rate]} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Beside each other where there is room for it. */
function Under({ texts, isLeft = false }: { texts: readonly (string | undefined)[]; isLeft?: boolean }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const told = texts.filter((text) => text !== undefined);
  if (told.length === 0) return null;
  return (
    <div className={mergeClasses(styles.under, isLeft && styles.left, shared.muted)}>
      {told.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': {
      padding: '2px 0 2px 6px',
      textAlign: 'right',
      verticalAlign: 'top',
      fontWeight: tokens.fontWeightRegular,
    },
    '& th:first-child': { paddingLeft: 0, textAlign: 'left' },
  },
  name: { display: 'block', '::first-letter': { textTransform: 'uppercase' } },
  net: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  under: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'end',
    columnGap: '6px',
    whiteSpace: 'nowrap',
  },
  left: { justifyContent: 'start' },
  /** The sentence above says it: a narrow pane has room for figures alone, none of which may be cut. */
  unit: { '@media (max-width: 350px)': { display: 'none' } },
});
