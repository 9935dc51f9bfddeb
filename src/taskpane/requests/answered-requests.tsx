import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Answer } from '../../domain/answer';
import type { RequestId } from '../../domain/identifiers';
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
          <span role="status">{countInWords(answer.value && rows.length, requests.length, word)}</span>
          {answer.fetchedAt !== undefined && (
            <span>
              asked <Age at={answer.fetchedAt} /> ago
            </span>
          )}
        </div>
        {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
        {aging && <Note tone="warning">{aging}</Note>}
        {unreadable.length > 0 && <Note tone="warning">{unreadableInWords(unreadable)}</Note>}
        <SelectedCell offered={offered} onOpen={onOpen} />
      </div>
      <RequestList
        label={name}
        rows={rows}
        question={JSON.stringify(filter)}
        cameFrom={cameFrom}
        onOpen={onOpen}
      />
    </>
  );
}

function countInWords(shown: number | undefined, all: number, word: 'open' | 'closed'): string {
  if (shown === undefined) return 'Waiting for the requests.';
  if (all === 0) return word === 'open' ? 'No open requests.' : 'No request was closed in this period.';
  return shown === all ? `${all} ${word}` : `${shown} of ${all} ${word}`;
}

function unreadableInWords(unreadable: readonly { failure: { message: string } }[]): string {
  const [first] = unreadable;
  const more = unreadable.length > 1 ? ` And ${unreadable.length - 1} more.` : '';
  return `${unreadable.length} cannot be read and ${unreadable.length === 1 ? 'is' : 'are'} not listed: ${first?.failure.message ?? ''}${more}`;
}
