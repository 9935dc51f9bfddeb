import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { PressButton } from '../pressing/press-button';
import { OWN_QUOTES, useAnswer, useDesk, useWatched } from '../use-desk';
import { stillLive } from './withdrawal';

const useStyles = makeStyles({ place: { marginLeft: 'auto', flexShrink: 0, whiteSpace: 'nowrap' } });

/** Every live quote of the desk, by one press from wherever a person is. With none live it stops what is on its way. */
export function WithdrawAllButton() {
  const { client, figures, notice, presses, withdrawals } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const own = useAnswer(client, OWN_QUOTES).value ?? [];
  const count = stillLive(own, useWatched(presses.all)).length;
  return (
    <div className={mergeClasses(styles.place, look.digits)}>
      <PressButton
        label={`Withdraw all (${figures.count(count)})`}
        onPress={() => notice.set(withdrawals.all())}
      />
    </div>
  );
}
