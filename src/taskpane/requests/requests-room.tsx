import { Button, mergeClasses } from '@fluentui/react-components';
import { useState, type KeyboardEvent } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { OPEN_REQUESTS, useAnswer, useDesk } from '../use-desk';
import { Age } from '../look/age';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { commoditiesOf, rowsOf, type Filter, type Row } from './blotter';
import { RequestFilter } from './request-filter';
import { RequestRow } from './request-row';
import { SelectedCell } from './selected-cell';
import { useHeldOrder } from './use-held-order';

/** The open requests. */
export function RequestsRoom({
  filter,
  onFilter,
  cameFrom,
  onOpen,
}: {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** The request that was just left: its row takes the focus again. */
  cameFrom: RequestId | undefined;
  onOpen: (id: RequestId) => void;
}) {
  const { client, figures } = useDesk();
  const look = useLook();
  const answer = useAnswer(client, OPEN_REQUESTS);
  const requests = answer.value?.records ?? [];
  const unreadable = answer.value?.unreadable ?? [];
  const rows = rowsOf(requests, filter, figures);
  const aging = agingInWords(answer, figures);
  return (
    <section className={look.section} aria-label="Requests">
      <div className={look.room}>
        <RequestFilter filter={filter} commodities={commoditiesOf(requests)} onChange={onFilter} />
        <div className={mergeClasses(look.spread, look.small, look.muted)}>
          <span role="status">{countInWords(answer.value && rows.length, requests.length)}</span>
          {answer.fetchedAt !== undefined && (
            <span>
              asked <Age at={answer.fetchedAt} /> ago
            </span>
          )}
        </div>
        {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
        {aging && <Note tone="warning">{aging}</Note>}
        {unreadable.length > 0 && <Note tone="warning">{unreadableInWords(unreadable)}</Note>}
        <SelectedCell onOpen={onOpen} />
      </div>
      <RequestList rows={rows} question={JSON.stringify(filter)} cameFrom={cameFrom} onOpen={onOpen} />
    </section>
  );
}

function RequestList({
  rows,
  question,
  cameFrom,
  onOpen,
}: {
  rows: readonly Row[];
  question: string;
  cameFrom: RequestId | undefined;
  onOpen: (id: RequestId) => void;
}) {
  const look = useLook();
  const byId = new Map(rows.map((row) => [String(row.request.id), row]));
  const order = useHeldOrder([...byId.keys()], question);
  const [current, setCurrent] = useState<string | undefined>(cameFrom);
  const reached = current !== undefined && byId.has(current) ? current : order.ids[0];
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    const next = neighbour(event);
    if (!next) return;
    event.preventDefault();
    next.focus();
    setCurrent(next.dataset['request']);
  };
  return (
    <>
      {order.waiting > 0 && (
        <div className={mergeClasses(look.room, look.small)} role="status">
          <span className={look.line}>
            {order.waiting} new {order.waiting === 1 ? 'request waits' : 'requests wait'} while you are at the
            list.
            <Button size="small" onClick={order.showAll}>
              Show now
            </Button>
          </span>
        </div>
      )}
      <ul className={look.list} aria-label="Open requests" {...order.list}>
        {order.ids.map((id) => {
          const row = byId.get(id);
          return (
            row && (
              <RequestRow
                key={id}
                row={row}
                current={id === reached}
                focused={id === cameFrom}
                onOpen={onOpen}
                onKey={key}
              />
            )
          );
        })}
      </ul>
    </>
  );
}

/** The row that an arrow key, Home or End leads to. */
function neighbour({ key, currentTarget }: KeyboardEvent<HTMLElement>): HTMLElement | null | undefined {
  const item = currentTarget.closest('li');
  const target: Record<string, Element | null | undefined> = {
    ArrowDown: item?.nextElementSibling,
    ArrowUp: item?.previousElementSibling,
    Home: item?.parentElement?.firstElementChild,
    End: item?.parentElement?.lastElementChild,
  };
  return target[key]?.querySelector('button');
}

function countInWords(shown: number | undefined, all: number): string {
  if (shown === undefined) return 'Waiting for the requests.';
  if (all === 0) return 'No open requests.';
  return shown === all ? `${all} open` : `${shown} of ${all} open`;
}

function unreadableInWords(unreadable: readonly { failure: { message: string } }[]): string {
  const [first] = unreadable;
  const more = unreadable.length > 1 ? ` And ${unreadable.length - 1} more.` : '';
  return `${unreadable.length} cannot be read and ${unreadable.length === 1 ? 'is' : 'are'} not listed: ${first?.failure.message ?? ''}${more}`;
}
