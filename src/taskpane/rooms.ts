import type { DeskClient } from '../client/client';
import type { Ahead } from './late/late';
import { lateRoom, Nothing } from './late/late-room';
import { NewsPlace } from './events/news-place';

/**
 * The rooms whose code comes in files of their own, so that the first room is there sooner, and before them the parts
 * around the rooms that can come a moment after it. To add one, add it here and show it in pane.tsx. The comment in each
 * import names its file.
 */
export const openRooms = () => ({
  news: lateRoom(
    () => import(/* webpackChunkName: "news" */ './events/notice-strip').then((file) => file.NoticeStrip),
    NewsPlace,
  ),
  mode: lateRoom(
    () => import(/* webpackChunkName: "mode" */ './cells/mode-band').then((file) => file.ModeBand),
    Nothing,
  ),
  withdrawal: lateRoom(() =>
    import(/* webpackChunkName: "withdrawal" */ './withdrawing/withdrawal-panel').then(
      (file) => file.WithdrawalPanel,
    ),
  ),
  closed: lateRoom(() =>
    import(/* webpackChunkName: "closed" */ './requests/closed-requests').then((file) => file.ClosedRequests),
  ),
  request: lateRoom(() =>
    import(/* webpackChunkName: "request" */ './requests/request-room').then((file) => file.RequestRoom),
  ),
  newRequest: lateRoom(() =>
    import(/* webpackChunkName: "new-request" */ './new-request/new-request-room').then(
      (file) => file.NewRequestRoom,
    ),
  ),
  bulk: lateRoom(() =>
    import(/* webpackChunkName: "bulk" */ './bulk/bulk-room').then((file) => file.BulkRoom),
  ),
  cells: lateRoom(() =>
    import(/* webpackChunkName: "cells" */ './cells/cells-room').then((file) => file.CellsRoom),
  ),
  journal: lateRoom(() =>
    import(/* webpackChunkName: "journal" */ './journal/journal-room').then((file) => file.JournalRoom),
  ),
  events: lateRoom(() =>
    import(/* webpackChunkName: "events" */ './events/events-room').then((file) => file.EventsRoom),
  ),
  risk: lateRoom(() =>
    import(/* webpackChunkName: "risk" */ './risk/risk-room').then((file) => file.RiskRoom),
  ),
  trades: lateRoom(() =>
    import(/* webpackChunkName: "trades" */ './trades/trades-room').then((file) => file.TradesRoom),
  ),
  desk: lateRoom(() =>
    import(/* webpackChunkName: "desk-room" */ './desk/desk-room').then((file) => file.DeskRoom),
  ),
  signIn: lateRoom(() =>
    import(/* webpackChunkName: "sign-in" */ './sign-in/sign-in-room').then((file) => file.SignInRoom),
  ),
});

export type Rooms = ReturnType<typeof openRooms>;

/** After the first room is shown and its first answers have come. */
const AHEAD_WAIT_MS = 500;

/** Fetches everything ahead, one after the other, so that pressing a door opens it at once. Calling the answer cancels it. */
export function fetchAhead(rooms: Readonly<Record<string, Ahead>>, clock: DeskClient['clock']): () => void {
  return clock.after(AHEAD_WAIT_MS, () => void allAhead(rooms));
}

export async function allAhead(rooms: Readonly<Record<string, Ahead>>): Promise<void> {
  for (const room of Object.values(rooms)) await room.ahead();
}
