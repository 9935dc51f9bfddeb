import { makeStyles, mergeClasses, Switch, tokens } from '@fluentui/react-components';
import { armInWords } from '../app/arm';
import { usePane, useWatched } from '../app/hooks';
import { countInWords, useLiveOffers } from '../app/live-offers';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';

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
  const { arm } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const state = useWatched(arm.arm);
  return (
    <div className={mergeClasses(styles.row, state.armed && styles.armed)}>
      <Switch
        className={styles.switch}
        label={<span className={shared.strong}>Armed</span>}
        checked={state.armed}
        onChange={(_, { checked }) => arm.turn(checked)}
      />
      <span className={mergeClasses(shared.small, styles.words)} role="status">
        {armInWords(state)}
      </span>
      <WithdrawAllButton />
    </div>
  );
}

const useButtonStyles = makeStyles({ place: { marginLeft: 'auto', flexShrink: 0, whiteSpace: 'nowrap' } });

/** All that the desk may have live, by one press from wherever a person is. With none live it stops what is on its way. */
function WithdrawAllButton() {
  const { formatters, notice, withdrawals } = usePane();
  const shared = useSharedStyles();
  const styles = useButtonStyles();
  const standing = useLiveOffers();
  const firm = useWatched(withdrawals.withProposals) ? standing.proposals.length : 0;
  return (
    <div className={mergeClasses(styles.place, shared.digits)}>
      <PressButton
        label={`Withdraw all (${countInWords(standing, formatters, firm)})`}
        onPress={() => notice.set(withdrawals.all())}
      />
    </div>
  );
}
