import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState, type KeyboardEvent } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded } from '../../domain/request';
import type { HeldList } from '../ui/held-order';
import { useSharedStyles } from '../ui/styles';
import { ListHead, RequestRow } from './request-row';
import type { Row } from './rows';

/** Rows at a time: each costs the pane some work with every price that comes. */
const ROWS_AT_ONCE = 100;

/** Requests one below the other; the arrow keys lead from row to row. */
export function RequestList({
  label,
  rows,
  order,
  cameFrom,
  onOpen,
}: {
  label: string;
  rows: readonly Row[];
  order: HeldList;
  /** The request that was just left: its row takes the focus again. */
  cameFrom: RequestId | undefined;
  onOpen: (id: RequestId) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const byId = new Map(rows.map((row) => [String(row.request.id), row]));
  const [current, setCurrent] = useState<string | undefined>(cameFrom);
  const [rowsMax, setRowsMax] = useState(ROWS_AT_ONCE);
  // The row that was just left stays one of them.
  const shown = order.ids.slice(0, Math.max(rowsMax, order.ids.indexOf(cameFrom ?? '') + 1));
  const more = order.ids.length - shown.length;
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
      <div className={styles.list}>
        {rows[0] && !isConcluded(rows[0].request) && <ListHead />}
        <ul className={shared.list} aria-label={label} {...order.list}>
          {shown.map((id) => {
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
      </div>
      {more > 0 && (
        <div className={mergeClasses(shared.room, shared.small)}>
          <Button size="small" onClick={() => setRowsMax(shown.length + ROWS_AT_ONCE)}>
            Show {Math.min(more, ROWS_AT_ONCE)} more of {more}
          </Button>
        </div>
      )}
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

const useStyles = makeStyles({ list: { containerType: 'inline-size' } });
