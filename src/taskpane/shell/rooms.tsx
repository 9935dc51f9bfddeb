import { Button } from '@fluentui/react-components';
import { useEffect, type ComponentType } from 'react';
import type { GatewayClient } from '../../client/client';
import { sentence } from '../../domain/failure';
import { usePane, useWatched } from '../app/hooks';
import { Lazy, NOT_LOADED, type Preloadable } from '../app/lazy';
import { NEWS_KINDS } from '../app/notices';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';

/** A room that can be shown at once, whether or not its code is here. */
interface LazyRoom<Props> extends Preloadable {
  readonly Room: ComponentType<Props>;
}

/**
 * A room, or a part of the pane, whose code is fetched when it is first entered, and again whenever it is entered after
 * that failed. `Meanwhile` stands in its place until it is here.
 */
export function lazyRoom<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Coming,
): LazyRoom<Props> {
  const lazy = new Lazy(load);
  const fetch = (): void => void lazy.preload();
  function Room(props: Props) {
    const arrival = useWatched(lazy.arrival);
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
  return { Room, preload: () => lazy.preload() };
}

function NotLoaded({ onAgain }: { onAgain: () => void }) {
  const shared = useSharedStyles();
  return (
    <section className={shared.room} aria-label="Not loaded">
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
  const shared = useSharedStyles();
  return (
    <p className={shared.muted} role="status" style={{ margin: 0, padding: '10px 12px' }}>
      Opening…
    </p>
  );
}

/** For a part that says nothing most of the time. */
const Nothing = (): null => null;

/** Keeps the place of the strip that tells what has just happened, unless a person wants to be told of nothing. */
function NewsPlace() {
  const off = useWatched(usePane().events.switches.off);
  return off.size === NEWS_KINDS.length ? null : <div style={{ minHeight: '37px' }} />;
}

/**
 * The rooms whose code comes in files of their own, so that the first room is there sooner, and before them the parts
 * around the rooms that can come a moment after it. To add one, add it here and show it in pane.tsx. The comment in each
 * import names its file.
 */
export const openRooms = () => ({
  news: lazyRoom(
    () => import(/* webpackChunkName: "news" */ './notice-strip').then((file) => file.NoticeStrip),
    NewsPlace,
  ),
  mode: lazyRoom(
    () => import(/* webpackChunkName: "mode" */ './mode-band').then((file) => file.ModeBand),
    Nothing,
  ),
  withdrawal: lazyRoom(() =>
    import(/* webpackChunkName: "withdrawal" */ './withdrawal-panel').then((file) => file.WithdrawalPanel),
  ),
  closed: lazyRoom(() =>
    import(/* webpackChunkName: "closed" */ '../requests/closed-requests').then(
      (file) => file.ClosedRequests,
    ),
  ),
  request: lazyRoom(() =>
    import(/* webpackChunkName: "request" */ '../request/request-room').then((file) => file.RequestRoom),
  ),
  newRequest: lazyRoom(() =>
    import(/* webpackChunkName: "new-request" */ '../new-request/new-request-room').then(
      (file) => file.NewRequestRoom,
    ),
  ),
  bulk: lazyRoom(() =>
    import(/* webpackChunkName: "bulk" */ '../bulk/bulk-room').then((file) => file.BulkRoom),
  ),
  cells: lazyRoom(() =>
    import(/* webpackChunkName: "cells" */ '../cells/cells-room').then((file) => file.CellsRoom),
  ),
  journal: lazyRoom(() =>
    import(/* webpackChunkName: "journal" */ '../journal/journal-room').then((file) => file.JournalRoom),
  ),
  events: lazyRoom(() =>
    import(/* webpackChunkName: "events" */ '../events/events-room').then((file) => file.EventsRoom),
  ),
  risk: lazyRoom(() =>
    import(/* webpackChunkName: "risk" */ '../risk/risk-room').then((file) => file.RiskRoom),
  ),
  trades: lazyRoom(() =>
    import(/* webpackChunkName: "trades" */ '../trades/trades-room').then((file) => file.TradesRoom),
  ),
  desk: lazyRoom(() =>
    import(/* webpackChunkName: "desk-room" */ '../settings/settings-room').then((file) => file.SettingsRoom),
  ),
  signIn: lazyRoom(() =>
    import(/* webpackChunkName: "sign-in" */ '../sign-in/sign-in-room').then((file) => file.SignInRoom),
  ),
});

export type Rooms = ReturnType<typeof openRooms>;

/** After the first room is shown and its first answers have come. */
const PRELOAD_WAIT_MS = 500;

/** Fetches everything ahead, one after the other, so that pressing a door opens it at once. Calling the answer cancels it. */
export function preloadRooms(
  rooms: Readonly<Record<string, Preloadable>>,
  clock: GatewayClient['clock'],
): () => void {
  return clock.after(PRELOAD_WAIT_MS, () => void preloadAll(rooms));
}

export async function preloadAll(rooms: Readonly<Record<string, Preloadable>>): Promise<void> {
  for (const room of Object.values(rooms)) await room.preload();
}
