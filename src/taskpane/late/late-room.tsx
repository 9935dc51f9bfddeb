import { Button } from '@fluentui/react-components';
import { useEffect, type ComponentType } from 'react';
import { sentence } from '../../domain/failure';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { useWatched } from '../use-desk';
import { Late, NOT_LOADED, type Ahead } from './late';

/** A room that can be shown at once, whether or not its code is here. */
export interface LateRoom<Props> extends Ahead {
  readonly Room: ComponentType<Props>;
}

/**
 * A room, or a part of the pane, whose code is fetched when it is first entered, and again whenever it is entered after
 * that failed. `Meanwhile` stands in its place until it is here.
 */
export function lateRoom<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Coming,
): LateRoom<Props> {
  const late = new Late(load);
  const fetch = (): void => void late.ahead();
  function Room(props: Props) {
    const arrival = useWatched(late.arrival);
    useEffect(fetch, []);
    switch (arrival.kind) {
      case 'here':
        return <arrival.value {...props} />;
      case 'broken':
        // For the boundary around the rooms, like any other fault of a room.
        throw arrival.fault;
      case 'failed':
        return <NotLoaded onAgain={fetch} />;
      case 'away':
      case 'coming':
        return <Meanwhile />;
    }
  }
  return { Room, ahead: () => late.ahead() };
}

function NotLoaded({ onAgain }: { onAgain: () => void }) {
  const look = useLook();
  return (
    <section className={look.room} aria-label="Not loaded">
      <Note tone="bad" live>
        {sentence(NOT_LOADED)}
      </Note>
      <div>
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      </div>
    </section>
  );
}

function Coming() {
  const look = useLook();
  return (
    <p className={look.muted} role="status" style={{ margin: 0, padding: '10px 12px' }}>
      Opening…
    </p>
  );
}

/** For a part that says nothing most of the time. */
export const Nothing = (): null => null;
