import { Button, makeStyles, mergeClasses, tokens, Switch } from '@fluentui/react-components';
import { Age, UpdateNow } from '../app/age';
import { QUOTA, STATUS, useAnswer, useConnection, usePane, useWatched } from '../app/hooks';
import { Note } from '../ui/note';
import { useEnvironmentColours, useSharedStyles } from '../ui/styles';
import {
  CONNECTION_WORDS,
  ENVIRONMENT_WORDS,
  failureInWords,
  quotaForecast,
  signedInWords,
} from '../ui/text/status-text';
import { armInWords } from '../app/arm';
import { countInWords, useLiveOffers } from '../app/live-offers';
import { PressButton } from '../ui/press-button';

const useStyles = makeStyles({
  band: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '5px 12px',
    color: '#ffffff',
    backgroundColor: '#3d3d3d',
    borderBottom: '1px solid transparent',
    fontSize: tokens.fontSizeBase200,
  },
  name: {
    fontWeight: tokens.fontWeightBold,
    letterSpacing: '0.06em',
    textTransform: 'uppercase',
    whiteSpace: 'nowrap',
  },
});

/** Always visible: which environment this is, and whether the desk is connected and signed in, in words. */
export function EnvironmentBand() {
  const { client } = usePane();
  const styles = useStyles();
  const colours = useEnvironmentColours();
  const status = useAnswer(client, STATUS).value;
  const connection = useConnection(client);
  const words = `${CONNECTION_WORDS[connection]} · ${signedInWords(status)}`;
  return (
    <>
      <div className={mergeClasses(styles.band, status && colours[status.environment])}>
        <span className={styles.name}>
          {status ? ENVIRONMENT_WORDS[status.environment] : 'Environment not known'}
        </span>
        <span role="status">{words}</span>
      </div>
      {connection === 'lost' && (
        <Note tone="bad">
          Connection to the desk lost; reconnecting. Numbers are out of date until it is back.
        </Note>
      )}
      {status?.journal?.state === 'broken' && (
        <Note tone="alarm">
          The journal has been altered or damaged: a line was changed, removed or damaged. Open Journal to see
          which.
        </Note>
      )}
      {connection !== 'lost' && status?.failure && <Note tone="bad">{failureInWords(status.failure)}</Note>}
    </>
  );
}

const useQuotaStyles = makeStyles({
  strip: {
    padding: '4px 12px 5px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
  },
  bar: {
    height: '3px',
    marginTop: '3px',
    backgroundColor: tokens.colorNeutralBackground5,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  left: {
    height: '3px',
    backgroundColor: tokens.colorBrandBackground,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
  },
  button: { minWidth: 0, padding: '0 4px' },
  short: { backgroundColor: tokens.colorPaletteDarkOrangeBackground3 },
});

/** How old the prices in sight are, how many calls the day has left, and how long they last. */
export function QuotaStrip({ onWhy }: { onWhy: () => void }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useQuotaStyles();
  const { value: quota } = useAnswer(client, QUOTA);
  if (!quota) {
    return <div className={mergeClasses(styles.strip, shared.small)}>Calls left: loading.</div>;
  }
  const short = quota.endsAt !== undefined || quota.left <= quota.reserve;
  const share = quota.perDay > 0 ? Math.max(0, Math.min(1, quota.left / quota.perDay)) : 0;
  return (
    <div
      className={mergeClasses(styles.strip, shared.small, shared.digits)}
      role="group"
      aria-label="Calls of the day"
    >
      {quota.plan?.pricesAt !== undefined && (
        <>
          Oldest price updated <Age at={quota.plan.pricesAt} /> ago ·{' '}
        </>
      )}
      {formatters.count(quota.left)} of {formatters.count(quota.perDay)} calls left ·{' '}
      {quotaForecast(quota, formatters)}
      {quota.plan?.says !== undefined && (
        <div>
          {quota.plan.says}{' '}
          <Button size="small" appearance="transparent" className={styles.button} onClick={onWhy}>
            Why
          </Button>
          <UpdateNow name="everything in sight" resources={() => client.watched()} />
        </div>
      )}
      <div className={styles.bar} aria-hidden="true">
        <div
          className={mergeClasses(styles.left, short && styles.short)}
          style={{ width: `${(share * 100).toFixed(1)}%` }}
        />
      </div>
    </div>
  );
}

const useArmStyles = makeStyles({
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
  const styles = useArmStyles();
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
