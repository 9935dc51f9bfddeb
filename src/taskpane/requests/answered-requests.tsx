import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Answer } from '../../domain/answer';
import type { RequestId } from '../../domain/identifiers';
import type { Listing } from '../../domain/record';
import type { Resource } from '../../domain/resource';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { useDesk } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { commoditiesOf, rowsOf, type Filter } from './blotter';
import { RequestFilter } from './request-filter';
import { RequestList } from './request-list';
import { SelectedCell } from './selected-cell';
import { UnreadList } from './unread-list';

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
  answer: Answer<Extract<Resource, { kind: 'open-requests' | 'concluded-requests' }>>;
  children?: ReactNode;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const requests = answer.value?.records ?? [];
  const unreadable = answer.value?.unreadable ?? [];
  const rows = rowsOf(requests, filter, figures);
  const aging = agingInWords(answer, figures);
  return (
    <>
      <div className={look.room}>
        {children}
        <RequestFilter filter={filter} commodities={commoditiesOf(requests)} onChange={onFilter} />
        <div className={mergeClasses(look.spread, look.small, look.muted)}>
          <span role="status">{countInWords(answer.value && rows.length, answer.value, word)}</span>
          {answer.fetchedAt !== undefined && (
            <span>
              asked <Age at={answer.fetchedAt} /> ago
            </span>
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
    ? '1 request cannot be read. It stands at the end of the list.'
    : `${count} requests cannot be read. They stand at the end of the list.`;
