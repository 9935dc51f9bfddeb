import { Button, FluentProvider, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Component, useEffect, useRef, useState, type ReactNode, useMemo } from 'react';
import type { DeskStatus } from '../../domain/desk-status';
import type { RequestId } from '../../domain/identifiers';
import type { Command } from '../app/commands';
import { useWhyNot } from '../app/only';
import type { PaneContext } from '../app/context';
import { PaneProvider, STATUS, useAnswer, useConnection, usePane, useWatched } from '../app/hooks';
import { mediaOf } from '../app/observable';
import { back, EVENT_SETTINGS, FIRST_ROUTE, routeKey, type RequestRoute, type Route } from '../app/route';
import { NO_FILTER, type Filter } from '../requests/rows';
import { RequestsRoom } from '../requests/requests-room';
import { useEscape, useShortcut } from '../ui/keys';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { Band } from './band';
import { Navigation } from './navigation';
import { preloadSoon, type Preload, type Rooms as LazyRooms } from './rooms';

const useStyles = makeStyles({
  provider: { height: '100%' },
  pane: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minWidth: '300px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  middle: { position: 'relative', flexGrow: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
  // What is hidden in it lies at its place in the room, or it would make the whole pane scroll.
  room: {
    position: 'relative',
    flexGrow: 1,
    overflowY: 'auto',
    scrollbarGutter: 'stable',
    scrollbarWidth: 'thin',
  },
  // Below the room, so that nothing in it is covered: there is always a button that somebody needs. The most important is first.
  toasts: {
    // What is said to a screen reader alone stands in here, and does not make the page longer.
    position: 'relative',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    maxHeight: '45%',
    overflowY: 'auto',
    padding: '0 8px',
    // A press that misses the room's button that sends meets nothing.
    '&:has(button)': { paddingTop: '12px' },
    // A trade of the desk stands above everything else.
    '& > :has([data-fill])': { order: -1 },
    // What has nothing to say takes no room.
    '& > :has(:not(:empty))': { marginBottom: '8px' },
  },
  said: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    boxShadow: tokens.shadow8,
  },
  words: { flexGrow: 1 },
  close: { flexShrink: 0, minWidth: '24px', minHeight: '24px', padding: '0 6px', marginTop: '3px' },
  /** As high before what stands in it is there. */
  parts: { minHeight: '26px', padding: '8px 12px 0' },
});

/** The themes' colours and sizes are variables of the stylesheet (scripts/theme-variables.mjs), one set for each scheme. */
const IN_STYLESHEET = {};

/** The whole pane around one desk. */
export function Pane({
  context,
  rooms,
  preloads,
}: {
  context: PaneContext;
  rooms: LazyRooms;
  /** Code to load ahead once the first room is shown. */
  preloads: readonly Preload[];
}) {
  const styles = useStyles();
  const { background } = useWatched(context.office);
  const scheme = useScheme(background);
  useEffect(() => preloadSoon(preloads, context.client.clock), [preloads, context]);
  return (
    <FluentProvider theme={IN_STYLESHEET} data-scheme={scheme} className={styles.provider}>
      <PaneProvider value={context}>
        <Rooms rooms={rooms} />
      </PaneProvider>
    </FluentProvider>
  );
}

/** Excel may hear the same keys as the pane. */
const SAME_PRESS_MS = 500;

function Rooms({ rooms }: { rooms: LazyRooms }) {
  const { arm, attention, client, commands, notice, programs, withdrawals } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const [route, setRoute] = useState<Route>(FIRST_ROUTE);
  const [filter, setFilter] = useState(NO_FILTER);
  const go = (next: Route): void => {
    notice.set('');
    setRoute(next);
  };
  const whyNotWithdraw = useWhyNot('withdraw');
  const withdrawnAtMs = useRef(-Infinity);
  useEffect(
    () =>
      commands.listen((command) => {
        if (command.kind === 'say') return notice.set(command.text);
        if (command.kind === 'stop-programs') {
          setRoute({ room: 'programs' });
          const stopped = programs.get()?.stopAll() ?? 0;
          return notice.set(stopped > 0 ? STOPPING : `${NO_PROGRAM}${withdrawals.stillLiveInWords()}`);
        }
        if (command.kind === 'withdraw-all') {
          const nowMs = client.clock.monotonicMs();
          const isSamePress = nowMs - withdrawnAtMs.current < SAME_PRESS_MS;
          withdrawnAtMs.current = nowMs;
          if (isSamePress) return undefined;
          return whyNotWithdraw === undefined ? withdrawals.all() : notice.set(whyNotWithdraw);
        }
        notice.set('');
        if (command.kind === 'show-requests') setFilter((known) => ({ ...known, list: 'open' }));
        setRoute(routeOf(command));
      }),
    [client, commands, notice, programs, whyNotWithdraw, withdrawals],
  );
  // Excel hears its keys in the grid alone where it runs in a browser, and not at all where shortcuts.json did not load.
  useShortcut('KeyK', () => commands.post({ kind: 'withdraw-all' }), 'all');
  useShortcut('Digit0', () => commands.post({ kind: 'stop-programs' }), 'all');
  useEscape(() => {
    if (back(route) !== route) go(back(route));
  });
  const used = (): void => {
    arm.used();
    attention.used();
  };
  return (
    <div className={styles.pane} onPointerDownCapture={used} onKeyDownCapture={used}>
      <header>
        <h1 className={shared.hidden}>SpreadDesk</h1>
        <Band onSignIn={() => go({ room: 'sign-in' })} />
        <Navigation route={route} onGo={go} />
        <rooms.strips.Room route={route} onGo={go} />
      </header>
      <div className={styles.middle}>
        <main key={routeKey(route)} className={styles.room}>
          <FaultBoundary onLeave={() => go({ room: 'requests' })}>
            <Room
              rooms={rooms}
              route={route}
              filter={filter}
              onFilter={setFilter}
              go={go}
              onSignedIn={() => setRoute(FIRST_ROUTE)}
            />
          </FaultBoundary>
        </main>
        <footer className={styles.toasts}>
          <Withdrawal rooms={rooms} />
          <Notices onToday={() => go({ room: 'today' })} />
          <rooms.news.Room
            onOpen={(id) => go({ room: 'request', id, from: 'events' })}
            onEvents={() => go({ room: 'events' })}
          />
          <rooms.firstSteps.Room route={route} />
        </footer>
      </div>
    </div>
  );
}

const STOPPING = 'Stopping this page’s programs; what they have live is withdrawn first.';
const NO_PROGRAM = 'No program is running on this page.';

function routeOf(command: Exclude<Command, { kind: 'say' | 'withdraw-all' | 'stop-programs' }>): Route {
  switch (command.kind) {
    case 'show-request':
      return { room: 'request', id: command.id, from: 'requests' };
    case 'show-requests':
      return { room: 'requests' };
    case 'show-cells':
      return { room: 'cells', at: command.at };
  }
}

/** Where nothing can be seen before somebody is signed in. */
const MARKET: ReadonlySet<Route['room']> = new Set([
  'requests',
  'request',
  'new-request',
  'bulk',
  'programs',
  'risk',
]);

function Room({
  rooms,
  route,
  filter,
  onFilter,
  go,
  onSignedIn,
}: {
  rooms: LazyRooms;
  route: Route;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  go: (route: Route) => void;
  onSignedIn: () => void;
}) {
  const openFrom =
    (from: RequestRoute['from']) =>
    (id: RequestId): void =>
      go({ room: 'request', id, from });
  const open = openFrom('requests');
  const write = (): void => go({ room: 'new-request' });
  const mayWrite = useWhyNot('press') === undefined;
  useShortcut('KeyN', () => mayWrite && (route.room === 'requests' || route.room === 'request') && write());
  const leave = (): void => go(back(route));
  const { client } = usePane();
  const styles = useStyles();
  const status = useAnswer(client, STATUS).value;
  const goesOn = useGoesOn(status);
  if (useConnection(client) === 'unpaired') return <rooms.pairing.Room />;
  if (status?.signedIn === false && ((MARKET.has(route.room) && !goesOn) || route.room === 'sign-in')) {
    return <rooms.signIn.Room status={status} onDone={onSignedIn} />;
  }
  switch (route.room) {
    case 'sign-in':
    case 'requests':
      return (
        <RequestsRoom
          Closed={rooms.closed.Room}
          Search={rooms.search.Room}
          Legend={rooms.legend.Room}
          Unread={rooms.unread.Room}
          filter={filter}
          onFilter={onFilter}
          cameFrom={route.room === 'requests' ? route.cameFrom : undefined}
          onOpen={open}
          onNew={write}
        />
      );
    case 'request':
      return <rooms.request.Room key={route.id} id={route.id} onBack={leave} onCopied={write} />;
    case 'new-request':
      return <rooms.newRequest.Room onBack={leave} onOpen={open} />;
    case 'bulk':
      return <rooms.bulk.Room />;
    case 'programs':
      return <rooms.programs.Room />;
    case 'cells':
      return <rooms.cells.Room route={route} />;
    case 'risk':
      return <rooms.risk.Room />;
    case 'today':
    case 'journal':
    case 'calls':
      return (
        <>
          <div className={styles.parts}>
            <rooms.parts.Room part={route.room} onGo={go} />
          </div>
          {route.room === 'today' && <rooms.today.Room onOpen={openFrom('today')} />}
          {route.room === 'journal' && <rooms.journal.Room onOpen={openFrom('journal')} />}
          {route.room === 'calls' && <rooms.calls.Room />}
        </>
      );
    case 'events':
      return <rooms.events.Room onOpen={openFrom('events')} onSettings={() => go(EVENT_SETTINGS)} />;
    case 'trades':
      return <rooms.trades.Room />;
    case 'desk':
      return <rooms.desk.Room at={route.at} onSignIn={() => go({ room: 'sign-in' })} />;
  }
}

/**
 * Whether the desk signs in anew by itself where this page has seen it signed in, as after a restart while the platform is away: the last
 * screen stays then, and is old. Where its credentials are refused a person has to give others.
 */
function useGoesOn(status: DeskStatus | undefined): boolean {
  const [seen, setSeen] = useState<string>();
  const place = status && JSON.stringify([status.environment, status.service]);
  if (status?.signedIn && seen !== place) setSeen(place);
  return status?.isTrying === true && status.failure?.kind !== 'denied' && seen === place;
}

/** Over the rooms, so that nothing in them moves. */
function Withdrawal({ rooms }: { rooms: LazyRooms }) {
  const { withdrawals } = usePane();
  const shown = useWatched(withdrawals.shown);
  const pressed = useWatched(withdrawals.pressed);
  return shown.length === 0 && pressed === undefined ? null : <rooms.withdrawal.Room />;
}

/** So long a notice stands: later it may not be true any more. */
const NOTICE_MS = 30_000;

/** What was last said to the person, in one place that screen readers follow, until it is closed, another room is opened, or it is old. */
function Notices({ onToday }: { onToday: () => void }) {
  const { client, inToday, notice } = usePane();
  const styles = useStyles();
  const text = useWatched(notice);
  const isInToday = useWatched(inToday) === text;
  useEffect(
    () => (text === '' ? undefined : client.clock.after(NOTICE_MS, () => notice.set(''))),
    [text, client, notice],
  );
  return (
    <div className={mergeClasses(text !== '' && styles.said)}>
      <div className={styles.words} role="status" aria-label="Notices">
        {text && <Note>{text}</Note>}
      </div>
      {text && isInToday && (
        <Button size="small" onClick={onToday}>
          Open Today
        </Button>
      )}
      {text && (
        <Button
          size="small"
          appearance="subtle"
          className={styles.close}
          aria-label="Close the notice"
          onClick={() => notice.set('')}
        >
          ✕
        </Button>
      )}
    </div>
  );
}

interface FaultProps {
  readonly children: ReactNode;
  /** Where a person goes from a room that is broken. */
  readonly onLeave: () => void;
}

/** Keeps a fault of one room in that room: the arm switch, the journal and the other rooms stay. */
class FaultBoundary extends Component<FaultProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <>
        <Note tone="bad" live>
          This room failed. Anything already sent is in the journal.
        </Note>
        <Button size="small" onClick={this.props.onLeave}>
          Back to the requests
        </Button>
      </>
    );
  }
}

/** How the pane is coloured. */
type Scheme = 'light' | 'dark' | 'contrast';

/** High contrast is the person's own choice and comes first; then Office's theme, then the system's. */
export function schemeOf(seen: {
  forcedColors: boolean;
  prefersDark: boolean;
  officeBackground: string | undefined;
}): Scheme {
  if (seen.forcedColors) return 'contrast';
  const light = lightness(seen.officeBackground);
  if (light !== undefined) return light < 128 ? 'dark' : 'light';
  return seen.prefersDark ? 'dark' : 'light';
}

/** 0 (black) to 255 (white) of a colour written as #rrggbb. */
function lightness(colour: string | undefined): number | undefined {
  const [, red, green, blue] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour ?? '') ?? [];
  if (!red || !green || !blue) return undefined;
  return 0.299 * parseInt(red, 16) + 0.587 * parseInt(green, 16) + 0.114 * parseInt(blue, 16);
}

/** The colours that the person's system and Office ask for, and follows them. */
function useScheme(officeBackground: string | undefined): Scheme {
  const forcedColors = useWatched(useMemo(() => mediaOf('(forced-colors: active)'), []));
  const prefersDark = useWatched(useMemo(() => mediaOf('(prefers-color-scheme: dark)'), []));
  return schemeOf({ forcedColors, prefersDark, officeBackground });
}
