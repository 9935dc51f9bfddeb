import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { RequestId } from '../../domain/identifiers';
import type { Listing } from '../../domain/record';
import type { Answer, Resource } from '../../domain/resources/resource';
import { Updated } from '../app/age';
import { OPEN_REQUESTS, useAging, useAnswer, usePane, useUntold, useWatched } from '../app/hooks';
import { useOwnOffers } from '../app/live-offers';
import { Only } from '../app/only';
import { Note } from '../ui/note';
import { useHeldOrder } from '../ui/held-order';
import { useSharedStyles } from '../ui/styles';
import type { UnreadList } from '../ui/unread-list';
import { RequestList } from './request-list';
import { listedAs, STANDING_WORDS, type Standing } from '../app/standing';
import { commoditiesOf, rowsOf, shownRows, type Filter, type Row } from './rows';
import type { SearchProps } from './search-panel';

/** The requests, open or closed, and the door to a new one. */
export function RequestsRoom({
  onNew,
  Closed,
  ...list
}: ListProps & { onNew: () => void; Closed: ComponentType<ListProps> }) {
  const { prices } = usePane();
  const styles = useStyles();
  // What was seen while no list was in sight is asked of the gateway.
  useEffect(() => prices.listed.set(prices.listed.get() + 1), [prices]);
  return (
    <section aria-label="Requests" className={styles.room}>
      {list.filter.list === 'open' ? (
        <OpenRequests {...list} onNew={onNew} />
      ) : (
        <Closed {...list} onNew={onNew} />
      )}
    </section>
  );
}

function OpenRequests(props: ListProps) {
  const { client } = usePane();
  return (
    <AnsweredRequests
      {...props}
      name="Open requests"
      word="open"
      resource={OPEN_REQUESTS}
      answer={useAnswer(client, OPEN_REQUESTS)}
    />
  );
}

export interface ListProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** The request that was just left: its row takes the focus again. */
  readonly cameFrom: RequestId | undefined;
  readonly onOpen: (id: RequestId) => void;
  readonly onNew?: () => void;
  /** Comes when it is first opened. */
  readonly Search: ComponentType<SearchProps>;
  readonly Legend: ComponentType;
  readonly Unread: ComponentType<Parameters<typeof UnreadList>[0]>;
}

/** The requests of one answer, narrowed by the filter; `children` stands above it. */
export function AnsweredRequests({
  name,
  word,
  resource,
  answer,
  filter,
  onFilter,
  cameFrom,
  onOpen,
  onNew,
  Search,
  Legend,
  Unread,
  children,
}: ListProps & {
  name: string;
  word: Filter['list'];
  /** Where the list comes from. */
  resource: Resource;
  answer: Answer<Extract<Resource, { kind: 'open-requests' | 'concluded-requests' }>>;
  children?: ReactNode;
}) {
  const { events, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const requests = answer.value?.records ?? [];
  const unreadable = answer.value?.unreadable ?? [];
  const all = rowsOf(requests, useOwnOffers(), useWatched(events.fills));
  const rows = shownRows(all, filter, formatters);
  const order = useHeldOrder(
    rows.map(({ request }) => request.id),
    JSON.stringify(filter),
  );
  const aging = useAging(answer);
  const failure = useUntold(answer);
  const [searching, setSearching] = useState<'no' | 'shown' | 'pressed'>(isNarrowed(filter) ? 'shown' : 'no');
  const isEmpty = answer.value !== undefined && requests.length === 0 && unreadable.length === 0;
  const clear = (): void => onFilter({ ...filter, text: '', commodity: '', show: 'all' });
  return (
    <>
      <div className={styles.bar}>
        <Pills rows={answer.value && all} filter={filter} onFilter={onFilter} />
        <div className={mergeClasses(shared.spread, shared.small, shared.muted, styles.head)}>
          <span
            role="status"
            className={mergeClasses(styles.count, answer.value && requests.length > 0 && styles.whole)}
          >
            {order.waiting > 0 ? (
              <Button
                size="small"
                appearance="transparent"
                className={styles.waiting}
                title="They wait while you use the list."
                onClick={order.showAll}
              >
                Show {order.waiting} new
              </Button>
            ) : (
              countInWords(rows.length, answer.value, word)
            )}
          </span>
          {word === 'open' && <Legend />}
          {answer.fetchedAt !== undefined && (
            <Updated at={answer.fetchedAt} name={name.toLowerCase()} resource={resource} />
          )}
        </div>
        <Button
          size="small"
          appearance="subtle"
          icon={<SearchIcon />}
          aria-label="Search and filter"
          title="Search and filter"
          aria-expanded={searching !== 'no'}
          onClick={() => setSearching(searching === 'no' ? 'pressed' : 'no')}
        />
        {onNew && (
          <Only permission="press" quiet>
            <NewButton onNew={onNew} />
          </Only>
        )}
      </div>
      {searching !== 'no' && (
        <Search
          filter={filter}
          commodities={commoditiesOf(requests)}
          isFocused={searching === 'pressed'}
          onFilter={onFilter}
          onOpen={onOpen}
        >
          {children}
        </Search>
      )}
      <div className={mergeClasses(shared.section, styles.notes)}>
        {failure && <Note tone="bad">{failure}</Note>}
        {aging && <Note tone="warning">{aging}</Note>}
        {unreadable.length > 0 && <Note tone="warning">{unreadableInWords(unreadable.length)}</Note>}
      </div>
      {isEmpty && word === 'open' && <Empty>Requests to quote, and your own, appear here.</Empty>}
      {requests.length > 0 && rows.length === 0 && (
        <Empty>
          {nothingInWords(filter)}
          <Button size="small" onClick={clear}>
            {filter.text === '' ? 'Show all' : 'Clear search'}
          </Button>
        </Empty>
      )}
      <RequestList label={name} rows={rows} order={order} cameFrom={cameFrom} onOpen={onOpen} />
      {unreadable.length > 0 && <Unread label={`${name} that cannot be read`} unread={unreadable} />}
    </>
  );
}

const isNarrowed = ({ list, commodity, text }: Filter): boolean =>
  list === 'closed' || commodity !== '' || text !== '';

const nothingInWords = ({ text }: Filter): string =>
  text === '' ? 'No request matches the filter.' : `No request matches “${text}”.`;

/** In place of an empty list: a sentence, and what to do about it. */
function Empty({ children }: { children: ReactNode }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return <div className={mergeClasses(shared.small, styles.empty)}>{children}</div>;
}

const PLACES = {
  open: ['to-quote', 'quoted', 'mine'],
  closed: ['asked', 'mine'],
} as const satisfies Record<Filter['list'], readonly Standing[]>;

/** Which requests are listed, each with how many there are, once that is known. */
function Pills({
  rows,
  filter,
  onFilter,
}: {
  rows: readonly Row[] | undefined;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const pills = [
    { show: 'all' as const, label: 'All', count: rows?.length },
    ...PLACES[filter.list].map((show) => ({
      show,
      label: STANDING_WORDS[show],
      count: rows?.filter(({ standing }) => listedAs(standing) === show).length,
    })),
  ];
  return (
    <div className={styles.pills} role="group" aria-label="Show requests">
      {pills.map(({ show, label, count }) => (
        <button
          key={show}
          type="button"
          aria-pressed={filter.show === show}
          className={mergeClasses(styles.pill, filter.show === show && shared.chosen)}
          onClick={() => onFilter({ ...filter, show })}
        >
          {label}
          {count !== undefined && ` ${count}`}
        </button>
      ))}
    </div>
  );
}

function NewButton({ onNew }: { onNew: () => void }) {
  const styles = useStyles();
  return (
    <Button
      size="small"
      className={styles.fixed}
      icon={<AddIcon />}
      aria-label="New request"
      aria-keyshortcuts="Alt+N"
      title="New request (Alt+N)"
      onClick={onNew}
    >
      <span className={styles.wide}>New request</span>
    </Button>
  );
}

const SearchIcon = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
    <circle cx="6.5" cy="6.5" r="4" />
    <path d="M9.5 9.5 14 14" />
  </svg>
);

const AddIcon = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" stroke="currentColor" aria-hidden="true">
    <path d="M8 3v10M3 8h10" />
  </svg>
);

function countInWords(shown: number, listing: Listing<unknown> | undefined, word: 'open' | 'closed'): string {
  if (!listing) return 'Loading the requests…';
  const all = listing.records.length;
  if (all === 0 && listing.unreadable.length > 0) return `None of the ${word} requests can be read.`;
  if (all === 0) return word === 'open' ? 'No open requests.' : 'No request was closed in this period.';
  return shown === all ? `${all} ${word}` : `${shown} of ${all}`;
}

const unreadableInWords = (count: number): string =>
  `${count} request${count === 1 ? '' : 's'} cannot be read: see the end of the list.`;

const useStyles = makeStyles({
  /** The edges of what lies in it follow its width, which is without the place of the scroll bar. */
  room: { containerType: 'inline-size' },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 4px',
    padding: '6px max(2px, calc(12px - 100vw + 100cqw)) 0 12px',
    containerType: 'inline-size',
    containerName: 'requests-bar',
  },
  /** In a narrow pane the other buttons stand below, so that it is one line. */
  pills: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px',
    width: '100%',
    // Where letters are wider the pills take a second line; no button does.
    '@container (min-width: 340px)': { flexGrow: 1, flexBasis: 0, minWidth: 0, width: 'auto' },
  },
  pill: {
    height: '24px',
    boxSizing: 'border-box',
    padding: '0 9px',
    // With counts of two digits all of it is still one line.
    '@container (max-width: 360px)': { padding: '0 6px' },
    borderRadius: '12px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  fixed: { flexShrink: 0, minWidth: '28px' },
  wide: { display: 'none', '@container (min-width: 500px)': { display: 'inline' } },
  head: {
    flexGrow: 1,
    height: '28px',
    lineHeight: '28px',
    whiteSpace: 'nowrap',
    minWidth: 0,
    // No button goes to another line for it.
    flexBasis: 0,
    '@container (min-width: 340px)': { order: 1, flexBasis: '100%' },
  },
  count: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  whole: { flexShrink: 0 },
  waiting: { minWidth: 0, padding: 0, color: tokens.colorBrandForegroundLink },
  notes: { padding: '0 12px', ':empty': { display: 'none' } },
  empty: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    padding: '32px',
    textAlign: 'center',
  },
});
