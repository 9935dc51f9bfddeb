import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState, type KeyboardEvent } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { useLook } from '../look/look';
import { useHeldOrder } from '../requests/use-held-order';
import { EventItem } from './event-item';
import type { EventRow } from './event-rows';

/** So many are drawn, and so many more at each wish. */
export const EVENTS_DRAWN = 100;

const useStyles = makeStyles({
  list: { margin: '0 -12px' },
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
  const look = useLook();
  const styles = useStyles();
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
        <span className={mergeClasses(look.line, look.small)} role="status">
          {order.waiting} new {order.waiting === 1 ? 'event waits' : 'events wait'} while you are at the list.
          <Button size="small" onClick={order.showAll}>
            Show now
          </Button>
        </span>
      )}
      <ul
        className={mergeClasses(look.list, styles.list)}
        aria-label="Events, newest first"
        onKeyDown={key}
        {...order.list}
      >
        {order.ids.map((id) => {
          const row = byId.get(id);
          return row && <EventItem key={id} row={row} current={id === reached} onOpen={onOpen} />;
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
