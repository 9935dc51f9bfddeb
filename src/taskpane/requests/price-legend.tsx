import { makeStyles } from '@fluentui/react-components';
import { LineLegend } from '../ui/line-legend';

const useStyles = makeStyles({
  legend: {
    // Without room for the whole of it, it goes to a second line, which is not in sight.
    display: 'flex',
    flexWrap: 'wrap',
    flexShrink: 99,
    alignItems: 'center',
    alignSelf: 'center',
    height: '28px',
    overflow: 'hidden',
    '::before': { content: '""', height: '28px' },
    '& span': { flexWrap: 'nowrap' },
    // Beside the buttons there is no room for it.
    '@container requests-bar (max-width: 339px)': { display: 'none' },
    '@media (forced-colors: active)': { display: 'none' },
  },
});

/** What the lines of prices in the rows are. In forced colours bid and ask look alike, and each line has its title. */
export function PriceLegend() {
  const styles = useStyles();
  return (
    <span className={styles.legend} title="Best prices as they went. Dashed: your own.">
      <LineLegend
        lines={[
          ['bid', 'bid'],
          ['ask', 'ask'],
        ]}
      />
    </span>
  );
}
