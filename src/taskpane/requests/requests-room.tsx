import { Button, Input, makeStyles, mergeClasses, Select } from '@fluentui/react-components';
import { useState, type ComponentType, type ReactNode } from 'react';
import { sentence } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import type { Listing } from '../../domain/record';
import type { Answer, Resource } from '../../domain/resources/resource';
import { Updated } from '../app/age';
import { OPEN_REQUESTS, useAnswer, usePane, useWatched } from '../app/hooks';
import type { Sheet } from '../excel/sheet';
import { useShortcut } from '../ui/keys';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { ToggleGroup } from '../ui/toggle-group';
import { UnreadList } from '../ui/unread-list';
import { requestNamed } from './named-request';
import { RequestList, commoditiesOf, rowsOf, type Filter } from './request-list';

/** The requests, open or closed, and the door to a new one. */
export function RequestsRoom({
  onNew,
  Closed,
  ...list
}: ListProps & { onNew: () => void; Closed: ComponentType<ListProps> }) {
  const shared = useSharedStyles();
  const { filter, onFilter } = list;
  useShortcut('KeyN', onNew);
  return (
    <section className={shared.section} aria-label="Requests">
      <div className={shared.room} style={{ paddingBottom: 0 }}>
        <div className={shared.spread}>
          <ListSwitch list={filter.list} onChange={(chosen) => onFilter({ ...filter, list: chosen })} />
          <Button size="small" aria-keyshortcuts="Alt+N" title="New request (Alt+N)" onClick={onNew}>
            New request
          </Button>
        </div>
      </div>
      {filter.list === 'open' ? <OpenRequests {...list} /> : <Closed {...list} />}
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

const LISTS: readonly { value: Filter['list']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

/** Which requests are listed. */
function ListSwitch({ list, onChange }: { list: Filter['list']; onChange: (list: Filter['list']) => void }) {
  return <ToggleGroup label="Open or closed" value={list} options={LISTS} onChange={onChange} />;
}

export interface ListProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** The request that was just left: its row takes the focus again. */
  readonly cameFrom: RequestId | undefined;
  /** The request of the row that is selected in the sheet. */
  readonly offered: RequestId | undefined;
  readonly onOpen: (id: RequestId) => void;
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
  offered,
  onOpen,
  children,
}: ListProps & {
  name: string;
  word: 'open' | 'closed';
  /** Where the list comes from. */
  resource: Resource;
  answer: Answer<Extract<Resource, { kind: 'open-requests' | 'concluded-requests' }>>;
  children?: ReactNode;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const requests = answer.value?.records ?? [];
  const unreadable = answer.value?.unreadable ?? [];
  const rows = rowsOf(requests, filter, formatters);
  const aging = agingInWords(answer, formatters);
  return (
    <>
      <div className={shared.room}>
        {children}
        <RequestFilter filter={filter} commodities={commoditiesOf(requests)} onChange={onFilter} />
        <div className={mergeClasses(shared.spread, shared.small, shared.muted)}>
          <span role="status">{countInWords(answer.value && rows.length, answer.value, word)}</span>
          {answer.fetchedAt !== undefined && (
            <Updated at={answer.fetchedAt} name={name.toLowerCase()} resource={resource} />
          )}
        </div>
        {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
        {aging && <Note tone="warning">{aging}</Note>}
        {unreadable.length > 0 && <Note tone="warning">{unreadableInWords(unreadable.length)}</Note>}
        <SelectedCell offered={offered} onOpen={onOpen} />
      </div>
      <RequestList
        label={name}
        rows={rows}
        question={JSON.stringify(filter)}
        cameFrom={cameFrom}
        onOpen={onOpen}
      />
      <UnreadList label={`${name} that cannot be read`} unread={unreadable} />
    </>
  );
}

function countInWords(
  shown: number | undefined,
  listing: Listing<unknown> | undefined,
  word: 'open' | 'closed',
): string {
  if (shown === undefined || !listing) return 'Waiting for the requests.';
  const all = listing.records.length;
  if (all === 0 && listing.unreadable.length > 0) return `None of the ${word} requests can be read.`;
  if (all === 0) return word === 'open' ? 'No open requests.' : 'No request was closed in this period.';
  return shown === all ? `${all} ${word}` : `${shown} of ${all} ${word}`;
}

const unreadableInWords = (count: number): string =>
  count === 1
    ? '1 request cannot be read. It is at the end of the list.'
    : `${count} requests cannot be read. They are at the end of the list.`;

const ROLES: readonly { readonly value: Filter['role']; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'recipient', label: 'Asked to quote' },
  { value: 'initiator', label: 'Mine to accept' },
];

const useStyles = makeStyles({
  half: { flexGrow: 1, flexBasis: '120px', minWidth: 0 },
});

/** Narrows the list by what the desk can do, by commodity and by text. */
function RequestFilter({
  filter,
  commodities,
  onChange,
}: {
  filter: Filter;
  commodities: readonly string[];
  onChange: (filter: Filter) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <div className={shared.section}>
      <ToggleGroup
        label="Show requests"
        value={filter.role}
        options={ROLES}
        onChange={(role) => onChange({ ...filter, role })}
      />
      <div className={shared.line}>
        <Select
          className={styles.half}
          size="small"
          aria-label="Commodity"
          value={filter.commodity}
          onChange={(_, { value }) => onChange({ ...filter, commodity: value })}
        >
          <option value="">All commodities</option>
          {commodities.map((commodity) => (
            <option key={commodity}>{commodity}</option>
          ))}
        </Select>
        <Input
          className={styles.half}
          size="small"
          type="search"
          aria-label="Search requests"
          placeholder="Search, as in “DE”"
          value={filter.text}
          onChange={(_, { value }) => onChange({ ...filter, text: value })}
        />
      </div>
    </div>
  );
}

/** Opens the request that the selected cell names, and offers the one of its row. Only where there is a sheet. */
function SelectedCell({
  offered,
  onOpen,
}: {
  offered: RequestId | undefined;
  onOpen: (id: RequestId) => void;
}) {
  const { office, notice } = usePane();
  const shared = useSharedStyles();
  const [ofRow, setOfRow] = useState(offered);
  const place = useWatched(office);
  if (place.kind !== 'excel') return null;
  const open = async (sheet: Sheet): Promise<void> => {
    const row = await sheet.selectedRow();
    if (!row.ok) return notice.set(sentence(row.failure));
    const named = requestNamed(row.value);
    notice.set(named.by === 'nothing' ? sentence(named.failure) : '');
    setOfRow(named.by === 'row' ? named.id : undefined);
    if (named.by === 'cell') onOpen(named.id);
  };
  return (
    <div className={shared.line}>
      <Button size="small" onClick={() => void open(place.sheet)}>
        Show the request in the selected cell
      </Button>
      {ofRow !== undefined && (
        // It takes the focus: whoever pressed before means the row.
        <Button key={ofRow} size="small" appearance="primary" autoFocus onClick={() => onOpen(ofRow)}>
          Row of {ofRow}
        </Button>
      )}
    </div>
  );
}
