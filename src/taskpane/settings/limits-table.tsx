import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { OwnLevels } from '../../domain/limits/limits';
import { usePane } from '../app/hooks';
import { useSharedStyles } from '../ui/styles';
import { limitLines } from './limit-lines';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': { padding: '2px 8px 2px 0', verticalAlign: 'baseline' },
    '& th': { textAlign: 'left', fontWeight: tokens.fontWeightRegular },
    '& thead th': { color: tokens.colorNeutralForeground3 },
    '& tbody tr': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  level: { textAlign: 'right', whiteSpace: 'nowrap' },
  both: { textAlign: 'center' },
  heading: { '&&': { textAlign: 'right' } },
});

/** Each limit with the levels above which it warns and blocks; who listens hears in every cell what it does and in which unit. */
export function LimitsTable({ limits, label }: { limits: OwnLevels; label: string }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const level = (does: string, amount: string | undefined, unit: string) => (
    <td className={styles.level}>
      {amount === undefined ? (
        '–'
      ) : (
        <>
          <span className={shared.hidden}>{does} </span>
          {amount}
          <span className={shared.hidden}> {unit}</span>
        </>
      )}
    </td>
  );
  return (
    <table className={mergeClasses(styles.table, shared.small, shared.digits)} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Limit</th>
          <th scope="col" className={styles.heading}>
            Warns above
          </th>
          <th scope="col" className={styles.heading}>
            Blocks above
          </th>
          <th scope="col">Unit</th>
        </tr>
      </thead>
      <tbody>
        {limitLines(limits, formatters).map(({ name, warn, block, whole, unit }) => (
          <tr key={`${name} ${unit}`}>
            <th scope="row">{name}</th>
            {whole === undefined ? (
              <>
                {level('warns', warn, unit)}
                {level('blocks', block, unit)}
              </>
            ) : (
              <td colSpan={2} className={styles.both}>
                {whole}
              </td>
            )}
            <td>{unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
