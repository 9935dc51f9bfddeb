import { Button, Checkbox, mergeClasses } from '@fluentui/react-components';
import { useState, useEffect } from 'react';
import type { DeskStatus } from '../../domain/desk-status';
import { JOURNAL, STATUS, useAnswer, useConnection, usePane, useWatched } from '../app/hooks';
import { Only } from '../app/only';
import { journalEntries } from '../app/journal-entries';
import { isUnsettled } from '../../domain/actions/tries';
import { officeInWords } from '../app/office-text';
import { Facts, type Fact } from '../ui/facts';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import {
  CONNECTION_WORDS,
  ENVIRONMENT_WORDS,
  failureInWords,
  JOURNAL_WORDS,
  signedInWords,
} from '../ui/text/status-text';
import { ToggleGroup } from '../ui/toggle-group';
import { zoneNames } from '../../domain/zone-name';
import { QuotaPart } from './quota';
import { ARM_IDLE_MS } from '../app/arm';
import { NEWS_NAMES } from '../app/event-text';
import { GivenFile } from '../app/file-download';
import { ModeSwitch } from '../app/mode-switch';
import { NEWS_KINDS } from '../app/heard-events';
import { MODE_NAMES } from '../ui/text/cell-text';
import { InterfacePart } from './interface-check';
import { PeoplePart } from './people';
import { HaltPart } from './halt';
import { LimitsPart } from './pre-trade-limits';
import { WebhookPart } from './webhook';

type Part = 'desk' | 'quota' | 'settings';
const PARTS = [
  { value: 'desk', label: 'Desk' },
  { value: 'quota', label: 'Calls' },
  { value: 'settings', label: 'Settings' },
] as const;

/** Where the desk works and as whom, what of the day's calls is left, and what can be set. */
export function SettingsRoom({ at, onSignIn }: { at?: Part | undefined; onSignIn: () => void }) {
  const shared = useSharedStyles();
  const [part, setPart] = useState<Part>(at ?? 'desk');
  return (
    <section className={shared.room} aria-label="Desk">
      <ToggleGroup label="Part of the desk" options={PARTS} value={part} onChange={setPart} />
      {part === 'desk' && <StatusPart onSignIn={onSignIn} />}
      {part === 'quota' && <QuotaPart />}
      {part === 'settings' && <SettingsPart />}
    </section>
  );
}

/** The calls of the day as a room of their own. */
export function CallsPart() {
  const shared = useSharedStyles();
  return (
    <section className={shared.room} aria-label="Calls">
      <QuotaPart />
    </section>
  );
}

function StatusPart({ onSignIn }: { onSignIn: () => void }) {
  const { client, formatters, office, ticker } = usePane();
  const shared = useSharedStyles();
  const status = useAnswer(client, STATUS).value;
  const connection = CONNECTION_WORDS[useConnection(client)];
  const excel = officeInWords(useWatched(office));
  return (
    <>
      <h2 className={shared.hidden}>Desk</h2>
      {/* In sight without scrolling, in a room where nothing sends. */}
      <HaltPart />
      {status ? (
        <Facts facts={[['Connection', connection], ...statusFacts(status, formatters, ticker.get())]} />
      ) : (
        <p className={shared.text}>Loading the desk’s status…</p>
      )}
      {status?.signedIn === false && (
        <Only permission="administer">
          <div>
            <Button size="small" appearance="primary" onClick={onSignIn}>
              Sign in to an environment
            </Button>
          </div>
        </Only>
      )}
      <Only permission="administer" quiet>
        {status?.signedIn === true && <InterfacePart key={status.service} />}
        {status && <SignOut status={status} />}
        <PeoplePart />
      </Only>
      <PersonSignOut />
      {excel !== '' && <p className={mergeClasses(shared.text, shared.small)}>{excel}</p>}
    </>
  );
}

/** "CET (Europe/Berlin)" */
const zoneInWords = (zone: string, at: number): string => `${zoneNames(zone)(at)} (${zone})`;

function statusFacts(status: DeskStatus, formatters: Formatters, at: number): Fact[] {
  const ends = status.tokenEndsAt;
  return [
    ['Environment', ENVIRONMENT_WORDS[status.environment]],
    ['Platform', status.service],
    ...(status.person ? [['You', `${status.person.name}: ${status.person.roles.join(', ')}`] as const] : []),
    ['Platform sign-in', signedInWords(status)],
    ['Sign-in ends', ends === undefined ? 'not given' : formatters.moment(ends)],
    ['Days in', zoneInWords(status.zone, at)],
    ['Gateway', `version ${status.version}`],
    ...(status.journal ? [['Journal', JOURNAL_WORDS[status.journal.state]] as const] : []),
    ...(status.endsOfLife ? [['The platform announces', status.endsOfLife.join(' ')] as const] : []),
    ...(status.failure ? [['Problem', failureInWords(status.failure)] as const] : []),
  ];
}

/** Signs the desk out, and wipes what is kept of the credentials if asked. */
function SignOut({ status }: { status: DeskStatus }) {
  const { client, notice } = usePane();
  const shared = useSharedStyles();
  const [isOpen, setOpen] = useState(false);
  const [forget, setForget] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isIn = status.signedIn || status.isTrying === true;
  const isKept = status.environments.some(
    ({ name, remembered }) => name === status.environment && remembered,
  );
  if (!isIn && !isKept) return null;
  const leave = async (): Promise<void> => {
    setBusy(true);
    setRefusal('');
    const outcome = await client.signOut({ forget: isKept && (forget || !isIn) });
    setBusy(false);
    setForget(false);
    setOpen(false);
    if (!outcome.ok) return setRefusal(failureInWords(outcome.failure));
    notice.set(isIn ? `Signed out. ${unsettledInWords(outcome.value.unsettled)}`.trim() : 'Deleted.');
  };
  return (
    <div className={shared.section}>
      {isIn && <Consequences />}
      {isIn && isOpen && isKept && (
        <Checkbox
          label={<span className={shared.small}>Delete the saved credentials too</span>}
          checked={forget}
          onChange={(_, { checked }) => setForget(checked === true)}
        />
      )}
      <div className={shared.line}>
        {isIn && !isOpen ? (
          <Button size="small" onClick={() => setOpen(true)}>
            Sign out of the platform…
          </Button>
        ) : (
          <PressButton
            danger={isIn}
            label={isIn ? (isBusy ? 'Signing out…' : 'Sign everybody out') : 'Delete the saved credentials'}
            quiet={isBusy}
            onPress={() => void leave()}
          />
        )}
        {isIn && isOpen && (
          <Button size="small" autoFocus onClick={() => setOpen(false)}>
            Cancel
          </Button>
        )}
      </div>
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </div>
  );
}

/** What signing out does to others and to what is not settled. */
function Consequences() {
  const { client, presses } = usePane();
  const shared = useSharedStyles();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const open = journalEntries(journal, useWatched(presses.all)).filter(isUnsettled).length;
  return (
    <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
      Signing out of the platform is for everybody, in every workbook of this gateway: cells show #N/A until
      somebody signs in. {unsettledInWords(open)}
    </p>
  );
}

/** What becomes of actions that are not settled when the desk leaves its environment. */
function unsettledInWords(count: number): string {
  if (count === 0) return '';
  const [are, they] = count === 1 ? ['action is', 'It stays'] : ['actions are', 'They stay'];
  return `${count} ${are} in progress. ${they} in the journal of this environment, and the desk checks again after the next sign-in here.`;
}

/** How the desk is set, and what of it can be set here. */
function SettingsPart() {
  const { client, ticker } = usePane();
  const shared = useSharedStyles();
  const status = useAnswer(client, STATUS).value;
  return (
    <>
      <h2 className={shared.hidden}>Settings</h2>
      {status ? (
        <Facts facts={settingFacts(status, ticker.get())} />
      ) : (
        <p className={shared.text}>Loading the desk’s status…</p>
      )}
      <section className={shared.section} aria-label="Mode of this workbook">
        <h3 className={shared.subtitle}>Cell updates</h3>
        <ModeSwitch />
      </section>
      <NewsPart />
      <Only permission="administer">
        <WebhookPart />
      </Only>
      <LimitsPart />
      <Only permission="administer" quiet>
        <section className={shared.section} aria-label="Support">
          <h3 className={shared.subtitle}>Support bundle</h3>
          <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
            Diagnostic information for support, without secrets or prices. Check it before you pass it on.
          </p>
          <GivenFile asks={[{ label: 'Create support bundle', ask: () => client.supportBundle() }]} />
        </section>
      </Only>
    </>
  );
}

const settingFacts = (status: DeskStatus, at: number): Fact[] => [
  ['Days in', zoneInWords(status.zone, at)],
  ['Times in', zoneInWords(status.shownZone ?? status.zone, at)],
  ['Workbooks start', MODE_NAMES[status.startsIn ?? 'live'].toLowerCase()],
  ['Trading switches off after', `${ARM_IDLE_MS / 60_000} idle minutes`],
  ['Gateway', `version ${status.version}`],
];

/** What a person is told of while looking elsewhere. */
function NewsPart() {
  const { switches } = usePane().events;
  const shared = useSharedStyles();
  const off = useWatched(switches.off);
  return (
    <section className={shared.section} aria-label="News">
      <h3 className={shared.subtitle}>Announcements</h3>
      <div role="group" aria-label="Announce">
        {NEWS_KINDS.map((kind) => (
          <div key={kind}>
            <Checkbox
              label={<span className={shared.small}>{NEWS_NAMES[kind]}</span>}
              checked={!off.has(kind)}
              onChange={(_, { checked }) => switches.turn(kind, checked === true)}
            />
          </div>
        ))}
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Your own actions are not announced. The Events room shows everything.
      </p>
    </section>
  );
}

/** For the next person at this Excel, where people sign in by name. */
function PersonSignOut() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [isByName, setByName] = useState(false);
  const [refusal, setRefusal] = useState('');
  useEffect(() => {
    void client.wayIn().then((way) => setByName(way.ok && way.value.by === 'provider'));
  }, [client]);
  if (!isByName) return null;
  const leave = async (): Promise<void> => {
    const left = await client.signOutPerson();
    // The page connects anew then, and is asked who is there: a line of the gateway ended with the session.
    if (!left.ok) setRefusal(failureInWords(left.failure));
  };
  return (
    <section className={shared.section} aria-label="You">
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
      <div>
        <Button size="small" onClick={() => void leave()}>
          Sign out of SpreadDesk
        </Button>
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Signs out you alone, in all workbooks of this Excel or browser. The desk stays signed in at the
        platform.
      </p>
    </section>
  );
}
