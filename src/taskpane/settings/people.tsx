import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { GatewayClient } from '../../client/client';
import { ROLES } from '../../domain/person';
import { fourEyesInWords } from '../../domain/policy/policy-words';
import { may, PERMISSION_WORDS, PERMISSIONS } from '../../domain/policy/permission';
import type { Outcome } from '../../domain/failure';
import { usePane } from '../app/hooks';
import { Facts, type Fact } from '../ui/facts';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { counted } from '../ui/text/cell-text';
import { failureInWords } from '../ui/text/status-text';
import { Machines } from './machines';
import { limitLines, lineInWords } from './limit-lines';

type Answered = Awaited<ReturnType<GatewayClient['people']['read']>>;
type People = Extract<Answered, { ok: true }>['value'];

/** For admins: who is on the desk now, how that ends, and the policy in force. */
export function PeoplePart() {
  const { client, notice } = usePane();
  const shared = useSharedStyles();
  const [told, setTold] = useState<Answered>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let wanted = true;
    void client.people.read().then((outcome) => wanted && setTold(outcome));
    return () => void (wanted = false);
  }, [client, turn]);
  const ends = async (asked: Promise<Outcome<{ ended: number }>>): Promise<void> => {
    const outcome = await asked;
    const words = outcome.ok
      ? `${outcome.value.ended === 1 ? '1 session' : `${outcome.value.ended} sessions`} ended.`
      : failureInWords(outcome.failure);
    notice.set(words);
    setTurn((last) => last + 1);
  };
  return (
    <section className={shared.section} aria-label="People">
      <h3 className={shared.subtitle}>People</h3>
      {told?.ok === false && <Note tone="bad">{failureInWords(told.failure)}</Note>}
      {told?.ok && <Sessions people={told.value} onEnd={(asked) => void ends(asked)} />}
      {told?.ok && <Policy policy={told.value.policy} />}
      {told?.ok && told.value.machines && <Machines desk={told.value.machines} />}
      <div>
        <Button size="small" onClick={() => setTurn((last) => last + 1)}>
          Refresh people
        </Button>
      </div>
    </section>
  );
}

type Session = People['sessions'][number];

function Sessions({
  people: { sessions, pairings },
  onEnd,
}: {
  people: People;
  onEnd: (asked: Promise<Outcome<{ ended: number }>>) => void;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const small = mergeClasses(shared.text, shared.small);
  const [asked, setAsked] = useState<Question>();
  // By name and beginning, so that no button moves under the mouse with what somebody else does.
  const inOrder = sessions.toSorted((a, b) => a.name.localeCompare(b.name) || a.openedAt - b.openedAt);
  const commands = inOrder.filter(({ isProgram }) => isProgram);
  const cardOf = (one: Session) => (
    <SessionCard
      key={one.session}
      session={one}
      asked={asked}
      onAsk={setAsked}
      onEnd={(whom) => {
        setAsked(undefined);
        onEnd(client.people.end(whom));
      }}
    />
  );
  return (
    <>
      <ul className={mergeClasses(shared.list, shared.section)} aria-label="Sessions">
        {inOrder.filter(({ isProgram }) => !isProgram).map(cardOf)}
      </ul>
      {commands.length > 0 && (
        <details className={shared.small}>
          <summary>{`${counted(commands.length, 'command', formatters)} of the gateway’s account in the last 24 hours`}</summary>
          <ul className={mergeClasses(shared.list, shared.section)} aria-label="Commands">
            {commands.map(cardOf)}
          </ul>
        </details>
      )}
      {pairings.length > 0 && (
        <p className={mergeClasses(small, shared.muted)}>
          A paired browser signs in again by itself until it is unpaired.
        </p>
      )}
      <ul className={shared.list} aria-label="Paired browsers">
        {pairings.map(({ pairing, name, pairedAt }) => (
          <li key={pairing} className={shared.line}>
            <span className={small}>
              {name}, paired {formatters.moment(pairedAt)}
            </span>
            <Button
              size="small"
              aria-label={`Unpair ${pairing} of ${name}`}
              onClick={() => onEnd(client.people.unpair(pairing))}
            >
              Unpair
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function SessionCard({
  session: { name, id, roles, session, openedAt, usedAt, actedAt, pages, isProgram, quotes = 0 },
  asked,
  onAsk,
  onEnd,
}: {
  session: Session;
  asked: Question | undefined;
  onAsk: (question: Question | undefined) => void;
  onEnd: (whom: Question['whom']) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const small = mergeClasses(shared.text, shared.small);
  const question = {
    session,
    name,
    quotes,
    comesBack: isProgram ? 'command' : id === undefined ? 'browser' : 'provider',
  } as const;
  const last = isProgram
    ? `last used ${formatters.moment(usedAt)}`
    : actedAt === undefined
      ? 'nothing pressed or typed yet'
      : `last pressed or typed ${formatters.moment(actedAt)}`;
  const open = pages === 0 ? 'no workbook open' : `${counted(pages, 'workbook', formatters)} open`;
  return (
    <li className={shared.card}>
      <div className={small}>
        <strong>{name}</strong> {roles.join(', ')}
      </div>
      <div className={mergeClasses(small, shared.muted)}>
        since {formatters.moment(openedAt)}, {last}
        {!isProgram && `, ${open}`}
      </div>
      <div className={shared.line}>
        <Button
          size="small"
          aria-label={`End session ${session} of ${name}`}
          onClick={() => onAsk({ ...question, whom: { session } })}
        >
          End session
        </Button>
        <Button
          size="small"
          aria-label={`End all sessions of ${name}`}
          onClick={() => onAsk({ ...question, whom: { person: id ?? name } })}
        >
          End all
        </Button>
      </div>
      {asked?.session === session && (
        <Confirmation question={asked} onLeave={() => onAsk(undefined)} onEnd={() => onEnd(asked.whom)} />
      )}
    </li>
  );
}

interface Question {
  /** Under which card it stands. */
  readonly session: string;
  readonly name: string;
  readonly quotes: number;
  /** How whoever is ended would come in again. */
  readonly comesBack: 'provider' | 'browser' | 'command';
  readonly whom: Parameters<GatewayClient['people']['end']>[0];
}

/** What follows, and how to keep somebody out. */
const THEN: Record<Question['comesBack'], string> = {
  provider:
    'Sheets and pane show nothing any more until the next sign-in. To keep somebody out, take their role away first: at the provider, or in the policy.',
  browser:
    'Sheets and pane show nothing any more until the next sign-in, and a paired browser signs in by itself: to keep somebody out, unpair it.',
  command: 'A command that still runs stops. The next one comes in again.',
};

/** Whoever is ended withdraws nothing any more: what is live is told before. */
function Confirmation({
  question: { name, quotes, comesBack, whom },
  onEnd,
  onLeave,
}: {
  question: Question;
  onEnd: () => void;
  onLeave: () => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const what = 'session' in whom ? 'this session' : 'all sessions';
  const live = `${formatters.count(quotes)} live ${quotes === 1 ? 'quote' : 'quotes'}`;
  return (
    <div role="group" aria-label={`End ${what} of ${name}?`} className={shared.section}>
      <Note tone={quotes > 0 ? 'bad' : 'warning'}>
        {quotes > 0
          ? `${name} has ${live}. Ended or not, ${quotes === 1 ? 'it stays' : 'they stay'} live until somebody withdraws ${quotes === 1 ? 'it' : 'them'}: in Journal, or by Withdraw all.`
          : `${name} has no live quote.`}{' '}
        {THEN[comesBack]}
      </Note>
      <div className={shared.line}>
        <Button size="small" onClick={onEnd}>
          {`Yes, end ${what} of ${name}`}
        </Button>
        <Button size="small" onClick={onLeave}>
          No
        </Button>
      </div>
    </div>
  );
}

const WHO_MAY: readonly Fact[] = ROLES.map((role) => [
  role,
  PERMISSIONS.filter((permission) => may([role], permission))
    .map((permission) => PERMISSION_WORDS[permission])
    .join(', '),
]);

type OwnOfPolicy = NonNullable<NonNullable<People['policy']>['limits']>[number];

/** "Volume: warns 25 MW, blocks 50 MW; at most 60 prices and acceptances a minute" */
const ownInWords = ({ levels, pressesPerMinute }: OwnOfPolicy, formatters: Formatters): string =>
  [
    ...limitLines(levels, formatters).map(lineInWords),
    ...(pressesPerMinute === undefined
      ? []
      : [`at most ${formatters.count(pressesPerMinute)} prices and acceptances a minute`]),
  ].join('; ');

function Policy({ policy }: { policy: People['policy'] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  return (
    <>
      <h3 className={shared.subtitle}>Policy</h3>
      {policy?.problem !== undefined && (
        <Note tone="bad">{`The file was changed and is not in force. ${policy.problem}`}</Note>
      )}
      {policy ? (
        <Facts
          facts={[
            ['File', policy.path],
            ['Read at', formatters.moment(policy.readAt)],
            ['SHA-256', policy.digest.slice(0, 16)],
            ['Another person approves', fourEyesInWords(policy.fourEyes)],
            ...(policy.limits ?? []).map(
              (own) => [`Limits of ${own.whose}`, ownInWords(own, formatters)] as const,
            ),
          ]}
        />
      ) : (
        <p className={shared.text}>
          There is no policy: a paired browser may do everything, and who signs in at a provider has the roles
          that their groups there are named after.
        </p>
      )}
      <Facts facts={WHO_MAY} />
    </>
  );
}
