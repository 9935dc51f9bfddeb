import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { isFinal, requestIdOf, tradesMade, type Action } from '../../domain/action';
import { eventKindOf } from '../../domain/actions/event-kind';
import { factsOf } from '../../domain/actions/kinds';
import { endingOf, outcomeWord } from '../../domain/actions/state-words';
import type { Fill } from '../../domain/delivery/fill';
import type { PlatformEvent } from '../../domain/event';
import { isAcceptance } from '../../domain/executed';
import type { By } from '../../domain/person';
import type { Request } from '../../domain/request';
import { roleOf } from '../../domain/role';
import { useDoer, useFillWords } from '../app/doer';
import { useEventNotices } from '../app/event-notices';
import { causedHere, type RelevanceContext } from '../app/event-relevance';
import {
  eventRows,
  foldedRows,
  isFolded,
  minuteOf,
  MINUTE_MS,
  rowInWords,
  type EventRow,
} from '../app/event-rows';
import { eventInWords, ORIGIN_WORDS } from '../app/event-text';
import { heldOnce, isHeldByChecks } from '../app/held-once';
import { journalEntries } from '../app/journal-entries';
import { EVENTS, JOURNAL, useAnswer, useNow, usePane, useWatched } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { outcomeSentence } from '../ui/text/action-text';
import { whose } from '../ui/text/doer-text';
import { sentPriceInWords } from '../ui/text/own-offer-text';
import { withUnit } from '../ui/text/request-text';
import { bestMoves, looksAt, moveInWords, type BestMove } from './best-moves';

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: '84px minmax(0, 1fr)',
    columnGap: '8px',
    padding: '2px 0',
  },
});

/** So many lines are in sight at first. */
const LINES = 6;
/** So many there are at most: the rooms of events and of the journal have the others. */
const LINES_MAX = 200;
/** A clock alone would be taken for one of today. */
const CLOCK_ALONE_MS = 12 * 3_600_000;
/** A trade or a closing may be heard of so much later than the list without the quotes that it took off. */
const END_HEARD_WITHIN_MS = 60_000;

/**
 * A log of what happened on a request, newest first, as far as this desk heard of it or did it: a line that was said stays, with its time, and may
 * only be completed. Nothing is asked for. Nothing where there is nothing.
 */
export function SinceOpened({ request }: { request: Request }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const [isAll, setAll] = useState(false);
  const notices = useEventNotices();
  const fillWords = useFillWords();
  const doer = useDoer();
  const now = useNow();
  const moves = useBestMoves(request);
  const heard = {
    request,
    moves,
    events: useAnswer(client, EVENTS).value ?? [],
    journal: useAnswer(client, JOURNAL).value ?? [],
    fills: useWatched(notices.fills.all),
  };
  const lines = linesOf(heard, { known: notices.known(), formatters, fillWords, doer, now });
  if (lines.length === 0) return null;
  const told = ({ at, minute }: Line): string => {
    if (now - at >= CLOCK_ALONE_MS) return formatters.moment(minute ?? at);
    return formatters.clock(minute ?? at);
  };
  const since = heardSince(heard);
  return (
    <section className={shared.section} aria-label="Since it opened">
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>Since it opened</h3>
        {since !== 'opening' && (
          <span className={mergeClasses(shared.small, shared.muted, shared.digits)}>
            {since === undefined
              ? `only what this desk did${moves.length > 0 ? ' and saw' : ''}`
              : `heard since ${sinceInWords(since, now, formatters)}`}
          </span>
        )}
      </div>
      <ul className={mergeClasses(shared.list, shared.small)} aria-label="Since it opened, newest first">
        {lines.slice(0, isAll ? LINES_MAX : LINES).map((line) => (
          <li key={line.key} className={styles.item}>
            <span
              className={mergeClasses(shared.muted, shared.digits)}
              title={line.minute === undefined ? formatters.second(line.at) : formatters.moment(line.minute)}
            >
              {told(line)}
            </span>
            <span className={mergeClasses(shared.text, shared.digits)}>{line.words}</span>
          </li>
        ))}
      </ul>
      {lines.length > LINES && (
        <div>
          <Button size="small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show the newest' : `Show all ${formatters.count(lines.length)}`}
          </Button>
        </div>
      )}
      {isAll && lines.length > LINES_MAX && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          The {LINES_MAX} newest. Events and Journal have the others.
        </p>
      )}
    </section>
  );
}

/** On a request of the desk's own: where it was asked, the quotes that it sees are its own. */
function useBestMoves(request: Request): readonly BestMove[] {
  const { client } = usePane();
  const { id } = request;
  const [history, list] = useMemo(
    () => [{ kind: 'history', id, field: 'best' } as const, { kind: 'quotes', id } as const],
    [id],
  );
  const seen = useAnswer(client, history).value;
  const looks = looksAt(client, request, useAnswer(client, list));
  return useMemo(
    () => (seen && roleOf(request) === 'initiator' ? bestMoves(seen, looks) : []),
    [seen, looks, request],
  );
}

const sinceInWords = (at: number, now: number, formatters: Formatters): string =>
  now - at < CLOCK_ALONE_MS ? formatters.minute(at) : formatters.moment(at);

interface Heard {
  readonly request: Request;
  readonly moves: readonly BestMove[];
  readonly events: readonly PlatformEvent[];
  readonly journal: readonly Action[];
  readonly fills: readonly Fill[];
}

/** One thing that happened. `at`: when it was heard of or pressed, epoch ms. `minute`: of what is told of a whole minute, when that began. */
interface Line {
  readonly key: string;
  readonly at: number;
  readonly minute?: number;
  readonly words: string;
}

interface Saying {
  readonly known: RelevanceContext;
  readonly formatters: Formatters;
  readonly fillWords: (fill: Fill, isNamed?: boolean) => string;
  readonly doer: (by: By | undefined) => string;
  readonly now: number;
}

const heardOf = ({ request, events }: Heard): PlatformEvent[] =>
  events.filter(({ requestId, origin }) => requestId === request.id && origin !== 'test');

const actionsOn = ({ request, journal }: Heard): Action[] =>
  journal.filter(({ body, newRequestId }) => requestIdOf(body) === request.id || newRequestId === request.id);

/**
 * From when on this desk heard of the request: from its opening, by the platform's word or as its own; else from the first event of it; `undefined` where
 * there is none. One that polling found may have been open for long.
 */
export function heardSince(heard: Heard): number | 'opening' | undefined {
  const events = heardOf(heard);
  const isOpening = events.some(({ type, origin }) => origin === 'pushed' && eventKindOf(type) === 'request');
  const isMade = actionsOn(heard).some(({ newRequestId }) => newRequestId === heard.request.id);
  if (isOpening || isMade) return 'opening';
  return events.length === 0 ? undefined : Math.min(...events.map(({ heardAt }) => heardAt));
}

/** Each thing once: what the desk did stands by its own line instead of by the event that tells of it, and a trade of its own with its record. */
export function linesOf(heard: Heard, saying: Saying): Line[] {
  const { request, moves } = heard;
  const actions = actionsOn(heard);
  const made = new Set<string>(actions.flatMap((action) => tradesMade(action)));
  const fills = heard.fills.filter(
    ({ requestId, tradeId }) => requestId === request.id && !made.has(tradeId),
  );
  const deals = new Map<string, string>(fills.map((fill) => [fill.tradeId, dealInWords(fill, saying)]));
  // What an action may still turn out to have caused waits for its answer; that of an unknown one may take for ever.
  const answered = actions.filter(({ state }) => state !== 'unknown');
  const all = heardOf(heard);
  const events = all.filter(
    (event) =>
      (event.tradeId === undefined || !made.has(event.tradeId)) && causedHere(event, answered) === 'no',
  );
  const rows = foldedRows(eventRows(events, saying.known));
  const named = new Set<string>(events.flatMap(({ tradeId }) => tradeId ?? []));
  const ends = [
    ...all.flatMap(({ type, heardAt }) => (ENDS.has(eventKindOf(type)) ? heardAt : [])),
    ...fills.map(({ at }) => at),
    ...actions.flatMap(({ body, state, endedAt = saying.now }) =>
      isAcceptance(body) && state !== 'rejected' && state !== 'cancelled' ? endedAt : [],
    ),
  ];
  const lines: Line[] = [
    ...rows.flatMap((row) => (row.folded ? minuteLine(row, saying) : eventLine(row, deals))),
    ...moves
      .filter(({ at, to }, index) => {
        if (to !== undefined) return true;
        // Without a word about its end, what stands last of a request that is over is that end.
        const isEnd = request.state !== 'open' && ends.length === 0 && index === moves.length - 1;
        const isNear = ends.some((end) => Math.abs(end - at) <= END_HEARD_WITHIN_MS);
        return !isEnd && !isNear && saying.now - at > END_HEARD_WITHIN_MS;
      })
      .map((move) => ({
        key: `best ${move.at}`,
        at: move.at,
        words: moveInWords(move, request, saying.formatters),
      })),
    ...fills
      .filter(({ tradeId }) => !named.has(tradeId))
      .map(({ tradeId, at }) => ({ key: tradeId, at, words: deals.get(tradeId) ?? tradeId })),
    ...onceEach(heldOnce(actions, ({ createdAt }) => createdAt).lines).flatMap((action) =>
      actionLines(action, request, saying),
    ),
  ];
  return lines.sort((one, other) => other.at - one.at);
}

/** What was tried again is one line, by its first press. */
const onceEach = (actions: readonly Action[]): Action[] =>
  journalEntries(actions, []).flatMap(({ id, at }) => {
    const action = actions.find((one) => one.id === id);
    return action ? [{ ...action, createdAt: at }] : [];
  });

/** A quote list without quotes after one of these says nothing of quotes that were withdrawn. */
const ENDS: ReadonlySet<ReturnType<typeof eventKindOf>> = new Set(['traded', 'closed']);

/** Quotes of others, once their minute is over: until then there may be more of them. */
function minuteLine(row: EventRow, { formatters, now }: Saying): Line[] {
  const minute = minuteOf(row.event.heardAt) * MINUTE_MS;
  const at = minute + MINUTE_MS;
  if (now < at) return [];
  const { requestId, origin } = row.event;
  const count = isFolded(row) ? undefined : row.event.quoteId;
  const words = [
    rowInWords(row, (number) => formatters.count(number)),
    count,
    origin !== 'pushed' && ORIGIN_WORDS[origin],
  ];
  return [{ key: `${requestId} ${origin} ${minute}`, at, minute, words: words.filter(Boolean).join(', ') }];
}

/** "You bought 4 MW at 71.02, Dunmore": of what, the head of the room says. */
function dealInWords(fill: Fill, { fillWords }: Saying): string {
  if (fill.legs.length > 1) return fillWords(fill);
  const { counterparty, ...deal } = fill;
  return [fillWords(deal, false), counterparty].filter(Boolean).join(', ');
}

/** "Traded, TR-9"; once the record of the desk's own trade is read, also what it says. */
function eventLine({ event }: EventRow, deals: ReadonlyMap<string, string>): Line {
  const { sequence, origin, heardAt: at, tradeId, quoteId, proposalId, counterofferId } = event;
  const number = tradeId ?? quoteId ?? proposalId ?? counterofferId;
  const words = [eventInWords(event), number, origin !== 'pushed' && ORIGIN_WORDS[origin]];
  const deal = tradeId === undefined ? undefined : deals.get(tradeId);
  return {
    key: String(sequence),
    at,
    words: [words.filter(Boolean).join(', '), deal].filter(Boolean).join('. '),
  };
}

const HELD = 'held by the desk’s checks';

/**
 * "Your quote, bid 31.20, 10 MW, QT-50271", by the time of its press, with what has become of it where it is not done; of an acceptance what was traded
 * is a line of its own.
 */
function actionLines(action: Action, request: Heard['request'], { formatters, doer }: Saying): Line[] {
  const { id: key, body, by, createdAt, endedAt = createdAt, tradeId } = action;
  const ending = endingOf(action);
  const isTraded = ending === 'done' && isAcceptance(body) && action.executed !== undefined;
  const made = action.quoteId ?? action.proposalId ?? action.counterofferId ?? tradeId;
  // A withdrawal bears the number of the quote that it is about.
  const about = 'quoteId' in body ? body.quoteId : 'proposalId' in body && body.proposalId;
  const words = [
    `${whose(doer(by))} ${factsOf(body).noun}`,
    'proposalKind' in body && body.proposalKind,
    'direction' in body && `${body.direction} ${sentPriceInWords(body.price, formatters)}`,
    'direction' in body && withUnit(formatters.quantity(body.quantity), request.legs[0]?.quantityUnit),
    made,
    !('direction' in body) && about !== made && about,
    (ending === 'unknown' || (ending !== 'done' && isFinal(action))) &&
      (isHeldByChecks(action) ? HELD : outcomeWord(ending, action)),
  ];
  return [
    { key, at: createdAt, words: words.filter(Boolean).join(', ') },
    ...(isTraded
      ? [
          {
            key: `${key} traded`,
            at: endedAt,
            words: outcomeSentence('done', action, formatters, doer(by)),
          },
        ]
      : []),
  ];
}
