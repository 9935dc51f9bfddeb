import { makeStyles, mergeClasses, Switch, tokens } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { useDesk, useWatched } from '../use-desk';
import { WithdrawAllButton } from '../withdrawing/withdraw-all-button';
import { armInWords } from './arm';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 4px',
    minHeight: '40px',
    padding: '0 12px 0 4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  armed: { backgroundColor: tokens.colorPaletteDarkOrangeBackground2 },
  switch: { flexShrink: 0 },
  // Beside switch and button there is no room for a sentence in the narrowest pane: it has a line below them.
  words: {
    flexGrow: 1,
    flexBasis: 0,
    '@media (max-width: 400px)': { order: 1, flexBasis: '100%', padding: '0 0 5px 8px' },
  },
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
      <span className={mergeClasses(look.small, styles.words)} role="status">
        {armInWords(state)}
      </span>
      <WithdrawAllButton />
    </div>
  );
}
