import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { productInWords } from '../../domain/delivery/product-words';
import { marketsVersion } from '../../domain/delivery/given-markets';
import { haltInWords, type Halt } from '../../domain/halt';
import { UpdateNow } from '../app/age';
import {
  JOURNAL,
  PROGRAMS,
  QUOTA,
  STATUS,
  useAnswer,
  useConnection,
  isSigningIn,
  useUnheard,
  useNow,
  usePane,
  useWatched,
  useMode,
} from '../app/hooks';
import { countInWords, useLiveOffers } from '../app/live-offers';
import { useDoer } from '../app/doer';
import { endedUnread, type EndedQuote } from '../app/ended-quotes';
import { useEventNotices } from '../app/event-notices';
import { chime } from '../app/fills';
import { pressedBy, whose } from '../ui/text/doer-text';
import { sentPriceInWords } from '../ui/text/own-offer-text';
import { officeInWords } from '../app/office-text';
import { useWhyNot } from '../app/only';
import { routeKey, type Route } from '../app/route';
import { useSince } from '../app/since';
import type { DeskStatus, Quota } from '../../domain/desk-status';
import type { StopReason } from '../../domain/program/program';
import type { Action } from '../../domain/action';
import { atItsEnd, sentence, type Failure } from '../../domain/failure';
import { OUTAGE_ENDS, OUTAGE_MEANS } from '../../domain/outage-words';
import type { Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';
import { BY_HAND, useCalculation } from '../cells/calculation';
import { useUnnamed } from '../cells/unnamed';
import { counted, MODE_BANDS } from '../ui/text/cell-text';
import { PriceHistory } from './price-history';
import { FoldedStrips, Strip } from './strip';
import { useRefresh } from '../cells/refreshing';

const useStyles = makeStyles({
  button: { flexShrink: 0 },
  read: { flexShrink: 0, whiteSpace: 'nowrap' },
});

/** Outcomes, terms and trades that the platform's records contradict, until somebody has read them. */
function Corrections({ onGo }: { onGo: (route: Route) => void }) {
  const { client, formatters, preferences } = usePane();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const [read, setRead] = useState(() => (preferences.read(READ) ?? '').split(','));
  const doer = useDoer();
  const [first, ...more] = journal
    .flatMap((action) => corrections(action, pressedBy(action, doer(action.by))))
    .filter(({ key }) => !read.includes(key));
  if (!first) return null;
  const putAway = (): void => {
    const next = [first.key, ...read].slice(0, READ_MAX);
    preferences.keep(READ, next.join());
    setRead(next);
  };
  return (
    <Strip
      tone="bad"
      gravity="urgent"
      remedy={{ label: 'Journal', go: { room: 'journal' } }}
      more={
        <Button size="small" onClick={putAway}>
          Close
        </Button>
      }
      onGo={onGo}
    >
      <span role="alert">
        <strong>{first.shown}:</strong> {first.says}
        {more.length > 0 && ` ${formatters.count(more.length)} more.`}
      </span>
    </Strip>
  );
}

/** Each is read by itself. What is listed of a quote that is over can be taken no more. */
const corrections = ({ id, corrected, contradictions = [], over }: Action, shown: string) => [
  ...(corrected === undefined ? [] : [{ key: `${id}`, shown, says: corrected }]),
  ...contradictions
    .filter(({ about }) => !over || (about !== 'terms' && about !== 'request'))
    .map(({ about, tradeId, says }) => ({
      key: `${id}:${about}:${tradeId ?? encodeURIComponent(says)}`,
      ...{ shown, says },
    })),
];

/** What a person has read of corrected actions. */
const READ = 'corrections-read';
const READ_MAX = 200;

/** Programs that have ended since a person read so last: whoever started one must not find it out from an empty market. */
function StoppedPrograms({ route, onGo }: { route: Route; onGo: (route: Route) => void }) {
  const { client, events, formatters, preferences } = usePane();
  const programs = useAnswer(client, PROGRAMS).value ?? [];
  const styles = useStyles();
  const [from, setFrom] = useState(() => Number(preferences.read(STOPS_READ) ?? client.clock.now()));
  useEffect(() => preferences.keep(STOPS_READ, String(from)), [preferences, from]);
  const ended = programs.flatMap(({ name, stopped }) =>
    stopped && stopped.at > from
      ? [{ name, ...stopped, isCalm: stopped.left === 0 && PRESSED.has(stopped.why) }]
      : [],
  );
  const newest = Math.max(0, ...ended.map(({ at }) => at));
  const loudest = Math.max(0, ...ended.map(({ at, isCalm }) => (isCalm ? 0 : at)));
  useEffect(() => {
    if (loudest > 0 && events.switches.sound.get()) chime();
  }, [loudest, events]);
  const isCalm = ended.every((one) => one.isCalm);
  useEffect(
    () => (newest > 0 && isCalm ? client.clock.after(CALM_MS, () => setFrom(newest)) : undefined),
    [client, newest, isCalm],
  );
  const [first, ...more] = ended.sort((a, b) => Number(a.isCalm) - Number(b.isCalm) || b.at - a.at);
  if (!first) return null;
  const left =
    first.left > 0 ? ` ${formatters.count(first.left)} may still be live: press Withdraw all.` : '';
  return (
    <Strip
      tone={first.isCalm ? 'plain' : 'bad'}
      gravity={first.isCalm ? 'plain' : 'urgent'}
      {...(route.room !== 'programs' && { remedy: { label: 'Programs', go: { room: 'programs' } } })}
      more={
        <Button size="small" className={styles.read} onClick={() => setFrom(newest)}>
          Close
        </Button>
      }
      onGo={onGo}
    >
      <span role={first.isCalm ? 'status' : 'alert'}>
        <strong>{first.name} has stopped</strong> ({formatters.clock(first.at)}). {first.words}
        {left}
        {more.length > 0 &&
          ` ${counted(more.length, 'other program', formatters)} ${more.length === 1 ? 'has' : 'have'} stopped too.`}
      </span>
    </Strip>
  );
}

/** Somebody wanted it so. */
const PRESSED: ReadonlySet<StopReason> = new Set(['person', 'withdraw-all']);
/** Of a program that a person stopped, with nothing of it left, there is no more to say after so long. */
export const CALM_MS = 30_000;
/** Up to when (epoch ms) a person has read which programs stopped. */
const STOPS_READ = 'programs-stopped-read';

/** Another machine leads the desk than when this page was opened, or than when somebody read so last. */
function TakenOver({ onGo }: { onGo: (route: Route) => void }) {
  const { client, formatters } = usePane();
  const lead = useAnswer(client, STATUS).value?.lead;
  const [read, setRead] = useState<number>();
  const known = read ?? lead?.epoch;
  // The first that this page hears of is no change.
  if (read === undefined && lead) setRead(lead.epoch);
  if (!lead || lead.epoch === known) return null;
  return (
    <Strip
      more={
        <Button size="small" onClick={() => setRead(lead.epoch)}>
          Close
        </Button>
      }
      onGo={onGo}
    >
      {`${lead.machine} has taken over this desk at ${formatters.time(lead.since)}. It carries on by itself; anything still being sent is in the journal.`}
    </Strip>
  );
}

/** Quotes of this desk that ended without its doing since a person read so last: whoever was away must not find it out from an empty list. */
function EndedQuotes({ onGo }: { onGo: (route: Route) => void }) {
  const { client, events, formatters, preferences } = usePane();
  const notices = useEventNotices();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const fills = useWatched(events.fills);
  const [from, setFrom] = useState(() => Number(preferences.read(ENDED_READ) ?? client.clock.now()));
  useEffect(() => preferences.keep(ENDED_READ, String(from)), [preferences, from]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const doer = useDoer();
  const trades = useAnswer(client, OWN_TRADES).value ?? [];
  const all = endedUnread(journal, { fills, trades, from, now: useNow() }).filter(
    ({ quoteId }) => !closed.has(quoteId),
  );
  const told = ({ body, by }: EndedQuote): { own: string; product: string } => {
    const request = notices.request(body.requestId);
    return {
      own: `${whose(doer(by)).replace(/^Your/, 'your')} ${body.direction} ${sentPriceInWords(body.price, formatters)}`,
      product: request ? productInWords(request) : body.requestId,
    };
  };
  const [sought, ended] = [true, false].map((isSought) =>
    all.filter(({ came }) => (came === undefined) === isSought),
  ) as [EndedQuote[], EndedQuote[]];
  /** What is still looked up is not read by whoever closes the others. */
  const close = (): void => {
    setClosed(new Set([...closed, ...ended.map(({ quoteId }) => quoteId)]));
    const before = Math.min(...sought.map(({ over }) => over.at - 1));
    setFrom(Math.max(from, Math.min(before, Math.max(...ended.map(({ over }) => over.at)))));
  };
  const some = (of: readonly EndedQuote[], words: (one: EndedQuote) => string): string => {
    const more = of.length - ENDED_SHOWN;
    const shown = of.slice(0, ENDED_SHOWN).map(words).join('; ');
    return `${shown}${more > 0 ? `; and ${formatters.count(more)} more` : ''}.`;
  };
  return (
    <>
      {sought.length > 0 && (
        <Strip tone="plain" onGo={onGo}>
          {some(sought, (one) => {
            const { own, product } = told(one);
            return `${product} was traded: looking up whether ${own} was taken`;
          })}
        </Strip>
      )}
      {ended.length > 0 && (
        <Strip
          remedy={{ label: 'Journal', go: { room: 'journal' } }}
          more={
            <Button size="small" onClick={close}>
              Close
            </Button>
          }
          onGo={onGo}
        >
          {`No longer live: ${some(ended, (one) => {
            const { own, product } = told(one);
            return `${own} ${product} ${one.came} (${formatters.clock(one.over.at)})`;
          })}`}
        </Strip>
      )}
    </>
  );
}

/** Up to when (epoch ms) a person has read which quotes ended. */
const ENDED_READ = 'ended-quotes-read';
const ENDED_SHOWN = 3;
const OWN_TRADES = { kind: 'own-trades' } as const;

/** Prices that come up to this many times later than wished, which is every two minutes, are not stale in between: their ages say the rest. */
const NOTABLE_STRETCH = 30;

/**
 * How polling spends the calls, where a person has to know. `isShort`: they end before the platform's day does; else all goes to plan.
 */
function paceInWords(
  quota: Quota,
  formatters: Formatters,
): { readonly says: string; readonly isShort: boolean; readonly isNews?: boolean } | undefined {
  const { stretch = 1, says } = quota.plan ?? {};
  const { endsAt, left, reserve } = quota;
  if (endsAt !== undefined) {
    const short = left > reserve ? `Calls end about ${formatters.clock(endsAt)}.` : undefined;
    return { says: [short, says].filter(Boolean).join(' '), isShort: true };
  }
  return says === undefined ? undefined : { says, isShort: false, isNews: stretch > NOTABLE_STRETCH };
}

/** As it was when the room was opened: with the pace it would come and go, and move what is pressed there. */
function usePaceHeld(room: string, isTold: boolean | undefined): boolean {
  const [held, setHeld] = useState<{ readonly room: string; readonly isTold: boolean }>();
  const isKnown = held?.room === room;
  if (!isKnown && isTold !== undefined) setHeld({ room, isTold });
  return isKnown ? held.isTold : isTold === true;
}

/** What is away, what that means for a trader, and what goes on by itself; what it needs a person for says the failure. No other place says it again. */
function outageInWords(
  { signedIn, isTrying = false, cannotWrite }: DeskStatus,
  failure: Failure | undefined,
): Outage {
  const unsent = 'No price or acceptance is sent.';
  if (!failure) return { head: 'signing in', means: [unsent] };
  const { kind, next, service } = failure;
  // That the platform answers is no news then, and somebody has to do something.
  if (cannotWrite) return { head: 'The desk’s storage has a fault', means: [sentence(failure)] };
  if (!signedIn) {
    return {
      head: isTrying ? 'not signed in, still trying' : 'not signed in',
      means: [
        unsent,
        (!isTrying || kind !== 'unavailable') && sentence(isTrying ? failure : atItsEnd(failure)),
      ],
    };
  }
  const away = service ? 'platform failing' : 'platform not answering';
  const isUnavailable = kind === 'unavailable';
  return {
    head: kind === 'unreadable' ? 'platform’s answers unreadable' : away,
    means: [OUTAGE_MEANS, !isUnavailable && next],
    ...(isUnavailable && { goesOn: OUTAGE_ENDS }),
  };
}

interface Outage {
  readonly head: string;
  readonly means: readonly (string | false)[];
  /** What nobody has to do anything for. */
  readonly goesOn?: string;
}

/** A halt takes nothing off: what was live before can still be taken. Who may end it is led there, and everybody else is told who may. */
function Halted({ halt, route, onGo }: { halt: Halt; route: Route; onGo: (route: Route) => void }) {
  const { formatters } = usePane();
  const mayResume = useWhyNot('administer') === undefined;
  const standing = useLiveOffers();
  const isAnyLive = standing.live.length + standing.unknown > 0;
  const still = isAnyLive
    ? ` Quotes that can still be taken: ${countInWords(standing, formatters)}. Withdraw all takes them back.`
    : '';
  return (
    <Strip
      tone="bad"
      gravity="urgent"
      {...(mayResume && route.room !== 'desk' && { remedy: { label: 'Resume…', go: { room: 'desk' } } })}
      onGo={onGo}
    >
      {`${haltInWords(halt, formatters.time(halt.at))} Nothing that adds risk is sent; withdrawals still are.${mayResume ? '' : ' An admin can resume the desk.'}${still}`}
    </Strip>
  );
}

const { hostname } = window.location;
const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
const DESK = isHere ? 'SpreadDesk on this machine' : `SpreadDesk at ${hostname}`;
const START_AGAIN = isHere ? 'Start it if it was ended.' : 'If it stays away, ask an administrator.';

/** What is wrong with the desk itself, and cells that do not follow by themselves, in every room; nothing while all is well. */
export function StatusStrips({ route, onGo }: { route: Route; onGo: (route: Route) => void }) {
  const { client, formatters, office } = usePane();
  const styles = useStyles();
  const status = useAnswer(client, STATUS).value;
  const quota = useAnswer(client, QUOTA).value;
  const connection = useConnection(client);
  const excel = officeInWords(useWatched(office));
  const { isByHand, repair } = useCalculation();
  const unnamed = useUnnamed();
  const lostAt = useSince(connection === 'lost');
  const isAway = status && (status.failure !== undefined || isSigningIn(status));
  const failedAt = useSince(isAway);
  const since = (at: number | undefined): string =>
    at === undefined ? '' : ` since ${formatters.clock(at)}`;
  const outage = status && isAway && outageInWords(status, status.failure);
  const isUnheard = useUnheard() !== undefined;
  // No price can be relied on to come, and what is wrong is said: how often prices come else is no news then.
  const pace = quota && !isUnheard ? paceInWords(quota, formatters) : undefined;
  const isPaceTold = usePaceHeld(routeKey(route), quota?.plan && pace?.isNews === true);
  return (
    <>
      {/* It shows nothing itself, and comes with what comes a moment after the first room. */}
      <PriceHistory />
      <ModeBand />
      <FoldedStrips>
        {connection === 'lost' && (
          <Strip tone="bad" gravity="urgent" onGo={onGo}>
            <span title={`${DESK} does not answer. It reconnects by itself.`}>
              <strong>NOT LIVE{since(lostAt)}: SpreadDesk does not answer.</strong> {START_AGAIN} Live quotes
              can be taken; only Withdraw all is tried.
            </span>
          </Strip>
        )}
        <TakenOver onGo={onGo} />
        {status?.halt && <Halted halt={status.halt} route={route} onGo={onGo} />}
        {status?.journal?.state === 'broken' && (
          <Strip
            tone="bad"
            gravity="urgent"
            remedy={{ label: 'Journal', go: { room: 'journal' } }}
            onGo={onGo}
          >
            The journal has been altered or damaged. Ask an administrator to verify it.
          </Strip>
        )}
        <Corrections onGo={onGo} />
        <StoppedPrograms route={route} onGo={onGo} />
        <EndedQuotes onGo={onGo} />
        {connection !== 'lost' && connection !== 'unpaired' && outage && (
          <Strip
            tone="bad"
            gravity="urgent"
            more={<UpdateNow name="everything in sight" word="Try now" resources={() => client.watched()} />}
            onGo={onGo}
          >
            <span title={status.failure && failureInWords(status.failure)}>
              <strong>
                {status.cannotWrite
                  ? `${outage.head}${since(failedAt)}.`
                  : `NOT LIVE${since(failedAt)}: ${outage.head}.`}
              </strong>{' '}
              {outage.means.filter(Boolean).join(' ')}
              {outage.goesOn && ` ${outage.goesOn}`}
            </span>
          </Strip>
        )}
        {status?.provider && <Strip onGo={onGo}>{failureInWords(status.provider)}</Strip>}
        {status && (status.marketsVersion ?? '') !== marketsVersion() && (
          <Strip
            tone="bad"
            more={
              <Button size="small" onClick={() => window.location.reload()}>
                Reload
              </Button>
            }
            onGo={onGo}
          >
            The desk’s market settings have changed, such as peak hours and gas days. Reload, then recalculate
            the workbook with Ctrl+Alt+F9.
          </Strip>
        )}
        {isByHand && (
          <Strip
            tone="bad"
            more={
              <Button size="small" onClick={() => void repair()}>
                Calculate automatically
              </Button>
            }
            onGo={onGo}
          >
            {BY_HAND}
          </Strip>
        )}
        {unnamed.count > 0 && (
          <Strip
            more={
              <Button size="small" onClick={() => void unnamed.repair()}>
                Re-enter formulas
              </Button>
            }
            onGo={onGo}
          >
            {counted(unnamed.count, 'cell', formatters)} of the desk {unnamed.count === 1 ? 'shows' : 'show'}{' '}
            #NAME?: the workbook was opened before SpreadDesk, or a function is misspelled.
          </Strip>
        )}
        {excel && <Strip onGo={onGo}>{excel}</Strip>}
        {pace && pace.says !== '' && (pace.isShort || isPaceTold) && (
          <Strip
            tone={pace.isShort ? 'warning' : 'plain'}
            remedy={{ label: 'Why', go: { room: 'calls' } }}
            isOneLine
            // A request has its own, and so has the list of requests.
            more={
              route.room !== 'request' &&
              route.room !== 'requests' && (
                <span className={styles.button}>
                  <UpdateNow name="everything in sight" resources={() => client.watched()} />
                </span>
              )
            }
            onGo={onGo}
          >
            {pace.says}
          </Strip>
        )}
      </FoldedStrips>
    </>
  );
}

const useBandStyles = makeStyles({
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
function ModeBand() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const styles = useBandStyles();
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
