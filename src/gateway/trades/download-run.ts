import { epochMsOf } from '../../contract/service/reading';
import { tradeChanges } from '../../domain/changed-trades';
import type { Noted } from '../../domain/desk-entry';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import type { TradeId } from '../../domain/identifiers';
import { correctionNoted } from '../../domain/notes/desk-notes';
import type { Listing } from '../../domain/record';
import { present } from '../../domain/present';
import { resourceKey } from '../../domain/resources/resource';
import type { TradeReference } from '../../domain/trade';
import type { CorrectedTrade } from '../../domain/trade-download';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { RecordWriter } from '../cache/record-writer';
import type { Ask, Reads } from '../platform/operations';
import { dayPeriod, daysPeriod } from '../platform/zone-time';
import type { StoredRecord } from '../storage/records';
import type { KeptDownload } from '../storage/trade-downloads';
import {
  keptTrade,
  type Again,
  type KeptTrade,
  type ListedTrade,
  type MissingTrade,
  type Selection,
  type TradeStore,
} from '../storage/trade-store';
import { askedCommodity, selectionOf } from './selection';
import { knownCommodity, unheardIn } from './selection-notes';
import { endedWith, type LiveDownload } from './live-download';
import { daysIn, daysLong, nextSlice, SLICE_DAYS, untilToday, type Slice } from './slices';
import { askedFor, type PeriodFilter } from './period-filter';
import { hopeless, restMs, Troubles } from './trouble';

export interface RunOptions {
  readonly service: Pick<Reads, 'trades' | 'trade'>;
  readonly trades: TradeStore;
  /** What cells and look-ups have just fetched may not be in the store yet. */
  readonly records: Pick<RecordWriter, 'find' | 'flush'>;
  /** Writes a line of the journal. */
  readonly note: (noted: Noted) => Promise<unknown>;
  readonly periodFilter: PeriodFilter;
  readonly zone: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Details on their way at one time: enough to keep the pace that is allowed, and no more. */
const IN_FLIGHT_MAX = 6;
const PIECE = 200;

/** Works on one download until it has ended or is stopped. It asks for nothing that is kept, so it can begin anew at any time. */
export class DownloadRun {
  private readonly giveUp = new AbortController();
  private readonly rest: Rest;
  private readonly troubles = new Troubles();
  private rests = 0;

  constructor(
    readonly live: LiveDownload,
    private readonly options: RunOptions,
  ) {
    this.rest = new Rest(options.clock);
  }

  async work(): Promise<void> {
    try {
      const outcome = await this.listAndFetch();
      if (this.isStopped) return;
      const endedAt = this.options.clock.now();
      await (outcome.ok
        ? this.live.become('done', { endedAt })
        : this.live.become('failed', endedWith(outcome.failure, endedAt)));
    } catch (error) {
      this.options.log.error('A capture of trades broke.', { error: String(error) });
      // The disk may be what broke: then it goes on as it was written down last.
      await this.live.become('failed', endedWith(BROKEN, this.options.clock.now())).catch(() => undefined);
    }
  }

  /** Nothing more is asked. What has been sent still comes to the store. */
  stop(): void {
    this.giveUp.abort();
    this.rest.end();
  }

  /** What it waits for may have come. */
  wake(): void {
    if (!this.isStopped) this.rest.end();
  }

  private get isStopped(): boolean {
    return this.giveUp.signal.aborted;
  }

  private async listAndFetch(): Promise<Outcome<void>> {
    const { live } = this;
    const listed = await this.list();
    if (!listed.ok || this.isStopped) return listed;
    const unheard = await unheardIn(live.now.wanted, this.options.trades);
    return unheard ? failed(unheard) : this.fetch();
  }

  private async list(): Promise<Outcome<void>> {
    const { live } = this;
    let daysMax = SLICE_DAYS;
    while (!this.isStopped && !live.now.isListed) {
      const period = untilToday(live.now.wanted, this.options.clock.now(), this.options.zone);
      const slice = period && nextSlice(period, live.now.listedTo, daysMax);
      if (!slice) {
        await live.readTo({ isListed: true }, 0);
        break;
      }
      if (live.now.state !== 'listing') await live.become('listing');
      const read = await this.listSlice(slice);
      if (read.ok) continue;
      // A list of fewer days may be short enough for the service's pages.
      if (read.failure.kind === 'unsupported' && daysLong(slice) > 1)
        daysMax = Math.ceil(daysLong(slice) / 2);
      else if (!(await this.waited(read.failure))) return read;
    }
    return success(undefined);
  }

  private async listSlice(slice: Slice): Promise<Outcome<void>> {
    const { service, trades, zone } = this.options;
    const commodity = await knownCommodity(trades, askedCommodity(this.live.now.wanted));
    let pages = 0;
    let hasMoved = false;
    const ask: Ask = { lane: 'bulk', signal: this.giveUp.signal, pageRead: () => void pages++ };
    const filter = commodity === undefined ? {} : { commodity };
    const asked = askedFor(slice, zone);
    const outcome = await service.trades(asked, { ...ask, moved: () => void (hasMoved = true) }, filter);
    if (outcome.ok && hasMoved && daysLong(slice) > 1) {
      await this.live.readTo({}, pages);
      return failed(MOVED);
    }
    const stray = outcome.ok
      ? await this.options.periodFilter.strayIn(asked, outcome.value.outside ?? [], (period) =>
          service.trades(period, ask, filter),
        )
      : outcome;
    const unfiltered = stray.ok ? this.unfilteredBy(stray.value, slice) : undefined;
    if (outcome.ok && stray.ok)
      await this.keepList(
        { ...slice, commodity, isWhole: unfiltered === undefined && !hasMoved },
        outcome.value,
      );
    if (outcome.ok && stray.ok && hasMoved)
      await this.live.setAside({ what: `The list of ${slice.from}`, failure: MOVED });
    await this.live.readTo(stray.ok ? { listedTo: slice.to, ...(unfiltered && { unfiltered }) } : {}, pages);
    if (!stray.ok) return stray;
    this.rests = 0;
    await this.recount();
    return success(undefined);
  }

  /** The days that are not proven to be listed. After the first of them none is: the answer to all may be the same. */
  private unfilteredBy(stray: TradeReference | undefined, { from, to }: Slice): KeptDownload['unfiltered'] {
    const before = this.live.now.unfiltered;
    if (before) return { ...before, to };
    return stray && { from, to, tradeId: stray.id, tradedAt: stray.tradedAt };
  }

  /** `commodity`: of the list, where it was asked for alone. `isWhole`: what it does not name was not traded. */
  private async keepList(
    {
      commodity,
      isWhole,
      ...slice
    }: Slice & { readonly commodity: string | undefined; readonly isWhole: boolean },
    { records, unreadable }: Listing<TradeReference>,
  ): Promise<void> {
    const { trades, zone, clock } = this.options;
    const { from, to } = daysPeriod(slice.from, slice.to, zone);
    const isOf = (at: number): boolean => !(at < from || at >= to);
    const listed = records
      .filter(({ tradedAt }) => isOf(tradedAt))
      .map(({ id, tradedAt, venue, commodity }) => ({
        id,
        tradedAt,
        venue: venue?.toLowerCase(),
        commodity: commodity?.toLowerCase(),
      }));
    await trades.list(listed, { days: isWhole ? daysIn(slice, zone) : [], commodity, listedAt: clock.now() });
    for (const [id, venues] of sharedIds(listed)) {
      const what = `The trades ${id} of ${venues.join(' and ')}`;
      await this.live.setAside({ what, failure: SHARED_ID });
    }
    // Of the day before too, as far as they do not say when they were traded.
    const own = unreadable.filter(({ raw }) => isOf(momentIn(raw)));
    for (const [index, { failure }] of own.entries()) {
      const what = `Entry ${index + 1} of those of the list from ${slice.from} to ${slice.to} that are not readable`;
      await this.live.setAside({ what, failure });
    }
  }

  private async fetch(): Promise<Outcome<void>> {
    let found = true;
    while (found && !this.isStopped) {
      await this.options.records.flush();
      await this.recount();
      if (this.live.now.state !== 'fetching') await this.live.become('fetching');
      const pass = await this.pass();
      if (!pass.ok && !(await this.waited(pass.failure))) return pass;
      found = !pass.ok || pass.value.found || this.troubles.takeBehind();
    }
    return success(undefined);
  }

  /** Once through everything that is missing, oldest first. */
  private async pass(): Promise<Outcome<{ found: boolean }>> {
    const asked = { ...this.again, countMax: PIECE };
    let found = false;
    let piece = await this.options.trades.missing(this.selection, asked);
    while (piece.length > 0 && !this.isStopped) {
      const wanted = piece.filter(({ id }) => !this.live.isAside(id) && !this.troubles.isBehind(id));
      found ||= wanted.length > 0;
      const hindrance = await this.fetchAll(wanted);
      if (hindrance) return failed(hindrance);
      piece = await this.options.trades.missing(this.selection, { ...asked, after: piece.at(-1) });
    }
    return success({ found });
  }

  private async fetchAll(wanted: readonly MissingTrade[]): Promise<Failure | undefined> {
    const queue = [...wanted];
    let hindrance: Failure | undefined;
    const next = (): MissingTrade | undefined => (hindrance || this.isStopped ? undefined : queue.shift());
    const worker = async (): Promise<void> => {
      for (let missing = next(); missing; missing = next())
        hindrance = (await this.detail(missing)) ?? hindrance;
    };
    await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, worker));
    return this.isStopped ? undefined : hindrance;
  }

  /** Fetches one trade, or answers with what hinders all of them. */
  private async detail(missing: MissingTrade): Promise<Failure | undefined> {
    const { service, trades, records, clock } = this.options;
    const { id, isProvisional } = missing;
    const { anew = -Infinity } = this.again;
    const known = await records.find(resourceKey({ kind: 'trade', id }));
    if (known?.final && known.fetchedAt >= anew) return this.counted({ isProvisional, final: true });
    const outcome = await service.trade(id, { lane: 'bulk', signal: this.giveUp.signal, beside: 'joins' });
    if (!outcome.ok) return this.isStopped ? undefined : this.troubled(id, outcome.failure);
    const kept = keptTrade(outcome.value, clock.now());
    const corrected = known?.final ? correctionOf(known, kept) : undefined;
    // Its line comes first: after a crash between the two there may be a second one, never none.
    if (corrected) await this.options.note(correctionNoted(this.live.now.by, corrected));
    await trades.keep([kept], { anew: this.live.now.anew === true });
    if (corrected) await this.live.changedTrade(corrected);
    this.troubles.read();
    this.rests = 0;
    return this.counted({ isProvisional, final: kept.final });
  }

  private async troubled(id: TradeId, failure: Failure): Promise<Failure | undefined> {
    const verdict = this.troubles.met(id, failure);
    if (verdict === 'wait') return failure;
    const stored = await this.options.records.find(resourceKey({ kind: 'trade', id }));
    await this.live.setAside({
      ...{ what: `Trade ${id}`, tradeId: id, failure },
      ...present({ storedAt: stored?.fetchedAt }),
    });
    const { counts } = this.live.now;
    this.live.count({ ...counts, missing: Math.max(0, counts.missing - 1) });
    this.options.log.warn('A trade could not be downloaded.', { trade: id, failure: sentence(failure) });
    return verdict === 'hopeless' ? hopeless(failure) : undefined;
  }

  private counted({ isProvisional, final }: { isProvisional: boolean; final: boolean }): undefined {
    const { missing, provisional, fetched, ...others } = this.live.now.counts;
    this.live.count({
      ...others,
      missing: Math.max(0, missing - 1),
      provisional: provisional + Number(!final) - Number(isProvisional),
      fetched: fetched + 1,
    });
  }

  private async recount(): Promise<void> {
    const counts = await this.options.trades.counts(this.selection, {
      ...this.again,
      since: this.live.now.createdAt,
    });
    this.live.count({ ...counts, missing: Math.max(0, counts.missing - this.live.tradesAside) });
  }

  /** Waits until it makes sense to go on, where waiting helps; `false` when it does not, or it was stopped. */
  private async waited(failure: Failure): Promise<boolean> {
    if (this.isStopped) return false;
    const now = this.options.clock.now();
    const waitMs = restMs(failure, this.rests++, now);
    if (waitMs === undefined) return false;
    await this.live.become('waiting', { failure, until: now + waitMs });
    await this.rest.take(now + waitMs);
    return !this.isStopped;
  }

  private get selection(): Selection {
    return selectionOf(this.live.now.wanted, this.options.zone);
  }

  /**
   * Provisional details are read again by every download, and once a day by one that goes on for days; final ones once by a
   * download that reads all anew.
   */
  private get again(): Again {
    const { zone, clock } = this.options;
    const { createdAt, anew } = this.live.now;
    return {
      again: Math.max(createdAt, dayPeriod(clock.now(), zone).from),
      ...(anew && { anew: createdAt }),
    };
  }
}

/** The list of fewer days has fewer pages, or is one. */
const MOVED: Failure = {
  kind: 'unsupported',
  message:
    'A record stood on two of its pages each time it was read, so it moved meanwhile and trades may be missing.',
  next: 'Download these days again later; if it persists, ask the operator in which order the platform lists trades.',
};

function correctionOf(
  before: Pick<StoredRecord, 'json'>,
  { id, json }: KeptTrade,
): CorrectedTrade | undefined {
  const changes = tradeChanges(JSON.parse(before.json), JSON.parse(json));
  return changes.length > 0 ? { id, changes } : undefined;
}

/** Ids that trades of several venues share, with the venues. */
function sharedIds(listed: readonly Pick<ListedTrade, 'id' | 'venue'>[]): [TradeId, string[]][] {
  const venues = new Map<TradeId, string[]>();
  for (const { id, venue = 'no venue' } of listed) venues.set(id, [...(venues.get(id) ?? []), venue]);
  return [...venues].filter(([, all]) => all.length > 1);
}

const SHARED_ID: Failure = {
  kind: 'unreadable',
  message: 'They share one id, and the details of one alone can be read and stored.',
  next: 'Ask the operator which it is, and for the other one.',
};

/** NaN where it says none. */
function momentIn(raw: unknown): number {
  const said = typeof raw === 'object' && raw !== null && 'traded-at' in raw ? raw['traded-at'] : undefined;
  return typeof said === 'string' ? epochMsOf(said) : NaN;
}

const BROKEN: Failure = {
  kind: 'unavailable',
  message: 'The download failed in the gateway, perhaps because the disk is full.',
  next: 'Downloaded trades are kept. See the gateway log, free disk space, then resume it.',
};

/** A machine that sleeps stops its timers, so a long wait looks at the clock on the wall now and then. */
const WAKE_EVERY_MS = 60_000;

/** A wait for a moment that can be ended early. */
class Rest {
  private over: () => void = () => undefined;

  constructor(private readonly clock: Clock) {}

  /** Until that moment (epoch ms), or until {@link end}. */
  take(until: number): Promise<void> {
    return new Promise((resolve) => {
      let cancel = (): void => undefined;
      const wait = (): void => {
        const leftMs = until - this.clock.now();
        if (leftMs <= 0) this.end();
        else cancel = this.clock.after(Math.min(leftMs, WAKE_EVERY_MS), wait);
      };
      this.over = () => {
        cancel();
        resolve();
      };
      wait();
    });
  }

  /** Harmless where nobody waits. */
  end(): void {
    this.over();
  }
}
