import type { Action, QuoteEnd } from '../../domain/action';
import { moved, type ActionEvent } from '../../domain/actions/action-event';
import { factsOf } from '../../domain/actions/kinds';
import type { Failure, Outcome } from '../../domain/failure';
import { comparedDecimals, subtractedDecimals } from '../../domain/decimal';
import type { ActionId, QuoteId, RequestId } from '../../domain/identifiers';
import { isOfRecall, type MassWithdrawal } from '../../domain/mass-withdrawal';
import type { OwnQuote } from '../../domain/own-offers';
import { listedOtherwise, type SentTerms } from '../../domain/verdict/listed';
import { sideProblem } from '../../domain/verdict/side';
import { fillOf } from '../../domain/delivery/fill';
import { present } from '../../domain/present';
import type { By } from '../../domain/person';
import { Quantity } from '../../domain/quantity';
import { restOf, type Quote } from '../../domain/offers';
import type { Listing } from '../../domain/record';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../cache/fetch';
import type { Conclusions, KnownMarket } from './conclusions';
import type { Journal } from './journal';
import type { TakingTrade } from './own-trades';
import { takenTradeOf } from './taken-columns';
import { TakenOffQuotes } from './taken-off';
import { Watchers } from './watchers';

export interface OwnQuotesOptions {
  readonly journal: Pick<Journal, 'standing' | 'find' | 'record'>;
  readonly market: KnownMarket;
  readonly conclusions: Conclusions;
  readonly clock: Clock;
  /** The quotes of a request, read now. */
  readonly readQuotes: (id: RequestId) => Promise<Outcome<Listing<Quote>>>;
  /** How much of a quote trades took, as exact decimal text; nothing where that is not known. */
  readonly filled: (id: QuoteId) => string | undefined;
  /** When it was traded last, by the platform's clock (epoch ms); nothing where that is not known. */
  readonly tradedAt: (id: QuoteId) => number | undefined;
  /** A quote that can be taken in parts is called accepted: its trades tell how much is left of it. */
  readonly onDoubtful: (quote: OwnQuote) => void;
  /** Withdrawals that the platform confirmed and its records disprove, and how. */
  readonly onDisproved: (withdrawals: readonly ActionId[], proof: string) => void;
}

/** A quote that is not proven over. */
interface Standing {
  readonly quote: OwnQuote;
  /** That sent it. */
  readonly actionId: ActionId;
  /** Quantity sent. */
  readonly sent: Quantity;
  /** Who pressed it. */
  readonly by: By | undefined;
  /** Number of the last recall before it was sent. */
  readonly recall: number;
  /** A person had recorded that it was not sent. */
  readonly isCorrected: boolean;
  /** What was sent, which its record is held against. */
  readonly terms: SentTerms;
  readonly legs: Action['legs'];
  /** Its number was that of an earlier quote of the desk too, which it changed: a list that lags tells the earlier one. */
  readonly isChanged: boolean;
  /** What its record says otherwise, as it was told last. */
  readonly says?: string | undefined;
  /** When the newest record was read that it was held against, epoch ms. */
  readonly comparedAt?: number;
  /** Epoch ms since when the platform refuses to withdraw it although nothing proves that it is over. */
  readonly refusedSince?: number;
}

/** A platform may know of a new quote late, or lock one for a while: what it says again after this long is believed. */
const REFUSED_MS = 600_000;
/** A list may tell a changed quote for so long as it was before. */
const CHANGED_MS = 60_000;
/** Quotes on requests that are over are withdrawn with all others for so long after they were sent: a request's state may lag. */
const CONCLUDED_MS_MAX = 86_400_000;

/**
 * The desk's own quotes that are not proven over, from the journal and from what is known of the market. A quote is over when
 * its own record says so or its withdrawal was done; a list without it, or a word that nobody knows, ends nothing.
 */
export class OwnQuotes implements LocalSource {
  private readonly standing = new Map<QuoteId, Standing>();
  /** Quotes that are over, and how, where this run has seen it; they stay over. */
  private readonly over = new Map<string, QuoteEnd['how'] | undefined>();
  private readonly watchers: Watchers;
  private readonly takenOff: TakenOffQuotes;
  private ends: Promise<void> = Promise.resolve();

  constructor(private readonly options: OwnQuotesOptions) {
    this.watchers = new Watchers(options.clock);
    this.takenOff = new TakenOffQuotes({ ...options, onWithdrawn: (id, at) => this.tellWithdrawn(id, at) });
    options.conclusions.onConcluded((id, { state }) => {
      const how = state === 'traded' ? 'request-traded' : 'request-closed';
      const ended = [...this.standing.values()].filter(({ quote }) => quote.requestId === id);
      for (const { actionId } of ended) this.tellEnd(actionId, how);
    });
  }

  /**
   * `standing`: what may be live by the journal's word. `over`: numbers of quotes that earlier runs know to be over. `past`: the newest actions.
   */
  start(
    standing: readonly Action[],
    { over = [], past = [] }: { readonly over?: readonly string[]; readonly past?: readonly Action[] } = {},
  ): void {
    for (const id of over) this.over.set(id, undefined);
    for (const action of standing) this.learn(action);
    this.takenOff.start(past);
  }

  /** An action has ended. */
  take(action: Action): void {
    this.learn(action);
    const { body, state, failure } = action;
    const isRefused = state === 'rejected' && factsOf(body).takesOff === 'quote';
    if (isRefused && 'quoteId' in body) {
      if (action.corrected) void this.standsAgain(body.quoteId);
      else void this.refused(body, failure);
    }
    this.tell();
  }

  /** Those that may be taken, as far as is known: not those on a request that its own record calls over. */
  read(): readonly OwnQuote[] {
    this.look();
    return this.sorted(({ quote }) => !this.isConcluded(quote));
  }

  /** How a quote ended by its own record or its trades, where this run has seen it. */
  endOf(quoteId: QuoteId): QuoteEnd['how'] | undefined {
    return this.over.get(quoteId);
  }

  /** All that are not proven over by their own record: those that {@link read} leaves out come last. */
  notOver(): readonly OwnQuote[] {
    const shown = this.read();
    const from = this.options.clock.now() - CONCLUDED_MS_MAX;
    const rest = this.sorted(({ quote }) => this.isConcluded(quote) && quote.since >= from);
    return [...shown, ...rest];
  }

  /** How many of {@link read} this person sent. */
  quotesOf({ id, name }: Pick<By, 'name' | 'id'>): number {
    const isOf = (by: By | undefined): boolean => by !== undefined && (by.id ?? by.name) === (id ?? name);
    return this.read().filter(({ quoteId }) => isOf(this.standing.get(quoteId)?.by)).length;
  }

  /** Those of {@link read} that this recall is about. */
  sentBefore(recall: Pick<MassWithdrawal, 'number' | 'at'>): readonly OwnQuote[] {
    return this.read().filter((quote) => {
      const { recall: number = 0, isCorrected = false } = this.standing.get(quote.quoteId) ?? {};
      return isOfRecall({ recall: number, isCorrected, since: quote.since }, recall);
    });
  }

  /** Quotes of a request as they were read just now. */
  seen({ records }: Listing<Quote>): void {
    for (const record of records) {
      this.match(record, this.options.clock.now());
      this.takenOff.weigh(record, this.options.clock.now());
    }
  }

  /** The market is looked at once a second while somebody watches; it costs no call. */
  onChange(listener: () => void): () => void {
    return this.watchers.join(listener);
  }

  private sorted(which: (one: Standing) => boolean): OwnQuote[] {
    const chosen = [...this.standing.values()].filter(which).map(({ quote }) => quote);
    return chosen.sort((a, b) => a.since - b.since);
  }

  private isConcluded({ requestId }: OwnQuote): boolean {
    return this.options.conclusions.has(requestId);
  }

  /** Watched resources are used as well. A record that was read before the quote was traded does not know of it: there its trades tell. */
  private look(): void {
    const { market, tradedAt } = this.options;
    this.takenOff.look();
    for (const { quote } of [...this.standing.values()]) {
      const { requestId, quoteId } = quote;
      const record = market.quotes(requestId)?.records.find(({ id }) => id === quoteId);
      const isBefore = (market.quotesReadAt(requestId) ?? 0) < (tradedAt(quoteId) ?? 0);
      if (record && !isBefore) this.match(record, market.quotesReadAt(requestId) ?? 0);
      else this.weigh(quote);
    }
  }

  private learn(action: Action): void {
    const { id, state, body, quoteId, endedAt, createdAt, by, recall = 0, corrected } = action;
    if (state !== 'done') return;
    const { leaves, takesOff } = factsOf(body);
    if (takesOff === 'quote' && 'quoteId' in body) {
      const sent = this.standing.get(body.quoteId);
      this.takenOff.take(action, sent && { id: sent.actionId, allOrNone: sent.terms.allOrNone });
      this.end(body.quoteId);
    }
    if (leaves !== 'quote' || !('direction' in body)) return;
    // Under another number than before, where a person had recorded a wrong one.
    for (const [former, { actionId }] of this.standing) if (actionId === id) this.standing.delete(former);
    if (quoteId === undefined || this.over.has(quoteId)) return;
    const { requestId, direction, price, quantity, allOrNone } = body;
    const terms = { direction, price, quantity, allOrNone };
    const quote = {
      requestId,
      quoteId,
      ...terms,
      ...present(action.listed ?? {}),
      since: endedAt ?? createdAt,
    };
    const isCorrected = corrected !== undefined;
    const before = this.standing.get(quoteId);
    const isChanged = before !== undefined && (before.isChanged || before.actionId !== id);
    const says = action.contradictions?.find(({ about }) => about === 'terms')?.says;
    this.standing.set(quoteId, {
      quote,
      by,
      recall,
      actionId: id,
      sent: quote.quantity,
      isCorrected,
      terms,
      legs: action.legs,
      isChanged,
      says,
    });
  }

  /** It was said to be withdrawn, and its own record says that it is not. */
  private async standsAgain(quoteId: QuoteId): Promise<void> {
    this.over.delete(quoteId);
    this.options.conclusions.forget({ kind: 'quote', id: quoteId });
    for (const action of await this.options.journal.standing()) {
      if (action.quoteId !== quoteId) continue;
      this.learn(action);
      this.ends = this.ends.then(() => this.writeStands(action.id));
    }
    this.tell();
  }

  /** Holds its own record, as it was read then (epoch ms), against what was sent: where they differ, the record's terms are those that stand. */
  private compare(record: Quote, readAt: number): void {
    const known = this.standing.get(record.id);
    if (!known || (known.isChanged && readAt < known.quote.since + CHANGED_MS)) return;
    const { terms, actionId, legs, says: told, comparedAt = 0 } = known;
    const found = listedOtherwise(terms, record, legs);
    if (readAt < comparedAt || found?.says === told) return;
    const quote = {
      ...known.quote,
      ...terms,
      quantity: known.quote.quantity,
      ...present(found?.listed ?? {}),
    };
    const sent = found?.listed.quantity ?? terms.quantity;
    this.standing.set(record.id, { ...known, quote, sent, says: found?.says, comparedAt: readAt });
    this.ends = this.ends.then(() =>
      this.write(actionId, {
        type: 'contradicted',
        about: 'terms',
        says: found?.says,
        listed: found?.listed,
      }),
    );
  }

  /** Its own record, in whatever words it is written. */
  private match(record: Quote, readAt: number): void {
    this.compare(record, readAt);
    const known = this.standing.get(record.id);
    if (!known) return;
    // One of which a rest may be left is not over.
    const end = restOf(record, known.terms.allOrNone && record.allOrNone !== false);
    if (end === 'over') {
      const { state } = record;
      const how = state === 'accepted' || state === 'withdrawn' || state === 'rejected' ? state : undefined;
      if (how) this.tellEnd(known.actionId, how, how === 'accepted' ? record.id : undefined);
      return this.endFor(record.id, how);
    }
    const quantity = record.quantity ?? known.quote.quantity;
    const { doubtful: was, ...sent } = known.quote;
    const { refusedSince: _, ...rest } = known;
    if (end === 'lives') return void this.standing.set(record.id, { ...rest, quote: { ...sent, quantity } });
    const quote: OwnQuote = { ...sent, quantity, doubtful: true };
    this.standing.set(record.id, { ...known, quote });
    this.weigh(quote);
    if (!was && this.standing.has(record.id)) this.options.onDoubtful(quote);
  }

  /** One that is called accepted, held against its trades. */
  private weigh({ quoteId, quantity }: OwnQuote): void {
    const known = this.standing.get(quoteId);
    const filled = this.options.filled(quoteId);
    if (!known || filled === undefined) return;
    const left = subtractedDecimals(known.sent, filled);
    if (comparedDecimals(left, '0') <= 0) {
      this.tellEnd(known.actionId, 'accepted', quoteId);
      this.endFor(quoteId, 'accepted');
    } else if (comparedDecimals(left, quantity) < 0) {
      const quote = { ...known.quote, quantity: Quantity.parse(left) };
      this.standing.set(quoteId, { ...known, quote });
    }
  }

  /** The platform says that nothing is left, or that its state does not allow it: its own record tells which. */
  private async refused(
    { requestId, quoteId }: { requestId: RequestId; quoteId: QuoteId },
    failure: Failure | undefined,
  ): Promise<void> {
    if (failure?.kind !== 'not-found' && failure?.kind !== 'wrong-state') return;
    const read = await this.options.readQuotes(requestId);
    if (read.ok) this.seen(read.value);
    const known = this.standing.get(quoteId);
    const isListed = !read.ok || read.value.records.some(({ id }) => id === quoteId);
    const isWhole = read.ok && read.value.unreadable.length === 0;
    if (!known) return this.tell();
    const isMissing = !isListed && isWhole && failure.kind === 'not-found';
    const now = this.options.clock.now();
    const { refusedSince = now } = known;
    if (known.quote.doubtful) this.options.onDoubtful(known.quote);
    if (known.quote.doubtful || isMissing) {
      if (now - refusedSince >= REFUSED_MS) this.endFor(quoteId);
      else this.standing.set(quoteId, { ...known, refusedSince });
    }
    if (this.standing.has(quoteId)) this.options.conclusions.want(requestId);
    this.tell();
  }

  /** This desk took off what that action had sent; `at`: epoch ms. */
  tellWithdrawn(actionId: ActionId, at = this.options.clock.now()): void {
    this.ends = this.ends.then(() => this.writeEnd(actionId, { how: 'withdrawn', at }));
  }

  /** One after the other, so that each knows what was written before. */
  private tellEnd(actionId: ActionId, how: QuoteEnd['how'], taken?: QuoteId): void {
    const tradedAt = taken && this.options.tradedAt(taken);
    const end = { how, at: this.options.clock.now(), ...present({ tradedAt }) };
    this.ends = this.ends.then(() => this.writeEnd(actionId, end));
  }

  /**
   * A trade is proven to have taken a quote that this action sent, as a whole or in part: a line more, also where its end was told before. What its trades come
   * to is weighed at once, whether somebody watches or not.
   */
  taken(actionId: ActionId, trade: TakingTrade): void {
    this.ends = this.ends.then(() => this.writeTaken(actionId, trade));
    this.look();
    this.tell();
  }

  private async writeTaken(actionId: ActionId, { id: tradeId, trade }: TakingTrade): Promise<void> {
    await this.write(actionId, { type: 'taken', trade: takenTradeOf({ id: tradeId, trade }) }, (action) => {
      const says = trade && sideProblem(action, tradeId, fillOf(trade).legs);
      return { type: 'contradicted', about: 'side', tradeId, says };
    });
  }

  /** A line more, where it says something new. */
  private async write(
    actionId: ActionId,
    event: ActionEvent,
    further?: (action: Action) => ActionEvent,
  ): Promise<void> {
    const { journal } = this.options;
    const action = await journal.find(actionId).catch(() => undefined);
    if (action?.state !== 'done') return;
    const next = moved(action, event);
    const last = further ? moved(next, further(next)) : next;
    if (last !== action) await journal.record(last);
  }

  /**
   * How it ended is a line more of the action that sent it, written once: a record that calls a quote rejected, once its request is over, says the same
   * end in another word. Only that it was taken is more than the end of its request.
   */
  private async writeEnd(actionId: ActionId, end: QuoteEnd): Promise<void> {
    const { journal } = this.options;
    const action = await journal.find(actionId).catch(() => undefined);
    const known = action?.over;
    if (!action || (known && (isOfRecord(known.how) || end.how !== 'accepted'))) return;
    await journal.record(moved(action, { type: 'over', ...end }));
  }

  /** Its line said that it was withdrawn. */
  private async writeStands(actionId: ActionId): Promise<void> {
    const { journal } = this.options;
    const action = await journal.find(actionId).catch(() => undefined);
    if (action?.over?.how === 'withdrawn') await journal.record(moved(action, { type: 'stands' }));
  }

  /** Stored, so that the next run knows it. */
  private endFor(quoteId: QuoteId, how?: QuoteEnd['how']): void {
    this.end(quoteId, how);
    this.options.conclusions.keep({ kind: 'quote', id: quoteId });
  }

  private end(quoteId: QuoteId, how?: QuoteEnd['how']): void {
    this.standing.delete(quoteId);
    this.over.set(quoteId, how);
  }

  private tell(): void {
    this.watchers.tell();
  }
}

const isOfRecord = (how: QuoteEnd['how']): boolean => how !== 'request-closed' && how !== 'request-traded';
