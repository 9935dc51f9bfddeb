import { makeStyles, mergeClasses, Switch, tokens } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { useDesk, useWatched } from '../use-desk';
import { WithdrawAllButton } from '../withdrawing/withdraw-all-button';
import { armInWords } from './arm';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '40px',
    padding: '0 12px 0 4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  armed: { backgroundColor: tokens.colorPaletteDarkOrangeBackground2 },
  switch: { flexShrink: 0 },
});

/** The arm switch: while it is off, no button sends, except to take back. Withdrawing all stands beside it. */
export function ArmRow() {
  const { arm } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const state = useWatched(arm.arm);
  return (
    <div className={mergeClasses(styles.row, state.armed && styles.armed)}>
      <Switch
        className={styles.switch}
        label={<span className={look.strong}>Armed</span>}
        checked={state.armed}
        onChange={(_, { checked }) => arm.turn(checked)}
      />
      <span className={look.small} role="status">
        {armInWords(state)}
      </span>
      <WithdrawAllButton />
    </div>
  );
}
