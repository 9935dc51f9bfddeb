import type { DeskStatus, Environment, StartMode } from '../domain/desk-status';
import type { RequestId } from '../domain/identifiers';
import type { ResourceKey } from '../domain/resource';
import type { Source } from '../domain/source';
import type { Chance } from '../effects/chance';
import type { Clock } from '../effects/clock';
import type { Log } from '../effects/log';
import { ActionDesk, type ActionDeskParts } from './actions/action-desk';
import { Journal } from './actions/journal';
import type { JournalStore } from './actions/journal-store';
import { OwnQuotes } from './actions/own-quotes';
import { touchedBy } from './actions/touched';
import { TradeShelf } from './actions/trade-shelf';
import { AnswerBook } from './answers/answer-book';
import { KnownMarketView } from './answers/known-market';
import type { LocalSource } from './answers/local-source';
import type { RecordStore } from './answers/record-store';
import { RecordWriter } from './answers/record-writer';
import { sourcesOf } from './answers/source';
import { Planner } from './planner/planner';
import type { TradingDay } from './planner/trading-day';
import type { Wishes } from './planner/wishes';
import type { Platform } from './platform';
import { SessionKeeper } from './session-keeper';
import type { Health } from './web/api';
import type { PageParts } from './web/pages';
import { openWeb } from './web/server';
import { Sessions } from './web/sessions';

export interface GatewayParts {
  readonly platform: Platform;
  readonly environment: Environment;
  /** The service's address, without credentials. */
  readonly serviceUrl: string;
  /** IANA zone of the service's day. */
  readonly zone: string;
  /** IANA zone by whose clocks cells show timestamps; without it `zone`. */
  readonly shownZone?: string;
  readonly version: string;
  /** Whether the platform is signed in to by itself. */
  readonly signsIn: boolean;
  readonly journal: JournalStore;
  readonly records: RecordStore;
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly pages: PageParts;
  readonly day: TradingDay;
  readonly wishes: Wishes;
  /** In which mode workbooks start; live unless said. */
  readonly startsIn?: StartMode;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
}

export interface Gateway {
  readonly url: string;
  readonly port: number;
  /** Takes nothing new, waits for actions on their way, and writes down what is left to write. */
  stop(): Promise<void>;
}

const QUOTA_EVERY_MS = 1_000;

/** Puts the desk side of the gateway together and opens its door. What was handed in stays with whoever made it. */
export async function startGateway(parts: GatewayParts): Promise<Gateway> {
  const { platform, clock, log, zone, wishes, chance } = parts;
  const base = { clock, log, wishes, zone };
  const journal = new Journal(parts.journal, clock, log);
  const records = new RecordWriter(parts.records, clock, log);
  const market = new KnownMarketView(() => book.entries);
  const ownQuotes = new OwnQuotes({ journal: parts.journal, market, clock });
  const locals = { ...ownSources(parts), journal, 'own-quotes': ownQuotes };
  const book: AnswerBook = new AnswerBook({
    ...base,
    service: platform.service,
    records,
    locals,
    chance,
    stretch: () => planner.stretch,
    onInterest: () => planner.wake(),
  });
  const planner: Planner = new Planner({
    ...base,
    book,
    day: parts.day,
    quota: () => platform.quota(),
    signedIn: () => platform.status.signedIn,
  });
  const actions = openActions(parts, {
    journal,
    records,
    market,
    onEnded: (action) => {
      ownQuotes.take(action);
      book.refetch(touchedBy(action));
    },
  });
  await records.forgetOld();
  await ownQuotes.start();
  await actions.start();
  const stopHealing = healing(platform, book, actions);
  const keeper = new SessionKeeper(parts);
  const health = (): Health => healthOf(platform, journal);
  const sources = explaining(parts, { book, planner });
  const web = await openWeb({ ...parts, sessions: new Sessions(clock), book, actions, sources, health });
  if (parts.signsIn) keeper.start();
  return {
    url: web.url,
    port: web.port,
    async stop() {
      keeper.stop();
      stopHealing();
      planner.stop();
      await actions.stop();
      await web.close();
      await records.flush();
    },
  };
}

/** Where what is shown comes from, as polling stands just now. */
const explaining =
  (
    { clock, wishes, zone, platform }: GatewayParts,
    { book, planner }: { book: AnswerBook; planner: Planner },
  ) =>
  (keys: readonly ResourceKey[]): Source[] =>
    sourcesOf(keys, {
      entries: book.entries,
      clock,
      wishes,
      zone,
      stretch: planner.stretch,
      signedIn: platform.status.signedIn,
    });

function openActions(
  { platform: { service }, clock, log, zone }: GatewayParts,
  { records, market, ...own }: ActionsOwn,
): ActionDesk {
  const trades = new TradeShelf(service, records, clock);
  const knownRequest = (id: RequestId) => market.request(id);
  return new ActionDesk({ service, clock, log, zone, trades, knownRequest, ...own });
}

interface ActionsOwn extends Pick<ActionDeskParts, 'journal' | 'onEnded'> {
  readonly records: RecordWriter;
  readonly market: KnownMarketView;
}

/** When the session or the service is back, what failed without it is asked for again; when it goes, answers say so. */
function healing(platform: Platform, book: AnswerBook, actions: ActionDesk): () => void {
  let was = platform.status;
  return platform.onStatusChanged(() => {
    const is = platform.status;
    const isBack = is.signedIn && (!was.signedIn || (was.failure && !is.failure));
    if (isBack) {
      book.heal();
      actions.lookNow();
    } else if (was.signedIn && !is.signedIn) book.failAll(is.failure ?? SIGNED_OUT);
    was = is;
  });
}

const ownSources = (parts: GatewayParts) => ({
  status: statusSource(parts),
  quota: quotaSource(parts.platform, parts.clock),
});

function statusSource({
  platform,
  environment,
  serviceUrl,
  zone,
  shownZone,
  version,
  signsIn,
  startsIn = 'live',
}: GatewayParts): LocalSource {
  return {
    read(): DeskStatus {
      const { status } = platform;
      const failure = status.failure ?? (signsIn || status.signedIn ? undefined : NOT_ASKED);
      return {
        ...status,
        ...(failure && { failure }),
        environment,
        service: serviceUrl,
        zone,
        ...(shownZone !== undefined && { shownZone }),
        version,
        startsIn,
      };
    },
    onChange: (listener) => platform.onStatusChanged(listener),
  };
}

/** Looked at once a second while somebody watches. */
const quotaSource = (platform: Platform, clock: Clock): LocalSource => ({
  read: () => platform.quota(),
  onChange(listener) {
    let cancel = (): void => undefined;
    const look = (): void => {
      cancel = clock.after(QUOTA_EVERY_MS, () => {
        listener();
        look();
      });
    };
    look();
    return () => cancel();
  },
});

function healthOf(platform: Platform, journal: Journal): Health {
  const { signedIn, failure } = platform.status;
  if (!journal.isWhole) return { status: 'failing', signedIn, failure: JOURNAL_FAILS };
  return { status: 'ok', signedIn, ...(failure && { failure }) };
}

const SIGNED_OUT = {
  kind: 'signed-out',
  message: 'The desk is not signed in to the platform.',
  next: 'Sign in on the SpreadDesk pane.',
} as const;
const NOT_ASKED = {
  kind: 'signed-out',
  message: 'The gateway was started without an environment to sign in to.',
  next: 'Start it with SERVICE_ENVIRONMENT set to simulator, sandbox or production.',
} as const;
const JOURNAL_FAILS = {
  kind: 'unavailable',
  message: 'The journal cannot be written, probably because the disk is full.',
  next: 'Make room in the data folder of the gateway; nothing is sent until then.',
} as const;
