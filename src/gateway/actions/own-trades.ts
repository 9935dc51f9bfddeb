import { readTrade } from '../../contract/service/read-trade';
import { requestIdOf, tradesMade, type Action } from '../../domain/action';
import { wasRefused } from '../../domain/actions/action-event';
import { fillOf, type Fill } from '../../domain/delivery/fill';
import { partTaken } from '../../domain/delivery/taken-part';
import { EVENT_TYPES, type PlatformEvent } from '../../domain/event';
import type { Outcome } from '../../domain/failure';
import { RequestId, TradeId, type ActionId, type QuoteId } from '../../domain/identifiers';
import type { Quote } from '../../domain/offers';
import { offerKeyOf, type OfferKey, type OwnTrade } from '../../domain/own-trade';
import type { Listing } from '../../domain/record';
import type { Lane } from '../../domain/lane';
import { present } from '../../domain/present';
import { roleOf } from '../../domain/role';
import { legsAt, saysLegPrices, takenOfAll, type QuoteTaken } from '../../domain/taken';
import type { Trade, TradeReference } from '../../domain/trade';
import { isCancelled } from '../../domain/trade-state';
import { CLOCKS_APART_MS } from '../../domain/verdict/acceptance';
import { asOneTrade, isOfOneLeg, legsQuoted, legTradesOf, setWith } from '../../domain/verdict/leg-trades';
import { mayHaveArrived, whoseTrade, type Whose } from '../../domain/verdict/own-trade';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { LocalSource } from '../cache/fetch';
import type { KnownMarketView } from '../cache/known-market';
import type { OwnTradeStore } from '../storage/own-trades';
import type { KeptTrade, TradeStore } from '../storage/trade-store';
import { type Journal, PAST_MAX } from './journal';
import type { TradeShelf } from './trade-shelf';

export interface OwnTradesOptions {
  readonly store: OwnTradeStore;
  readonly journal: Pick<Journal, 'newest' | 'read'>;
  readonly market: Pick<KnownMarketView, 'request'>;
  /** Stored trades, whoever read them. */
  readonly stored: Pick<TradeStore, 'piece'>;
  /** Stored trades that the platform does not list any more. */
  readonly unlisted: { read(): ReadonlySet<TradeId>; onChange(listener: () => void): void };
  readonly trades: Pick<TradeShelf, 'trade' | 'kept'>;
  readonly readQuotes: (id: RequestId) => Promise<Outcome<Listing<Quote>>>;
  /** Trades since that moment (epoch ms) that may be of requests. */
  readonly listTrades: (since: number) => Promise<Outcome<readonly TradeReference[]>>;
  /** It is proven that a trade took the quote or price proposal of this action: told once of each in a run, and of those of before at its start. */
  readonly onTaken?: ((id: ActionId, trade: TakingTrade) => void) | undefined;
  /** IANA, of the service's days. */
  readonly zone: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A trade that took a quote or price proposal of the desk; `undefined` where its record is not kept for good. */
export interface TakingTrade {
  readonly id: TradeId;
  readonly trade: Trade | undefined;
}

/** Told to pages: more than a desk trades in a day. */
const TOLD_MAX = 500;
const KEPT_IN_MEMORY_MAX = 5_000;
const DAY_MS = 86_400_000;
/** Stored trades of so many days are looked through at start, as those of a desk that kept no own trades yet. */
const LOOKED_BACK_MS = 2 * DAY_MS;
const PIECE = 100;
/** The platform names its events in open words. */
export const tellsOfTrade = (type: string): boolean => /traded|executed/i.test(type);
/** Whether it may be of a trade: by its words, or by naming a trade under words that nobody has told us. */
const mayBeTraded = (type: string): boolean =>
  tellsOfTrade(type) || !EVENT_TYPES.some((known) => known === type);
const WRITE_AGAIN_MS = 5_000;
/** A trade is listed a while after the quote that it took says so. */
const SEEK_AFTER_MS = [0, 5_000, 30_000, 120_000];
/** The newest trades that nobody has read yet, of one list. */
const SEEK_MAX = 20;

/**
 * Which trades are this desk's own: kept for good, so that every page tells the same at any time. A trade is its own by the journal
 * or by the platform's record of it ({@link whoseTrade}); an event alone makes it reported, no more.
 */
export class OwnTrades implements LocalSource {
  private readonly known = new Map<TradeId, OwnTrade>();
  private readonly sent = new Map<RequestId, Map<ActionId, Action>>();
  /** The trades that took a quote or a price proposal. */
  private readonly taken = new Map<OfferKey, Set<TradeId>>();
  /** When they were traded, epoch ms. */
  private readonly times = new Map<TradeId, number>();
  /** What their records say; that of one that an earlier run knew is looked up when it is asked for. */
  private readonly fills = new Map<TradeId, Fill | 'being looked up' | 'not kept'>();
  private readonly unwritten = new Map<TradeId, OwnTrade>();
  private readonly listeners = new Set<() => void>();
  /** Records of one leg of which nothing else proves whose they are, by their request. */
  private readonly unproven = new Map<RequestId, Map<TradeId, Trade>>();
  /** Offers whose trades are being looked for. */
  private readonly sought = new Set<OfferKey>();
  private cancel: (() => void) | undefined;
  private isStopped = false;

  /** Those of the known ones that are not listed any more, as they were told last. */
  private toldUnlisted = '';

  constructor(private readonly options: OwnTradesOptions) {
    options.unlisted.onChange(() => {
      const before = this.toldUnlisted;
      this.toldUnlisted = [...options.unlisted.read()].filter((id) => this.known.has(id)).join(' ');
      if (this.toldUnlisted !== before) this.tell();
    });
  }

  /** `standing`: what may be live by the journal's word. */
  async start(standing: readonly Action[]): Promise<void> {
    const { store, journal } = this.options;
    for (const trade of [...(await store.newest(KEPT_IN_MEMORY_MAX))].reverse()) this.remember(trade);
    for (const action of standing) this.learn(action);
    for (const action of [...(await journal.newest(PAST_MAX))].reverse()) this.learn(action);
  }

  /** Looks through the trades that were stored before this run, and reads what the last one left open, in the background. */
  begin(): void {
    void this.lookBack()
      .catch((error: unknown) => {
        this.options.log.error('Stored trades could not be looked through for own ones.', {
          error: String(error),
        });
      })
      .then(() => this.readReported())
      .then(() => this.tellTakenBefore());
  }

  stop(): void {
    this.isStopped = true;
    this.cancel?.();
  }

  read(): readonly OwnTrade[] {
    const unlisted = this.options.unlisted.read();
    return [...this.known.values()]
      .sort((a, b) => b.since - a.since)
      .slice(0, TOLD_MAX)
      .map((trade) => (unlisted.has(trade.tradeId) ? { ...trade, unlisted: true as const } : trade));
  }

  onChange(listener: () => void): () => void {
    const mine = (): void => listener();
    this.listeners.add(mine);
    return () => void this.listeners.delete(mine);
  }

  /** Whether a trade took this offer of the desk, as a whole or in part. */
  took(offer: OfferKey): boolean {
    return this.taken.has(offer);
  }

  /** How much of an offer trades took, in its own unit, as exact decimal text; nothing where none did, or while that is not known. */
  filled(offer: OfferKey): string | undefined {
    return this.filledBy(offer)?.quantity;
  }

  /** Whether trades took it that do not say how much, or not in its unit, or not of all its legs. */
  isUnclear(offer: OfferKey): boolean {
    const filled = this.filledBy(offer);
    return filled !== undefined && filled.quantity === undefined;
  }

  /** Nothing where no trade took it, or one is being looked up. */
  private filledBy(offer: OfferKey): { readonly quantity: string | undefined } | undefined {
    const trades = [...(this.taken.get(offer) ?? [])];
    const fills = trades.map((id) => this.fills.get(id) ?? this.lookUp(id));
    if (trades.length === 0 || fills.includes('being looked up')) return undefined;
    const quote = this.quoteTaken(offer);
    const parts = fills.flatMap((fill) =>
      quote && typeof fill === 'object' ? (partTaken(fill, quote) ?? []) : [],
    );
    const isSaid = quote && parts.length === trades.length;
    return { quantity: isSaid ? takenOfAll(parts, quote.legs, quote.whole) : undefined };
  }

  /** Of how many legs and how much it is, and the unit of that where the desk knows it. */
  private quoteTaken(offer: OfferKey): (QuoteTaken & { readonly whole: string }) | undefined {
    const requests = [...(this.taken.get(offer) ?? [])].flatMap((id) => this.known.get(id)?.requestId ?? []);
    const sent = requests.flatMap((id) => this.sentOn(id)).find((action) => sentKeyOf(action) === offer);
    if (!sent || !('direction' in sent.body)) return undefined;
    const { requestId, price, quantity: whole } = sent.body;
    const [leg] = sent.legs ?? this.options.market.request(requestId)?.legs ?? [];
    return { legs: legsAt(price), unit: leg?.quantityUnit, whole };
  }

  /** The trades that took an offer, each with what is kept of it: no call is made. */
  tradesOf(offer: OfferKey): Promise<readonly TakingTrade[]> {
    const ids = [...(this.taken.get(offer) ?? [])];
    return Promise.all(ids.map(async (id) => ({ id, trade: await this.options.trades.kept(id) })));
  }

  /** The own trades of a request that took no offer of this desk and count, as far as their records are kept: no call is made. */
  async tradedOn(request: RequestId): Promise<readonly Trade[]> {
    const unlisted = this.options.unlisted.read();
    const ids = [...this.known.values()]
      .filter((one) => one.requestId === request && one.state === 'own' && offerKeyOf(one) === undefined)
      .flatMap(({ tradeId }) => (unlisted.has(tradeId) ? [] : tradeId));
    const kept = await Promise.all(ids.map((id) => this.options.trades.kept(id)));
    return kept.flatMap((trade) => trade ?? []);
  }

  /** When an offer was traded last; nothing while that is not known of one of its trades. */
  tradedAt(offer: OfferKey): number | undefined {
    const times = [...(this.taken.get(offer) ?? [])].map((id) => this.times.get(id));
    return times.length === 0 ? undefined : times.reduce((a, b) => a && b && Math.max(a, b));
  }

  /** An action has ended. */
  take(action: Action): void {
    this.learn(action);
    void this.tellTakenOf(action);
    const requestId = requestIdOf(action.body);
    for (const { tradeId, requestId: of, state } of this.known.values())
      if (of === requestId && state === 'reported') void this.readRecord(tradeId);
  }

  /** Answers the trade that an event names, where its record is to be read to know whose it is. */
  hear({ type, requestId, tradeId, heardAt }: PlatformEvent): TradeId | undefined {
    const request = RequestId.safeParse(requestId);
    const trade = TradeId.safeParse(tradeId);
    if (!trade.success || !mayBeTraded(type)) return undefined;
    const known = this.known.get(trade.data);
    if (known) return known.state === 'reported' ? trade.data : undefined;
    // Its record names the request.
    if (!request.success) return requestId === undefined && tellsOfTrade(type) ? trade.data : undefined;
    if (!this.concerns(request.data)) return undefined;
    this.keep({ tradeId: trade.data, requestId: request.data, state: 'reported', since: heardAt });
    return trade.data;
  }

  /** Whether its record said whose it is. */
  isJudged(id: TradeId): boolean {
    return (this.known.get(id)?.state ?? 'reported') !== 'reported';
  }

  /**
   * Reads the record of a trade: one call, and another where it does not name the offer that was taken. Answers whether it could be read, and
   * never rejects.
   */
  async readRecord(id: TradeId, lane: Lane = 'visible'): Promise<boolean> {
    const { trades, readQuotes, log } = this.options;
    try {
      const trade = await trades.trade(id, lane);
      if (!trade.ok) return false;
      const requestId = this.judge(trade.value);
      if (requestId === undefined || this.known.get(id)?.state !== 'reported') return true;
      const quotes = await readQuotes(requestId);
      // A quote that cannot be read may be the one that was taken.
      if (quotes.ok && quotes.value.unreadable.length === 0) this.judge(trade.value, quotes.value.records);
      return true;
    } catch (error) {
      log.error('Whose a trade is could not be read.', { trade: id, error: String(error) });
      return false;
    }
  }

  /**
   * Looks for the trades of an offer that its own record calls accepted, until one is found: a call for the list, and one for each
   * trade on it that nobody has read. Never rejects.
   */
  async seek(offer: OfferKey, since: number): Promise<void> {
    const { clock, log } = this.options;
    if (this.sought.has(offer)) return;
    this.sought.add(offer);
    const found = (): number => this.taken.get(offer)?.size ?? 0;
    const before = found();
    try {
      for (const waitMs of SEEK_AFTER_MS) {
        if (this.isStopped || found() > before) break;
        await pause(clock, waitMs);
        await this.readListed(since - CLOCKS_APART_MS);
      }
    } catch (error) {
      log.error('Trades of an accepted offer could not be looked for.', { offer, error: String(error) });
    }
    this.sought.delete(offer);
  }

  private async readListed(since: number): Promise<void> {
    const { listTrades, trades } = this.options;
    const listed = await listTrades(since);
    if (!listed.ok) return;
    const unread = listed.value.filter(({ id, tradedAt }) => tradedAt >= since && !this.isJudged(id));
    for (const { id } of unread.sort((a, b) => b.tradedAt - a.tradedAt).slice(0, SEEK_MAX)) {
      const trade = await trades.trade(id, 'polling');
      if (trade.ok) this.judge(trade.value);
    }
  }

  /** Trades were stored. */
  stored(trades: readonly KeptTrade[]): void {
    for (const { json } of trades) {
      const trade = readTrade(JSON.parse(json));
      if (trade.ok) this.judge(trade.value);
    }
  }

  /** In what is kept, without a call. */
  private lookUp(id: TradeId): 'being looked up' {
    const { trades, log } = this.options;
    this.fills.set(id, 'being looked up');
    void trades
      .kept(id)
      .catch((error: unknown) => {
        log.error('A kept trade could not be read.', { trade: id, error: String(error) });
        return undefined;
      })
      .then((trade) => {
        if (trade) this.times.set(id, trade.tradedAt);
        if (this.fills.get(id) === 'being looked up') this.fills.set(id, trade ? fillOf(trade) : 'not kept');
        this.tell();
      });
    return 'being looked up';
  }

  /** Answers its request, where that is one on which the desk sent something. */
  private judge(trade: Trade, quotes?: readonly Quote[]): RequestId | undefined {
    const known = this.known.get(trade.id);
    const requestId = trade.requestId ?? known?.requestId;
    if (known?.state === 'own') this.judgeOwn(trade, known);
    if (requestId === undefined || known?.state === 'own') return undefined;
    if (!this.concerns(requestId)) {
      // What the desk sent there may be older than what is at hand: that it is not found proves nothing.
      if (known && known.requestId !== requestId) this.keep({ ...known, requestId, state: 'other' });
      return undefined;
    }
    const sent = this.sentOn(requestId);
    const isTaken = (id: QuoteId): boolean => this.took(id);
    const whose = whoseTrade(trade, {
      sent,
      isMade: this.isMade(requestId),
      isTaken,
      ...(quotes && { quotes }),
    });
    if (whose.state === 'reported' && this.judgeLegs(trade, { requestId, sent, isTaken, quotes }))
      return requestId;
    this.found(trade, requestId, whose);
    return requestId;
  }

  private found(trade: Trade, requestId: RequestId, whose: Whose): void {
    const offer = offerKeyOf(whose);
    if (offer !== undefined) this.times.set(trade.id, trade.tradedAt);
    if (offer !== undefined) this.fills.set(trade.id, fillOf(trade));
    if (whose.state !== 'reported') this.unproven.get(requestId)?.delete(trade.id);
    const since = this.known.get(trade.id)?.since ?? trade.tradedAt;
    this.keep({ tradeId: trade.id, requestId, since, ...whose });
    const sent = offer === undefined ? [] : this.sentOn(requestId);
    for (const action of sent.filter((one) => sentKeyOf(one) === offer))
      this.options.onTaken?.(action.id, { id: trade.id, trade });
  }

  /** The trades of the legs of a quote prove together what one of them does not. */
  private judgeLegs(
    trade: Trade,
    {
      requestId,
      quotes,
      ...around
    }: {
      readonly requestId: RequestId;
      readonly sent: readonly Action[];
      readonly isTaken: (id: QuoteId) => boolean;
      readonly quotes: readonly Quote[] | undefined;
    },
  ): boolean {
    if (!isOfOneLeg(trade)) return false;
    const unproven = this.unproven.get(requestId) ?? new Map<TradeId, Trade>();
    this.unproven.set(requestId, unproven.set(trade.id, trade));
    for (const action of quotes ? around.sent : []) {
      const meant = legsQuoted(action, this.options.zone);
      const set = meant && setWith(legTradesOf([...unproven.values()], meant), trade);
      const together = set && asOneTrade(set);
      const whose = together && whoseTrade(together, { ...around, isMade: false, ...present({ quotes }) });
      if (!set || whose?.state !== 'own' || whose.quoteId !== action.quoteId) continue;
      for (const one of set) this.found(one, requestId, whose);
      return true;
    }
    return false;
  }

  /** Which price proposal or counteroffer one took that an earlier run knew is not kept, and the journal may not say it: the gateway ended before it did. */
  private judgeOwn(trade: Trade, known: OwnTrade): void {
    if (offerKeyOf(known) !== undefined) return this.judgeAgain(trade, known);
    const { requestId } = known;
    const { proposalId, counterofferId } = whoseTrade(trade, {
      sent: this.sentOn(requestId),
      isMade: false,
    });
    const offer = offerKeyOf({ proposalId, counterofferId });
    if (offer === undefined) return;
    this.times.set(trade.id, trade.tradedAt);
    this.fills.set(trade.id, fillOf(trade));
    this.remember({ ...known, ...present({ proposalId, counterofferId }) });
    this.tell();
    const sent = this.sentOn(requestId).filter((one) => sentKeyOf(one) === offer);
    for (const { id } of sent) this.options.onTaken?.(id, { id: trade.id, trade });
  }

  /** Whether it took an offer of the desk. */
  isFill(id: TradeId): boolean {
    const known = this.known.get(id);
    return known !== undefined && offerKeyOf(known) !== undefined;
  }

  /** The leg prices of a trade may come after it was known whose it is, and it may be cancelled. */
  private judgeAgain(trade: Trade, known: OwnTrade): void {
    const before = this.fills.get(trade.id);
    const isRead = typeof before === 'object';
    const isOtherState = isCancelled(trade.raw) !== (isRead && isCancelled(present({ state: before.state })));
    const offer = offerKeyOf(known);
    const sent = offer === undefined ? [] : this.sentOn(known.requestId);
    for (const action of sent.filter((one) => sentKeyOf(one) === offer)) {
      const isUnpriced = isRead
        ? before.legs.some(({ price }) => price === undefined)
        : toldOf(action, trade.id)?.at !== undefined && saysMore(trade, action);
      const isPriced = isUnpriced && saysLegPrices(trade, legsOfOffer(action));
      if (!isPriced && !isOtherState) continue;
      this.fills.set(trade.id, fillOf(trade));
      this.options.onTaken?.(action.id, { id: trade.id, trade });
    }
  }

  /** Trades that earlier runs knew, where the journal does not say so yet: the gateway ended between the two, or did not write it then. */
  private async tellTakenBefore(): Promise<void> {
    for (const sent of [...this.sent.values()])
      for (const action of sent.values()) if (!this.isStopped) await this.tellTakenOf(action);
  }

  /** Never rejects. */
  private async tellTakenOf(action: Action): Promise<void> {
    const { onTaken, trades, log } = this.options;
    const offer = sentKeyOf(action);
    if (!onTaken || offer === undefined) return;
    try {
      for (const id of this.taken.get(offer) ?? []) {
        const told = toldOf(action, id);
        if (told?.at !== undefined && (told.legPrices || legsOfOffer(action) === 1)) continue;
        const trade = await trades.kept(id);
        if (trade) this.fills.set(id, fillOf(trade));
        // Its number alone is told once.
        if (trade ? saysMore(trade, action) : !told) onTaken(action.id, { id, trade });
      }
    } catch (error) {
      log.error('The trades of an offer could not be told to the journal.', { offer, error: String(error) });
    }
  }

  private concerns(id: RequestId): boolean {
    return this.sentOn(id).length > 0 || this.isMade(id);
  }

  private isMade(id: RequestId): boolean {
    const request = this.options.market.request(id);
    return (
      (request !== undefined && roleOf(request) === 'initiator') ||
      this.sentOn(id).some(({ newRequestId }) => newRequestId === id)
    );
  }

  /** Ended actions, and those whose end is open. */
  private sentOn(id: RequestId): readonly Action[] {
    const open = this.options.journal.read().filter(({ body }) => requestIdOf(body) === id);
    const all = new Map(open.map((action) => [action.id, action]));
    for (const action of this.sent.get(id)?.values() ?? []) all.set(action.id, action);
    return [...all.values()].filter((action) => mayHaveArrived(action) || wasRefused(action));
  }

  private learn(action: Action): void {
    const { id, body, state, newRequestId, createdAt, endedAt = createdAt } = action;
    const requestId = requestIdOf(body) ?? newRequestId;
    if (requestId === undefined) return;
    const sent = this.sent.get(requestId) ?? new Map<ActionId, Action>();
    sent.set(id, action);
    this.sent.set(requestId, sent);
    if (body.kind === 'send-proposal' || body.kind === 'send-counteroffer')
      for (const one of action.taken ?? [])
        this.remember({
          tradeId: one.tradeId,
          requestId,
          state: 'own',
          since: one.at ?? endedAt,
          ...present({ proposalId: action.proposalId, counterofferId: action.counterofferId }),
        });
    if (state !== 'done') return;
    for (const tradeId of tradesMade(action))
      this.keep({ since: this.known.get(tradeId)?.since ?? endedAt, tradeId, requestId, state: 'own' });
  }

  private keep(trade: OwnTrade): void {
    const known = this.known.get(trade.tradeId);
    if (known && (known.state === 'own' || JSON.stringify(known) === JSON.stringify(trade))) return;
    this.remember(trade);
    this.tell();
    void this.write(trade);
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }

  private remember(trade: OwnTrade): void {
    this.known.set(trade.tradeId, trade);
    const offer = offerKeyOf(trade);
    if (trade.state !== 'own' || offer === undefined) return;
    const trades = this.taken.get(offer) ?? new Set<TradeId>();
    this.taken.set(offer, trades.add(trade.tradeId));
  }

  /** What the disk refuses is written later. */
  private async write(trade: OwnTrade): Promise<void> {
    try {
      await this.options.store.put(trade);
      if (this.unwritten.get(trade.tradeId) === trade) this.unwritten.delete(trade.tradeId);
    } catch (error) {
      this.unwritten.set(trade.tradeId, trade);
      this.options.log.error('Which trades are the desk’s own cannot be written.', { error: String(error) });
      if (this.isStopped) return;
      this.cancel ??= this.options.clock.after(WRITE_AGAIN_MS, () => {
        this.cancel = undefined;
        for (const { tradeId } of [...this.unwritten.values()]) {
          const newest = this.known.get(tradeId);
          if (newest) void this.write(newest);
        }
      });
    }
  }

  private async lookBack(): Promise<void> {
    const { stored, clock } = this.options;
    const selection = { from: clock.now() - LOOKED_BACK_MS, to: clock.now() + DAY_MS };
    for (let after: KeptTrade | undefined, count = PIECE; count === PIECE && !this.isStopped;) {
      const piece = await stored.piece(selection, { countMax: PIECE, ...(after && { after }) });
      this.stored(piece);
      after = piece.at(-1);
      count = piece.length;
      if (count === PIECE) await pause(clock, 0);
    }
  }

  private async readReported(): Promise<void> {
    const from = this.options.clock.now() - LOOKED_BACK_MS;
    for (const { tradeId, state, since } of this.read()) {
      if (state === 'reported' && since >= from && !this.isStopped) await this.readRecord(tradeId);
    }
  }
}

/** The key of the offer that it sent and that went live. */
function sentKeyOf({ body, state, quoteId, proposalId, counterofferId }: Action): OfferKey | undefined {
  if (state !== 'done') return undefined;
  if (body.kind === 'send-quote') return offerKeyOf({ quoteId });
  if (body.kind === 'send-counteroffer') return offerKeyOf({ counterofferId });
  return body.kind === 'send-proposal' ? offerKeyOf({ proposalId }) : undefined;
}

const legsOfOffer = ({ body }: Action): number => ('direction' in body ? legsAt(body.price) : 1);

const toldOf = ({ taken }: Action, id: TradeId) => taken?.find(({ tradeId }) => tradeId === id);

/** Whether the line of the offer says less of this trade than its record. */
function saysMore(trade: Trade, action: Action): boolean {
  const told = toldOf(action, trade.id);
  return told?.at === undefined || (!told.legPrices && saysLegPrices(trade, legsOfOffer(action)));
}
