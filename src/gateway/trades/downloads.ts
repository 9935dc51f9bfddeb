import { type Action, goneOn } from '../../domain/action';
import type { TradeDownloadStep } from '../../contract/desk/trade-downloads';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Environment } from '../../domain/desk-status';
import {
  hasEnded,
  plainSelection,
  sameSelection,
  type DownloadSelection,
  type TradeDownload,
  type TradeDownloadEstimate,
  type TradeDownloadId,
} from '../../domain/trade-download';
import type { TradeId } from '../../domain/identifiers';
import type { OwnTrade } from '../../domain/own-trade';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import { periodOf, type LocalSource } from '../cache/fetch';
import type { Platform } from '../platform/platform';
import { dayOf, daysPeriod } from '../platform/zone-time';
import type { DownloadStore } from '../storage/trade-downloads';
import { allKept, type KeptTrade, type Piece } from '../storage/trade-store';
import { coveredDays } from './covered-days';
import { DownloadRun, type RunOptions } from './download-run';
import { estimated } from './estimate';
import { selectionOf } from './selection';
import { LiveDownload, type LiveOptions } from './live-download';
import type { CoveredDay, Coverage } from '../../domain/trade-export/coverage';
import { PeriodFilter } from './period-filter';
import { dayBefore, daysLong, restOf, untilToday } from './slices';

/** An accepted standard spread: its trade is not listed before the operator enters its leg prices. */
interface AwaitedSpread {
  /** Epoch ms at which it was accepted. */
  readonly at: number;
  /** In lower case; empty where one of a leg is not known. */
  readonly commodities: readonly string[];
  /** Absent where the platform did not name it at once. */
  readonly tradeId?: TradeId;
}

/** Those among these actions, each once. Of one whose trade is named its record says whether it is still awaited. */
function awaitedSpreads(actions: readonly Action[]): readonly AwaitedSpread[] {
  const spreads = actions.filter(
    ({ state, tradeId, body }) =>
      (state === 'acknowledged' || (state === 'done' && tradeId !== undefined)) &&
      'lastSeen' in body &&
      body.lastSeen.type === 'standard-spread',
  );
  return [...new Map(spreads.map((action) => [action.id, action])).values()].map((action) => ({
    at: goneOn(action),
    commodities: commoditiesOf(action),
    ...present({ tradeId: action.tradeId }),
  }));
}

/** As the filter of a file takes a trade: one of which the commodity is not known belongs to each. */
const isOfCommodities = (
  { commodities: own }: AwaitedSpread,
  { commodities: wanted }: Pick<DownloadSelection, 'commodities'>,
): boolean => wanted === undefined || own.length === 0 || own.some((commodity) => wanted.includes(commodity));

function commoditiesOf({ before, legs = [] }: Action): readonly string[] {
  const read = before?.committed ?? [];
  const known = (read.length > 0 ? read : legs).map(({ commodity = '' }) => commodity.toLowerCase());
  return known.includes('') ? [] : [...new Set(known)];
}

interface TradeDownloadsOptions extends Omit<RunOptions, 'service' | 'periodFilter'> {
  readonly platform: Pick<Platform, 'service' | 'quota' | 'onStatusChanged' | 'status'>;
  readonly store: DownloadStore;
  readonly environment: Environment;
  /** Of the program. */
  readonly version: string;
  /** The desk's actions of late; of acceptances all whose trade is not read with its prices. */
  readonly accepted?: () => readonly Action[];
  /** What the desk knows of trades without their records. */
  readonly own?: () => readonly OwnTrade[];
  /** Records in one page of the service's lists. */
  readonly pageSize: number;
}

const SHOWN_MAX = 20;
const TELL_EVERY_MS = 500;
const DAYS_MAX = 3_660;

/** The trade downloads of one environment, one worked on at a time, in the order in which they were started. */
export class TradeDownloads implements LocalSource, TradeDownloading {
  private readonly listeners = new Set<() => void>();
  private readonly byId = new Map<TradeDownloadId, LiveDownload>();
  private run: DownloadRun | undefined;
  private working: Promise<void> | undefined;
  private mayWork = false;
  private readonly periodFilter = new PeriodFilter();
  private cancelTelling: (() => void) | undefined;
  private stopHearing: () => void = () => undefined;

  private constructor(private readonly options: TradeDownloadsOptions) {}

  static async open(options: TradeDownloadsOptions): Promise<TradeDownloads> {
    const downloads = new TradeDownloads(options);
    const newest = await options.store.newest(SHOWN_MAX);
    for (const kept of [...newest].reverse()) {
      downloads.byId.set(kept.id, await LiveDownload.open(kept, downloads.liveParts));
    }
    return downloads;
  }

  /** Goes on with what an earlier run of the gateway began, and with what is started from now on. */
  begin(): void {
    this.mayWork = true;
    this.stopHearing = this.options.platform.onStatusChanged(() => {
      if (this.options.platform.status.signedIn) this.run?.wake();
    });
    this.work();
  }

  /** Stops work where it is. Nothing is lost: the same is gone on with at the next {@link begin}. */
  async stop(): Promise<void> {
    this.mayWork = false;
    this.stopHearing();
    this.cancelTelling?.();
    this.run?.stop();
    await this.working;
  }

  get zone(): string {
    return this.options.zone;
  }

  today(): string {
    return dayOf(this.options.clock.now(), this.zone);
  }

  read(): readonly TradeDownload[] {
    return [...this.byId.values()].map((live) => this.shown(live)).reverse();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async estimate(asked: DownloadSelection, how: Reading = {}): Promise<Outcome<TradeDownloadEstimate>> {
    const wanted = this.begun(asked);
    if (!wanted.ok) return wanted;
    await this.options.records.flush();
    const { trades, zone, clock, platform, pageSize } = this.options;
    const parts = { trades, zone, now: clock.now(), quota: platform.quota(), pageSize, ...how };
    return success(await estimated(wanted.value, parts));
  }

  async start(
    id: TradeDownloadId,
    asked: DownloadSelection,
    { anew = false, by, isProgram }: Starting = {},
  ): Promise<Outcome<TradeDownload>> {
    const wanted = this.begun(asked);
    if (!wanted.ok) return wanted;
    const known = this.byId.get(id);
    if (known) {
      const isSame = sameSelection(known.now.wanted, asked) && (known.now.anew === true) === anew;
      return isSame ? this.view(known) : failed(OTHER);
    }
    const kept = {
      id,
      wanted: wanted.value,
      ...(anew && { anew }),
      ...present({ by, isProgram }),
      state: 'queued',
      createdAt: this.options.clock.now(),
      isListed: false,
      listCalls: 0,
      counts: { trades: 0, missing: 0, provisional: 0, fetched: 0 },
    } as const;
    const live = LiveDownload.begin(kept, this.liveParts);
    this.byId.set(id, live);
    await live.become('queued');
    this.work();
    return this.view(live);
  }

  async step(id: TradeDownloadId, step: TradeDownloadStep): Promise<Outcome<TradeDownload>> {
    const live = this.byId.get(id);
    if (!live) return failed(UNKNOWN);
    if (step === 'resume') return this.resume(live);
    if (hasEnded(live.now) && !(step === 'cancel' && live.now.state === 'failed')) return failed(ENDED);
    if (this.run?.live === live) await this.leave(this.run);
    if (!hasEnded(live.now) || live.now.state === 'failed') {
      await (step === 'pause'
        ? live.become('paused')
        : live.become('cancelled', { endedAt: this.options.clock.now() }));
    }
    this.work();
    return this.view(live);
  }

  async piece(asked: DownloadSelection, piece: Piece): Promise<Outcome<readonly KeptTrade[]>> {
    const wanted = this.checked(asked);
    if (!wanted.ok) return wanted;
    await this.options.records.flush();
    const { trades } = this.options;
    const selection = selectionOf(wanted.value, this.zone);
    const elsewhere = piece.after ? [] : await trades.elsewhere(selection);
    return success([...elsewhere, ...(await trades.piece(selection, piece))]);
  }

  async all(asked: DownloadSelection): Promise<Outcome<AsyncIterable<readonly KeptTrade[]>>> {
    const wanted = this.checked(asked);
    if (!wanted.ok) return wanted;
    await this.options.records.flush();
    return success(allKept(this.options.trades, selectionOf(wanted.value, this.zone)));
  }

  async coverage(asked: DownloadSelection): Promise<Outcome<Coverage>> {
    const wanted = this.checked(asked);
    if (!wanted.ok) return wanted;
    await this.options.records.flush();
    const { trades, zone, environment, version } = this.options;
    const selection = selectionOf(wanted.value, zone);
    const days = await coveredDays(trades, wanted.value, zone);
    const { missing } = await trades.counts(selection, { again: 0, since: 0 });
    const unpriced = await this.unpriced(wanted.value, { days, missing });
    const newest = this.read().find((one) => sameSelection(one.wanted, asked));
    const found = newest && {
      setAside: newest.setAsideCount,
      corrected: newest.changed ?? [],
      ...present({ unfiltered: newest.unfiltered }),
    };
    const ownUnlisted = await this.ownUnlisted(wanted.value, days);
    const elsewhere = (await trades.elsewhere(selection)).map((trade) => trade.id);
    return success({
      environment,
      version,
      wanted: wanted.value,
      zone,
      days,
      missing,
      unpriced,
      ownUnlisted,
      elsewhere,
      ...found,
    });
  }

  /** Trades that are proven to be the desk's own, and that a list read since does not name. Of those that are stored their own record tells it. */
  private async ownUnlisted(
    wanted: DownloadSelection,
    days: readonly CoveredDay[],
  ): Promise<readonly TradeId[]> {
    const { trades, zone, own = () => [], accepted = () => [] } = this.options;
    if (wanted.venues && !wanted.venues.includes('tender')) return [];
    const awaited = new Set(awaitedSpreads(accepted()).map(({ tradeId }) => tradeId));
    const known = own().filter(
      ({ state, since, tradeId }) =>
        state === 'own' &&
        !awaited.has(tradeId) &&
        days.some(({ from, to, listedAt = -Infinity }) => since >= from && since < to && listedAt > since),
    );
    if (known.length === 0) return [];
    // The desk knows of one of midnight a moment later.
    const around = daysPeriod(dayBefore(wanted.from), wanted.to, zone);
    const { missing } = await trades.counts(around, { again: 0, since: 0 });
    const listed = missing > 0 ? await trades.missing(around, { again: 0, countMax: missing }) : [];
    const isKnown = new Set(listed.map(({ id }) => id));
    const unlisted: TradeId[] = [];
    for (const { tradeId } of known)
      if (!isKnown.has(tradeId) && !(await trades.find(tradeId))) unlisted.push(tradeId);
    return unlisted;
  }

  /** How many accepted standard spreads of these days neither the list nor a record names yet. */
  private async unpriced(
    wanted: DownloadSelection,
    { days, missing }: Pick<Coverage, 'days' | 'missing'>,
  ): Promise<number> {
    const { trades, zone, accepted = () => [] } = this.options;
    // They come of requests, whatever else is wanted.
    if (wanted.venues && !wanted.venues.includes('tender')) return 0;
    const spreads = awaitedSpreads(accepted()).filter(
      (spread) =>
        isOfCommodities(spread, wanted) && days.some(({ from, to }) => spread.at >= from && spread.at < to),
    );
    const listed =
      missing > 0 ? await trades.missing(selectionOf(wanted, zone), { again: 0, countMax: missing }) : [];
    const known = new Set(listed.map(({ id }) => id));
    for (const { tradeId } of spreads) {
      if (tradeId !== undefined && (await trades.find(tradeId))) known.add(tradeId);
    }
    return spreads.filter(({ tradeId }) => tradeId === undefined || !known.has(tradeId)).length;
  }

  private async resume(live: LiveDownload): Promise<Outcome<TradeDownload>> {
    if (['done', 'cancelled'].includes(live.now.state)) return failed(ENDED);
    if (['paused', 'failed'].includes(live.now.state)) await live.become('queued');
    else if (this.run?.live === live) this.run.wake();
    this.work();
    return this.view(live);
  }

  /** The next one is not begun before this one has come to rest. */
  private async leave(run: DownloadRun): Promise<void> {
    const { mayWork } = this;
    this.mayWork = false;
    run.stop();
    await this.working;
    this.mayWork = mayWork;
  }

  private work(): void {
    if (!this.mayWork || this.working) return;
    this.working = this.workThrough().finally(() => {
      this.working = undefined;
    });
  }

  private async workThrough(): Promise<void> {
    for (let live = this.next(); live && this.mayWork; live = this.next()) {
      const { service } = this.options.platform;
      this.run = new DownloadRun(live, { ...this.options, service, periodFilter: this.periodFilter });
      await this.run.work();
      this.run = undefined;
    }
  }

  private next(): LiveDownload | undefined {
    return [...this.byId.values()].find(({ now }) => !hasEnded(now) && now.state !== 'paused');
  }

  private view(live: LiveDownload): Outcome<TradeDownload> {
    return success(this.shown(live));
  }

  private shown(live: LiveDownload): TradeDownload {
    const { platform, clock, zone } = this.options;
    const period = untilToday(live.now.wanted, clock.now(), zone);
    const rest = period && restOf(period, live.now.listedTo);
    return live.view(platform.quota(), rest ? daysLong(rest) : 0);
  }

  private checked(asked: DownloadSelection): Outcome<DownloadSelection> {
    const { from, to } = asked;
    const period = periodOf({ from, to }, this.options.zone, this.options.clock.now());
    if (!period.ok) return period;
    return daysLong({ from, to }) > DAYS_MAX ? failed(TOO_LONG) : success(plainSelection(asked));
  }

  /** Days to come have no trades: a download of them would look like a complete one. */
  private begun(asked: DownloadSelection): Outcome<DownloadSelection> {
    const wanted = this.checked(asked);
    const { clock, zone } = this.options;
    return wanted.ok && !untilToday(asked, clock.now(), zone) ? failed(notBegun(asked)) : wanted;
  }

  private get liveParts(): LiveOptions {
    return { store: this.options.store, changed: (isProgress) => this.tell(isProgress) };
  }

  /** Progress is told now and then, another state at once. */
  private tell(isProgress: boolean): void {
    if (isProgress) {
      this.cancelTelling ??= this.options.clock.after(TELL_EVERY_MS, () => this.tell(false));
      return;
    }
    this.cancelTelling?.();
    this.cancelTelling = undefined;
    for (const listener of this.listeners) listener();
  }
}

const OTHER: Failure = {
  kind: 'invalid-argument',
  message: 'Another download already has this id.',
  next: 'Nothing was started. Start it again.',
};
const UNKNOWN: Failure = {
  kind: 'not-found',
  message: 'There is no such download.',
  next: 'Start one; trades downloaded before are kept and cost no call.',
};
const ENDED: Failure = {
  kind: 'wrong-state',
  message: 'This download has ended.',
  next: 'Start another one: downloaded trades are kept and cost no call.',
};
const TOO_LONG: Failure = {
  kind: 'invalid-argument',
  message: 'A download covers at most ten years.',
  next: 'Download shorter periods one after another.',
};

const notBegun = ({ from, to }: DownloadSelection): Failure => ({
  kind: 'invalid-argument',
  message: `The days from ${from} to ${to} have not begun: nothing can have been traded on them.`,
  next: 'Choose days up to today.',
});

export type { TradeDownloadStep };

/** `anew`: details that are kept and final are fetched again too. */
interface Reading {
  readonly anew?: boolean | undefined;
}

interface Starting extends Reading {
  /** Who starts it. */
  readonly by?: By | undefined;
  /** A command on the gateway's machine. */
  readonly isProgram?: boolean | undefined;
}

/** What can be done about trade downloads, and what they give out. */
export interface TradeDownloading {
  /** IANA zone of the service's day. */
  readonly zone: string;
  /** The service's day. */
  today(): string;
  read(): readonly TradeDownload[];
  /** From what is known; it costs no call. */
  estimate(wanted: DownloadSelection, how?: Reading): Promise<Outcome<TradeDownloadEstimate>>;
  /** The same id twice is one download, also at once. */
  start(id: TradeDownloadId, wanted: DownloadSelection, how?: Starting): Promise<Outcome<TradeDownload>>;
  step(id: TradeDownloadId, step: TradeDownloadStep): Promise<Outcome<TradeDownload>>;
  /** Downloaded trades in the order in which they were traded. */
  piece(wanted: DownloadSelection, piece: Piece): Promise<Outcome<readonly KeptTrade[]>>;
  /** All of them, a piece at a time. */
  all(wanted: DownloadSelection): Promise<Outcome<AsyncIterable<readonly KeptTrade[]>>>;
  /** What a file of these trades covers as things stand. */
  coverage(wanted: DownloadSelection): Promise<Outcome<Coverage>>;
}

/** Signed out nothing is fetched, and nothing of the platform is shown, kept or not. */
export const closedTradeDownloads = (open: TradeDownloading, failure: Failure): TradeDownloading => {
  const refused = async (): Promise<{ ok: false; failure: Failure }> => failed(failure);
  return {
    zone: open.zone,
    today: () => open.today(),
    read: () => [],
    estimate: refused,
    start: refused,
    step: refused,
    piece: refused,
    all: refused,
    coverage: refused,
  };
};
