import { answerReaders } from '../../contract/desk/answer-value';
import { readTrade } from '../../contract/service/read-trade';
import type { Action, BodyOf } from '../../domain/action';
import { productOf } from '../../domain/delivery/product';
import { fillOf } from '../../domain/delivery/fill';
import type { RequestId } from '../../domain/identifiers';
import { sameUnit } from '../../domain/leg';
import { netPrice } from '../../domain/offers';
import { compared, statedPrice, type Price } from '../../domain/price';
import { present } from '../../domain/present';
import type { Analytics } from '../../domain/record';
import { differingPriceUnits, isPartlyTraded, isSwap, netSidesOf, type Request } from '../../domain/request';
import { roleOf } from '../../domain/role';
import type { Trade } from '../../domain/trade';
import { notStanding } from '../../domain/trade-state';
import { distanceTo, winsOf, type AskedRequest, type Wins as WinsTable } from '../../domain/wins';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { dayOf } from '../platform/zone-time';
import type { HistoryStore } from '../storage/history';
import type { RecordStore, StoredRecord } from '../storage/records';
import type { CoveredTime, KeptTrade, TradeStore } from '../storage/trade-store';
import type { LocalResource, LocalSource } from './fetch';

type WinsResource = Extract<LocalResource, { kind: 'wins' }>;
type SentQuote = Pick<Action, 'createdAt' | 'endedAt'> & { readonly body: BodyOf<'send-quote'> };

/** Groups that a page is told. */
const TOLD_MAX = 2_000;
/** The newest actions that are read. */
const ACTIONS_MAX = 20_000;
/** Read in one turn of the process: what is urgent waits for no more than these. */
const PIECE = 100;
/** While somebody watches; sooner while there is nothing, as after the first start. */
const AGAIN_MS = 60_000;
const EMPTY_AGAIN_MS = 5_000;
/** Reading takes at most one part in so many of the time, however much is kept. */
const SHARE = 30;
/** A trade may bear another moment than the end of its request. */
const AROUND_MS = 3_600_000;
const EVER = { from: -8.64e15, to: 8.64e15 };
const KINDS = ['request', 'open-requests', 'concluded-requests', 'analytics', 'proposals'] as const;

interface WinsOptions {
  readonly journal: { newest(countMax: number): Promise<readonly Action[]> };
  readonly records: Pick<RecordStore, 'piece'>;
  readonly trades: Pick<TradeStore, 'piece' | 'missing' | 'covered'>;
  readonly history: Pick<HistoryStore, 'find'>;
  /** Writes what was learned and is not on disk yet. */
  readonly flush: () => Promise<unknown>;
  readonly zone: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** States of a quote that may be live or become so. */
const OPEN: readonly Action['state'][] = ['sending', 'acknowledged', 'unknown'];

interface Known extends Pick<WinsTable, 'doubtful' | 'isCut'> {
  readonly asked: readonly AskedRequest[];
}

/** Everything that is kept of what the desk was asked. */
interface Kept {
  readonly requests: Map<RequestId, { request: Request; fetchedAt: number }>;
  readonly analytics: Map<RequestId, Analytics>;
  /** Whoever proposed prices on a request. */
  readonly proposers: Map<RequestId, ReadonlySet<string>>;
  /** The last quote of a request that went live. */
  readonly quotes: Map<RequestId, SentQuote>;
  readonly trades: Map<RequestId, Trade[]>;
  /** When trades were made that may be of any request: their record names none, or is not here. */
  readonly nameless: number[];
  readonly covered: readonly CoveredTime[];
}

/**
 * What became of requests that the desk was asked for, from kept answers, the journal, stored trades and what was seen of quotes.
 * It makes no call; while a cell watches it, all of it is read again every minute.
 */
export class Wins {
  private readonly listeners = new Set<() => void>();
  private known: Known | undefined;
  private isReading = false;
  private isStopped = false;
  private cancel = (): void => undefined;

  constructor(private readonly options: WinsOptions) {}

  stop(): void {
    this.isStopped = true;
    this.cancel();
  }

  of({ by, from, to }: WinsResource): LocalSource {
    return {
      read: (): WinsTable | undefined => {
        if (!this.known) return undefined;
        const { rows, undated } = winsOf(this.known.asked, { by, from, to });
        const told = rows.slice(0, TOLD_MAX);
        const { doubtful, isCut } = this.known;
        return { rows: told, left: rows.length - told.length, undated, doubtful, isCut };
      },
      onChange: (listener) => this.watch(listener),
    };
  }

  private watch(listener: () => void): () => void {
    const mine = (): void => listener();
    this.listeners.add(mine);
    if (this.listeners.size === 1) void this.read();
    return () => {
      this.listeners.delete(mine);
      if (this.listeners.size === 0) this.cancel();
    };
  }

  private async read(): Promise<void> {
    if (this.isReading || this.isStopped) return;
    this.isReading = true;
    this.cancel();
    const { clock, log } = this.options;
    const startedMs = clock.monotonicMs();
    try {
      this.known = await this.readAll();
      for (const listener of [...this.listeners]) listener();
    } catch (error) {
      log.error('What became of requests could not be read.', { error: String(error) });
    }
    this.isReading = false;
    if (this.listeners.size === 0 || this.isStopped) return;
    const afterMs = Math.max(
      this.known?.asked.length ? AGAIN_MS : EMPTY_AGAIN_MS,
      SHARE * (clock.monotonicMs() - startedMs),
    );
    this.cancel = clock.after(afterMs, () => void this.read());
  }

  private async readAll(): Promise<Known> {
    const { journal, trades, flush } = this.options;
    await flush();
    const actions = await journal.newest(ACTIONS_MAX);
    const kept: Kept = {
      requests: new Map(),
      analytics: new Map(),
      proposers: new Map(),
      quotes: lastQuotes(actions),
      trades: new Map(),
      nameless: [],
      covered: await trades.covered(),
    };
    await this.readRecords(kept);
    await this.readTrades(kept);
    const asked: AskedRequest[] = [];
    for (const id of new Set([...kept.requests.keys(), ...kept.quotes.keys()])) {
      const one = await this.askedOf(id, kept);
      if (one) asked.push(one);
      if (asked.length % PIECE === 0) await pause(this.options.clock, 0);
    }
    return { asked, doubtful: doubtfulIn(actions, kept), isCut: actions.length === ACTIONS_MAX };
  }

  private async readRecords(kept: Kept): Promise<void> {
    const { records, clock } = this.options;
    for (let after: string | undefined, count = PIECE; count === PIECE && !this.isStopped;) {
      const piece = await records.piece(KINDS, { after, countMax: PIECE });
      for (const record of piece) takeRecord(record, kept);
      after = piece.at(-1)?.key;
      count = piece.length;
      await pause(clock, 0);
    }
  }

  private async readTrades(kept: Kept): Promise<void> {
    const { trades, clock } = this.options;
    for (let after: KeptTrade | undefined, count = PIECE; count === PIECE && !this.isStopped;) {
      const piece = await trades.piece(EVER, { countMax: PIECE, ...(after && { after }) });
      for (const trade of piece) takeTrade(trade, kept);
      after = piece.at(-1);
      count = piece.length;
      await pause(clock, 0);
    }
    const missing = await trades.missing(EVER, { again: EVER.from, countMax: ACTIONS_MAX });
    kept.nameless.push(...missing.filter((one) => !one.isProvisional).map(({ tradedAt }) => tradedAt));
  }

  private async askedOf(id: RequestId, kept: Kept): Promise<AskedRequest | undefined> {
    const request = kept.requests.get(id)?.request;
    const quote = kept.quotes.get(id);
    // The desk's own requests ask others; of what does not say its role only a quote tells.
    if (request && roleOf(request) === 'initiator') return undefined;
    if (request && roleOf(request) === 'unknown' && !quote) return undefined;
    const at = request?.createdAt ?? request?.concludedAt ?? quote?.createdAt;
    const ours = quote && request && netOf(quote.body.price, request);
    const isBest = quote && ours && (await this.isBest(quote, ours));
    const unit = request && unitOf(request);
    const traded = request && tradedPrice(id, request, kept);
    return present({
      day: at === undefined ? undefined : dayOf(at, this.options.zone),
      commodity: request?.commodity ?? request?.legs[0]?.commodity,
      market: together(request?.legs.map(({ market }) => market)),
      product: together(
        request?.legs.map(({ deliveryStart, deliveryEnd }) => productOf(deliveryStart, deliveryEnd)?.name),
      ),
      counterparty: askerOf(id, request, kept),
      isQuoted: quote !== undefined,
      isBest,
      end: endOf(id, kept),
      isOpen: request?.state === 'open',
      distance:
        quote && ours && traded && unit
          ? { price: distanceTo(traded, { direction: quote.body.direction, ours }), unit }
          : undefined,
    });
  }

  /** Whether the best price that was seen last, after the quote was sent, is no better than it. */
  private async isBest(quote: SentQuote, ours: Price): Promise<boolean | undefined> {
    const { requestId, direction } = quote.body;
    const seen = await this.options.history.find(requestId, `best-${direction}`, PIECE);
    const last = [...seen].reverse().find(({ value }) => value !== '');
    const best =
      last && last.until > (quote.endedAt ?? quote.createdAt) ? statedPrice(last.value) : undefined;
    if (best === undefined) return undefined;
    return direction === 'ask' ? compared(ours, best) <= 0 : compared(ours, best) >= 0;
  }
}

const doubtfulIn = (actions: readonly Action[], { quotes }: Kept): number =>
  new Set(
    actions.flatMap(({ body, state }) =>
      body.kind === 'send-quote' && OPEN.includes(state) && !quotes.has(body.requestId) ? body.requestId : [],
    ),
  ).size;

/** The newest first, as the journal gives them. */
function lastQuotes(actions: readonly Action[]): Map<RequestId, SentQuote> {
  const quotes = new Map<RequestId, SentQuote>();
  for (const { body, state, createdAt, endedAt } of actions) {
    if (body.kind !== 'send-quote' || state !== 'done' || quotes.has(body.requestId)) continue;
    quotes.set(body.requestId, { body, createdAt, ...(endedAt !== undefined && { endedAt }) });
  }
  return quotes;
}

function takeRecord({ key, json, fetchedAt }: StoredRecord, kept: Kept): void {
  const { kind } = JSON.parse(key) as { kind: (typeof KINDS)[number] };
  if (kind === 'proposals') return takeProposals(json, kept);
  const read = answerReaders[kind](JSON.parse(json));
  if (!read.ok) return;
  if ('requestId' in read.value) return void kept.analytics.set(read.value.requestId, read.value);
  for (const request of 'records' in read.value ? read.value.records : [read.value]) {
    const known = kept.requests.get(request.id);
    if (!known || known.fetchedAt < fetchedAt) kept.requests.set(request.id, { request, fetchedAt });
  }
}

function takeProposals(json: string, { proposers }: Kept): void {
  const read = answerReaders.proposals(JSON.parse(json));
  if (!read.ok) return;
  for (const { requestId, counterparty } of read.value.records)
    if (counterparty !== undefined)
      proposers.set(requestId, new Set([...(proposers.get(requestId) ?? []), counterparty]));
}

/** Who asked: as the request says itself, or the desk's own trade with them, or the only one who proposed a price to the desk. */
function askerOf(
  id: RequestId,
  request: Request | undefined,
  { trades, proposers }: Kept,
): string | undefined {
  const said = request?.raw['counterparty'];
  if (typeof said === 'string' && said !== '') return said;
  for (const named of [trades.get(id)?.map(({ counterparty }) => counterparty), proposers.get(id)]) {
    const [only, other] = new Set(named);
    if (only !== undefined && other === undefined) return only;
  }
  return undefined;
}

/** One that was cancelled, or may have been, leaves it open whose its request is. */
function takeTrade({ json, tradedAt, unlisted }: KeptTrade, kept: Kept): void {
  const trade = readTrade(JSON.parse(json));
  const id = trade.ok && !unlisted ? trade.value.requestId : undefined;
  if (!trade.ok || id === undefined || notStanding(trade.value.raw)) kept.nameless.push(tradedAt);
  else kept.trades.set(id, [...(kept.trades.get(id) ?? []), trade.value]);
}

/** A trade that names the request proves that this desk traded; that others did, only a list of trades that is whole there. */
function endOf(id: RequestId, kept: Kept): AskedRequest['end'] {
  const request = kept.requests.get(id)?.request;
  if (kept.trades.has(id)) return 'traded';
  const price = kept.analytics.get(id)?.raw['traded-price'];
  const isTraded =
    request?.state === 'traded' ||
    (request?.state === 'closed' && (isPartlyTraded(request) || (price !== undefined && price !== null)));
  if (isTraded) return isWholeAt(request, kept) ? 'others' : 'unknown';
  return request?.state === 'closed' && saysUntraded(request) ? 'none' : 'unknown';
}

/** Of a closed request that may be traded in parts what is left tells whether one was; where nothing says it, nobody knows. */
const saysUntraded = ({ allOrNone, remainingQuantity }: Request): boolean =>
  allOrNone === true || remainingQuantity !== undefined;

function isWholeAt({ concludedAt: at }: Request, { covered, nameless }: Kept): boolean {
  if (at === undefined) return false;
  const [from, to] = [at - AROUND_MS, at + AROUND_MS];
  const isListed = covered.some((time) => time.commodity === undefined && time.from <= from && to <= time.to);
  return isListed && !nameless.some((moment) => moment >= from && moment <= to);
}

const netOf = (price: SentQuote['body']['price'], request: Request): Price | undefined =>
  isSwap(request) ? undefined : netPrice(price, netSidesOf(request));

const unitOf = (request: Request): string | undefined =>
  differingPriceUnits(request) ? undefined : request.legs[0]?.priceUnit;

/** The one price of the desk's own trades, else the one that the request or its analytics state. */
function tradedPrice(id: RequestId, request: Request, kept: Kept): Price | undefined {
  if (isSwap(request)) return undefined;
  const own = kept.trades.get(id);
  if (own) {
    const [first, ...others] = own.map((trade) => priceIn(trade, request));
    return others.every((price) => price === first) ? first : undefined;
  }
  if (request.state !== 'traded') return undefined;
  const stated = priceOfLegs(
    request.legs.map(({ price }) => price),
    request,
  );
  const price = kept.analytics.get(id)?.raw['traded-price'];
  // Analytics of spreads follow the former rule.
  if (stated !== undefined || request.contract !== 'single') return stated;
  return typeof price === 'number' || typeof price === 'string' ? statedPrice(price) : undefined;
}

function priceIn(trade: Trade, request: Request): Price | undefined {
  const { legs, price } = fillOf(trade);
  const unit = unitOf(request);
  const isInUnit = legs.every(({ priceUnit }) => unit && priceUnit && sameUnit(priceUnit, unit));
  if (!isInUnit || legs.length !== request.legs.length) return undefined;
  return priceOfLegs(legs.length === 1 ? [legs[0]?.price ?? price] : legs.map((leg) => leg.price), request);
}

function priceOfLegs(prices: readonly (Price | undefined)[], request: Request): Price | undefined {
  const legPrices = prices.filter((price) => price !== undefined);
  const [only] = legPrices;
  if (only === undefined || legPrices.length !== request.legs.length) return undefined;
  return legPrices.length === 1 ? only : netPrice({ shape: 'per-leg', legPrices }, netSidesOf(request));
}

const together = (names: readonly (string | undefined)[] = []): string | undefined =>
  [...new Set(names.filter((name) => name !== undefined))].join(' / ') || undefined;
