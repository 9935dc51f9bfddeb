import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { requestIdOf, type Action } from '../../domain/action';
import { eventKindOf } from '../../domain/actions/event-kind';
import { factsOf } from '../../domain/actions/kinds';
import { endingOf, STATE_WORDS } from '../../domain/actions/state-words';
import type { Fill } from '../../domain/delivery/fill';
import type { PlatformEvent } from '../../domain/event';
import { isAcceptance } from '../../domain/executed';
import type { By } from '../../domain/person';
import type { Request } from '../../domain/request';
import { roleOf } from '../../domain/role';
import { useDoer, useFillWords } from '../app/doer';
import { useEventNotices } from '../app/event-notices';
import { causedHere, type RelevanceContext } from '../app/event-relevance';
import { eventRows, foldedRows, isFolded, rowInWords, type EventRow } from '../app/event-rows';
import { ORIGIN_WORDS } from '../app/event-text';
import { EVENTS, JOURNAL, useAnswer, useNow, usePane, useWatched } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';
import { outcomeSentence } from '../ui/text/action-text';
import { whose } from '../ui/text/doer-text';
import { sentPriceInWords } from '../ui/text/own-offer-text';
import { withUnit } from '../ui/text/request-text';
import { bestMoves, looksAt, minuteOf, moveInWords, type BestMove } from './best-moves';

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

/** What happened on a request, newest first, as far as this desk heard of it or did it; nothing is asked for. Nothing where there is nothing. */
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
  const lines = linesOf(heard, { known: notices.known(), formatters, fillWords, doer });
  if (lines.length === 0) return null;
  const told = (at: number): string =>
    now - at < CLOCK_ALONE_MS ? formatters.time(at) : formatters.moment(at);
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
        {lines.slice(0, isAll ? LINES_MAX : LINES).map(({ key, at, words }) => (
          <li key={key} className={styles.item}>
            <span className={mergeClasses(shared.muted, shared.digits)} title={formatters.second(at)}>
              {told(at)}
            </span>
            <span className={mergeClasses(shared.text, shared.digits)}>{words}</span>
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

/** One thing that happened. `at`: when it was heard of or done, epoch ms. */
interface Line {
  readonly key: string;
  readonly at: number;
  readonly words: string;
}

interface Saying {
  readonly known: RelevanceContext;
  readonly formatters: Formatters;
  readonly fillWords: (fill: Fill, isNamed?: boolean) => string;
  readonly doer: (by: By | undefined) => string;
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

/** Each thing once: what the desk did stands by its own line instead of by the event that tells of it, and a trade of its own by its record. */
export function linesOf(heard: Heard, saying: Saying): Line[] {
  const actions = actionsOn(heard);
  const made = new Set<string>(actions.flatMap(({ tradeId }) => tradeId ?? []));
  const fills = heard.fills.filter(
    ({ requestId, tradeId }) => requestId === heard.request.id && !made.has(tradeId),
  );
  const filled = new Set<string>(fills.map(({ tradeId }) => tradeId));
  const events = heardOf(heard).filter(
    (event) =>
      (event.tradeId === undefined || !(made.has(event.tradeId) || filled.has(event.tradeId))) &&
      causedHere(event, actions) !== 'yes',
  );
  const rows = foldedRows(eventRows(events, saying.known));
  // A move stands in the line of the quotes of its minute, or by itself.
  const moves = new Map(heard.moves.map((move) => [minuteOf(move.at), move]));
  const told = rows.map((row) => {
    const minute = minuteOf(row.event.heardAt);
    const move = row.folded && moves.get(minute);
    if (!move) return eventLine(row, saying);
    moves.delete(minute);
    return movedLine(move, heard.request, saying, row);
  });
  const lines = [
    ...told,
    ...[...moves.values()].map((move) => movedLine(move, heard.request, saying)),
    ...fills.map((fill) => ({ key: fill.tradeId, at: fill.at, words: dealInWords(fill, saying) })),
    ...actions.map((action) => actionLine(action, heard.request, saying)),
  ];
  return lines.sort((one, other) => other.at - one.at);
}

/** "Best ask fell to 70.86, Greywater", and of a minute with more than one quote what else there was of them. */
function movedLine(move: BestMove, request: Request, { formatters }: Saying, row?: EventRow): Line {
  const churn = row && isFolded(row) ? row : undefined;
  const words = moveInWords(move, { request, formatters, isWhole: churn !== undefined });
  const more = churn && rowInWords(churn, (count) => formatters.count(count)).toLowerCase();
  return {
    key: row ? String(row.event.sequence) : `best ${move.at}`,
    at: churn ? churn.event.heardAt : move.at,
    words: [words, more].filter(Boolean).join('; '),
  };
}

/** "You bought 4 MW at 71.02, Dunmore": of what, the head of the room says. */
function dealInWords(fill: Fill, { fillWords }: Saying): string {
  if (fill.legs.length > 1) return fillWords(fill);
  const { counterparty, ...deal } = fill;
  return [fillWords(deal, false), counterparty].filter(Boolean).join(', ');
}

function eventLine(row: EventRow, { formatters }: Saying): Line {
  const { event } = row;
  const { sequence, origin, heardAt: at, tradeId, quoteId, proposalId, counterofferId } = event;
  const number = isFolded(row) ? undefined : (tradeId ?? quoteId ?? proposalId ?? counterofferId);
  const words = [
    rowInWords(row, (count) => formatters.count(count)),
    number,
    origin !== 'pushed' && ORIGIN_WORDS[origin],
  ];
  return { key: String(sequence), at, words: words.filter(Boolean).join(', ') };
}

/** "Your quote, bid 31.20, 10 MW, QT-50271", with what has become of it where it is not done. */
function actionLine(action: Action, request: Heard['request'], { formatters, doer }: Saying): Line {
  const { id: key, body, by, createdAt, endedAt: at = createdAt } = action;
  const ending = endingOf(action);
  if (ending === 'done' && isAcceptance(body) && action.executed)
    return { key, at, words: outcomeSentence('done', action, formatters, doer(by)) };
  const made = action.quoteId ?? action.proposalId ?? action.counterofferId ?? action.tradeId;
  // A withdrawal bears the number of the quote that it is about.
  const about = 'quoteId' in body ? body.quoteId : 'proposalId' in body && body.proposalId;
  const words = [
    `${whose(doer(by))} ${factsOf(body).noun}`,
    'proposalKind' in body && body.proposalKind,
    'direction' in body && `${body.direction} ${sentPriceInWords(body.price, formatters)}`,
    'direction' in body && withUnit(formatters.quantity(body.quantity), request.legs[0]?.quantityUnit),
    made,
    !('direction' in body) && about !== made && about,
    ending !== 'done' && STATE_WORDS[ending],
  ];
  return { key, at, words: words.filter(Boolean).join(', ') };
}
