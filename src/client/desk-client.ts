import type { Answer } from '../domain/answer';
import { ActionId } from '../domain/identifiers';
import type { Resource } from '../domain/resource';
import type { Chance } from '../effects/chance';
import type { Clock } from '../effects/clock';
import type { Ids } from '../effects/ids';
import { act, actAll, find, settle, withdrawAll } from './acting';
import { CellRegister } from './cell-register';
import type { Connection, DeskClient, Watcher } from './client';
import { exportJournal, setLimits, supportBundle } from './desk-files';
import { explain } from './explaining';
import { GatewayClock } from './gateway-clock';
import { SessionToken } from './gateway-http';
import { GatewayLink } from './gateway-link';
import { lateAsking } from './late-asking';
import { WorkbookMode } from './mode';
import { tellAll } from './telling';
import { signIn, signOut } from './signing';
import type { Transport } from './transport';
import { WatchList } from './watch-list';

export interface DeskClientParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly chance: Chance;
  /** Formulas may have entered themselves before there was a client. */
  readonly cells?: CellRegister;
}

/** The page's client over one WebSocket and one address. It connects at once and for as long as the page lives. */
export function createDeskClient({
  transport,
  clock: pageClock,
  ids,
  chance,
  cells,
}: DeskClientParts): DeskClient {
  const clock = new GatewayClock(pageClock);
  const token = new SessionToken({ transport, clock });
  const onlookers = new Set<(connection: Connection) => void>();
  const mode = new WorkbookMode();
  const watches: WatchList = new WatchList({ clock, mode, say: (message) => link.say(message) });
  const link: GatewayLink = new GatewayLink({
    transport,
    token,
    clock,
    chance,
    welcomed: ({ startsIn }) => {
      // Before anything is watched: a manual desk asks for nothing on opening.
      mode.startIn(startsIn ?? 'live');
      watches.sayAll();
    },
    moved: () => watches.forget(),
    answered: (answers, line) => watches.receive(answers, line),
    changed: (connection) => tellAll(onlookers, connection),
  });
  void link.connect();
  return {
    clock,
    mode,
    cells: cells ?? new CellRegister(clock),
    watch<R extends Resource>(
      resource: R,
      listener: (answer: Answer<R>) => void,
      { by = 'pane' }: { by?: Watcher } = {},
    ) {
      // The list answers a resource with its own kind of value: it is read by the reader of that kind.
      return watches.watch(resource, listener as (answer: Answer) => void, by);
    },
    watchConnection(listener) {
      const mine = (connection: Connection): void => listener(connection);
      onlookers.add(mine);
      mine(link.connection);
      return () => void onlookers.delete(mine);
    },
    watched: () => watches.watched(),
    refresh: (resources) => watches.refresh(resources),
    newActionId: () => ActionId.parse(ids.uuid()),
    act: (id, request) => act({ transport, clock, token, desk: link.desk }, id, request),
    actAll: (actions, following) => actAll({ transport, clock, token, desk: link.desk }, actions, following),
    withdrawAll: (id, actions, also) =>
      withdrawAll({ transport, clock, token, desk: link.desk }, id, actions, also),
    find: (ids) => find({ transport, clock, token, desk: link.desk }, ids),
    ...asked({ transport, clock, token }),
    ...lateAsking({ transport, clock, token, ids }),
  };
}

interface Asking {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: SessionToken;
}

/** What is asked of the gateway once, and answered once. */
const asked = (gateway: Asking) =>
  ({
    explain: (resources) => explain(gateway, resources),
    signIn: (wish) => signIn(gateway, wish),
    signOut: (wish) => signOut(gateway, wish),
    settle: (id, settlement) => settle(gateway, id, settlement),
    exportJournal: (format) => exportJournal(gateway, format),
    supportBundle: () => supportBundle(gateway),
    setLimits: (limits) => setLimits(gateway, limits),
  }) satisfies Partial<DeskClient>;
