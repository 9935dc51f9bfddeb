import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, type Request } from '../../domain/request';
import { Age } from '../app/age';
import { usePane } from '../app/hooks';
import { useHeldOrder } from '../ui/held-order';
import { useSharedStyles } from '../ui/styles';
import {
  leftInWords,
  outcomeInWords,
  ROLE_WORDS,
  requestInWords,
  requestLine,
  type RequestWords,
} from '../ui/text/request-text';
import { roleOf, type Role } from '../../domain/role';
import type { Formatters } from '../ui/formatters';

/** Requests one below the other; the arrow keys lead from row to row. */
export function RequestList({
  label,
  rows,
  question,
  cameFrom,
  onOpen,
}: {
  label: string;
  rows: readonly Row[];
  question: string;
  /** The request that was just left: its row takes the focus again. */
  cameFrom: RequestId | undefined;
  onOpen: (id: RequestId) => void;
}) {
  const shared = useSharedStyles();
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
        <div className={mergeClasses(shared.room, shared.small)} role="status">
          <span className={shared.line}>
            {order.waiting} new {order.waiting === 1 ? 'request waits' : 'requests wait'} while you use the
            list.
            <Button size="small" onClick={order.showAll}>
              Show now
            </Button>
          </span>
        </div>
      )}
      <ul className={shared.list} aria-label={label} {...order.list}>
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

const useStyles = makeStyles({
  item: { contentVisibility: 'auto', containIntrinsicSize: 'auto 52px' },
  row: {
    display: 'block',
    width: '100%',
    padding: '6px 12px',
    textAlign: 'left',
    fontFamily: 'inherit',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  head: { display: 'flex', alignItems: 'baseline', gap: '8px' },
  tag: {
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
  mine: {
    color: tokens.colorBrandForeground2,
    border: `1px solid ${tokens.colorBrandStroke2}`,
    backgroundColor: tokens.colorBrandBackground2,
  },
  rest: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  outcome: { display: 'block', fontVariantNumeric: 'tabular-nums' },
  left: { color: tokens.colorNeutralForeground1, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  deal: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
});

/** One request in the list: who it waits for, what it is, and how old it is or how it ended. */
function RequestRow({
  row,
  current,
  focused,
  onOpen,
  onKey,
}: {
  row: Row;
  /** The one row that the Tab key reaches. */
  current: boolean;
  /** Takes the focus when it appears. */
  focused: boolean;
  onOpen: (id: RequestId) => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
}) {
  const { request, role, words } = row;
  const { formatters } = usePane();
  const left = leftInWords(request, formatters);
  const shared = useSharedStyles();
  const styles = useStyles();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <li className={styles.item}>
      <button
        ref={button}
        type="button"
        data-request={request.id}
        className={styles.row}
        tabIndex={current ? 0 : -1}
        onClick={() => onOpen(request.id)}
        onKeyDown={onKey}
      >
        <span className={styles.head}>
          <span className={mergeClasses(shared.strong, shared.small, shared.figure)}>{request.id}</span>
          <span className={mergeClasses(styles.tag, role === 'initiator' && styles.mine)}>
            {ROLE_WORDS[role]}
          </span>
          <span className={mergeClasses(styles.rest, shared.small, shared.muted)}>{request.commodity}</span>
          {!isConcluded(request) && <Age at={request.createdAt} />}
        </span>
        <span className={mergeClasses(shared.spread, styles.deal)}>{words.deal}</span>
        <span className={mergeClasses(shared.small, shared.muted)}>
          {[...words.facts, request.allOrNone && 'all or none'].filter(Boolean).join(' · ')}
          {left !== undefined && !isConcluded(request) && (
            <>
              {' · '}
              <strong className={styles.left}>{left}</strong>
            </>
          )}
        </span>
        {isConcluded(request) && (
          <span className={mergeClasses(styles.outcome, shared.small)}>
            {outcomeInWords(request, formatters)}
          </span>
        )}
      </button>
    </li>
  );
}

/** Days in the service's zone, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Filter {
  readonly list: 'open' | 'closed';
  /** Of the closed ones; absent: today, whenever that is. */
  readonly period?: Period | undefined;
  readonly role: 'all' | 'recipient' | 'initiator';
  /** Empty: every commodity. */
  readonly commodity: string;
  readonly text: string;
}

export const NO_FILTER: Filter = { list: 'open', role: 'all', commodity: '', text: '' };

interface Row {
  readonly request: Request;
  readonly role: Role;
  readonly words: RequestWords;
}

/** The requests that pass the filter, newest first: an order that no price can change. */
export function rowsOf(requests: readonly Request[], filter: Filter, formatters: Formatters): Row[] {
  const sought = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return requests
    .map((request) => ({ request, role: roleOf(request), words: requestInWords(request, formatters) }))
    .filter(({ request, role }) => {
      if (filter.role !== 'all' && role !== filter.role) return false;
      return filter.commodity === '' || request.commodity === filter.commodity;
    })
    .filter(({ request, words }) => {
      const text = [request.id, request.commodity, requestLine(words)].join(' ').toLowerCase();
      return sought.every((word) => text.includes(word));
    })
    .sort((a, b) => newestFirst(a.request, b.request));
}

function newestFirst(a: Request, b: Request): number {
  return momentOf(b) - momentOf(a) || (a.id < b.id ? -1 : 1);
}

const momentOf = ({ concludedAt, createdAt }: Request): number => concludedAt ?? createdAt ?? 0;

export const commoditiesOf = (requests: readonly Request[]): string[] =>
  [...new Set(requests.flatMap(({ commodity }) => (commodity === undefined ? [] : [commodity])))].sort();
