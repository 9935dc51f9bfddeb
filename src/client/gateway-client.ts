import { failed, type Failure, type Outcome } from '../domain/failure';
import { ActionId } from '../domain/identifiers';
import type { Answer, Resource } from '../domain/resources/resource';
import { ProgramId } from '../domain/program-mark';
import { TradeDownloadId } from '../domain/trade-download';
import type { Chance } from '../effects/chance';
import type { Clock } from '../effects/clock';
import type { Ids } from '../effects/ids';
import { act, actAll, find, withdrawAll } from './actions-api';
import { CellRegister } from './cell-register';
import type { Connection, GatewayClient, Watcher } from './client';
import {
  explain,
  exportJournal,
  halt,
  noteArming,
  openFileTicket,
  resume,
  setLimits,
  signIn,
  signOut,
  supportBundle,
} from './gateway-api';
import { SessionToken, type Gateway } from './http';
import { tellAll } from './listeners';
import { WorkbookMode } from './mode';
import { GatewayClock, GatewaySocket } from './socket';
import type { TradeDownloadClient, TradeDownloadOptions } from './trade-downloads';
import type { Transport } from './transport';
import { WatchList } from './watches';

interface GatewayClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly chance: Chance;
  /** Formulas may have entered themselves before there was a client. */
  readonly cells?: CellRegister;
}

/** The page's client over one WebSocket and one address. It connects at once and for as long as the page lives. */
export function createGatewayClient({
  transport,
  clock: pageClock,
  ids,
  chance,
  cells,
}: GatewayClientOptions): GatewayClient {
  const clock = new GatewayClock(pageClock);
  const token = new SessionToken({ transport, clock });
  const onlookers = new Set<(connection: Connection) => void>();
  const mode = new WorkbookMode();
  const watches: WatchList = new WatchList({ clock, mode, say: (message) => link.say(message) });
  const link: GatewaySocket = new GatewaySocket({
    transport,
    token,
    clock,
    chance,
    welcomed: ({ startsIn }) => {
      // Before anything is watched: a manual desk asks for nothing on opening.
      mode.startIn(startsIn ?? 'live');
      watches.sayAll();
    },
    refused: (failure) => watches.refuse(failure),
    moved: () => watches.forget(),
    answered: (answers, line) => watches.receive(answers, line),
    changed: (connection) => {
      if (connection === 'lost') watches.unheard();
      tellAll(onlookers, connection);
    },
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
    attend: (resources) => watches.attend(resources),
    newActionId: () => ActionId.parse(ids.uuid()),
    newProgramId: () => ProgramId.parse(ids.uuid()),
    sayWanted: (wanted) => link.say({ type: 'wanted', ...wanted }),
    act: (id, request) => act({ transport, clock, token, desk: link.desk }, id, request),
    actAll: (actions, following) => actAll({ transport, clock, token, desk: link.desk }, actions, following),
    withdrawAll: (id, actions, also) =>
      withdrawAll({ transport, clock, token, desk: link.desk }, id, actions, also),
    find: (ids) => find({ transport, clock, token, desk: link.desk }, ids),
    ...asked({ transport, clock, token }),
    ...lazyApi({ transport, clock, token, ids }, () => link.desk),
  };
}

/** What is asked of the gateway once, and answered once. */
const asked = (gateway: Gateway) =>
  ({
    explain: (resources) => explain(gateway, resources),
    signIn: (wish) => signIn(gateway, wish),
    signOut: (wish) => signOut(gateway, wish),
    exportJournal: (format) => exportJournal(gateway, format),
    supportBundle: () => supportBundle(gateway),
    openFileTicket: (file) => openFileTicket(gateway, file),
    halt: (reason) => halt(gateway, reason),
    resume: (reason) => resume(gateway, reason),
    noteArming: (turned) => noteArming(gateway, turned),
    setLimits: (limits) => setLimits(gateway, limits),
  }) satisfies Partial<GatewayClient>;

const NOT_LOADED: Failure = {
  kind: 'unavailable',
  message: 'This part of SpreadDesk could not be loaded, so the gateway was not asked.',
  next: 'Check that the gateway runs, then try again. If SpreadDesk was updated, reload the pane.',
};

/** What only a room asks that comes later itself. The page does not wait for this code: it comes when it is first wanted. */
function lazyApi(
  options: TradeDownloadOptions,
  desk: () => string | undefined,
): Pick<
  GatewayClient,
  | 'captures'
  | 'webhook'
  | 'checkWebhook'
  | 'functionList'
  | 'interfaceReport'
  | 'checkInterface'
  | 'people'
  | 'programs'
  | 'pair'
  | 'wayIn'
  | 'beginSignIn'
  | 'signInByToken'
  | 'signOutPerson'
  | 'approveAction'
  | 'refuseAction'
  | 'remindApprovers'
  | 'cancelAction'
  | 'settle'
> {
  const captures = through(
    () => import(/* webpackChunkName: "captures" */ './trade-downloads'),
    (code) => code.tradeDownloadClient(options),
  );
  const events = through(
    () => import(/* webpackChunkName: "webhook" */ './webhook'),
    (code) => code,
  );
  const profile = through(
    () => import(/* webpackChunkName: "interface" */ './interface-check'),
    (code) => code,
  );
  const functions = through(
    () => import(/* webpackChunkName: "function-list" */ './function-list'),
    (code) => code,
  );
  const pairing = through(
    () => import(/* webpackChunkName: "pairing" */ './pairing'),
    (code) => code,
  );
  const people = through(
    () => import(/* webpackChunkName: "people" */ './people'),
    (code) => code.peopleClient(options),
  );
  const programs = through(
    () => import(/* webpackChunkName: "programs-api" */ './programs'),
    (code) => code.programsClient(options, desk),
  );
  const decisions = through(
    () => import(/* webpackChunkName: "decisions" */ './action-decisions'),
    (code) => code,
  );
  const acting = () => ({ ...options, desk: desk() });
  return {
    approveAction: (...said) => decisions(({ approve }) => approve(acting(), ...said)),
    refuseAction: (...said) => decisions(({ refuse }) => refuse(acting(), ...said)),
    remindApprovers: (...said) => decisions(({ remind }) => remind(acting(), ...said)),
    settle: (...said) => decisions(({ settle }) => settle(acting(), ...said)),
    cancelAction: (...said) => decisions(({ cancel }) => cancel(acting(), ...said)),
    programs: {
      preview: (asked) => programs((one) => one.preview(asked)),
      start: (asked) => programs((one) => one.start(asked)),
      stop: (id) => programs((one) => one.stop(id)),
      release: (id, asked) => programs((one) => one.release(id, asked)),
    },
    people: {
      read: () => people((one) => one.read()),
      end: (whom) => people((one) => one.end(whom)),
      unpair: (pairing) => people((one) => one.unpair(pairing)),
    },
    pair: (code, name) => pairing(({ pair }) => pair(options, code, name)),
    wayIn: () => pairing(({ wayIn }) => wayIn(options)),
    beginSignIn: () => pairing(({ beginSignIn }) => beginSignIn(options)),
    signInByToken: (token) => pairing(({ signInByToken }) => signInByToken(options, token)),
    signOutPerson: () => pairing(({ signOutPerson }) => signOutPerson(options)),
    captures: lazyDownloads(captures, () => TradeDownloadId.parse(options.ids.uuid())),
    webhook: () => events(({ webhook }) => webhook(options)),
    checkWebhook: () => events(({ checkWebhook }) => checkWebhook(options)),
    functionList: () => functions(({ functionList }) => functionList(options)),
    interfaceReport: () => profile(({ interfaceReport }) => interfaceReport(options)),
    checkInterface: () => profile(({ checkInterface }) => checkInterface(options)),
  };
}

type Through<C> = <T>(ask: (code: C) => Promise<Outcome<T>>) => Promise<Outcome<T>>;

const through =
  <M, C>(load: () => Promise<M>, codeOf: (file: M) => C): Through<C> =>
  async (ask) => {
    const file = await load().catch(() => undefined);
    return file ? ask(codeOf(file)) : failed(NOT_LOADED);
  };

const lazyDownloads = (
  late: Through<TradeDownloadClient>,
  newId: TradeDownloadClient['newId'],
): TradeDownloadClient => ({
  newId,
  estimate: (wanted, how) => late((captures) => captures.estimate(wanted, how)),
  start: (id, wanted, how) => late((captures) => captures.start(id, wanted, how)),
  pause: (id) => late((captures) => captures.pause(id)),
  resume: (id) => late((captures) => captures.resume(id)),
  cancel: (id) => late((captures) => captures.cancel(id)),
  rows: (wanted, block) => late((captures) => captures.rows(wanted, block)),
  file: (wanted, style, rowsMax) => late((captures) => captures.file(wanted, style, rowsMax)),
});
