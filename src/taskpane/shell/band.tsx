import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Connection } from '../../client/client';
import type { DeskStatus, Environment } from '../../domain/desk-status';
import { haltInWords } from '../../domain/halt';
import { ARM_IDLE_MS, armInWords, offWord, type Arm } from '../app/arm';
import { PROGRAMS, STATUS, useAnswer, useConnection, useNow, usePane, useWatched } from '../app/hooks';
import { lazyPart } from '../app/lazy-part';
import { useNamedPerson } from '../app/named-person';
import { Only, useWhyNot } from '../app/only';
import {
  countInWords,
  isAnyUnknown,
  stayingCount,
  stopsInWords,
  unsureInWords,
  useLiveOffers,
  withdrawableInWords,
} from '../app/live-offers';
import { Icon } from '../ui/icon';
import { PressButton } from '../ui/press-button';
import { useEnvironmentColours, useSharedStyles } from '../ui/styles';
import { CONNECTION_WORDS, ENVIRONMENT_WORDS, signedInWords } from '../ui/text/status-text';

/** It lies on the band's edge, and moves nothing when it comes. */
const CallsGauge = lazyPart(() =>
  import(/* webpackChunkName: "strips" */ './calls').then((file) => file.CallsGauge),
);

const useStyles = makeStyles({
  band: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    boxSizing: 'border-box',
    height: '40px',
    paddingRight: '8px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 350px)': { gap: '8px', paddingRight: '6px' },
  },
  on: {
    color: '#ffffff',
    '@media (forced-colors: active)': { outline: '3px solid Highlight', outlineOffset: '-3px' },
  },
  place: {
    alignSelf: 'stretch',
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: '6px',
    marginBottom: '-1px',
    padding: '0 10px',
    color: '#ffffff',
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    '@media (max-width: 350px)': { gap: '5px', padding: '0 8px' },
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  unknown: { backgroundColor: '#3d3d3d' },
  placeOn: {
    boxShadow: 'inset -1px 0 rgba(255, 255, 255, 0.35)',
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      color: 'HighlightText',
      backgroundColor: 'Highlight',
    },
  },
  real: { '@media (forced-colors: active)': { textDecorationLine: 'underline' } },
  short: { display: 'none', '@media (max-width: 350px)': { display: 'inline' } },
  wide: { '@media (max-width: 350px)': { display: 'none' } },
  begins: {
    '@media (max-width: 350px)': {
      display: 'inline-block',
      '::first-letter': { textTransform: 'uppercase' },
    },
  },
  /** As `begins`, where the word before it is away in a wider pane too. */
  beginsTight: {
    '@media (max-width: 429px)': {
      display: 'inline-block',
      '::first-letter': { textTransform: 'uppercase' },
    },
  },
  roomy: { whiteSpace: 'pre', '@media (max-width: 429px)': { display: 'none' } },
  /** A word that would be cut off beside the buttons, such as one's own name; it stays for screen readers. */
  named: {
    '@media (max-width: 429px)': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
  initials: { display: 'none', '@media (max-width: 429px)': { display: 'inline' } },
  /** A question mark for a word whose place the switch and its countdown need. */
  narrow: { '@media (min-width: 430px)': { display: 'none' } },
  arm: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    height: '100%',
    marginRight: 'auto',
    overflow: 'hidden',
    // Room for the ring of the focus.
    marginLeft: '-6px',
    paddingLeft: '6px',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '@media (max-width: 350px)': { gap: '6px' },
  },
  /** It gives way to whatever can be pressed. */
  me: {
    display: 'block',
    flexShrink: 99,
    alignSelf: 'center',
    height: 'auto',
    textOverflow: 'ellipsis',
    cursor: 'inherit',
  },
  /** Never cut: two letters, and a switch that is on with its countdown. */
  beside: { '@media (max-width: 429px)': { flexShrink: 0 } },
  words: { overflow: 'hidden', textOverflow: 'ellipsis' },
  lever: {
    appearance: 'none',
    position: 'relative',
    flexShrink: 0,
    boxSizing: 'border-box',
    width: '32px',
    height: '16px',
    margin: '0 0 0 2px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralStrokeAccessible,
    cursor: 'pointer',
    '::after': {
      content: '""',
      position: 'absolute',
      top: '2px',
      left: '2px',
      width: '10px',
      height: '10px',
      borderRadius: '50%',
      backgroundColor: 'currentColor',
      '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  leverOn: {
    border: '1px solid #ffffff',
    backgroundColor: '#ffffff',
    color: '#242424',
    '::after': { left: '18px', '@media (forced-colors: active)': { backgroundColor: 'HighlightText' } },
    ':focus-visible': { outline: '2px solid #ffffff', outlineOffset: '2px' },
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      border: '1px solid CanvasText',
    },
  },
  figure: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightRegular },
  buttons: { display: 'flex', flexShrink: 0, gap: '6px', whiteSpace: 'nowrap' },
});

/**
 * Always in sight: which environment this is, whether trading is on, what can be withdrawn, and the calls left. While trading is
 * on all of it has the colour of the environment.
 */
export function Band({ onSignIn }: { onSignIn: () => void }) {
  const { arm, client } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const colours = useEnvironmentColours();
  const status = useAnswer(client, STATUS).value;
  const connection = useConnection(client);
  const state = useWatched(arm.arm);
  const colour = status ? colours[status.environment] : styles.unknown;
  const isCutOff = connection === 'lost' || connection === 'unpaired';
  const isOut = connection === 'open' && status?.signedIn === false;
  const whyNoSwitch = useWhyNot('arm');
  const me = useNamedPerson();
  const named = whyNoSwitch ?? me;
  return (
    <div className={mergeClasses(styles.band, state.armed && colour, state.armed && styles.on)}>
      <Place status={status} isOn={state.armed} isConnected={!isCutOff} />
      <span className={shared.hidden} role="status">
        {`${CONNECTION_WORDS[connection]}${isCutOff ? '' : ` · ${signedInWords(status)}`}. ${whyNoSwitch ?? armInWords(state)}`}
      </span>
      {whyNoSwitch === undefined && <ArmSwitch state={state} connection={connection} out={isOut} />}
      {named !== undefined && (
        <span
          className={mergeClasses(
            styles.arm,
            styles.me,
            whyNoSwitch === undefined && styles.beside,
            shared.strong,
          )}
          title={named}
        >
          <MyName name={status?.person?.name ?? ''} isBesideSwitch={whyNoSwitch === undefined} />
        </span>
      )}
      <div className={styles.buttons}>
        <Only permission="withdraw" quiet>
          <WithdrawAllButton out={isOut} />
        </Only>
        {isOut && (
          <Button size="small" appearance="primary" onClick={onSignIn}>
            Sign in
          </Button>
        )}
      </div>
      <CallsGauge isOn={state.armed} />
    </div>
  );
}

function MyName({ name, isBesideSwitch }: { name: string; isBesideSwitch: boolean }) {
  const styles = useStyles();
  if (!isBesideSwitch) return name;
  return (
    <>
      <span className={styles.named}>{name}</span>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
    </>
  );
}

/** "TB" for Tom Berger, and for tom.berger@firm.example. */
function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return `${first.charAt(0)}${last.charAt(0)}`.toUpperCase();
}

const SHORT: Record<Environment, string> = { simulator: 'SIM', sandbox: 'SBX', production: 'PROD' };

function Place({
  status,
  isOn,
  isConnected,
}: {
  status: DeskStatus | undefined;
  isOn: boolean;
  isConnected: boolean;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const colours = useEnvironmentColours();
  const environment = status?.environment;
  const look = mergeClasses(
    styles.place,
    environment === undefined ? styles.unknown : colours[environment],
    isOn && styles.placeOn,
    environment === 'production' && styles.real,
  );
  return (
    <span className={look} title={status?.service}>
      {environment !== undefined && <Icon name={isConnected ? environment : 'disconnected'} />}
      <span className={shared.roomy}>
        {environment === undefined ? 'Environment not known' : ENVIRONMENT_WORDS[environment]}
      </span>
      <span className={styles.short} aria-hidden="true">
        {environment === undefined ? '?' : SHORT[environment]}
      </span>
    </span>
  );
}

/** Stands in place of the word for the switch. */
const CUT_OFF: Partial<Record<Connection, string>> = { lost: 'Offline', unpaired: 'No access' };

/** While it is off, no button sends, except to take back. Space or a click turns it. */
function ArmSwitch({ state, connection, out }: { state: Arm; connection: Connection; out: boolean }) {
  const { arm, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  // The longer button beside it leaves no room for all of its words.
  const isTight = isAnyUnknown(useLiveOffers());
  const halt = state.status?.halt;
  const why = CUT_OFF[connection] ?? (out ? 'Signed out' : halt && 'Halted');
  const offBecause = offWord(state);
  return (
    <label
      className={mergeClasses(styles.arm, state.armed && styles.beside)}
      title={halt ? haltInWords(halt, formatters.time(halt.at)) : armInWords(state)}
    >
      <input
        type="checkbox"
        role="switch"
        className={mergeClasses(styles.lever, state.armed && styles.leverOn)}
        checked={state.armed}
        onChange={({ target }) => arm.turn(target.checked)}
      />
      <span className={styles.words}>
        <span className={mergeClasses(shared.strong, why !== undefined && shared.hidden)}>
          {/* In the narrowest pane the countdown takes the place of a word that stays for screen readers. */}
          <span className={mergeClasses(state.armed && shared.roomy, isTight && styles.named)}>Trading </span>
          <span className={mergeClasses(state.armed && styles.begins, isTight && styles.beginsTight)}>
            {state.armed ? 'on' : 'off'}
          </span>
        </span>
        {why !== undefined && <span className={shared.strong}> {why}</span>}
        {why === undefined && offBecause !== undefined && (
          <span className={mergeClasses(styles.figure, styles.wide, isTight && styles.named)}>
            {` ${offBecause}`}
          </span>
        )}
        {state.armed && <Countdown usedAt={state.usedAt} />}
      </span>
    </label>
  );
}

/** How long until trading goes off by itself: "4:12". */
function Countdown({ usedAt }: { usedAt: number }) {
  const styles = useStyles();
  const left = Math.max(0, Math.min(ARM_IDLE_MS, usedAt + ARM_IDLE_MS - useNow()));
  const seconds = Math.ceil(left / 1000);
  return (
    <span className={styles.figure} aria-hidden="true">
      {` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  );
}

/** All that the desk may have live, by one press from wherever a person is. With none live it stops what is on its way. */
function WithdrawAllButton({ out }: { out: boolean }) {
  const { client, formatters, withdrawals } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const standing = useLiveOffers();
  const running = (useAnswer(client, PROGRAMS).value ?? []).filter(
    ({ state }) => state === 'running' || state === 'silent',
  ).length;
  const firm = useWatched(withdrawals.withProposals) ? standing.proposals.length : 0;
  const isNone = standing.live.length + standing.unknown + firm === 0;
  // Signed out with nothing live, signing in is what is left to do.
  if (out && isNone) return null;
  // Before the desk has told what is live, 0 would be a claim.
  const label = standing.isKnown
    ? `Withdraw all ${withdrawableInWords(standing, formatters, firm)}`
    : 'Withdraw all';
  const [known, unsure] = label.split(' unknown');
  const stays = stayingCount(standing, formatters);
  const stops = stopsInWords(running, formatters);
  return (
    // What it leaves and stops is in its title and name: the switch and its countdown need the room.
    <div
      className={shared.digits}
      title={`${countInWords(standing, formatters, firm)}${stays && `${stays}, which cannot be withdrawn`}${stops}${unsureInWords(standing)}`}
    >
      <PressButton
        label={
          <>
            <span className={isNone && running === 0 ? shared.muted : undefined}>{known}</span>
            {unsure !== undefined && <span className={styles.narrow}>?</span>}
            {unsure !== undefined && <span className={styles.roomy}> unknown</span>}
          </>
        }
        name={`${label}${stays}${stops}`}
        onPress={() => withdrawals.all()}
      />
    </div>
  );
}
