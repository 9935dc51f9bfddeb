import type { DeskClient } from '../client/client';
import { lateRoom } from './late/late-room';

/**
 * The rooms whose code comes in files of their own, so that the first room is there sooner. To add one, add it here and
 * show it in pane.tsx. The comment in each import names its file.
 */
export const openRooms = () => ({
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

/** Fetches every room ahead, one after the other, so that pressing a door opens it at once. Calling the answer cancels it. */
export function fetchAhead(rooms: Rooms, clock: DeskClient['clock']): () => void {
  return clock.after(AHEAD_WAIT_MS, () => void allAhead(rooms));
}

export async function allAhead(rooms: Rooms): Promise<void> {
  for (const room of Object.values(rooms)) await room.ahead();
}
