import { Button } from '@fluentui/react-components';
import type { ComponentType } from 'react';
import { useLook } from '../look/look';
import { OPEN_REQUESTS, useAnswer, useDesk } from '../use-desk';
import { useShortcut } from '../use-shortcut';
import { AnsweredRequests, type ListProps } from './answered-requests';
import { ListSwitch } from './list-switch';

/** The requests, open or closed, and the door to a new one. */
export function RequestsRoom({
  onNew,
  Closed,
  ...list
}: ListProps & { onNew: () => void; Closed: ComponentType<ListProps> }) {
  const look = useLook();
  const { filter, onFilter } = list;
  useShortcut('KeyN', onNew);
  return (
    <section className={look.section} aria-label="Requests">
      <div className={look.room} style={{ paddingBottom: 0 }}>
        <div className={look.spread}>
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
  const { client } = useDesk();
  return (
    <AnsweredRequests {...props} name="Open requests" word="open" answer={useAnswer(client, OPEN_REQUESTS)} />
  );
}
