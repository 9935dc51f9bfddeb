import type { PositionStatus } from '../../domain/delivery/position-book';
import { isCounted, positionPart } from '../../domain/delivery/position-part';
import type { TradeId } from '../../domain/identifiers';
import type { OwnQuote } from '../../domain/own-offers';
import type { PositionSums } from '../../domain/position';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Period } from '../platform/operations';
import type { PositionSnapshotStore } from '../storage/position-snapshot';
import type {
  CoveredTime,
  KeptTrade,
  ListedDays,
  ListedTrade,
  TradeOutline,
  TradeStore,
} from '../storage/trade-store';
import type { LocalSource } from './fetch';
import type { KnownMarketView } from './known-market';
import { partsOf, PositionLedger, type Part } from './position-ledger';
import { keepPositions, writtenSums, type Counted, type WrittenSums } from './position-snapshot';
import { positionSums, type PositionResource } from './position-sums';
import { quantityOfLeg } from '../../domain/limits/commitment';
import { oppositeOf, takerActions } from '../../domain/role';

/** Live quotes as a position counts them, by name. */
interface QuotedParts {
  /** The same for the same parts. */
  readonly key: string;
  readonly parts: readonly (readonly [name: string, Part])[];
}

const NO_QUOTES: QuotedParts = { key: '[]', parts: [] };

/** What these live quotes would make the desk buy and sell, were they all taken. A twin is named alone: the day's limits count one action as well. */
function quotedParts(own: readonly OwnQuote[], market: Pick<KnownMarketView, 'request'>): QuotedParts {
  const known = own.map((quote) => ({ quote, request: market.request(quote.requestId) }));
  const key = JSON.stringify(known.map(({ quote, request }) => [quote, request?.legs]));
  const parts = known.flatMap(({ quote, request }): (readonly [string, Part])[] => {
    const { quoteId, direction, quantity, isTwin } = quote;
    const [first] = request?.legs ?? [];
    if (!request || !first) return [[quoteId, { why: 'is on a request that is not known here' }]];
    // Whoever takes the quote does the opposite of what the desk does then.
    const sides = takerActions(request, direction).map(oppositeOf);
    return request.legs.map((leg, at) => {
      const { price: _, ...rest } = leg;
      const action = sides[at] ?? leg.action;
      const name = request.legs.length > 1 ? `${quoteId} leg ${at + 1}` : quoteId;
      const part = positionPart({ ...rest, action, quantity: quantityOfLeg(leg, first, quantity) });
      return [name, isTwin ? uncountedTwin(part) : part];
    });
  });
  return { key, parts };
}

function uncountedTwin({ commodity, market, load, first, last, side }: Part): Part {
  const days = first !== undefined && last !== undefined && { first, last };
  return { why: 'may be a colleague’s', commodity, market, load, ...days, side };
}

/** Read in one turn of the process: what is urgent waits for no more than these. */
const PIECE = 100;
/** After its start the gateway has more urgent work. */
const READ_AFTER_MS = 10_000;
/** After a disk that could not be read. */
const AGAIN_MS = 5_000;
/** The sums are written down once nothing has come for so long, no more often than that, and from so many trades on. */
const KEEP_AFTER_MS = 60_000;
const KEEP_EVERY_MS = 600_000;
const KEEP_FROM = 1_000;
/** Different questions whose answers are kept until something changes. */
const SUMS_MAX = 50;
const EVER: Period = { from: -8.64e15, to: 8.64e15 };
/** Many trades that come one after the other are told together. */
const TELL_EVERY_MS = 250;

/**
 * Positions over the trades that are stored, each counted once: read through when somebody first watches one, and from then on kept
 * up to date by what is stored. It makes no call.
 */
export class Positions {
  private ledger = new PositionLedger();
  /** The one whose sums are told: while trades are read again it is the one of before, and said to be incomplete. */
  private told: PositionLedger | undefined;
  private readonly counted = new Map<TradeId, Counted>();
  /** Listed trades without details, by when they were traded. */
  private readonly missing = new Map<TradeId, number>();
  private covered: readonly CoveredTime[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly sums = new Map<string, { version: number; sums: PositionSums }>();
  private version = 0;
  private loading: Promise<void> | undefined;
  private isLoaded = false;
  private isStopped = false;
  private cancelReading = (): void => undefined;
  private toldAtMs = -Infinity;
  private cancelTelling: (() => void) | undefined;
  /** What came while the sums of before were restored. */
  private waiting: (() => unknown)[] | undefined;
  private cancelKeeping = (): void => undefined;
  private writtenAtMs = -Infinity;
  private quoted = NO_QUOTES;
  /** Trades that were taken out of the sums, as they are in them otherwise. */
  private readonly takenOut = new Map<TradeId, Doubted>();
  private readonly notListed = new Set<TradeId>();

  constructor(
    private readonly options: {
      readonly store: TradeStore;
      readonly snapshots: PositionSnapshotStore;
      /** So many trades are worth a snapshot; {@link KEEP_FROM} unless said. */
      readonly keepFrom?: number;
      readonly own: { read(): readonly OwnQuote[]; onChange(listener: () => void): () => void };
      /** Trades of which it is not certain what the desk bought or sold. */
      readonly doubted: { read(): ReadonlySet<TradeId>; onChange(listener: () => void): void };
      readonly market: () => Pick<KnownMarketView, 'request'>;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {
    options.doubted.onChange(() => this.doubtAgain());
  }

  /** The store, through which everything has to be written that is to be counted. */
  get trades(): TradeStore {
    const { store } = this.options;
    return {
      find: (id) => store.find(id),
      keep: async (trades, how) => {
        const before = how?.anew ? await Promise.all(trades.map(({ id }) => store.find(id))) : [];
        await store.keep(trades, how);
        await this.tried(async () => this.kept(trades, before));
      },
      piece: (selection, piece) => store.piece(selection, piece),
      elsewhere: (selection) => store.elsewhere(selection),
      outline: (after, countMax) => store.outline(after, countMax),
      stamp: () => store.stamp(),
      count: (selection) => store.count(selection),
      list: async (trades, of) => {
        await store.list(trades, of);
        await this.tried(async () => this.listed(trades, of));
      },
      listed: (days, commodity) => store.listed(days, commodity),
      covered: () => store.covered(),
      readings: (period) => store.readings(period),
      words: (period) => store.words(period),
      density: (selection) => store.density(selection),
      missing: (selection, piece) => store.missing(selection, piece),
      counts: (selection, of) => store.counts(selection, of),
    };
  }

  /** Trades that the platform does not list any more, so that whoever tells a trade leaves out what the sums leave out. */
  get unlisted(): { read(): ReadonlySet<TradeId>; onChange(listener: () => void): void } {
    return {
      read: () => this.notListed,
      onChange: (listener) => void this.listeners.add(listener),
    };
  }

  /** Reads the stored trades in the background, so that nobody has to wait for them later. */
  start(): void {
    this.cancelReading = this.options.clock.after(READ_AFTER_MS, () => this.begin());
  }

  /** Reads nothing more. */
  stop(): void {
    this.cancelReading();
    this.cancelTelling?.();
    this.cancelKeeping();
    this.isStopped = true;
  }

  of(resource: PositionResource): LocalSource {
    return {
      read: () => this.told && this.sumsOf(resource, this.told),
      onChange: (listener) => this.watch(resource, listener),
    };
  }

  private watch({ atRisk }: PositionResource, listener: () => void): () => void {
    const mine = (): void => listener();
    this.listeners.add(mine);
    const leave = atRisk && this.options.own.onChange(mine);
    this.begin();
    return () => {
      this.listeners.delete(mine);
      leave?.();
    };
  }

  private begin(): void {
    this.loading ??= this.tried(() => this.load());
  }

  /** What is counted may not be what is stored: told as incomplete, neither added to nor written down, and soon read anew. */
  private again(): void {
    this.isLoaded = false;
    this.cancelReading();
    if (this.isStopped) return;
    this.changed();
    this.cancelReading = this.options.clock.after(AGAIN_MS, () => {
      if (this.waiting) return;
      this.loading = undefined;
      this.begin();
    });
  }

  /**
   * From the sums that were written down, as far as they hold, else from every trade: in pieces, between which everything else has its
   * turn. Where it fails nothing of it counts, and what came meanwhile is read with the rest.
   */
  private async load(): Promise<void> {
    this.waiting = [];
    try {
      await this.loadAll();
      const { waiting } = this;
      this.waiting = undefined;
      for (const work of waiting) await work();
    } finally {
      this.waiting = undefined;
    }
  }

  private async loadAll(): Promise<void> {
    const sums = await this.written();
    // Told at once where nothing but new trades came since, and compared with what is stored all the same: after a failure before that.
    const isEarly = sums?.isCurrent === true && !this.told && this.options.doubted.read().size === 0;
    if (isEarly) {
      this.takeUp(sums.ledger);
      await this.readEach(await sums.added(), { isNew: true });
      for (const [id, tradedAt] of sums.missing) if (!this.counted.has(id)) this.missing.set(id, tradedAt);
      await this.loaded();
    }
    const found = await sums?.compared();
    if (sums && found) {
      if (!isEarly) this.takeUp(sums.ledger);
      for (const [id, one] of found.counted) if (!this.counted.has(id)) this.note(id, one);
    }
    if (found && this.isEachNamed) {
      await this.readEach(found.unread);
      await this.doubt();
      if (isEarly) return this.changed();
    } else {
      this.isLoaded = false;
      this.takeUp(new PositionLedger());
      this.changed();
      await this.readThrough(EVER);
    }
    await this.readMissing();
    await this.loaded();
  }

  private async written(): Promise<WrittenSums | undefined> {
    const { store, snapshots, clock, log } = this.options;
    try {
      return await writtenSums({ store, snapshots, clock });
    } catch (error) {
      log.warn('The sums over stored trades could not be used, so the trades are read.', {
        error: String(error),
      });
      return undefined;
    }
  }

  /** Begins with these sums, and not one trade beside them. */
  private takeUp(ledger: PositionLedger): void {
    this.ledger = ledger;
    this.counted.clear();
    this.notListed.clear();
    this.missing.clear();
    this.quoted = NO_QUOTES;
    this.takenOut.clear();
    this.version += 1;
  }

  private async readEach(trades: readonly TradeOutline[], { isNew = false } = {}): Promise<void> {
    const { store, clock } = this.options;
    for (const [at, { id, final: isFinal, fetchedAt, unlisted }] of trades.entries()) {
      if (this.isStopped) return;
      const known = this.counted.get(id);
      const isSame = known?.isFinal === isFinal && (known.status === 'unlisted') === unlisted;
      if (isSame && known.fetchedAt === fetchedAt) continue;
      const trade = await store.find(id);
      if (trade) this.take({ ...trade, unlisted }, { isNew });
      if (at % PIECE === PIECE - 1) await pause(clock, 0);
    }
  }

  private async readMissing(): Promise<void> {
    const { store, clock } = this.options;
    for (let after: KeptPlace | undefined, count = PIECE; count === PIECE && !this.isStopped;) {
      const piece = await store.missing(EVER, { again: EVER.from, countMax: PIECE, ...(after && { after }) });
      for (const { id, tradedAt, isProvisional } of piece) if (!isProvisional) this.missing.set(id, tradedAt);
      after = piece.at(-1);
      count = piece.length;
      await pause(clock, 0);
    }
  }

  private async loaded(): Promise<void> {
    if (this.isStopped) return;
    this.covered = await this.options.store.covered();
    this.isLoaded = true;
    await this.doubt();
    this.told = this.ledger;
    this.changed();
  }

  /** Takes the trades out of the sums of which it is not certain what the desk bought or sold, and puts back those of which it is. */
  private async doubt(): Promise<void> {
    const { store, doubted } = this.options;
    for (const id of [...this.takenOut.keys()]) if (!doubted.read().has(id)) this.putBack(id);
    for (const id of doubted.read()) {
      const kept = this.takenOut.has(id) ? undefined : await store.find(id);
      const known = this.counted.get(id);
      if (!kept || known?.fetchedAt !== kept.fetchedAt || this.takenOut.has(id)) continue;
      const out: Doubted = { parts: known.parts ?? partsOf(kept), status: known.status };
      putDoubted(this.ledger, id, out, true);
      this.takenOut.set(id, out);
      this.version += 1;
    }
  }

  /** As if nobody doubted it. */
  private putBack(id: TradeId): void {
    const out = this.takenOut.get(id);
    if (!out) return;
    putDoubted(this.ledger, id, out, false);
    this.takenOut.delete(id);
    this.version += 1;
  }

  /** Once nothing comes any more: writes the sums down, if they are of enough trades to be worth it. */
  private keepLater(): void {
    const { store, snapshots, clock, log, keepFrom = KEEP_FROM } = this.options;
    this.cancelKeeping();
    if (!this.isLoaded || this.isStopped || this.counted.size < keepFrom) return;
    const sinceMs = clock.monotonicMs() - this.writtenAtMs;
    this.cancelKeeping = clock.after(Math.max(KEEP_AFTER_MS, KEEP_EVERY_MS - sinceMs), () => {
      const { version, counted, missing } = this;
      const isStill = (): boolean => this.version === version && !this.isStopped;
      const ledger = (): PositionLedger => {
        const copy = this.ledger.copy();
        for (const [name, part] of this.quoted.parts)
          copy.put(name, [part], { status: 'atRisk', isAdded: false });
        for (const [id, doubted] of this.takenOut) putDoubted(copy, id, doubted, false);
        return copy;
      };
      this.writtenAtMs = clock.monotonicMs();
      keepPositions({ store, snapshots, clock }, { ledger, counted, missing, isStill }).then(
        (outcome) => {
          if (outcome === 'wrong') {
            log.error('The sums over stored trades are not those of each trade once, and are made anew.', {});
            this.again();
          } else if (!isStill()) this.keepLater();
        },
        (error: unknown) =>
          log.warn('The sums over stored trades could not be kept.', { error: String(error) }),
      );
    });
  }

  private async readThrough(period: Period): Promise<void> {
    const { store, clock } = this.options;
    const { ledger } = this;
    for (let after: KeptPlace | undefined, count = PIECE; count === PIECE && !this.isStopped;) {
      const piece = await store.piece(period, { countMax: PIECE, ...(after && { after }) });
      // All is read anew meanwhile.
      if (this.ledger !== ledger) return;
      for (const trade of piece) this.take(trade);
      after = piece.at(-1);
      count = piece.length;
      if (count === PIECE) await pause(clock, 0);
    }
  }

  /** `before`: what these replaced, where they were read anew. */
  private kept(trades: readonly KeptTrade[], before: readonly (KeptTrade | undefined)[]): void {
    if (this.waiting) return void this.waiting.push(() => this.kept(trades, before));
    if (!this.isLoaded || this.isStopped) return;
    for (const [at, trade] of trades.entries()) {
      this.missing.delete(trade.id);
      const replaced = before[at];
      // Final details are replaced in the store by what was read anew alone.
      if (replaced || !this.counted.get(trade.id)?.isFinal)
        this.take({ ...trade, unlisted: false }, { ...(replaced && { replaced }) });
    }
    this.changed();
    this.doubtAgain();
  }

  private doubtAgain(): void {
    if (!this.isLoaded || this.waiting) return;
    void this.tried(async () => {
      await this.doubt();
      this.changed();
    });
  }

  /** A list of days may name trades that are not stored, and not name others any more. */
  private async listed(trades: readonly ListedTrade[], of: ListedDays): Promise<void> {
    if (this.waiting) return void this.waiting.push(() => this.listed(trades, of));
    if (!this.isLoaded || this.isStopped) return;
    const { days, commodity } = of;
    const isIn = (at: number): boolean => days.some(({ from, to }) => at >= from && at < to);
    if (commodity === undefined)
      for (const [id, tradedAt] of this.missing) if (isIn(tradedAt)) this.missing.delete(id);
    for (const { id, tradedAt } of trades) if (!this.counted.has(id)) this.missing.set(id, tradedAt);
    const from = Math.min(...days.map((day) => day.from));
    const to = Math.max(...days.map((day) => day.to));
    if (days.length > 0) await this.readThrough({ from, to });
    await this.doubt();
    this.covered = await this.options.store.covered();
    this.changed();
  }

  /** The name of each trade that is in the sums is known, and none is in them twice. */
  private get isEachNamed(): boolean {
    return this.ledger.size === this.counted.size;
  }

  /** Counts a trade, in place of what it was counted as; `isNew` where it is certain that sums without names are without it. */
  private take(
    kept: KeptTrade,
    { isNew = false, replaced = kept }: { isNew?: boolean; replaced?: KeptTrade } = {},
  ): void {
    const { id, final: isFinal, fetchedAt } = kept;
    const status = kept.unlisted ? 'unlisted' : isFinal ? 'final' : 'provisional';
    const known = this.counted.get(id);
    if (known?.status === status && known.fetchedAt === fetchedAt) return;
    if (!known && !isNew && !this.isEachNamed) throw new Error(`${id} may be in the sums already.`);
    const parts = partsOf(kept);
    const { ledger } = this;
    this.putBack(id);
    if (known)
      ledger.release({ id, fetchedAt: known.fetchedAt }, known.parts ?? partsOf(replaced), known.status);
    ledger.hold({ id, fetchedAt }, parts, status);
    this.missing.delete(id);
    this.note(id, { status, isFinal, fetchedAt, ...(!isFinal && { parts }) });
    this.version += 1;
  }

  private note(id: TradeId, counted: Counted): void {
    this.counted.set(id, counted);
    if (counted.status === 'unlisted') this.notListed.add(id);
    else this.notListed.delete(id);
  }

  /** What the desk's live quotes would make it buy and sell, in place of what they did before. */
  private quote(): void {
    const { own, market } = this.options;
    const quoted = quotedParts(own.read(), market());
    if (quoted.key === this.quoted.key) return;
    for (const [name, part] of this.quoted.parts)
      this.ledger.put(name, [part], { status: 'atRisk', isAdded: false });
    for (const [name, part] of quoted.parts)
      this.ledger.put(name, [part], { status: 'atRisk', isAdded: true });
    this.quoted = quoted;
    this.version += 1;
  }

  private sumsOf(resource: PositionResource, ledger: PositionLedger): PositionSums {
    if (resource.atRisk && this.isLoaded) this.quote();
    const key = JSON.stringify(resource);
    const known = this.sums.get(key);
    if (known?.version === this.version) return known.sums;
    const { covered, missing, isLoaded } = this;
    const sums = positionSums(resource, { ledger, covered, missing, isWhole: isLoaded });
    if (this.sums.size >= SUMS_MAX) this.sums.clear();
    this.sums.set(key, { version: this.version, sums });
    return sums;
  }

  private changed(): void {
    this.version += 1;
    this.keepLater();
    const { clock } = this.options;
    const sinceMs = clock.monotonicMs() - this.toldAtMs;
    this.cancelTelling ??= clock.after(Math.max(0, TELL_EVERY_MS - sinceMs), () => {
      this.cancelTelling = undefined;
      this.toldAtMs = clock.monotonicMs();
      for (const listener of [...this.listeners]) listener();
    });
  }

  private async tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.options.log.error('Stored trades could not be read for positions.', { error: String(error) });
      // Where all of them are being read there is nothing more to be done.
      if (!this.waiting) this.again();
    }
  }
}

/** What a trade would count as. */
interface Doubted {
  readonly parts: readonly Part[];
  readonly status: PositionStatus;
}

/** Puts a trade where trades stand that cannot be counted, in place of what it counts as, or back. */
function putDoubted(ledger: PositionLedger, id: TradeId, { parts, status }: Doubted, isOut: boolean): void {
  const uncounted = parts.map((part): Part => {
    if (!isCounted(part)) return part;
    const { commodity, market, load, first, last } = part;
    return {
      why: 'says otherwise than the desk pressed or quoted',
      commodity,
      market,
      load,
      first,
      last,
    };
  });
  ledger.put(id, isOut ? parts : uncounted, { status, isAdded: false });
  ledger.put(id, isOut ? uncounted : parts, { status, isAdded: true });
}

interface KeptPlace {
  readonly tradedAt: number;
  readonly id: TradeId;
}
