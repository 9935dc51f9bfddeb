import { isFinal } from '../domain/action';
import type { JournalState, Pace, Quota } from '../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { RequestId } from '../domain/identifiers';
import type { Lane } from '../domain/lane';
import type { ResourceKey } from '../domain/resource';
import type { Source } from '../domain/source';
import { ActionDesk, type ActionDeskParts } from './actions/action-desk';
import { Conclusions } from './actions/conclusions';
import { Journal } from './actions/journal';
import { DayLedger } from './actions/day-ledger';
import { LimitsCheck, type LimitsCheckParts } from './actions/limits-check';
import { LimitsKeeper } from './actions/limits-keeper';
import { OwnOffers } from './actions/own-offers';
import { OwnQuotes } from './actions/own-quotes';
import { KNOWN_AROUND_MS_MAX, type KnownAround } from '../domain/limits/references';
import { PastTrades } from './actions/past-trades';
import { Recalls } from './actions/recalls';
import { touchedBy } from './actions/touched';
import { TradeShelf } from './actions/trade-shelf';
import { WaitingOffers } from './actions/waiting-offers';
import { WithdrawAll, type Recalled } from './actions/withdraw-all';
import { AnswerBook } from './answers/answer-book';
import { ClosedBook } from './answers/closed-book';
import type { LocalSource } from './answers/local-source';
import { KnownMarketView } from './answers/known-market';
import { RecordWriter } from './answers/record-writer';
import { sourcesOf } from './answers/source';
import { Captures } from './capture/captures';
import { closedCaptures, type DeskCaptures } from './capture/desk-captures';
import { recordsWithTrades } from './capture/trade-records';
import { filesOf } from './desk-inside';
import { quotaSource, statusSource } from './desk-sources';
import type { DeskSurroundings } from './desk-surroundings';
import type { Ground } from './ground';
import { StartCheck } from './journal/start-check';
import { KeepingUp } from './keeping-up';
import { Planner } from './planner/planner';
import { SIGNED_OUT } from './sign-in';
import type { DeskFiles } from './web/desk-files';
import { SessionKeeper } from './session-keeper';

export interface Health {
  readonly status: 'ok' | 'failing';
  readonly signedIn: boolean;
  /** Whether the journal is as it was written. */
  readonly journal: JournalState['state'];
  /** What does not work, in a sentence. */
  readonly failure?: Failure;
}

interface Actions extends Pick<ActionDesk, 'put' | 'putAll' | 'settle' | 'find'> {
  readonly withdrawAll: (...asked: Parameters<WithdrawAll['press']>) => Promise<Outcome<Recalled>>;
}

/** Everything that the gateway does in one environment under one sign-in. */
export interface Desk {
  /** Two desks of one name tell pages the same. */
  readonly name: string;
  readonly ground: Ground;
  readonly book: Pick<AnswerBook, 'watch' | 'refresh'>;
  readonly actions: Actions;
  /** Where what is shown comes from, as polling stands just now. */
  sources(keys: readonly ResourceKey[]): Source[];
  readonly files: DeskFiles;
  readonly captures: DeskCaptures;
  readonly health: Health;
  /** Actions whose outcome is not known yet. */
  readonly unsettled: number;
  /** Signs in at once if need be, and from now on whenever the session is lost. */
  keepSession(): void;
  /** Takes nothing new, waits for actions on their way, and writes down what is left to write. */
  close(): Promise<void>;
}

/** `signsIn`: there are credentials to sign in with. Without a sign-in the desk shows its own state and journal alone. */
export async function openDesk(ground: Ground, signsIn: boolean, around: DeskSurroundings): Promise<Desk> {
  const { clock, log, chance } = around;
  const { platform } = ground;
  const check = await StartCheck.open({ source: ground.journal, clock, log });
  const journal = new Journal(ground.journal, clock, log, check.doubts);
  const records = new RecordWriter(recordsWithTrades(ground.records, ground.trades), clock, log);
  const limits = await LimitsKeeper.open({ store: ground.limits, given: around.givenLimits, clock, log });
  const recalls = await recallsOf(ground, around);
  const status = statusSource({ ground, signsIn, recalls, journal: check, around });
  const calls = (): Quota => planner.forecast.quota(platform.quota());
  const market = new KnownMarketView(() => book.entries);
  const own = ownOf({ platform, journal, ended: ground.ended }, market, around);
  const { ownQuotes, ownOffers } = own;
  const { limits: shownLimits, ...checking } = limitsOf(ground, {
    journal,
    limits,
    market,
    ownQuotes,
    around,
  });
  const { waiting, limitsCheck, quota } = pacing({ limits, journal, calls, clock, checking });
  const captures = await Captures.open({ ...ground, ...around, store: ground.captures, records });
  const locals = {
    status,
    quota,
    journal,
    limits: shownLimits,
    captures,
    'own-quotes': ownQuotes,
    'own-offers': ownOffers,
    events: ground.events,
  };
  const { book, planner }: Answering = answersOf(ground, { records, locals, around });
  const trades = new TradeShelf(platform.service, records, clock);
  const onMayBe = (...found: Parameters<WithdrawAll['mayBe']>): void => withdrawAll.mayBe(...found);
  const actions = actionsOf(ground, { journal, trades, limitsCheck, recalls, around, onMayBe }, (action) => {
    ownQuotes.take(action);
    ownOffers.take(action);
    checking.ledger.take(action);
    withdrawAll.ended(action);
    const touched = touchedBy(action);
    book.outdate(touched);
    // Whoever pressed is told first.
    clock.after(0, () => void book.refetch(touched));
  });
  const withdrawAll: WithdrawAll = new WithdrawAll({ actions, recalls, own: ownQuotes, offers: ownOffers });
  await records.forgetOld();
  await own.start();
  await checking.ledger.start();
  await actions.start();
  check.start();
  const keepingUp = new KeepingUp({ ground, book, actions, withdrawAll, market, trades, around });
  const keeper = new SessionKeeper({ platform, clock, chance, log });
  const isOut = !signsIn && !platform.status.signedIn;
  if (!isOut) {
    // What is heard while nobody is signed in waits on disk for whoever signs in next.
    keepingUp.start();
    own.look();
    captures.begin();
  }
  return {
    name: JSON.stringify([ground.environment, ground.service, isOut]),
    ground,
    book: isOut ? new ClosedBook(book, SIGNED_OUT) : book,
    actions: isOut ? closed(actions) : acting(actions, withdrawAll, waiting),
    sources: (keys) => sourcesOf(keys, sourceParts(ground, { book, planner, around })),
    files: filesOf({ ...ground, ...around }, { status, journal, limits, book, planner }),
    captures: isOut ? closedCaptures(captures, SIGNED_OUT) : captures,
    get health() {
      return healthOf(ground, { journal, check: check.read(), limits });
    },
    get unsettled() {
      return journal.read().filter((action) => !isFinal(action)).length;
    },
    keepSession: () => keeper.start(),
    async close() {
      keeper.stop();
      check.stop();
      planner.stop();
      keepingUp.stop();
      own.stop();
      await Promise.all([captures.stop(), actions.stop()]);
      await records.flush();
      await ground.close();
    },
  };
}

const recallsOf = ({ recalls: store }: Ground, { clock, log, zone, shownZone = zone }: DeskSurroundings) =>
  Recalls.open({ store, clock, log, zone: shownZone });

const acting = (actions: ActionDesk, withdrawAll: WithdrawAll, waiting: WaitingOffers): Actions => ({
  put: (id, request, pressed) => actions.put(id, request, pressed),
  putAll: (wanted, pressed = {}) => {
    const { page = '', following } = pressed;
    if (following !== undefined) waiting.tell(page, following);
    return actions.putAll(wanted, pressed);
  },
  settle: (id, settlement) => actions.settle(id, settlement),
  find: (ids) => actions.find(ids),
  withdrawAll: async (request, page) => {
    waiting.clear();
    return success(await withdrawAll.press(request, page));
  },
});

/** Signed out nothing is sent; what became of things can still be settled. */
const closed = (actions: ActionDesk): Actions => ({
  put: async () => failed(SIGNED_OUT),
  putAll: async (wanted) => wanted.map(() => failed(SIGNED_OUT)),
  settle: (id, settlement) => actions.settle(id, settlement),
  find: (ids) => actions.find(ids),
  withdrawAll: async () => failed(SIGNED_OUT),
});

/** What holds offers to the pace of a minute, and what of it is known to be taken. */
function pacing(parts: {
  limits: LimitsKeeper;
  journal: Journal;
  calls: () => Quota;
  clock: DeskSurroundings['clock'];
  checking: Pick<LimitsCheckParts, 'around' | 'ledger' | 'onSoon'>;
}) {
  const { limits, journal, calls, clock, checking } = parts;
  const waiting = new WaitingOffers(clock);
  const limitsCheck = new LimitsCheck({
    limits: () => limits.read().limits,
    failure: () => limits.read().failure,
    shown: () => journal.read(),
    ...checking,
    clock,
  });
  const pace = (): Pace => ({ lastMinute: limitsCheck.lastMinute, waiting: waiting.count });
  return { waiting, limitsCheck, quota: quotaSource(() => ({ ...calls(), pace: pace() }), clock) };
}

/** What limits are held against besides their levels, and the levels as pages see them. */
function limitsOf(
  { trades: store }: Ground,
  parts: {
    journal: Journal;
    limits: LimitsKeeper;
    market: KnownMarketView;
    ownQuotes: OwnQuotes;
    around: DeskSurroundings;
  },
) {
  const { journal, limits, market, ownQuotes } = parts;
  const { clock, log, zone } = parts.around;
  const ledger = new DayLedger({
    journal,
    market,
    own: () => ownQuotes.read().filter(({ doubtful }) => !doubtful),
    clock,
    zone,
  });
  const trades = new PastTrades({ store, clock, log });
  trades.read();
  const around = (id: RequestId): KnownAround => {
    const since = clock.now() - KNOWN_AROUND_MS_MAX;
    return {
      offers: [...(market.quotes(id)?.records ?? []), ...(market.proposals(id, since)?.records ?? [])],
      analytics: market.analytics(id, since),
      trades: trades.read(),
    };
  };
  return { ledger, around, onSoon: () => void trades.read(), limits: limitsSource(limits, ledger, trades) };
}

/** The levels with what else an action is held against: told anew whenever an action has ended, or newer trades are known. */
const limitsSource = (limits: LimitsKeeper, ledger: DayLedger, trades: PastTrades): LocalSource => ({
  read: () => ({ ...limits.read(), today: ledger.totals(), lastTrades: trades.read() }),
  onChange: (listener) => {
    const stops = [limits, ledger, trades].map((source) => source.onChange(listener));
    return () => stops.forEach((stop) => stop());
  },
});

/** What of the desk may be live, and how that is found out. */
function ownOf(
  { platform, journal, ended }: Pick<Ground, 'platform' | 'ended'> & { journal: Journal },
  market: KnownMarketView,
  around: DeskSurroundings,
) {
  const { clock, log } = around;
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
    readQuotes: (id) => readQuotes(id, 'accept'),
  });
  const ownOffers = new OwnOffers({ journal, conclusions, clock });
  return {
    ownQuotes,
    ownOffers,
    start: async () => {
      await ownQuotes.start(await conclusions.start());
      await ownOffers.start();
    },
    look: () =>
      conclusions.look({
        doubtful: () => [...ownQuotes.read(), ...ownOffers.read()],
        further: async (id) => {
          const quotes = await readQuotes(id, 'polling');
          if (quotes.ok) ownQuotes.seen(quotes.value);
        },
      }),
    stop: () => conclusions.stop(),
  };
}

interface Answering {
  readonly book: AnswerBook;
  readonly planner: Planner;
}

type Answers = Pick<ConstructorParameters<typeof AnswerBook>[0], 'records' | 'locals'>;

function answersOf(
  { platform }: Ground,
  { records, locals, around }: Answers & { around: DeskSurroundings },
): Answering {
  const book: AnswerBook = new AnswerBook({
    ...around,
    service: platform.service,
    records,
    locals,
    stretch: () => planner.forecast.stretch,
    mayLook: () => planner.forecast.mayLook(),
    onInterest: () => planner.wake(),
  });
  const planner: Planner = new Planner({
    ...around,
    book,
    quota: () => platform.quota(),
    signedIn: () => platform.status.signedIn,
    reading: () => platform.reading,
  });
  return { book, planner };
}

function actionsOf(
  { platform: { service } }: Ground,
  parts: {
    journal: Journal;
    trades: TradeShelf;
    limitsCheck: LimitsCheck;
    recalls: Recalls;
    around: DeskSurroundings;
    onMayBe: NonNullable<ActionDeskParts['onMayBe']>;
  },
  onEnded: ActionDeskParts['onEnded'],
): ActionDesk {
  const { journal, trades, limitsCheck, recalls, onMayBe } = parts;
  const { clock, log, zone, recordRules } = parts.around;
  return new ActionDesk({
    ...recordRules,
    service,
    journal,
    clock,
    log,
    zone,
    trades,
    onEnded,
    onMayBe,
    recalls,
    limits: limitsCheck,
  });
}

const sourceParts = (
  { platform }: Ground,
  { book, planner, around }: Answering & { around: DeskSurroundings },
): Parameters<typeof sourcesOf>[1] => ({
  ...around,
  entries: book.entries,
  stretch: planner.stretch,
  signedIn: platform.status.signedIn,
});

function healthOf(
  { platform, disk }: Ground,
  { journal, check, limits }: { journal: Journal; check: JournalState; limits: LimitsKeeper },
): Health {
  const { signedIn, failure } = platform.status;
  const { state } = check;
  const broken = disk.failure ?? check.failure ?? limits.read().failure;
  const trouble = journal.isWhole ? broken : JOURNAL_FAILS;
  if (trouble) return { status: 'failing', signedIn, journal: state, failure: trouble };
  return { status: 'ok', signedIn, journal: state, ...(failure && { failure }) };
}

const JOURNAL_FAILS = {
  kind: 'unavailable',
  message: 'The journal cannot be written, probably because the disk is full.',
  next: 'Make room in the data folder of the gateway; nothing is sent until then.',
} as const;
