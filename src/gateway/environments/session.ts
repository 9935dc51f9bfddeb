import { basename } from 'node:path';
import * as z from 'zod/mini';
import { isFinal, type Action, type ActionBody } from '../../domain/action';
import type { Environment, JournalState, Pace, Quota } from '../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { By } from '../../domain/person';
import type { RequestId } from '../../domain/identifiers';
import type { OfferKey } from '../../domain/own-trade';
import type { Lane } from '../../domain/lane';
import type { Halt } from '../../domain/halt';
import { givenLimitsNoted, withdrawAllRefusedNoted } from '../../domain/notes/desk-notes';
import { NotedPolicy, policyNoted } from '../../domain/notes/policy-notes';
import { DeskLimits } from '../../domain/limits/limits';
import { KNOWN_AROUND_MS_MAX, type KnownAround } from '../../domain/limits/references';
import { present } from '../../domain/present';
import { deskBounds } from '../../domain/program/bounds';
import { resourceKey, type ResourceKey, type Source } from '../../domain/resources/resource';
import { isOfOtherVenue, type TradeReference } from '../../domain/trade';
import type { Clock } from '../../effects/clock';
import { systemIds } from '../../effects/ids';
import { legsAtPress } from '../actions/legs-at-press';
import { ActionService, type ActionServiceOptions } from '../actions/action-service';
import { resourcesAffectedByAction } from '../actions/kinds/kinds';
import { WaitingOffers } from '../actions/batch';
import { Conclusions } from '../actions/conclusions';
import type { HandedOn, Remains } from '../actions/kill-switch';
import { DeskEntries } from '../actions/desk-entries';
import { DayLedger } from '../actions/day-ledger';
import { Journal, PAST_MAX } from '../actions/journal';
import { StartCheck } from '../actions/journal-check';
import { Halts } from '../actions/halts';
import { LimitsCheck, type LimitsCheckOptions } from '../actions/limits-check';
import { LimitsKeeper } from '../actions/limits-keeper';
import { MassWithdrawals } from '../actions/mass-withdrawals';
import { MadeRecords } from '../actions/made-records';
import { NewTrades } from '../actions/new-trades';
import { OwnOffers, type OwnOffersOptions } from '../actions/own-offers';
import { tradesSince } from '../actions/kinds/before';
import { DoubtedTrades } from '../actions/doubted-trades';
import { OwnQuotes, type OwnQuotesOptions } from '../actions/own-quotes';
import { OwnTrades } from '../actions/own-trades';
import { ProvenParts } from '../actions/proven-parts';
import type { TakenBy } from '../actions/taken-columns';
import { PastTrades, TradeShelf } from '../actions/trade-shelf';
import { LaterLook } from '../actions/watchers';
import { WithdrawAll, type Recalled } from '../actions/withdraw-all';
import { isOf } from '../cache/entry';
import type { LocalSource, RemoteResource } from '../cache/fetch';
import { History } from '../cache/history';
import { KnownMarketView } from '../cache/known-market';
import { Planner } from '../cache/planner';
import { Positions } from '../cache/positions';
import { RecordWriter } from '../cache/record-writer';
import { ClosedCache, ResourceCache } from '../cache/resource-cache';
import { sourcesOf } from '../cache/source';
import { Wins } from '../cache/wins';
import type { Platform } from '../platform/platform';
import { SessionKeeper } from '../platform/session-keeper';
import { dayOf } from '../platform/zone-time';
import { ProgramLedger } from '../programs/program-ledger';
import { noPrograms, PROGRAMS_OFF, type Programming } from '../programs/programming';
import { Programs } from '../programs/programs';
import type { JournalSource } from '../storage/journal-chain';
import type { JournalStore } from '../storage/journal-store';
import { recordsWithTrades, type KeptTrade, type TradeStore } from '../storage/trade-store';
import { closedTradeDownloads, TradeDownloads, type TradeDownloading } from '../trades/downloads';
import { unfinishedOf, type DeskFigures } from './figures';
import { byGateway, type GatewayConfig } from './gateway-config';
import { KeepingUp } from './keeping-up';
import type { EnvironmentResources } from './resources';
import { SIGNED_OUT } from './sign-in';
import { Outages } from './outages';
import { quotaSource, statusSource, type StatusSource } from './status';
import { supportBundle, type SupportOptions } from './support-bundle';

export interface Health {
  readonly status: 'ok' | 'failing';
  readonly signedIn: boolean;
  /** Whether the journal is as it was written. */
  readonly journal: JournalState['state'];
  /** What does not work, in a sentence. */
  readonly failure?: Failure;
  /** Versions that the platform will take away, a sentence each. */
  readonly endsOfLife?: readonly string[];
}

interface Actions extends Pick<
  ActionService,
  'put' | 'putAll' | 'settle' | 'find' | 'approve' | 'refuse' | 'remind' | 'cancel'
> {
  readonly withdrawAll: (...asked: Parameters<WithdrawAll['press']>) => Promise<Outcome<Recalled>>;
}

const DAY_MS = 86_400_000;
/** Everything that the gateway does in one environment under one sign-in. */
export interface EnvironmentSession {
  /** Two desks of one name tell pages the same. */
  readonly name: string;
  readonly resources: EnvironmentResources;
  readonly cache: Pick<ResourceCache, 'watch' | 'refresh' | 'attend'>;
  readonly actions: Actions;
  readonly halting: Halting;
  readonly programs: Programming;
  /** What is done on the desk beside actions. */
  readonly entries: Pick<DeskEntries, 'record' | 'write'>;
  /** What "Withdraw all" needs once this gateway leads no more; absent while signed out. */
  remains(): Promise<Remains | undefined>;
  /** Takes what another gateway withdrew while nobody led into the journal. */
  handedOn(handedOn: HandedOn): Promise<Outcome<void>>;
  /** Where what is shown comes from, as polling stands just now. */
  sources(keys: readonly ResourceKey[]): Source[];
  /** How many quotes that this person sent are live, or may be. */
  quotesOf(person: Pick<By, 'name' | 'id'>): number;
  readonly files: SessionFiles;
  readonly downloads: TradeDownloading;
  readonly health: Health;
  figures(): DeskFigures;
  /** Actions whose outcome is not known yet. */
  readonly unsettled: number;
  /** Signs in at once if need be, and from now on whenever the session is lost. Resolves when the first attempt has ended. */
  keepSession(): Promise<void>;
  /** Takes nothing new, waits for actions on their way, and writes down what is left to write. */
  close(): Promise<void>;
}

/** `signsIn`: there are credentials to sign in with. Without a sign-in the desk shows its own state and journal alone. */
export async function openSession(
  resources: EnvironmentResources,
  signsIn: boolean,
  config: GatewayConfig,
): Promise<EnvironmentSession> {
  const { clock, log, chance } = config;
  const { platform } = resources;
  const check = await StartCheck.open({ source: resources.journal, clock, log });
  const journal = new Journal(resources.journal, clock, log, check.doubts);
  const entries = await DeskEntries.open({ store: resources.journal, clock, log });
  const limits = await limitsKeeperOf(resources, entries, config);
  const leavePolicy = await noteEachPolicy(resources, entries, config);
  const massWithdrawals = await massWithdrawalsOf(resources, config);
  const halts = await haltsOf(resources, entries, config);
  const status = statusSource({ resources, signsIn, massWithdrawals, halts, journal: check, config });
  const calls = (): Quota => planner.forecast.quota(platform.quota());
  const market = new KnownMarketView(() => cache.entries);
  const own = ownOf({ ...resources, journal }, market, {
    config,
    filled: (id) => ownTrades.filled(id),
    isUnclear: (id) => ownTrades.isUnclear(id),
    tradedAt: (id) => ownTrades.tradedAt(id),
    onDoubtful: ({ quoteId, since }) => void ownTrades.seek(quoteId, since),
    onDisproved: (withdrawals, proof) => void actions.disproved(withdrawals, proof),
    trades: {
      filled: (offer) => ownTrades.filled(offer),
      tradedAt: (offer) => ownTrades.tradedAt(offer),
      seek: (...offer) => ownTrades.seek(...offer),
    },
  });
  const { ownQuotes, ownOffers } = own;
  const made = new MadeRecords({
    ...{ journal, market, clock, zone: config.zone },
    onListed: (action) => ownOffers.take(action),
  });
  const looking = new LaterLook(clock, () => {
    ownQuotes.look();
    ownOffers.look();
    made.look();
    newTrades.look();
  });
  const doubted = new DoubtedTrades(journal);
  const positions = new Positions({
    store: resources.trades,
    doubted,
    snapshots: resources.positions,
    own: ownQuotes,
    market: () => market,
    clock,
    log,
  });
  const pastTrades = new PastTrades({ store: resources.trades, clock, log });
  const stored = storedWith(positions.trades, (trades) => {
    ownTrades.stored(trades);
    pastTrades.stored(trades);
    void cache.stored(trades.map(({ id }) => ({ kind: 'trade', id })));
  });
  const records = new RecordWriter(recordsWithTrades(resources.records, stored), clock, log, config);
  const trades = new TradeShelf(platform.service, records, clock);
  const mayBeOfRequest = (trade: TradeReference): boolean =>
    !isOfOtherVenue(trade, config.recordRules.otherVenues);
  const listTrades = async (since: number): Promise<Outcome<readonly TradeReference[]>> => {
    const period = tradesSince(since, clock.now(), config.zone);
    const listed = await platform.service.trades(period, { lane: 'polling', beside: 'joins' });
    return listed.ok ? success(listed.value.records.filter(mayBeOfRequest)) : listed;
  };
  const ownTrades: OwnTrades = new OwnTrades({
    store: resources.ownTrades,
    journal,
    market,
    stored,
    unlisted: positions.unlisted,
    trades,
    readQuotes: (id) => platform.service.quotes(id, { lane: 'polling', beside: 'joins' }),
    listTrades,
    zone: config.zone,
    onTaken(id, trade) {
      ownQuotes.taken(id, trade);
      ownOffers.taken();
    },
    clock,
    log,
  });
  const newTrades = new NewTrades({
    standing: () => [...ownQuotes.read(), ...ownOffers.read()],
    lists: (since) => market.tradeLists(dayOf(since, config.zone)),
    listTrades,
    mayBeOfRequest,
    mayRead: () => platform.status.signedIn && platform.reading === 'flows',
    ownTrades,
    clock,
  });
  const parts = await ProvenParts.open({
    environment: resources.environment,
    store: resources.parts,
    actions: () => journal.read(),
    market,
    log,
  });
  const { limits: shownLimits, ...checking } = limitsOf({
    journal,
    limits,
    trades: pastTrades,
    market,
    ownQuotes,
    ownTrades,
    parts,
    config,
  });
  const personal = present({ own: config.ownLimits });
  const { waiting, limitsCheck, quota } = pacing({
    limits,
    journal,
    calls,
    clock,
    checking: { ...checking, ...personal },
    fourEyes: () => config.fourEyes?.read(),
  });
  const downloads = await TradeDownloads.open({
    ...resources,
    ...config,
    store: resources.downloads,
    trades: stored,
    records,
    note: (noted) => entries.record(noted),
    accepted: () => [...journal.read(), ...actions.awaitingTerms()],
    own: () => ownTrades.read(),
  });
  const history = new History({
    store: resources.history,
    market: () => market,
    keptMs: config.historyDays * DAY_MS,
    clock,
    log,
  });
  const wins = new Wins({
    journal,
    records: resources.records,
    trades: positions.trades,
    history: resources.history,
    flush: () => Promise.all([records.flush(), history.flush()]),
    zone: config.zone,
    clock,
    log,
  });
  const programs = programsOf(resources, {
    actions: {
      put: (...asked) => actions.put(...asked),
      asksToLook: (id) => actions.asksToLook(id),
      isOpen: (id) => actions.isOpen(id),
    },
    own: ownQuotes,
    filled: (id) => ownTrades.filled(id),
    isTaken: (id) => ownTrades.took(id),
    offers: ownOffers,
    journal,
    entries,
    halts,
    massWithdrawals,
    limitsCheck,
    market,
    around: checking.around,
    cache: () => cache,
    config,
  });
  const locals = {
    status,
    quota,
    journal,
    'desk-entries': entries,
    limits: shownLimits,
    captures: downloads,
    'own-quotes': ownQuotes,
    'own-offers': ownOffers,
    'own-trades': ownTrades,
    programs: config.programs ? programs : noPrograms(PROGRAMS_OFF),
    events: resources.events,
  };
  const { cache, planner }: Answering = answersOf(resources, {
    records,
    locals,
    history,
    positions,
    wins,
    onLearned: () => looking.want(),
    config,
  });
  const onMayBe = (...found: Parameters<WithdrawAll['mayBe']>): void => {
    withdrawAll.mayBe(...found);
    programs.mayBe(...found);
  };
  const actions = actionsOf(
    resources,
    {
      journal,
      trades,
      market,
      limitsCheck,
      massWithdrawals,
      halts,
      config,
      onMayBe,
      onTwins: (action, ids) => ownQuotes.twins(action, ids),
      onLegTrades: (action) => ownTrades.take(action),
      tradedOn: (id) => ownTrades.tradedOn(id),
      isTaken: (id) => ownQuotes.endOf(id) === 'accepted',
      isReplaced: (body) => body.kind === 'delete-proposals' && ownOffers.isReplaced(body.requestId),
      onDoubted: (action) => {
        ownTrades.take(action);
        checking.ledger.take(action);
      },
      takenMeanwhile: (...sent) => ownQuotes.takenMeanwhile(...sent),
      sentQuote: (id) => ownQuotes.sentQuote(id),
      goneMeanwhile: (...sent) => ownOffers.goneMeanwhile(...sent),
    },
    (action) => {
      ownQuotes.take(action);
      ownOffers.take(action);
      made.take(action);
      ownTrades.take(action);
      checking.ledger.take(action);
      withdrawAll.ended(action);
      programs.ended(action);
      const touched = resourcesAffectedByAction(action);
      cache.outdate(touched);
      // Whoever pressed is told first.
      clock.after(0, () => void cache.refetch(touched));
    },
  );
  const withdrawAll: WithdrawAll = new WithdrawAll({
    actions,
    recalls: massWithdrawals,
    entries,
    own: ownQuotes,
    offers: ownOffers,
  });
  const isOut = !signsIn && !platform.status.signedIn;
  await records.forgetOld();
  const standing = await journal.standing();
  await doubted.start();
  await own.start(standing);
  made.start(await journal.newest(PAST_MAX));
  await ownTrades.start(standing);
  await checking.ledger.start();
  await actions.start();
  if (!isOut) await programs.begin(journal.read().filter((action) => !isFinal(action)));
  journal.begun();
  check.start();
  const keepingUp = new KeepingUp({
    resources,
    cache,
    actions,
    withdrawAll,
    market,
    trades,
    ownTrades,
    newTrades,
    ended: own.ended,
    config,
  });
  const keeper = new SessionKeeper({ platform, clock, chance, log });
  const outages = new Outages({
    ...{ platform, entries, clock },
    by: byGateway(config),
    zone: config.shownZone ?? config.zone,
  });
  if (!isOut) {
    // What is heard while nobody is signed in waits on disk for whoever signs in next.
    await keepingUp.start();
    own.checkDoubtful();
    downloads.begin();
    positions.start();
    ownTrades.begin();
  }
  return {
    name: JSON.stringify([resources.environment, resources.service, isOut]),
    resources,
    cache: isOut ? new ClosedCache(cache, SIGNED_OUT) : cache,
    actions: isOut ? closed(actions, entries) : acting(actions, withdrawAll, waiting),
    programs: config.programs && !isOut ? programs : noPrograms(config.programs ? SIGNED_OUT : PROGRAMS_OFF),
    halting: haltingOf(halts, { actions, massWithdrawals, waiting }),
    entries,
    sources: (keys) => sourcesOf(keys, sourceParts(resources, { cache, planner, config })),
    files: filesOf(
      { ...resources, ...config },
      { status, journal, limits, cache, planner, ...(!isOut && { ownTrades }) },
    ),
    downloads: isOut ? closedTradeDownloads(downloads, SIGNED_OUT) : downloads,
    get health() {
      return healthOf(resources, { journal, entries, check: check.read(), limits });
    },
    figures() {
      const health = healthOf(resources, { journal, entries, check: check.read(), limits });
      const pushedAt = resources.events.read().find(({ origin }) => origin === 'pushed')?.heardAt;
      return {
        environment: resources.environment,
        signedIn: health.signedIn,
        isFailing: health.status === 'failing',
        journal: health.journal,
        diskFails: resources.disk.failure !== undefined,
        isHalted: halts.read() !== undefined,
        quota: calls(),
        pacing: platform.pacing(),
        ...unfinishedOf(journal.read()),
        events: resources.events.counts,
        ...present({ pushedAt }),
      };
    },
    async remains() {
      const line = await platform.withdrawingLine();
      const everything = { number: Infinity, at: Infinity };
      return (
        line && {
          environment: resources.environment,
          recall: massWithdrawals.number,
          quotes: ownQuotes.notOver(),
          proposedOn: ownOffers.proposedBefore(everything),
          line,
        }
      );
    },
    handedOn: (handedOn) => withdrawAll.handedOn(handedOn),
    quotesOf: (person) => ownQuotes.quotesOf(person),
    get unsettled() {
      return journal.read().filter((action) => !isFinal(action)).length;
    },
    keepSession: () => keeper.start(),
    async close() {
      leavePolicy();
      outages.stop();
      await programs.close();
      keeper.stop();
      check.stop();
      planner.stop();
      looking.stop();
      own.stop();
      positions.stop();
      ownTrades.stop();
      wins.stop();
      await Promise.all([keepingUp.stop(), downloads.stop(), actions.stop()]);
      halts.stop();
      await entries.stop();
      await Promise.all([records.close(), history.close()]);
      await resources.close();
    },
  };
}

/** The store, which says what is stored in it from now on. */
const storedWith = (store: TradeStore, onStored: (trades: readonly KeptTrade[]) => void): TradeStore => ({
  ...store,
  keep: async (trades, how) => {
    await store.keep(trades, how);
    onStored(trades);
  },
});

/** The levels in force; that they are others than those last written down is written down. */
async function limitsKeeperOf(
  { limits: store, journal }: EnvironmentResources,
  entries: DeskEntries,
  config: GatewayConfig,
): Promise<LimitsKeeper> {
  const { givenLimits: given, clock, log } = config;
  const keeper = await LimitsKeeper.open({ store, entries, given, clock, log });
  const now = keeper.read();
  const [last] = await journal.entries(1, 'limits');
  const before = KnownLevels.safeParse(last?.levels).data;
  const noted = now.failure ? undefined : givenLimitsNoted(byGateway(config), before, now);
  if (noted) void entries.record(noted);
  return keeper;
}

const KnownLevels = z.pick(DeskLimits, { limits: true, locked: true, source: true });

/** A policy other than the one last written down is written down: at the start, and whenever its file is read anew. */
async function noteEachPolicy(
  { journal }: EnvironmentResources,
  entries: DeskEntries,
  config: GatewayConfig,
): Promise<() => void> {
  const { policy } = config;
  if (!policy) return () => undefined;
  const [last] = await journal.entries(1, 'policy');
  let before = NotedPolicy.safeParse(last?.levels).data;
  const note = (): void => {
    const now = policy.read();
    const after = present({ digest: now?.digest, fourEyes: now?.policy.fourEyes });
    const noted = policyNoted(byGateway(config), before, { ...after, name: basename(now?.path ?? '') });
    before = after;
    if (noted) void entries.record(noted);
  };
  note();
  return policy.onChange(note);
}

const haltsOf = (
  { halts: store }: EnvironmentResources,
  entries: DeskEntries,
  { clock, log, zone, shownZone = zone }: GatewayConfig,
) => Halts.open({ store, entries, clock, log, zone: shownZone });

/** What had left before a halt has so long to end before the halt is answered. */
const LEFT_MS_MAX = 5_000;

/** How the desk is halted, and goes on. */
export interface Halting extends Pick<Halts, 'read' | 'resume' | 'takeOver'> {
  /** In force at once. The answer comes when whatever had left before has ended, and counts what has not within some seconds. */
  readonly halt: (...asked: Parameters<Halts['halt']>) => Promise<{ halt: Halt; underWay: number }>;
}

const haltingOf = (
  halts: Halts,
  {
    actions,
    massWithdrawals,
    waiting,
  }: {
    readonly actions: ActionService;
    readonly massWithdrawals: MassWithdrawals;
    readonly waiting: WaitingOffers;
  },
): Halting => ({
  read: () => halts.read(),
  resume: (asked) => halts.resume(asked),
  takeOver: (halt) => halts.takeOver(halt),
  async halt(asked) {
    const halt = halts.halt(asked);
    massWithdrawals.giveUpWaiting();
    waiting.clear();
    actions.cancelWaiting(halts.failureOf(halt));
    return { halt, underWay: await actions.leftToEnd(LEFT_MS_MAX) };
  },
});

const massWithdrawalsOf = (
  { massWithdrawals: store }: EnvironmentResources,
  { clock, log, zone, shownZone = zone }: GatewayConfig,
) => MassWithdrawals.open({ store, clock, log, zone: shownZone });

const acting = (actions: ActionService, withdrawAll: WithdrawAll, waiting: WaitingOffers): Actions => ({
  put: (id, request, pressed) => actions.put(id, request, pressed),
  putAll: (wanted, pressed = {}) => {
    const { page = '', following } = pressed;
    if (following !== undefined) waiting.tell(page, following);
    return actions.putAll(wanted, pressed);
  },
  settle: (id, settlement, by) => actions.settle(id, settlement, by),
  find: (ids) => actions.find(ids),
  approve: (id, approval, pressed) => actions.approve(id, approval, pressed),
  refuse: (id, refusal, by) => actions.refuse(id, refusal, by),
  remind: (id, by) => actions.remind(id, by),
  cancel: (id, by) => actions.cancel(id, by),
  withdrawAll: async (request, pressed) => {
    waiting.clear();
    return success(await withdrawAll.press(request, pressed));
  },
});

/** Signed out nothing is sent; what became of things can still be settled. */
const closed = (actions: ActionService, entries: DeskEntries): Actions => ({
  put: async () => failed(SIGNED_OUT),
  putAll: async (wanted) => wanted.map(() => failed(SIGNED_OUT)),
  settle: (id, settlement, by) => actions.settle(id, settlement, by),
  find: (ids) => actions.find(ids),
  approve: async () => failed(SIGNED_OUT),
  refuse: async () => failed(SIGNED_OUT),
  remind: async () => failed(SIGNED_OUT),
  cancel: async () => failed(SIGNED_OUT),
  withdrawAll: async (_, { by } = {}) => {
    void entries.record(withdrawAllRefusedNoted(by));
    return failed(SIGNED_OUT);
  },
});

/** What holds offers to the pace of a minute, and what of it is known to be taken. */
function pacing(options: {
  limits: LimitsKeeper;
  journal: Journal;
  calls: () => Quota;
  clock: GatewayConfig['clock'];
  checking: Pick<LimitsCheckOptions, 'around' | 'told' | 'ledger' | 'parts' | 'onSoon' | 'own'>;
  fourEyes: LimitsCheckOptions['fourEyes'];
}) {
  const { limits, journal, calls, clock, checking, fourEyes } = options;
  const waiting = new WaitingOffers(clock);
  const limitsCheck = new LimitsCheck({
    limits: () => limits.read().limits,
    failure: () => limits.read().failure,
    shown: () => journal.read(),
    ...checking,
    ...present({ fourEyes }),
    clock,
  });
  const pace = (): Pace => ({ lastMinute: limitsCheck.lastMinute, waiting: waiting.count });
  return { waiting, limitsCheck, quota: quotaSource(() => ({ ...calls(), pace: pace() }), clock) };
}

/** What limits are held against besides their levels, and the levels as pages see them. */
function limitsOf(parts: {
  journal: Journal;
  limits: LimitsKeeper;
  trades: PastTrades;
  market: KnownMarketView;
  ownQuotes: OwnQuotes;
  ownTrades: Pick<OwnTrades, 'took'>;
  parts: ProvenParts;
  config: GatewayConfig;
}) {
  const { journal, limits, trades, market, ownQuotes, ownTrades, parts: proven } = parts;
  const { clock, zone } = parts.config;
  const ledger = new DayLedger({
    journal,
    market,
    own: () => ownQuotes.read().filter(({ doubtful }) => !doubtful),
    isTaken: (id) => ownTrades.took(id),
    clock,
    zone,
  });
  trades.read();
  const around = (id: RequestId): KnownAround => {
    const since = clock.now() - KNOWN_AROUND_MS_MAX;
    return {
      offers: [...(market.quotes(id)?.records ?? []), ...(market.proposals(id, since)?.records ?? [])],
      analytics: market.heldAnalytics(id, since),
      trades: trades.read(),
    };
  };
  const told: LimitsCheckOptions['told'] = (id) => {
    const request = market.request(id);
    if (!request) return undefined;
    return {
      request,
      offers: [...(market.quotes(id)?.records ?? []), ...(market.proposals(id, -Infinity)?.records ?? [])],
      analytics: market.analytics(id, clock.now() - KNOWN_AROUND_MS_MAX),
      trades: trades.read(),
    };
  };
  const shown = limitsSource(limits, ledger, { trades, proven, fourEyes: parts.config.fourEyes });
  return { ledger, around, told, parts: proven, onSoon: () => void trades.read(), limits: shown };
}

/** The levels with what else an action is held against: told anew whenever an action has ended, or newer trades are known. */
const limitsSource = (
  limits: LimitsKeeper,
  ledger: DayLedger,
  {
    trades,
    proven,
    fourEyes,
  }: { trades: PastTrades; proven: ProvenParts; fourEyes: GatewayConfig['fourEyes'] },
): LocalSource => ({
  read: () => {
    const unprovenParts = proven.unproven();
    const parts = unprovenParts.length > 0 ? { unprovenParts } : {};
    const eyes = present({ fourEyes: fourEyes?.read() });
    return { ...limits.read(), today: ledger.totals(), lastTrades: trades.read(), ...parts, ...eyes };
  },
  onChange: (listener) => {
    const sources = [limits, ledger, trades, ...(fourEyes ? [fourEyes] : [])];
    const stops = sources.map((source) => source.onChange(listener));
    return () => stops.forEach((stop) => stop());
  },
});

/** Programs of the desk. Where none is allowed any more, what those of before left is still taken off. */
function programsOf(
  { platform }: EnvironmentResources,
  parts: {
    readonly actions: Pick<ActionService, 'asksToLook' | 'isOpen' | 'put'>;
    readonly own: OwnQuotes;
    readonly filled: (id: OfferKey) => string | undefined;
    readonly isTaken: (id: OfferKey) => boolean;
    readonly offers: OwnOffers;
    readonly journal: Journal;
    readonly entries: DeskEntries;
    readonly halts: Halts;
    readonly massWithdrawals: MassWithdrawals;
    readonly limitsCheck: LimitsCheck;
    readonly market: KnownMarketView;
    readonly around: (id: RequestId) => KnownAround;
    readonly cache: () => ResourceCache;
    readonly config: GatewayConfig;
  },
): Programs {
  const { market, around, cache, limitsCheck, config, massWithdrawals: recalls } = parts;
  const { clock, zone } = config;
  return new Programs({
    ...parts,
    recalls,
    ids: systemIds,
    clock,
    ledger: new ProgramLedger({ journal: parts.journal, clock, zone }),
    market: {
      request: (id) => market.request(id),
      quotes: (id) => market.quotes(id)?.records ?? [],
      proposals: (id) => market.proposals(id, -Infinity)?.records ?? [],
      around,
    },
    gateway: byGateway(config),
    bounds: () => deskBounds(config.programs?.policy()),
    starter: (by) => config.programs?.starter(by),
    platform: {
      isSignedIn: () => platform.status.signedIn,
      isReachable: () => platform.reading === 'flows',
      quota: () => platform.quota(),
    },
    known: {
      isOf: (resource) => {
        const read = cache().entries.get(resourceKey(resource))?.known;
        return read && isOf(read);
      },
      fetchedAt: (resource) => cache().entries.get(resourceKey(resource))?.known?.fetchedAt,
      watch: (resource) => cache().watch(resource, () => undefined),
      refresh: (resource) => cache().refresh([resourceKey(resource)]),
    },
    limits: limitsCheck,
    async read(id) {
      const ask = { lane: 'asked' as const };
      const [request, quotes] = await Promise.all([
        platform.service.request(id, ask),
        platform.service.quotes(id, ask),
        // What prices are held against beside quotes: it is read where it is not known, as it will be when the program sends.
        ...(['proposals', 'analytics'] as const).map((kind) => knownLately(cache(), { kind, id }, clock)),
      ]);
      if (!request.ok) return request;
      if (!quotes.ok) return quotes;
      return success({ request: request.value, offers: quotes.value.records });
    },
  });
}

/** Reads it where what is known of it is too old to hold a price against for the next minutes. */
async function knownLately(cache: ResourceCache, resource: RemoteResource, clock: Clock): Promise<void> {
  const key = resourceKey(resource);
  const release = cache.hold(resource);
  const fetchedAt = cache.entries.get(key)?.known?.fetchedAt ?? 0;
  if (clock.now() - fetchedAt > KNOWN_AROUND_MS_MAX / 2) await cache.poll(key, 'asked');
  release();
}

/** What of the desk may be live, and how that is found out. */
function ownOf(
  {
    platform,
    journal,
    ended,
    events,
  }: Pick<EnvironmentResources, 'platform' | 'ended' | 'events'> & { journal: Journal },
  market: KnownMarketView,
  {
    config,
    trades,
    ...taken
  }: Pick<OwnQuotesOptions, 'filled' | 'isUnclear' | 'tradedAt' | 'onDoubtful' | 'onDisproved'> & {
    readonly trades: OwnOffersOptions['trades'];
    readonly config: GatewayConfig;
  },
) {
  const { clock, log, zone } = config;
  const { service } = platform;
  const conclusions = new Conclusions({
    store: ended,
    market,
    clock,
    log,
    mayRead: () => platform.status.signedIn && platform.reading === 'flows',
    readRequest: (id) => service.request(id, { lane: 'polling', beside: 'joins' }),
  });
  const readQuotes = (id: RequestId, lane: Lane) => service.quotes(id, { lane, beside: 'waits' });
  const ownQuotes = new OwnQuotes({
    journal,
    market,
    conclusions,
    clock,
    zone,
    readQuotes: (id) => readQuotes(id, 'accept'),
    ...taken,
  });
  const ownOffers = new OwnOffers({
    conclusions,
    journal,
    clock,
    proposals: (id, since) => market.proposals(id, since),
    listed: (kind, id) => market.listed(kind, id),
    events: () => events.read(),
    lines: ownQuotes,
    trades,
    onDisproved: taken.onDisproved,
    ownName: config.recordRules.ownName,
  });
  const standing = () => [...ownQuotes.read(), ...ownOffers.read()];
  return {
    ownQuotes,
    ownOffers,
    /** What stands on a request that is said to be over: nothing of it stays longer than until that was read. */
    ended: {
      standsOn: (id: RequestId) => standing().some(({ requestId }) => requestId === id),
      readNow: (id: RequestId) => conclusions.readNow(id),
    },
    start: async (standing: readonly Action[]) => {
      const past = await journal.newest(PAST_MAX);
      ownQuotes.start(standing, { over: await conclusions.start(), past });
      ownOffers.start(standing, past);
    },
    checkDoubtful: () =>
      conclusions.look({
        doubtful: standing,
        further: async (id) => {
          const quotes = await readQuotes(id, 'polling');
          if (quotes.ok) ownQuotes.seen(quotes.value);
        },
      }),
    stop: () => conclusions.stop(),
  };
}

interface Answering {
  readonly cache: ResourceCache;
  readonly planner: Planner;
}

type Answers = Pick<
  ConstructorParameters<typeof ResourceCache>[0],
  'records' | 'locals' | 'history' | 'positions' | 'wins' | 'onLearned'
>;

function answersOf(
  { platform }: EnvironmentResources,
  { records, locals, history, positions, wins, onLearned, config }: Answers & { config: GatewayConfig },
): Answering {
  const listedRequests = listedBy(config);
  const cache: ResourceCache = new ResourceCache({
    ...config,
    listedRequests,
    service: platform.service,
    records,
    locals,
    ...(history && { history }),
    ...(positions && { positions }),
    ...(wins && { wins }),
    ...present({ onLearned }),
    pace: () => planner.forecast.pace,
    mayLook: () => planner.forecast.mayLook(),
    onInterest: () => planner.wake(),
  });
  const planner: Planner = new Planner({
    ...config,
    listedRequests,
    cache,
    quota: () => platform.quota(),
    signedIn: () => platform.status.signedIn,
    reading: () => platform.reading,
  });
  return { cache, planner };
}

const listedBy = ({ recordRules }: GatewayConfig) => recordRules.openRequests ?? 'whole';

function actionsOf(
  { platform }: EnvironmentResources,
  options: {
    journal: Journal;
    trades: TradeShelf;
    market: KnownMarketView;
    limitsCheck: LimitsCheck;
    massWithdrawals: MassWithdrawals;
    halts: Halts;
    config: GatewayConfig;
    onMayBe: NonNullable<ActionServiceOptions['onMayBe']>;
    onTwins: NonNullable<ActionServiceOptions['onTwins']>;
    onLegTrades: NonNullable<ActionServiceOptions['onLegTrades']>;
    tradedOn: NonNullable<ActionServiceOptions['tradedOn']>;
    isTaken: NonNullable<ActionServiceOptions['isTaken']>;
    isReplaced: NonNullable<ActionServiceOptions['isReplaced']>;
    /** What is known of a quote of the desk. */
    sentQuote: OwnQuotes['sentQuote'];
    onDoubted: NonNullable<ActionServiceOptions['onDoubted']>;
    takenMeanwhile: NonNullable<ActionServiceOptions['takenMeanwhile']>;
    goneMeanwhile: NonNullable<ActionServiceOptions['goneMeanwhile']>;
  },
  onEnded: ActionServiceOptions['onEnded'],
): ActionService {
  const { limitsCheck, massWithdrawals, config, market, sentQuote, ...parts } = options;
  const withdrawn = (body: ActionBody) =>
    body.kind === 'withdraw-quote' ? sentQuote(body.quoteId) : undefined;
  const { clock, log, zone, recordRules } = config;
  return new ActionService({
    ...recordRules,
    ...parts,
    service: platform.service,
    isAnswering: () => platform.reading === 'flows',
    clock,
    log,
    zone,
    legsOf: (body) => withdrawn(body)?.legs ?? legsAtPress(market, body),
    withdrawsOf: (body) => withdrawn(body)?.terms,
    tellings: (id) => market.tellings(id),
    onEnded,
    mayNotPress: config.mayNotPress,
    recalls: massWithdrawals,
    limits: limitsCheck,
  });
}

const sourceParts = (
  { platform }: EnvironmentResources,
  { cache, planner, config }: Answering & { config: GatewayConfig },
): Parameters<typeof sourcesOf>[1] => ({
  ...config,
  listedRequests: listedBy(config),
  entries: cache.entries,
  pace: planner.pace,
  signedIn: platform.status.signedIn,
});

function healthOf(
  { platform, disk }: EnvironmentResources,
  parts: {
    readonly journal: Journal;
    readonly entries: DeskEntries;
    readonly check: JournalState;
    readonly limits: LimitsKeeper;
  },
): Health {
  const { journal, entries, check, limits } = parts;
  const { signedIn, failure, endsOfLife } = platform.status;
  const { state } = check;
  const broken = disk.failure ?? check.failure ?? limits.read().failure;
  const trouble = journal.isWhole && entries.isWhole ? broken : JOURNAL_FAILS;
  if (trouble) return { status: 'failing', signedIn, journal: state, failure: trouble };
  return {
    ...{ status: 'ok', signedIn, journal: state },
    ...(failure && { failure }),
    ...(endsOfLife && { endsOfLife }),
  };
}

const JOURNAL_FAILS = {
  kind: 'unavailable',
  message: 'The journal cannot be written, probably because the disk is full.',
  next: 'Free disk space in the gateway’s data folder; nothing is sent until then.',
} as const;

/** The parts of a desk that can say how it is. */
interface SessionOptions {
  readonly status: StatusSource;
  readonly journal: Journal;
  readonly limits: LimitsKeeper;
  readonly cache: Pick<ResourceCache, 'entries'>;
  readonly planner: Pick<Planner, 'slowdown' | 'forecast'>;
  /** Absent while signed out: then nothing of the platform is given out. */
  readonly ownTrades?: Pick<OwnTrades, 'tradesOf'>;
}

interface SessionSurroundings {
  readonly environment: SessionFiles['environment'];
  readonly journal: JournalStore;
  readonly platform: Pick<Platform, 'quota'>;
  readonly support: SupportOptions;
  readonly clock: Clock;
}

/** What a desk gives out as files. */
const filesOf = (outside: SessionSurroundings, inside: SessionOptions): SessionFiles => ({
  environment: outside.environment,
  journal: outside.journal,
  limits: inside.limits,
  takenBy: async (quoteId) => (await inside.ownTrades?.tradesOf(quoteId)) ?? [],
  supportBundle: () => bundleOf(outside, inside),
});

async function bundleOf(
  { support, platform, clock, journal }: SessionSurroundings,
  inside: SessionOptions,
): Promise<unknown> {
  const watched: Record<string, number> = {};
  for (const { resource } of inside.cache.entries.values()) {
    watched[resource.kind] = (watched[resource.kind] ?? 0) + 1;
  }
  return supportBundle({
    ...support,
    now: clock.now(),
    status: inside.status.read(),
    quota: inside.planner.forecast.quota(platform.quota()),
    plan: { stretch: inside.planner.slowdown, watched },
    limits: inside.limits.read(),
    journal: {
      isWhole: inside.journal.isWhole,
      head: await journal.head(),
      actions: inside.journal.read(),
    },
  });
}

/** What a desk gives out as a whole, and the levels that it is held to. */
export interface SessionFiles {
  readonly environment: Environment;
  readonly journal: JournalSource;
  readonly limits: Pick<LimitsKeeper, 'set'>;
  readonly takenBy: TakenBy;
  readonly supportBundle: () => Promise<unknown>;
}
