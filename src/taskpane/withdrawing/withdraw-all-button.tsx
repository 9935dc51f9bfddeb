import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { PressButton } from '../pressing/press-button';
import { useDesk, useWatched } from '../use-desk';
import { countInWords, useStanding } from './standing';

const useStyles = makeStyles({ place: { marginLeft: 'auto', flexShrink: 0, whiteSpace: 'nowrap' } });

/** All that the desk may have live, by one press from wherever a person is. With none live it stops what is on its way. */
export function WithdrawAllButton() {
  const { figures, notice, withdrawals } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const standing = useStanding();
  const firm = useWatched(withdrawals.withProposals) ? standing.proposals.length : 0;
  return (
    <div className={mergeClasses(styles.place, look.digits)}>
      <PressButton
        label={`Withdraw all (${countInWords(standing, figures, firm)})`}
        onPress={() => notice.set(withdrawals.all())}
      />
    </div>
  );
}
