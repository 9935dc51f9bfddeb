import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Quota } from '../../domain/desk-status';
import { LANES } from '../../domain/lane';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';
import { LANE_WORDS } from '../words/lane-words';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th': { textAlign: 'left', fontWeight: tokens.fontWeightRegular, padding: '2px 8px 2px 0' },
    '& td': { padding: '2px 0' },
    '& caption': { textAlign: 'left', fontWeight: tokens.fontWeightSemibold, paddingBottom: '2px' },
  },
  calls: { textAlign: 'right', width: '64px' },
  share: { width: '34%' },
  bar: {
    height: '8px',
    backgroundColor: tokens.colorBrandBackground,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
  },
});

/** Who has spent the day's calls, first who goes first. */
export function LaneTable({ quota }: { quota: Quota }) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const most = Math.max(1, ...LANES.map((lane) => quota.byLane[lane] ?? 0));
  return (
    <table className={mergeClasses(styles.table, look.small, look.digits)}>
      <caption>Spent today, by what goes first</caption>
      <tbody>
        {LANES.map((lane) => {
          const calls = quota.byLane[lane] ?? 0;
          return (
            <tr key={lane}>
              <th scope="row">{LANE_WORDS[lane]}</th>
              <td className={styles.share} aria-hidden="true">
                <div className={styles.bar} style={{ width: `${((calls / most) * 100).toFixed(1)}%` }} />
              </td>
              <td className={styles.calls}>{figures.count(calls)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
