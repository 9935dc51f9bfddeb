import { Button, makeStyles, mergeClasses, tokens, Select } from '@fluentui/react-components';
import { useState, type KeyboardEvent } from 'react';
import { RequestId } from '../../domain/identifiers';
import { useDoer, useFillWords } from '../app/doer';
import { useEventNotices } from '../app/event-notices';
import { isFolded, rowInWords, type EventRow } from '../app/event-rows';
import { endedInWords, eventInWords, ORIGIN_WORDS, relevanceInWords } from '../app/event-text';
import { JOURNAL, useAnswer, useNow, usePane, useWatched } from '../app/hooks';
import { useHeldOrder } from '../ui/held-order';
import { useSharedStyles } from '../ui/styles';
import { ownSide, quantityInWords } from '../ui/text/request-text';
import { productInWords } from '../../domain/delivery/product-words';
import type { Action } from '../../domain/action';
import type { PlatformEvent } from '../../domain/event';
import type { Fill } from '../../domain/delivery/fill';
import { ToggleGroup } from '../ui/toggle-group';
import { useOfferWords } from './event-offer';

/** So many are drawn, and so many more at each wish. */
const EVENTS_DRAWN = 100;

const useStyles = makeStyles({
  list: { margin: '0 -12px', containerType: 'inline-size', containerName: 'events' },
  filter: { '& > *': { flexGrow: 1 } },
});

/** Events one below the other, newest first; they stay in place while a person is at them. Arrow keys lead from request to request. */
export function EventList({
  rows,
  question,
  onOpen,
}: {
  rows: readonly EventRow[];
  question: string;
  onOpen: (id: RequestId) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const journal = useAnswer(usePane().client, JOURNAL).value ?? [];
  const [drawn, setDrawn] = useState(EVENTS_DRAWN);
  const [current, setCurrent] = useState<string>();
  const byId = new Map(rows.slice(0, drawn).map((row) => [String(row.event.sequence), row]));
  const order = useHeldOrder([...byId.keys()], `${question} ${drawn}`);
  const doors = order.ids.filter((id) => byId.get(id)?.event.requestId !== undefined);
  const reached = current !== undefined && doors.includes(current) ? current : doors[0];
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    const next = neighbour(event);
    if (!next) return;
    event.preventDefault();
    next.focus();
    setCurrent(next.dataset['event']);
  };
  return (
    <>
      {order.waiting > 0 && (
        <span className={mergeClasses(shared.line, shared.small)} role="status">
          {order.waiting} new {order.waiting === 1 ? 'event waits' : 'events wait'} while you use the list.
          <Button size="small" onClick={order.showAll}>
            Show now
          </Button>
        </span>
      )}
      <ul
        className={mergeClasses(shared.list, styles.list)}
        aria-label="Events, newest first"
        onKeyDown={key}
        {...order.list}
      >
        {order.ids.map((id) => {
          const row = byId.get(id);
          return (
            row && <EventItem key={id} row={row} journal={journal} current={id === reached} onOpen={onOpen} />
          );
        })}
      </ul>
      {rows.length > drawn && (
        <div>
          <Button size="small" onClick={() => setDrawn(drawn + EVENTS_DRAWN)}>
            Show {Math.min(EVENTS_DRAWN, rows.length - drawn)} more
          </Button>
        </div>
      )}
    </>
  );
}

/** The request that an arrow key, Home or End leads to. */
function neighbour({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const doors = [...currentTarget.querySelectorAll<HTMLElement>('[data-event]')];
  const at = doors.findIndex((door) => door === target);
  const to: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: doors.length - 1,
  };
  const place = to[key];
  return at < 0 || place === undefined ? undefined : doors[place];
}

/** A wide pane has one row for each: what happened, on which request, when. */
const useItemStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'baseline',
    columnGap: '8px',
    padding: '4px 12px 5px 9px',
    borderLeft: '3px solid transparent',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 42px',
    '@container events (min-width: 640px)': {
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) auto',
      containIntrinsicSize: 'auto 26px',
    },
  },
  mine: { borderLeftColor: tokens.colorBrandStroke1 },
  fill: {
    borderLeftColor: tokens.colorStatusSuccessBackground3,
    backgroundColor: tokens.colorStatusSuccessBackground1,
  },
  did: { color: tokens.colorStatusSuccessForeground1 },
  found: { backgroundColor: tokens.colorNeutralBackground2 },
  test: { backgroundColor: tokens.colorNeutralBackground3 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 8px' },
  what: { overflowWrap: 'anywhere' },
  time: { gridRow: 1, gridColumn: 2, '@container events (min-width: 640px)': { gridColumn: 3 } },
  tag: {
    padding: '0 5px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    lineHeight: '14px',
    whiteSpace: 'nowrap',
  },
  testTag: {
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    border: `1px solid ${tokens.colorNeutralBackgroundInverted}`,
  },
  subject: {
    gridColumn: '1 / -1',
    overflowWrap: 'anywhere',
    '@container events (min-width: 640px)': { gridRow: 1, gridColumn: 2 },
  },
  request: { marginRight: '8px', color: tokens.colorBrandForegroundLink },
});

/** One event: what happened and when, how the desk knows of it, and the request that it is about, where the rest stands. */
function EventItem({
  row,
  journal,
  current,
  onOpen,
}: {
  row: EventRow;
  journal: readonly Action[];
  /** The one row that the Tab key reaches. */
  current: boolean;
  onOpen: (id: RequestId) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useItemStyles();
  const { event, isMine } = row;
  const { origin, times } = event;
  const fill = useFill(event);
  const fillWords = useFillWords();
  const doer = useDoer();
  const events = useEventNotices();
  const request = events.request(event.requestId ?? '');
  const lost = endedInWords(events.endedWith(event), request, { formatters, doer });
  const offer = useOfferWords(row, { request, journal });
  const made = event.tradeId ?? event.quoteId ?? event.proposalId ?? event.counterofferId;
  return (
    <li
      className={mergeClasses(
        shared.small,
        styles.item,
        isMine && styles.mine,
        fill && styles.fill,
        origin === 'found' && styles.found,
        origin === 'test' && styles.test,
      )}
    >
      <div className={styles.head}>
        <strong className={mergeClasses(styles.what, fill && styles.did)}>
          {fill
            ? fillWords(fill)
            : `${rowInWords(row, (count) => formatters.count(count))}${row.by ? ` by ${row.by.name}` : ''}`}
          {offer !== undefined && !isFolded(row) && `: ${offer}`}
          {lost !== '' && `. ${lost}`}
        </strong>
        {times > 1 && (
          <span className={shared.figure}>
            <span aria-hidden="true">×{formatters.count(times)}</span>
            <span className={shared.hidden}>, received {formatters.count(times)} times</span>
          </span>
        )}
        {made !== undefined && !isFolded(row) && (
          <span className={mergeClasses(shared.digits, shared.muted)}>{made}</span>
        )}
        {origin !== 'pushed' && (
          <span className={mergeClasses(styles.tag, origin === 'test' && styles.testTag)}>
            {ORIGIN_WORDS[origin]}
          </span>
        )}
      </div>
      <Heard at={event.heardAt} />
      <Subject row={row} current={current} onOpen={onOpen} />
    </li>
  );
}

/** A clock alone would be taken for one of today. */
const CLOCK_ALONE_MS = 12 * 3_600_000;

function Heard({ at }: { at: number }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useItemStyles();
  const isRecent = useNow() - at < CLOCK_ALONE_MS;
  return (
    <span className={mergeClasses(styles.time, shared.muted, shared.figure)} title={formatters.second(at)}>
      {isRecent ? formatters.time(at) : formatters.moment(at)}
    </span>
  );
}

/** The trade of this desk that an event tells of, where the platform's record of it is known. */
function useFill({ tradeId }: PlatformEvent): Fill | undefined {
  const fills = useWatched(useEventNotices().fills.all);
  return tradeId === undefined ? undefined : fills.find((fill) => fill.tradeId === tradeId);
}

/** Which request it is about, as the list of requests names it, and how this desk stands to it. */
function Subject({
  row: { event, standing },
  current,
  onOpen,
}: {
  row: EventRow;
  current: boolean;
  onOpen: (id: RequestId) => void;
}) {
  const { formatters } = usePane();
  const events = useEventNotices();
  const shared = useSharedStyles();
  const styles = useItemStyles();
  const id = RequestId.safeParse(event.requestId);
  const request = event.requestId === undefined ? undefined : events.request(event.requestId);
  const [leg] = request?.legs ?? [];
  const about = [
    request && productInWords(request),
    request && ownSide(request),
    // As the list has it: the whole word would take a line more.
    leg && quantityInWords(leg, formatters)?.replace('certificates', 'certs'),
    relevanceInWords(standing),
  ];
  return (
    <div className={styles.subject}>
      {id.success ? (
        <button
          type="button"
          data-event={event.sequence}
          className={mergeClasses(shared.textButton, styles.request)}
          aria-label={`Open ${id.data}, ${eventInWords(event)}`}
          tabIndex={current ? 0 : -1}
          onClick={() => onOpen(id.data)}
        >
          {id.data}
        </button>
      ) : (
        <span className={shared.muted}>no request </span>
      )}
      <span className={mergeClasses(shared.muted, shared.digits)}>{about.filter(Boolean).join(' · ')}</span>
    </div>
  );
}

interface EventChoice {
  readonly whose: 'all' | 'mine';
  /** Empty: every type. */
  readonly type: string;
}

export const NO_CHOICE: EventChoice = { whose: 'all', type: '' };

export const chosen = (rows: readonly EventRow[], { whose, type }: EventChoice): EventRow[] =>
  rows.filter(({ event, isMine }) => (whose === 'all' || isMine) && (type === '' || event.type === type));

/** Narrows the events by whom they concern and by what happened. */
export function EventFilter({
  rows,
  choice,
  onChoice,
}: {
  /** All of them, so that each choice says how many it holds. */
  rows: readonly EventRow[];
  choice: EventChoice;
  onChoice: (choice: EventChoice) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const mine = rows.filter(({ isMine }) => isMine).length;
  const types = [...new Set(rows.map(({ event }) => event.type))].sort();
  return (
    <div className={mergeClasses(shared.line, styles.filter)}>
      <ToggleGroup
        label="Show events"
        value={choice.whose}
        options={[
          { value: 'all', label: `All ${formatters.count(rows.length)}` },
          { value: 'mine', label: `For you ${formatters.count(mine)}` },
        ]}
        onChange={(whose) => onChoice({ ...choice, whose })}
      />
      <Select
        size="small"
        aria-label="Type of event"
        value={choice.type}
        onChange={(_, { value }) => onChoice({ ...choice, type: value })}
      >
        <option value="">All types</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {eventInWords({ type })}
          </option>
        ))}
      </Select>
    </div>
  );
}
