import { readTrade } from '../../contract/service/read-trade';
import { fillOf } from '../../domain/delivery/fill';
import { dayOf } from '../../domain/delivery/hours';
import { isOf, mayBelong, PositionBook, type PositionStatus } from '../../domain/delivery/position-book';
import {
  isCounted,
  positionPart,
  type PositionPart,
  type UncountedPart,
} from '../../domain/delivery/position-part';
import { isoDay } from '../../domain/delivery/periods';
import type { TradeId } from '../../domain/identifiers';
import { quantityOfLeg } from '../../domain/limits/commitment';
import type { OwnQuote } from '../../domain/own-offers';
import type { PositionRow, PositionSums, Uncounted } from '../../domain/position';
import { oppositeOf, takerActions } from '../../domain/role';
import type { Trade } from '../../domain/trade';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Period } from '../platform/operations';
import type { CoveredTime, KeptTrade, ListedDays, ListedTrade, TradeStore } from '../storage/trade-store';
import type { LocalResource, LocalSource } from './fetch';
import type { KnownMarketView } from './known-market';

type PositionResource = Extract<LocalResource, { kind: 'position' }>;
type Part = PositionPart | UncountedPart;

/** Rows that a page is told; a sheet shows fewer. */
const TOLD_MAX = 5_000;
/** Of trades that cannot be counted so many are named for each reason. */
const NAMED_MAX = 20;
/** Read in one turn of the process: what is urgent waits for no more than these. */
const PIECE = 100;
/** After its start the gateway has more urgent work. */
const READ_AFTER_MS = 10_000;
/** After a disk that could not be read. */
const AGAIN_MS = 5_000;
/** Different questions whose answers are kept until something changes. */
const SUMS_MAX = 50;
const EVER: Period = { from: -8.64e15, to: 8.64e15 };
/** Many trades that come one after the other are told together. */
const TELL_EVERY_MS = 250;
const ALWAYS: readonly PositionStatus[] = ['final', 'provisional', 'unlisted'];

/** A trade that is in the sums. */
interface Counted {
  readonly status: PositionStatus;
  readonly isFinal: boolean;
  readonly fetchedAt: number;
  /** What was added; of a final trade, which never changes, it is worked out again where it is needed. */
  readonly parts?: readonly Part[];
}

/** Legs that cannot be counted for one reason and belong to the same rows. */
interface Missed {
  readonly part: UncountedPart;
  readonly status: PositionStatus;
  readonly names: Set<string>;
}

/**
 * Positions over the trades that are stored, each counted once: read through when somebody first watches one, and from then on kept
 * up to date by what is stored. It makes no call.
 */
export class Positions {
  private readonly book = new PositionBook();
  private readonly counted = new Map<TradeId, Counted>();
  private readonly counts: Record<PositionStatus, number> = {
    final: 0,
    provisional: 0,
    unlisted: 0,
    atRisk: 0,
  };
  private readonly missed = new Map<string, Missed>();
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
  private quoted: { readonly key: string; readonly parts: readonly (readonly [name: string, Part])[] } = {
    key: '[]',
    parts: [],
  };

  constructor(
    private readonly options: {
      readonly store: TradeStore;
      readonly own: { read(): readonly OwnQuote[]; onChange(listener: () => void): () => void };
      readonly market: () => Pick<KnownMarketView, 'request'>;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {}

  /** The store, through which everything has to be written that is to be counted. */
  get trades(): TradeStore {
    const { store } = this.options;
    return {
      find: (id) => store.find(id),
      keep: async (trades) => {
        await store.keep(trades);
        this.kept(trades);
      },
      piece: (selection, piece) => store.piece(selection, piece),
      count: (selection) => store.count(selection),
      list: async (trades, of) => {
        await store.list(trades, of);
        await this.tried(() => this.listed(trades, of));
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

  /** Reads the stored trades in the background, so that nobody has to wait for them later. */
  start(): void {
    this.cancelReading = this.options.clock.after(READ_AFTER_MS, () => this.begin());
  }

  /** Reads nothing more. */
  stop(): void {
    this.cancelReading();
    this.cancelTelling?.();
    this.isStopped = true;
  }

  of(resource: PositionResource): LocalSource {
    return {
      read: () => (this.isLoaded ? this.sumsOf(resource) : undefined),
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
    this.loading ??= this.tried(() => this.load()).then(() => {
      // What was read already is counted once all the same.
      if (!this.isLoaded && !this.isStopped)
        this.cancelReading = this.options.clock.after(AGAIN_MS, () => {
          this.loading = undefined;
          this.begin();
        });
    });
  }

  /** In pieces, between which everything else has its turn. */
  private async load(): Promise<void> {
    const { store, clock } = this.options;
    await this.readThrough(EVER);
    for (let after: KeptPlace | undefined, count = PIECE; count === PIECE && !this.isStopped;) {
      const piece = await store.missing(EVER, { again: EVER.from, countMax: PIECE, ...(after && { after }) });
      for (const { id, tradedAt, isProvisional } of piece) if (!isProvisional) this.missing.set(id, tradedAt);
      after = piece.at(-1);
      count = piece.length;
      await pause(clock, 0);
    }
    if (this.isStopped) return;
    this.covered = await store.covered();
    this.isLoaded = true;
    this.changed();
  }

  private async readThrough(period: Period): Promise<void> {
    const { store, clock } = this.options;
    for (let after: KeptPlace | undefined, count = PIECE; count === PIECE && !this.isStopped;) {
      const piece = await store.piece(period, { countMax: PIECE, ...(after && { after }) });
      for (const trade of piece) this.take(trade);
      after = piece.at(-1);
      count = piece.length;
      if (count === PIECE) await pause(clock, 0);
    }
  }

  private kept(trades: readonly KeptTrade[]): void {
    if (!this.loading || this.isStopped) return;
    for (const trade of trades) {
      this.missing.delete(trade.id);
      // Final details are never replaced in the store either.
      if (!this.counted.get(trade.id)?.isFinal) this.take({ ...trade, unlisted: false });
    }
    this.changed();
  }

  /** A list of days may name trades that are not stored, and not name others any more. */
  private async listed(trades: readonly ListedTrade[], { days, commodity }: ListedDays): Promise<void> {
    if (!this.loading || this.isStopped) return;
    const isIn = (at: number): boolean => days.some(({ from, to }) => at >= from && at < to);
    if (commodity === undefined)
      for (const [id, tradedAt] of this.missing) if (isIn(tradedAt)) this.missing.delete(id);
    for (const { id, tradedAt } of trades) if (!this.counted.has(id)) this.missing.set(id, tradedAt);
    const from = Math.min(...days.map((day) => day.from));
    const to = Math.max(...days.map((day) => day.to));
    if (days.length > 0) await this.readThrough({ from, to });
    this.covered = await this.options.store.covered();
    this.changed();
  }

  private take(kept: KeptTrade): void {
    const { id, final: isFinal, fetchedAt } = kept;
    const status = kept.unlisted ? 'unlisted' : isFinal ? 'final' : 'provisional';
    const known = this.counted.get(id);
    if (known?.status === status && known.fetchedAt === fetchedAt) return;
    const parts = partsOf(kept);
    if (known) {
      this.put(id, known.parts ?? parts, { status: known.status, isAdded: false });
      this.counts[known.status] -= 1;
    }
    this.counts[status] += 1;
    this.put(id, parts, { status, isAdded: true });
    this.missing.delete(id);
    this.counted.set(id, { status, isFinal, fetchedAt, ...(!isFinal && { parts }) });
    this.version += 1;
  }

  private put(
    name: string,
    parts: readonly Part[],
    { status, isAdded }: { status: PositionStatus; isAdded: boolean },
  ): void {
    parts.forEach((part, at) => {
      if (!isCounted(part))
        this.miss(parts.length > 1 ? `${name} leg ${at + 1}` : name, part, { status, isAdded });
      else if (isAdded) this.book.add(part, status);
      else this.book.remove(part, status);
    });
  }

  private miss(
    name: string,
    part: UncountedPart,
    { status, isAdded }: { status: PositionStatus; isAdded: boolean },
  ): void {
    const key = JSON.stringify([status, part]);
    const missed = this.missed.get(key) ?? { part, status, names: new Set() };
    if (isAdded) missed.names.add(name);
    else missed.names.delete(name);
    if (missed.names.size > 0) this.missed.set(key, missed);
    else this.missed.delete(key);
  }

  /** What the desk's live quotes would make it buy and sell. */
  private quote(): void {
    const known = this.options.own.read().map((quote) => {
      const request = this.options.market().request(quote.requestId);
      return { quote, request };
    });
    const key = JSON.stringify(known.map(({ quote, request }) => [quote, request?.legs]));
    if (key === this.quoted.key) return;
    for (const [name, part] of this.quoted.parts)
      this.put(name, [part], { status: 'atRisk', isAdded: false });
    const parts = known.flatMap(({ quote, request }): (readonly [string, Part])[] => {
      const { quoteId, direction, quantity } = quote;
      const [first] = request?.legs ?? [];
      if (!request || !first) return [[quoteId, { why: 'is on a request that is not known here' }]];
      // Whoever takes the quote does the opposite of what the desk does then.
      const sides = takerActions(request, direction).map(oppositeOf);
      return request.legs.map((leg, at) => {
        const { price: _, ...rest } = leg;
        const action = sides[at] ?? leg.action;
        const name = request.legs.length > 1 ? `${quoteId} leg ${at + 1}` : quoteId;
        return [name, positionPart({ ...rest, action, quantity: quantityOfLeg(leg, first, quantity) })];
      });
    });
    for (const [name, part] of parts) this.put(name, [part], { status: 'atRisk', isAdded: true });
    this.quoted = { key, parts };
    this.version += 1;
  }

  private sumsOf(resource: PositionResource): PositionSums {
    if (resource.atRisk) this.quote();
    const key = JSON.stringify(resource);
    const known = this.sums.get(key);
    if (known?.version === this.version) return known.sums;
    const { from, to, by, commodity, market, load, atRisk } = resource;
    const wanted = { commodity, market, load };
    const statuses: readonly PositionStatus[] = atRisk ? [...ALWAYS, 'atRisk'] : ALWAYS;
    const missed = [...this.missed.values()].filter(
      ({ part, status }) =>
        statuses.includes(status) &&
        isOf(part, wanted) &&
        (to === undefined || part.first === undefined || isoDay(part.first) <= to) &&
        (from === undefined || part.last === undefined || isoDay(part.last) >= from),
    );
    const all = this.book.rows({ ...wanted, by, from: dayOf(from), to: dayOf(to), statuses });
    const rows = all.slice(0, TOLD_MAX).map((row) => withMisses(row, missed));
    const sums = {
      rows,
      left: all.length - rows.length,
      uncounted: uncountedIn(missed),
      provisional: this.counts.provisional,
      unlisted: this.counts.unlisted,
      ...this.capture(commodity?.trim().toLowerCase()),
      missing: this.missing.size,
    };
    if (this.sums.size >= SUMS_MAX) this.sums.clear();
    this.sums.set(key, { version: this.version, sums });
    return sums;
  }

  /** What of the platform's list is stored: of all commodities, or of one. */
  private capture(
    commodity: string | undefined,
  ): Pick<PositionSums, 'capturedFrom' | 'capturedUntil' | 'gaps'> {
    const times: { from: number; to: number }[] = [];
    const gaps: { from: number; to: number }[] = [];
    for (const one of this.covered) {
      if (one.commodity !== undefined && one.commodity !== commodity) continue;
      const before = times.at(-1);
      if (before && one.from <= before.to) before.to = Math.max(before.to, one.to);
      else {
        if (before) gaps.push({ from: before.to, to: one.from });
        times.push({ from: one.from, to: one.to });
      }
    }
    const [first] = times;
    const last = times.at(-1);
    if (!first || !last) return { gaps };
    let until = last.to;
    for (const tradedAt of this.missing.values()) until = Math.min(until, tradedAt);
    return { gaps, capturedFrom: first.from, capturedUntil: Math.max(first.from, until) };
  }

  private changed(): void {
    this.version += 1;
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
    }
  }
}

interface KeptPlace {
  readonly tradedAt: number;
  readonly id: TradeId;
}

function partsOf({ json, commodity }: KeptTrade): readonly Part[] {
  const trade = tradeIn(json);
  if (!trade) return [{ why: 'cannot be read', commodity }];
  const { legs, price } = fillOf(trade);
  const [only, more] = legs;
  // The price of a single may stand on the trade alone.
  if (only && !more) return [positionPart({ ...(price !== undefined && { price }), ...only })];
  return legs.map(positionPart);
}

function tradeIn(json: string): Trade | undefined {
  try {
    const trade = readTrade(JSON.parse(json));
    return trade.ok ? trade.value : undefined;
  } catch {
    return undefined;
  }
}

const FIELDS = {
  provisional: ['provisional'],
  unlisted: ['unlisted'],
  atRisk: ['atRisk'],
} as const;

/** A row with the sums of which something is known to be missing. */
function withMisses(row: PositionRow, missed: readonly Missed[]): PositionRow {
  const misses: Partial<Record<keyof NonNullable<PositionRow['misses']>, string>> = {};
  for (const { part, status, names } of missed) {
    if (!mayBelong(part, row)) continue;
    const sides = part.side === 'buy' ? ['bought'] : part.side === 'sell' ? ['sold'] : ['bought', 'sold'];
    const fields = status === 'final' ? (sides as ('bought' | 'sold')[]) : FIELDS[status];
    const [name = ''] = names;
    const more = names.size > 1 ? ` (and ${names.size - 1} more)` : '';
    for (const field of fields) misses[field] ??= `${name}${more} is not counted: it ${part.why}.`;
  }
  return Object.keys(misses).length > 0 ? { ...row, misses } : row;
}

function uncountedIn(missed: readonly Missed[]): Uncounted[] {
  const byReason = new Map<string, string[]>();
  for (const { part, names } of missed) byReason.set(part.why, [...(byReason.get(part.why) ?? []), ...names]);
  return [...byReason].map(([why, names]) => ({
    why,
    names: names.slice(0, NAMED_MAX),
    count: names.length,
  }));
}
