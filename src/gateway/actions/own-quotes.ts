import { isCorrectedPerson, type Action, type ListedTerms, type QuoteEnd } from '../../domain/action';
import { moved, type ActionEvent } from '../../domain/actions/action-event';
import { factsOf } from '../../domain/actions/kinds';
import type { Failure, Outcome } from '../../domain/failure';
import { comparedDecimals, subtractedDecimals } from '../../domain/decimal';
import type { ActionId, QuoteId, RequestId } from '../../domain/identifiers';
import { isOfRecall, type MassWithdrawal } from '../../domain/mass-withdrawal';
import type { OwnQuote } from '../../domain/own-offers';
import { listedOtherwise, type SentTerms } from '../../domain/verdict/listed';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import { undoneProblem } from '../../domain/verdict/no-proof';
import { sideProblem } from '../../domain/verdict/side';
import { tradedOtherwise } from '../../domain/verdict/traded-otherwise';
import { fillOf } from '../../domain/delivery/fill';
import { present } from '../../domain/present';
import type { By } from '../../domain/person';
import { Quantity } from '../../domain/quantity';
import { leftOf, restOf, type Quote } from '../../domain/offers';
import type { Listing } from '../../domain/record';
import { legsAt } from '../../domain/taken';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../cache/fetch';
import { changeIn, heldRequest, type HeldRequest } from './changed-request';
import type { Conclusions, KnownMarket } from './conclusions';
import type { Journal } from './journal';
import type { TakingTrade } from './own-trades';
import { takenTradeOf } from './taken-columns';
import { FOLLOWED_MS, TakenOffQuotes } from './taken-off';
import { Watchers } from './watchers';

export interface OwnQuotesOptions {
  readonly journal: Pick<Journal, 'standing' | 'find' | 'record'>;
  readonly market: KnownMarket;
  readonly conclusions: Conclusions;
  readonly clock: Clock;
  /** IANA zone of the service's days. */
  readonly zone: string;
  /** The quotes of a request, read now. */
  readonly readQuotes: (id: RequestId) => Promise<Outcome<Listing<Quote>>>;
  /** How much of a quote trades took, in its unit, as exact decimal text; nothing where that is not known. */
  readonly filled: (id: QuoteId) => string | undefined;
  /** Whether trades took it, and nobody can tell how much. */
  readonly isUnclear: (id: QuoteId) => boolean;
  /** When it was traded last, by the platform's clock (epoch ms); nothing where that is not known. */
  readonly tradedAt: (id: QuoteId) => number | undefined;
  /** Its record tells that it was taken, wholly or in part, and no trade that is known does. */
  readonly onDoubtful: (quote: OwnQuote) => void;
  /** Withdrawals that the platform confirmed and its records disprove, and how. */
  readonly onDisproved: (withdrawals: readonly ActionId[], proof: string) => void;
}

/** A quote that is not proven over. */
interface Standing {
  readonly quote: OwnQuote;
  /** That sent it; absent of a twin, of which no line is written. */
  readonly actionId: ActionId | undefined;
  /** Of a twin: the action that may have sent it. */
  readonly twinOf?: ActionId;
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
  /** What its request says otherwise than when it was sent, as it was told last. */
  readonly changed?: string | undefined;
  readonly request?: HeldRequest;
  /** When the newest record was read that it was held against, epoch ms. */
  readonly comparedAt?: number;
  /** Its trades come to all of it, which its own record has not said: since when that is known, epoch ms. */
  readonly takenAt?: number;
  /** What its trades came to when its own record called it active all the same. */
  readonly disproved?: string;
  /** Trades took it, and nobody can tell how much. */
  readonly isUnclear?: true;
  /** Epoch ms since when the platform refuses to withdraw it although nothing proves that it is over. */
  readonly refusedSince?: number;
}

/** A quote that ended, as it was until then. */
interface Ended extends Standing {
  /** Epoch ms. */
  readonly at: number;
  /** By this desk. */
  readonly isWithdrawn: boolean;
  /** When it was said that it was taken all the same, before another went in its place. Epoch ms. */
  readonly saidAt?: number;
}

/** A platform may know of a new quote late, or lock one for a while: what it says again after this long is believed. */
const REFUSED_MS = 600_000;
/** Quotes on requests that are over are withdrawn with all others for so long after they were sent: a request's state may lag. */
const CONCLUDED_MS_MAX = 86_400_000;

/**
 * The desk's own quotes that are not proven over, from the journal and from what is known of the market. A quote is over when
 * its own record says so or its withdrawal was done; a list without it, or a word that nobody knows, ends nothing. One that trades alone say is taken
 * is live no more, and is withdrawn with all others all the same.
 */
export class OwnQuotes implements LocalSource {
  private readonly standing = new Map<QuoteId, Standing>();
  /** Quotes that are over, and how, where this run has seen it; they stay over. */
  private readonly over = new Map<string, QuoteEnd['how'] | undefined>();
  /** Those that ended within a day, as they were; a record that is read later may disprove it. */
  private readonly ended = new Map<QuoteId, Ended>();
  /** When the desk was told last of a trade that took it, epoch ms. */
  private readonly toldAt = new Map<QuoteId, number>();
  private readonly watchers: Watchers;
  private readonly takenOff: TakenOffQuotes;
  private ends: Promise<void> = Promise.resolve();
  private refusals: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: OwnQuotesOptions) {
    this.watchers = new Watchers(options.clock);
    this.takenOff = new TakenOffQuotes({ ...options, onWithdrawn: (id, at) => this.tellWithdrawn(id, at) });
    options.conclusions.onConcluded((id, { state }) => {
      const how = state === 'traded' ? 'request-traded' : 'request-closed';
      const ended = [...this.standing.values()].filter(({ quote }) => quote.requestId === id);
      for (const { actionId } of ended) this.tellEnd(actionId, how);
    });
    options.conclusions.onReopened((id) => {
      for (const { quote, actionId } of this.standing.values())
        if (quote.requestId === id) this.tellStands(actionId, BY_REQUEST);
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
    for (const { quoteId, over: end, ...action } of past) {
      const known = quoteId !== undefined && this.over.has(quoteId) && standingOf({ ...action, quoteId });
      if (known && end?.how === 'accepted') this.over.set(quoteId, end.how);
      if (known && end && !BY_REQUEST.includes(end.how)) this.follow(known, end);
    }
    for (const action of past) this.learnTwins(action);
    this.followWithdrawn(past);
    this.takenOff.start(past);
  }

  /** `past`: the newest first. */
  private followWithdrawn(past: readonly Action[]): void {
    const from = this.options.clock.now() - FOLLOWED_MS;
    const sent = new Map<QuoteId, Standing>();
    for (const action of past.toReversed()) {
      const known = standingOf(action);
      if (known) sent.set(known.quote.quoteId, known);
    }
    for (const { state, body, endedAt, createdAt: pressedAt } of past) {
      if (state !== 'done' || factsOf(body).takesOff !== 'quote' || !('quoteId' in body)) continue;
      const known = sent.get(body.quoteId);
      const at = endedAt ?? pressedAt;
      if (known && at >= from && !this.standing.has(body.quoteId))
        this.follow(known, { at, isWithdrawn: true });
    }
  }

  /** An action has ended. */
  take(action: Action): void {
    this.learn(action);
    const { body, state, failure } = action;
    const isRefused = state === 'rejected' && factsOf(body).takesOff === 'quote';
    if (isRefused && 'quoteId' in body) {
      if (action.corrected) void this.standsAgain(body.quoteId);
      else this.refusals = Promise.allSettled([this.refusals, this.refused(body, failure)]);
    }
    this.tell();
  }

  /** Those that may be taken, as far as is known: not those on a request that its own record calls over. */
  read(): readonly OwnQuote[] {
    this.look();
    return this.sorted(({ quote, takenAt }) => takenAt === undefined && !this.isConcluded(quote));
  }

  /** How a quote ended by its own record or its trades, where this run has seen it. */
  endOf(quoteId: QuoteId): QuoteEnd['how'] | undefined {
    if (this.standing.get(quoteId)?.takenAt !== undefined) return 'accepted';
    return this.over.get(quoteId);
  }

  /** A quote that its trades alone call taken: it may be live all the same. */
  traded(quoteId: QuoteId): OwnQuote | undefined {
    const known = this.standing.get(quoteId);
    return known?.takenAt === undefined ? undefined : known.quote;
  }

  /** Whether it is proven over, and by nothing that says it was taken. */
  isOff(quoteId: QuoteId): boolean {
    return this.over.has(quoteId) && this.over.get(quoteId) !== 'accepted';
  }

  /** Terms and legs of a quote of the desk that is not over, or ended within a day; absent of another. */
  sentQuote(quoteId: QuoteId): { readonly terms: ListedTerms; readonly legs?: Action['legs'] } | undefined {
    const known = this.standing.get(quoteId) ?? this.ended.get(quoteId);
    if (!known) return undefined;
    const { direction, price, quantity } = known.quote;
    return { terms: { direction, price, quantity }, ...present({ legs: known.legs }) };
  }

  /** Once the records of what the platform refused to withdraw so far have been read. */
  async refusalsRead(): Promise<void> {
    await this.refusals;
  }

  /** Those that neither their own record nor their trades call over: those that {@link read} leaves out come last. */
  notTaken(): readonly OwnQuote[] {
    return [...this.read(), ...this.lately(({ takenAt }) => takenAt === undefined)];
  }

  /** All that are not proven over by their own record: those that {@link read} leaves out come last. */
  notOver(): readonly OwnQuote[] {
    return [...this.read(), ...this.lately(() => true)];
  }

  /** Those that {@link read} leaves out: their request is over, or trades come to all of them, since a day at most. */
  private lately(which: (one: Standing) => boolean): readonly OwnQuote[] {
    const from = this.options.clock.now() - CONCLUDED_MS_MAX;
    return this.sorted((one) => {
      const { quote, takenAt } = one;
      const isLeftOut = takenAt !== undefined || this.isConcluded(quote);
      return isLeftOut && (takenAt ?? quote.since) >= from && which(one);
    });
  }

  /** How many of {@link read} this person sent; a twin, which may be a colleague's, is none. */
  quotesOf({ id, name }: Pick<By, 'name' | 'id'>): number {
    const isOf = (by: By | undefined): boolean => by !== undefined && (by.id ?? by.name) === (id ?? name);
    return this.read().filter(({ quoteId, isTwin }) => !isTwin && isOf(this.standing.get(quoteId)?.by))
      .length;
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
    for (const record of records) this.seenNow(record);
  }

  private seenNow(record: Quote): void {
    const now = this.options.clock.now();
    this.match(record, now);
    this.takenOff.weigh(record, now);
  }

  /**
   * A quote that was taken while it was thought withdrawn, on whose side this one is about to be sent: said once, but always of one that it takes the
   * place of. `quotes`: as they were read after the withdrawal.
   */
  takenMeanwhile(
    { body, replaces = [], program, createdAt }: Pick<Action, 'body' | 'replaces' | 'program' | 'createdAt'>,
    quotes: readonly Quote[],
  ): QuoteId | undefined {
    if (body.kind !== 'send-quote') return undefined;
    const now = this.options.clock.now();
    const beside = [...this.ended.values()].filter(
      ({ quote, isWithdrawn }) =>
        isWithdrawn && quote.requestId === body.requestId && quote.direction === body.direction,
    );
    const ids = new Set([...replaces, ...beside.map(({ quote }) => quote.quoteId)]);
    for (const quoteId of ids) {
      const record = quotes.find(({ id }) => id === quoteId);
      const former = this.ended.get(quoteId);
      const isReplaced = replaces.includes(quoteId);
      // A program reads nothing: it counts what was taken once its own list shows it, and sends what is left.
      const saidFor = program ? LIST_LAG_MS : 0;
      if (!isReplaced && former?.saidAt !== undefined && now - former.saidAt >= saidFor) continue;
      const left = record && record.state !== 'accepted' ? leftOf(record) : undefined;
      const isCounted = !isReplaced && program && left && comparedDecimals(body.quantity, left) <= 0;
      const isTaken =
        (!isCounted && record && this.showsTaken(record, former)) ||
        (this.toldAt.get(quoteId) ?? 0) > createdAt ||
        (former?.isWithdrawn === true && this.over.get(quoteId) === 'accepted') ||
        (isReplaced && (this.options.isUnclear(quoteId) || this.isWhole(quoteId, former)));
      if (record) this.seenNow(record);
      if (!isTaken) continue;
      if (former) this.ended.set(quoteId, { ...former, saidAt: former.saidAt ?? now });
      return quoteId;
    }
    return undefined;
  }

  /** More of it is gone than was known. */
  private showsTaken(record: Quote, former: Ended | undefined): boolean {
    const left = leftOf(record);
    if (former && left !== undefined && comparedDecimals(left, former.quote.quantity) < 0) return true;
    if (record.state !== 'accepted') return false;
    const rest = restOf(record, former?.quote.allOrNone);
    if (rest === 'over') return true;
    return (
      rest === 'doubtful' && (this.options.filled(record.id) === undefined || this.isWhole(record.id, former))
    );
  }

  private isWhole(quoteId: QuoteId, sent: Pick<Standing, 'sent'> | undefined): boolean {
    const filled = this.options.filled(quoteId);
    return sent !== undefined && filled !== undefined && comparedDecimals(filled, sent.sent) >= 0;
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
  look(): void {
    this.takenOff.look();
    for (const { quote } of [...this.standing.values()]) this.lookAt(quote);
    const from = this.options.clock.now() - FOLLOWED_MS;
    for (const [quoteId, { quote, at }] of [...this.ended]) {
      if (at < from) this.ended.delete(quoteId);
      else this.lookAt(quote);
    }
  }

  private lookAt(quote: OwnQuote): void {
    const { market, tradedAt } = this.options;
    const { requestId, quoteId } = quote;
    const record = market.quotes(requestId)?.records.find(({ id }) => id === quoteId);
    const readAt = market.quotesReadAt(requestId) ?? 0;
    if (record && readAt >= (tradedAt(quoteId) ?? 0)) this.match(record, readAt);
    else this.weigh(quote);
    this.compareRequest(quoteId);
  }

  /** A platform may change an open request: then the quote stands for something else than was priced. */
  private compareRequest(quoteId: QuoteId): void {
    const known = this.standing.get(quoteId);
    if (!known?.legs) return;
    const { market, zone } = this.options;
    const { actionId, legs, terms, quote } = known;
    const { requestId, since } = quote;
    const body = { ...terms, kind: 'send-quote' as const, requestId };
    const request = heldRequest({ body, legs, since, zone }, market.tellings(requestId), known.request);
    if (!request) return;
    const held = { ...known, request };
    this.standing.set(quoteId, held);
    const read = changeIn(request, since);
    if (read === 'unread') return;
    const { change } = read;
    const says =
      change &&
      `Request ${quote.requestId} has changed since ${quoteId} was sent: ${change}. The quote can be taken for that: withdraw it unless you want it so.`;
    if (actionId === undefined || says === known.changed) return;
    this.standing.set(quoteId, { ...held, changed: says });
    this.ends = this.ends.then(() => this.write(actionId, { type: 'contradicted', about: 'request', says }));
  }

  private learn(action: Action): void {
    const { id, state, body, quoteId } = action;
    if (state !== 'done') return;
    const { leaves, takesOff } = factsOf(body);
    if (takesOff === 'quote' && 'quoteId' in body) this.withdrawn(action, body.quoteId);
    if (leaves !== 'quote') return;
    // Under another number than before, where a person had recorded a wrong one.
    for (const [former, { actionId }] of this.standing) if (actionId === id) this.standing.delete(former);
    const known = standingOf(action);
    if (quoteId === undefined || !known) return;
    this.learnTwins(action);
    this.revive(action, quoteId);
    if (this.over.has(quoteId)) return;
    const before = this.standing.get(quoteId);
    const isChanged = before !== undefined && (before.isChanged || before.actionId !== id);
    this.standing.set(quoteId, { ...known, isChanged });
    this.compareRequest(quoteId);
  }

  /** Quotes that may be what this action sent, in the place of the one that was found by its terms: told in red, and withdrawn with all others. */
  twins(action: Action, ids: readonly QuoteId[]): void {
    const known = standingOf(action);
    for (const twin of ids) {
      if (!known || this.standing.has(twin) || this.over.has(twin)) continue;
      this.learnTwin(known, twin);
      const says = `Quote ${twin} says what you sent too, as ${known.quote.quoteId} does: one of them may be a colleague’s. Withdraw all takes both off.`;
      this.ends = this.ends.then(() =>
        this.write(action.id, { type: 'contradicted', about: 'twin', quoteId: twin, says }),
      );
    }
    this.tell();
  }

  private learnTwins(action: Action): void {
    const known = action.contradictions && standingOf(action);
    if (known)
      for (const { quoteId } of action.contradictions ?? []) if (quoteId) this.learnTwin(known, quoteId);
  }

  private learnTwin(sent: Standing, twin: QuoteId): void {
    if (this.standing.has(twin) || this.over.has(twin)) return;
    const { actionId: twinOf, terms, legs, by, recall, isCorrected } = sent;
    const { requestId, since } = sent.quote;
    const quote: OwnQuote = { requestId, quoteId: twin, ...terms, isTwin: true, since };
    // What became of the other one, or is listed of it, is not said of this one.
    this.standing.set(twin, {
      ...{ quote, terms, legs, by, recall, isCorrected, ...present({ twinOf }) },
      ...{ actionId: undefined, sent: terms.quantity, isChanged: false },
    });
  }

  /** What its record told before that is looked at first: it may have been taken, which a platform may answer as if it were withdrawn. */
  private withdrawn(action: Action, quoteId: QuoteId): void {
    const sent = this.standing.get(quoteId);
    if (sent) this.lookAt(sent.quote);
    const known = this.standing.get(quoteId);
    const isTold = known === undefined && this.over.get(quoteId) !== undefined;
    const by = known ?? sent;
    const sentBy = by?.actionId && { id: by.actionId, allOrNone: by.terms.allOrNone };
    this.takenOff.take(action, sentBy, isTold);
    const ended = known ?? this.ended.get(quoteId);
    if (ended && !ended.twinOf)
      this.follow(ended, { at: action.endedAt ?? action.createdAt, isWithdrawn: true });
    // That its withdrawal is confirmed proves nothing against its trades.
    this.end(quoteId, this.over.get(quoteId) ?? (known?.takenAt === undefined ? undefined : 'accepted'));
  }

  /** A platform may give a later quote the number of one that was withdrawn. */
  private revive({ id, createdAt, body }: Action, quoteId: QuoteId): void {
    const former = this.ended.get(quoteId);
    if (!former?.isWithdrawn || former.actionId === id || createdAt <= former.at) return;
    this.over.delete(quoteId);
    this.ended.delete(quoteId);
    if ('requestId' in body) this.takenOff.replaced(body.requestId, quoteId);
  }

  /** Its record may tell otherwise later. */
  private follow(known: Standing, { at, isWithdrawn = false }: { at: number; isWithdrawn?: boolean }): void {
    this.ended.set(known.quote.quoteId, { ...known, at, isWithdrawn });
  }

  /** It was said to be withdrawn, and its own record says that it is not. */
  private async standsAgain(quoteId: QuoteId): Promise<void> {
    this.over.delete(quoteId);
    this.ended.delete(quoteId);
    this.options.conclusions.forget({ kind: 'quote', id: quoteId });
    for (const action of await this.options.journal.standing()) {
      if (action.quoteId !== quoteId) continue;
      this.learn(action);
      this.tellStands(action.id, ['withdrawn']);
    }
    this.tell();
  }

  /** Holds its own record, as it was read then (epoch ms), against what was sent: where they differ, the record's terms are those that stand. */
  private compare(record: Quote, readAt: number): void {
    const known = this.standing.get(record.id);
    if (!known || (known.isChanged && readAt < known.quote.since + LIST_LAG_MS)) return;
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
    if (!actionId) return;
    this.ends = this.ends.then(() =>
      this.write(actionId, {
        type: 'contradicted',
        about: 'terms',
        says: found?.says,
        listed: found?.listed,
      }),
    );
  }

  /** It had ended by its own record, and a record that was read later, than lists lag, calls it active. */
  private matchEnded(record: Quote, readAt: number): void {
    const known = this.ended.get(record.id);
    if (!known || known.isWithdrawn || readAt < known.at + LIST_LAG_MS) return;
    if (record.state !== 'active' || restOf(record, known.quote.allOrNone) !== 'lives') return;
    const { at: _, isWithdrawn: __, saidAt: ___, ...standing } = known;
    this.ended.delete(record.id);
    this.over.delete(record.id);
    this.options.conclusions.forget({ kind: 'quote', id: record.id });
    this.tellStands(known.actionId, BY_RECORD);
    this.standing.set(record.id, standing);
    this.match(record, readAt);
  }

  /** Its own record, in whatever words it is written, as it was read then (epoch ms). */
  private match(record: Quote, readAt: number): void {
    this.compare(record, readAt);
    const known = this.standing.get(record.id);
    if (!known) return this.matchEnded(record, readAt);
    // One of which a rest may be left is not over.
    const end = restOf(record, known.terms.allOrNone && record.allOrNone !== false);
    if (end === 'over') {
      const { state } = record;
      const how = state === 'accepted' || state === 'withdrawn' || state === 'rejected' ? state : undefined;
      if (how) this.tellEnd(known.actionId, how, how === 'accepted' ? record.id : undefined);
      if (how === 'accepted' && !this.options.filled(record.id)) this.options.onDoubtful(known.quote);
      return this.endFor(record.id, how);
    }
    const quantity = leftOf(record) ?? known.quote.quantity;
    const { doubtful: was, ...sent } = known.quote;
    const { refusedSince: _, takenAt, isUnclear: __, ...rest } = known;
    if (end === 'lives') {
      if (takenAt !== undefined && readAt < takenAt + LIST_LAG_MS) return;
      const disproved = takenAt === undefined ? known.disproved : this.options.filled(record.id);
      if (takenAt !== undefined) this.tellStands(known.actionId, ['accepted']);
      const untaken = subtractedDecimals(known.sent, this.options.filled(record.id) ?? '0');
      if (comparedDecimals(quantity, sent.quantity) < 0 && comparedDecimals(quantity, untaken) < 0)
        this.options.onDoubtful(known.quote);
      return void this.standing.set(record.id, {
        ...rest,
        ...present({ disproved }),
        quote: { ...sent, quantity },
      });
    }
    const quote: OwnQuote = { ...sent, quantity, doubtful: true };
    this.standing.set(record.id, { ...known, quote });
    this.weigh(quote, true);
    if (!was && this.standing.has(record.id)) this.options.onDoubtful(quote);
  }

  /** Held against its trades. Only where its record calls it accepted they prove its end for good: a trade tells nothing of what is left. */
  private weigh({ quoteId }: OwnQuote, isAccepted = false): void {
    const known = this.standing.get(quoteId);
    if (known?.takenAt !== undefined && isAccepted && this.isWhole(quoteId, known))
      return this.endFor(quoteId, 'accepted');
    if (!known || known.takenAt !== undefined) return;
    const filled = this.options.filled(quoteId);
    if (filled === undefined) {
      if (this.options.isUnclear(quoteId) && !known.isUnclear) {
        const quote: OwnQuote = { ...known.quote, doubtful: true };
        this.standing.set(quoteId, { ...known, quote, isUnclear: true });
      }
      return;
    }
    if (filled === known.disproved) return;
    const left = subtractedDecimals(known.sent, filled);
    const { isUnclear, ...rest } = known;
    const { doubtful, ...sent } = known.quote;
    const stays = present({ doubtful: isUnclear && !isAccepted ? undefined : doubtful });
    if (comparedDecimals(left, '0') <= 0) {
      this.tellEnd(known.actionId, 'accepted', quoteId);
      if (isAccepted) this.endFor(quoteId, 'accepted');
      else this.standing.set(quoteId, { ...known, takenAt: this.options.clock.now() });
    } else if (isUnclear || comparedDecimals(left, sent.quantity) < 0) {
      const quantity = comparedDecimals(left, sent.quantity) < 0 ? Quantity.parse(left) : sent.quantity;
      this.standing.set(quoteId, { ...rest, quote: { ...sent, ...stays, quantity } });
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
  tellEnd(actionId: ActionId | undefined, how: QuoteEnd['how'], taken?: QuoteId): void {
    if (!actionId) return;
    const tradedAt = taken && this.options.tradedAt(taken);
    const end = { how, at: this.options.clock.now(), ...present({ tradedAt }) };
    this.ends = this.ends.then(() => this.writeEnd(actionId, end));
  }

  /**
   * A trade is proven to have taken a quote or price proposal that this action sent, as a whole or in part: a line more, also where its end was told before. What its trades come
   * to is weighed at once, whether somebody watches or not.
   */
  taken(actionId: ActionId, trade: TakingTrade): void {
    this.ends = this.ends.then(() => this.writeTaken(actionId, trade));
    this.look();
    this.tell();
  }

  /** It may have been told as withdrawn, which its trades disprove once they come to all of it. */
  private async disprove({ id, quoteId, body, over }: Action, { id: tradeId }: TakingTrade): Promise<void> {
    if (quoteId === undefined || body.kind !== 'send-quote' || over?.how !== 'withdrawn') return;
    if (!this.isWhole(quoteId, { sent: body.quantity })) return;
    const tradedAt = this.options.tradedAt(quoteId);
    const end = { how: 'accepted' as const, at: this.options.clock.now(), ...present({ tradedAt }) };
    await this.writeEnd(id, end, { isProven: true });
    this.takenOff.taken(body.requestId, quoteId, `Quote ${quoteId} was taken: trade ${tradeId}.`);
  }

  private async writeTaken(actionId: ActionId, trade: TakingTrade): Promise<void> {
    const { journal } = this.options;
    const action = await journal.find(actionId).catch(() => undefined);
    if (action?.state !== 'done') return;
    if (!('direction' in action.body)) return;
    if (action.quoteId !== undefined) this.toldAt.set(action.quoteId, this.options.clock.now());
    const legs = legsAt(action.body.price);
    const taken = moved(action, { type: 'taken', trade: takenTradeOf(trade, legs, action.legs) });
    const side = trade.trade && sideProblem(action, trade.id, fillOf(trade.trade).legs);
    const product = trade.trade && tradedOtherwise(action, trade.trade, this.options.zone);
    const sided = moved(taken, { type: 'contradicted', about: 'side', tradeId: trade.id, says: side });
    const undone = trade.trade && undoneProblem([trade.trade]);
    const held = moved(sided, { type: 'contradicted', about: 'product', tradeId: trade.id, says: product });
    const next = moved(held, { type: 'contradicted', about: 'state', tradeId: trade.id, says: undone });
    if (next !== action) await journal.record(next);
    await this.disprove(next, trade);
  }

  /** A line more, where it says something new. */
  private async write(actionId: ActionId, event: ActionEvent): Promise<void> {
    const { journal } = this.options;
    const action = await journal.find(actionId).catch(() => undefined);
    if (action?.state !== 'done') return;
    const next = moved(action, event);
    if (next !== action) await journal.record(next);
  }

  /**
   * How it ended is a line more of the action that sent it, written once: a record that calls a quote rejected, once its request is over, says the same
   * end in another word. Only that it was taken is more than the end of its request, or, where trades prove it, than that it was withdrawn.
   */
  private async writeEnd(actionId: ActionId, end: QuoteEnd, { isProven = false } = {}): Promise<void> {
    const { journal } = this.options;
    const action = await journal.find(actionId).catch(() => undefined);
    const known = action?.over;
    if (!action) return;
    const isOpen =
      known &&
      (BY_REQUEST.includes(known.how) ||
        known.how === 'ended' ||
        known.how === 'replaced' ||
        // A deletion takes off what there is: a price proposal may have been taken before.
        (known.how === 'withdrawn' && action.body.kind === 'send-proposal'));
    const isMore = end.how === 'accepted' || (end.how === 'replaced' && known?.how === 'ended');
    if (known && !isProven && (!isOpen || !isMore)) return;
    await journal.record(moved(action, { type: 'over', ...end }));
  }

  tellStands(actionId: ActionId | undefined, ends: readonly QuoteEnd['how'][]): void {
    if (!actionId) return;
    this.ends = this.ends.then(() => this.writeStands(actionId, ends));
  }

  /** Its line said that it had ended, in one of these ways. */
  private async writeStands(actionId: ActionId, ends: readonly QuoteEnd['how'][]): Promise<void> {
    const { journal } = this.options;
    const action = await journal.find(actionId).catch(() => undefined);
    if (action?.over && ends.includes(action.over.how))
      await journal.record(moved(action, { type: 'stands' }));
  }

  /** Stored, so that the next run knows it. */
  private endFor(quoteId: QuoteId, how?: QuoteEnd['how']): void {
    const known = this.standing.get(quoteId);
    if (known && !known.twinOf) this.follow(known, { at: this.options.clock.now() });
    this.end(quoteId, how);
    this.options.conclusions.keep({ kind: 'quote', id: quoteId });
  }

  private end(quoteId: QuoteId, how?: QuoteEnd['how']): void {
    const { twinOf } = this.standing.get(quoteId) ?? {};
    // Taken it may have been the desk's own.
    if (twinOf && how !== 'accepted') {
      const event = { type: 'contradicted', about: 'twin', quoteId, says: undefined } as const;
      this.ends = this.ends.then(() => this.write(twinOf, event));
    }
    this.standing.delete(quoteId);
    this.over.set(quoteId, how);
  }

  private tell(): void {
    this.watchers.tell();
  }
}

/** With its request. */
export const BY_REQUEST: readonly QuoteEnd['how'][] = ['request-closed', 'request-traded'];
const BY_RECORD: readonly QuoteEnd['how'][] = ['accepted', 'withdrawn', 'rejected'];

/** What is known of a quote by the line of the action that sent it; nothing where it sent none that went live. */
function standingOf(
  action: Pick<Action, 'id' | 'state' | 'body' | 'createdAt'> & Partial<Action>,
): Standing | undefined {
  const { id, state, body, quoteId, endedAt, createdAt, by, recall = 0, legs, listed, over } = action;
  if (state !== 'done' || body.kind !== 'send-quote' || quoteId === undefined) return undefined;
  const { requestId, direction, price, quantity, allOrNone } = body;
  const terms = { direction, price, quantity, allOrNone };
  const quote = { requestId, quoteId, ...terms, ...present(listed ?? {}), since: endedAt ?? createdAt };
  return {
    ...{ quote, terms, legs, by, recall, actionId: id, sent: quote.quantity },
    ...{ isChanged: false, isCorrected: isCorrectedPerson(action) },
    ...(over?.how === 'accepted' && { takenAt: over.at }),
    says: action.contradictions?.find(({ about }) => about === 'terms')?.says,
    changed: action.contradictions?.find(({ about }) => about === 'request')?.says,
  };
}
