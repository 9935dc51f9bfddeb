import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import { useMode, usePane } from '../app/hooks';
import { MODE_BANDS } from '../ui/text/cell-text';
import { useRefresh } from '../cells/refreshing';

const useStyles = makeStyles({
  band: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: '32px',
    padding: '2px 12px',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground4,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  button: { flexShrink: 0 },
});

/** In sight wherever a person is, for as long as cells do not follow the platform by themselves. */
export function ModeBand() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const mode = useMode();
  const refresh = useRefresh();
  const live = mode === 'live';
  return (
    <div className={live ? shared.hidden : mergeClasses(styles.band, shared.small)}>
      <span role="status" aria-label="Mode">
        {!live && MODE_BANDS[mode]}
      </span>
      {mode === 'manual' && (
        <Button size="small" className={styles.button} onClick={() => refresh('book')}>
          Refresh
        </Button>
      )}
      {mode === 'paused' && (
        <Button size="small" className={styles.button} onClick={() => client.mode.set('live')}>
          Go live
        </Button>
      )}
    </div>
  );
}
