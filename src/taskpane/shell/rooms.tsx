import { Button } from '@fluentui/react-components';
import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { GatewayClient } from '../../client/client';
import { sentence } from '../../domain/failure';
import { isMissingFile, NOT_LOADED } from '../app/lazy';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';

/** A room whose code comes in a file of its own. */
interface LazyRoom<Props> {
  readonly Room: ComponentType<Props>;
  /** Loads the code ahead. Rejects when it does not come; entering the room tries again. */
  readonly preload: () => Promise<unknown>;
}

/** A room, or a part of the pane, whose code is loaded when it is first entered. `Meanwhile` keeps its place until then. */
export function lazyRoom<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Opening,
): LazyRoom<Props> {
  let loaded: ComponentType<Props> | undefined;
  // The types of `lazy` lose sight of props that are not known yet.
  const fetch = async () => ({ default: (loaded ??= await load()) as ComponentType<object> });
  const code = (): ComponentType<Props> => loaded ?? lazy(fetch);
  function Room(props: Props) {
    // Chosen once for as long as it is shown: another component would lose what was typed.
    const [Code, setCode] = useState(code);
    return (
      <MissingFileBoundary onAgain={() => setCode(code)}>
        <Suspense fallback={<Meanwhile />}>
          <Code {...props} />
        </Suspense>
      </MissingFileBoundary>
    );
  }
  return { Room, preload: fetch };
}

/** Says so when the code of a part does not come, and tries again. Every other fault is for the boundary around the rooms. */
class MissingFileBoundary extends Component<
  { readonly children: ReactNode; readonly onAgain: () => void },
  { fault: Error | undefined }
> {
  override state: { fault: Error | undefined } = { fault: undefined };

  static getDerivedStateFromError(fault: Error): { fault: Error } {
    return { fault };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    if (!isMissingFile(fault)) throw fault;
    const again = (): void => {
      this.props.onAgain();
      this.setState({ fault: undefined });
    };
    return <NotLoaded onAgain={again} />;
  }
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

function Opening() {
  const shared = useSharedStyles();
  return (
    <p className={shared.muted} role="status" style={{ margin: 0, padding: '10px 12px' }}>
      Loading…
    </p>
  );
}

/** For a part that says nothing most of the time. */
const Nothing = (): null => null;

/**
 * The rooms whose code comes in files of their own, so that the first room is there sooner, and before them the parts
 * around the rooms that can come a moment after it. To add one, add it here and show it in pane.tsx. The comment in each
 * import names its file.
 */
export const openRooms = () => ({
  news: lazyRoom(
    () => import(/* webpackChunkName: "news" */ './notice-strip').then((file) => file.NoticeStrip),
    Nothing,
  ),
  strips: lazyRoom(
    () => import(/* webpackChunkName: "strips" */ './status-strips').then((file) => file.StatusStrips),
    Nothing,
  ),
  // It belongs to the first room, and comes with what is there a moment after it.
  legend: lazyRoom(
    () =>
      import(/* webpackChunkName: "strips" */ '../requests/price-legend').then((file) => file.PriceLegend),
    Nothing,
  ),
  unread: lazyRoom(
    () => import(/* webpackChunkName: "strips" */ '../ui/unread-list').then((file) => file.UnreadList),
    Nothing,
  ),
  firstSteps: lazyRoom(
    () => import(/* webpackChunkName: "first-steps" */ './first-steps').then((file) => file.FirstSteps),
    Nothing,
  ),
  withdrawal: lazyRoom(() =>
    import(/* webpackChunkName: "withdrawal" */ './withdrawal-panel').then((file) => file.WithdrawalPanel),
  ),
  search: lazyRoom(
    () =>
      import(/* webpackChunkName: "search" */ '../requests/search-panel').then((file) => file.SearchPanel),
    Nothing,
  ),
  closed: lazyRoom(() =>
    import(/* webpackChunkName: "search" */ '../requests/closed-requests').then(
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
  programs: lazyRoom(() =>
    import(/* webpackChunkName: "programs" */ '../programs/programs-room').then((file) => file.ProgramsRoom),
  ),
  cells: lazyRoom(() =>
    import(/* webpackChunkName: "cells" */ '../cells/cells-room').then((file) => file.CellsRoom),
  ),
  journal: lazyRoom(() =>
    import(/* webpackChunkName: "journal" */ '../journal/journal-room').then((file) => file.JournalRoom),
  ),
  today: lazyRoom(() =>
    import(/* webpackChunkName: "today" */ '../today/today-room').then((file) => file.TodayRoom),
  ),
  parts: lazyRoom(
    () => import(/* webpackChunkName: "strips" */ './today-parts').then((file) => file.TodayParts),
    Nothing,
  ),
  calls: lazyRoom(() =>
    import(/* webpackChunkName: "desk-room" */ '../settings/settings-room').then((file) => file.CallsPart),
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
  pairing: lazyRoom(() =>
    import(/* webpackChunkName: "pairing" */ '../pairing/entrance').then((file) => file.Entrance),
  ),
  signIn: lazyRoom(() =>
    import(/* webpackChunkName: "sign-in" */ '../sign-in/sign-in-room').then((file) => file.SignInRoom),
  ),
});

export type Rooms = ReturnType<typeof openRooms>;

export type Preload = () => Promise<unknown>;

/** After the first room is shown and its first answers have come. */
const PRELOAD_WAIT_MS = 500;

/** Loads everything ahead, one after the other, so that pressing a door opens it at once. Calling the answer cancels it. */
export function preloadSoon(preloads: readonly Preload[], clock: GatewayClient['clock']): () => void {
  return clock.after(PRELOAD_WAIT_MS, () => void preloadAll(preloads));
}

export async function preloadAll(preloads: readonly Preload[]): Promise<void> {
  for (const preload of preloads) await preload().catch(() => undefined);
}
