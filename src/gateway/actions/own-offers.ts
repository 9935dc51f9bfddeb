import {
  isCorrectedPerson,
  isFinal,
  requestIdOf,
  type Action,
  type ActionBody,
  type QuoteEnd,
} from '../../domain/action';
import { comparedDecimals, subtractedDecimals } from '../../domain/decimal';
import { factsOf } from '../../domain/actions/kinds';
import { CounterofferId, ProposalId, type ActionId, type RequestId } from '../../domain/identifiers';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import { isOfRecall, type MassWithdrawal } from '../../domain/mass-withdrawal';
import type { OwnOffer } from '../../domain/own-offers';
import { leftOf, restOf, type Proposal } from '../../domain/offers';
import { keyOfCounteroffer, keyOfProposal, type OfferKey } from '../../domain/own-trade';
import { present } from '../../domain/present';
import { Quantity } from '../../domain/quantity';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../cache/fetch';
import { heardOf, isKnownLate, wasBeside, type Heard } from './arrival';
import type { Conclusions } from './conclusions';
import { DeletedProposals, type DeletedProposalsOptions } from './deleted-proposals';
import type { Journal } from './journal';
import { OfferRecords, type OfferFound, type OfferRecordsOptions } from './offer-records';
import { BY_REQUEST, type OwnQuotes } from './own-quotes';
import type { OwnTrades } from './own-trades';
import { FOLLOWED_MS, LOOK_EVERY_MS } from './taken-off';
import { Watchers } from './watchers';

export interface OwnOffersOptions extends DeletedProposalsOptions, OfferRecordsOptions {
  readonly conclusions: Pick<Conclusions, 'has' | 'onConcluded' | 'onReopened'>;
  /** Write how an offer ended, or that it had not, into the line of the action that sent it. */
  readonly lines: Pick<OwnQuotes, 'tellEnd' | 'tellStands'>;
  readonly journal: Pick<Journal, 'standing' | 'read'>;
  /** What trades took of price proposals and counteroffers. */
  readonly trades: Pick<OwnTrades, 'filled' | 'tradedAt' | 'seek'>;
  readonly clock: Clock;
}

/** An offer, and the number of the last recall before it was sent. */
interface Standing extends Heard {
  /** That sent it. */
  readonly actionId: ActionId;
  readonly offer: OwnOffer;
  /** Quantity that it had before any of it was taken. */
  readonly sent: Quantity;
  readonly allOrNone: boolean | undefined;
  /** A list that was read since has it not. */
  readonly isUnlisted?: boolean;
  /** What its trades came to when its own record called it active all the same. */
  readonly disproved?: string | undefined;
  readonly recall: number;
  /** A person had recorded that it was not sent. */
  readonly isCorrected: boolean;
  /** The price proposals that were listed before it was sent. */
  readonly before: readonly string[];
}

/** One that its record, its trades, or a list without it call over; `at`: when that was read, epoch ms. */
interface Ended extends Standing {
  readonly how: QuoteEnd['how'];
  readonly at: number;
  /** Only its trades or a list without it say so: it may be live all the same. */
  readonly isUnproven?: boolean;
  /** Another party's took its place, however it ended. */
  readonly isReplaced?: boolean;
  /** The list and the trades that it was held against last. */
  readonly weighed?: string;
}

/**
 * Own offers beside quotes that can still be accepted, from the journal: firm price proposals until they are deleted
 * or replaced, counteroffers, and quotes that were settled without a number; all until their request is known to be
 * over, or they are by their own records ({@link OfferRecords}).
 */
export class OwnOffers implements LocalSource {
  private readonly proposals = new Map<RequestId, Standing>();
  /** When the newest price proposal on a request was pressed, of either kind. Epoch ms. */
  private readonly newest = new Map<RequestId, number>();
  private readonly others = new Map<string, Standing>();
  /** Those that ended by a list within a day: a later one may have them again. */
  private readonly ended = new Map<ActionId, Ended>();
  /** How price proposals ended that this run saw end. */
  private readonly ends = new Map<string, QuoteEnd['how']>();
  private readonly watchers: Watchers;
  private readonly deleted: DeletedProposals;
  private readonly records: OfferRecords;
  private lookedAt = -Infinity;

  constructor(private readonly options: OwnOffersOptions) {
    this.watchers = new Watchers(options.clock);
    this.deleted = new DeletedProposals(options);
    this.records = new OfferRecords(options);
    options.conclusions.onConcluded((id, { state }) => {
      for (const { actionId } of this.sentOn(id))
        options.lines.tellEnd(actionId, state === 'traded' ? 'request-traded' : 'request-closed');
    });
    options.conclusions.onReopened((id) => {
      for (const { actionId } of this.sentOn(id)) options.lines.tellStands(actionId, BY_REQUEST);
    });
  }

  /** `standing`: what may be live by the journal's word. `past`: the newest actions. */
  start(standing: readonly Action[], past: readonly Action[] = []): void {
    for (const action of standing) this.learn(action);
    this.deleted.start(past);
  }

  /** An action has ended. */
  take(action: Action): void {
    this.learn(action);
    if (action.body.kind === 'delete-proposals' && action.corrected !== undefined)
      void this.standAgain(action.body.requestId);
    this.watchers.tell();
  }

  /** They were said to be deleted, and the record of one says that they are not. */
  private async standAgain(requestId: RequestId): Promise<void> {
    for (const { over: _, ...action } of await this.options.journal.standing()) {
      if (requestIdOf(action.body) !== requestId) continue;
      this.options.lines.tellStands(action.id, ['withdrawn']);
      this.ended.delete(action.id);
      if (action.proposalId !== undefined) this.ends.delete(action.proposalId);
      this.learn(action);
    }
    this.watchers.tell();
  }

  read(): readonly OwnOffer[] {
    this.deleted.look();
    this.look();
    return this.standing.map(({ offer }) => offer).sort((a, b) => a.since - b.since);
  }

  /** Requests with a firm price proposal of the desk that this recall is about. */
  proposedBefore(recall: Pick<MassWithdrawal, 'number' | 'at'>): readonly RequestId[] {
    this.look();
    const from = this.options.clock.now() - FOLLOWED_MS;
    // That a list has one no more, or trades alone call it taken, is no proof: its deletion is tried for a day all the same.
    const unproven = [...this.ended.values()].filter(
      ({ isUnproven, at, offer }) => isUnproven && at >= from && !this.isReplaced(offer.requestId),
    );
    const meant = [...this.standing, ...unproven].filter(
      ({ offer, ...sent }) => offer.what === 'proposal' && isOfRecall({ ...sent, ...offer }, recall),
    );
    // One deletion is of all that the desk has on a request.
    return [...new Set(meant.map(({ offer }) => offer.requestId))];
  }

  /** Whether another party's price proposal took the place of the desk's newest one on it: a deletion would take off nothing but that. */
  isReplaced(requestId: RequestId): boolean {
    const newest = this.endedOn(requestId);
    const isReplaced = newest?.how === 'replaced' || newest?.isReplaced === true;
    return isReplaced && this.noneNewer(newest) !== undefined;
  }

  /** Whether the desk's newest price proposal on it was taken, by its own record or its trades alone. */
  isTaken(requestId: RequestId): boolean {
    return this.endedOn(requestId)?.how === 'accepted';
  }

  /** The desk's newest price proposal on a request, where none of it stands there. */
  private endedOn(requestId: RequestId): Ended | undefined {
    this.look();
    if (this.proposals.has(requestId)) return undefined;
    const [newest] = [...this.ended.values()]
      .filter(({ offer }) => offer.what === 'proposal' && offer.requestId === requestId)
      .sort((a, b) => b.offer.since - a.offer.since);
    return newest;
  }

  /** The firm price proposal of the desk on a request that is not known to be over; none that has no number. */
  proposalOn(requestId: RequestId): (OwnOffer & { readonly isUnlisted?: boolean }) | undefined {
    this.look();
    const { offer, isUnlisted = false } = this.proposals.get(requestId) ?? {};
    return offer && { ...offer, isUnlisted };
  }

  /** How a price proposal of the desk ended, where this run has seen it. */
  endOf(id: ProposalId): QuoteEnd['how'] | undefined {
    return this.ends.get(id);
  }

  /** Whether nothing but its trades, or lists without it, says that it is over, since a day at most: its deletion is tried all the same. */
  mayStand(id: ProposalId): boolean {
    this.look();
    return [...this.ended.values()].some(
      ({ isUnproven, offer }) => isUnproven === true && offer.number === id,
    );
  }

  /**
   * The price proposal that this action of a program would replace, where the list that was just read has it no more as the program knows it, or where there is none: it may
   * have been taken.
   */
  goneMeanwhile(
    { body, program }: Pick<Action, 'body' | 'program'>,
    listed: readonly Proposal[] | undefined,
  ): string | undefined {
    if (body.kind !== 'send-proposal' || !program) return undefined;
    const { number, quantity } = this.proposals.get(body.requestId)?.offer ?? {};
    if (number === undefined || quantity === undefined) return undefined;
    const record = listed?.find(({ id }) => id === number);
    const left =
      record && restOf({ ...record, state: record.state ?? 'active' }) === 'lives' && leftOf(record);
    const isThere = record && left !== false && (left === undefined || comparedDecimals(left, quantity) >= 0);
    return isThere ? undefined : number;
  }

  /** A trade took one of them: what is left is known at once, whether somebody watches or not. */
  taken(): void {
    this.lookedAt = -Infinity;
    this.look();
    this.watchers.tell();
  }

  onChange(listener: () => void): () => void {
    return this.watchers.join(listener);
  }

  private sentOn(id: RequestId): Standing[] {
    return this.all.filter(({ offer }) => offer.requestId === id);
  }

  /** What the desk knows of the market without a call. */
  look(): void {
    const now = this.options.clock.now();
    if (now >= this.lookedAt && now - this.lookedAt < LOOK_EVERY_MS) return;
    this.lookedAt = now;
    for (const standing of this.all) this.weigh(standing);
    for (const ended of [...this.ended.values()]) this.weighEnded(ended, now);
  }

  private weigh(standing: Standing): void {
    const { trades } = this.options;
    const found = this.find(standing);
    const key = keyOf(standing.offer);
    // A record that was read before it was traded does not know of it: there its trades tell.
    const isNew = found !== undefined && found.readAt >= ((key && trades.tradedAt(key)) ?? 0);
    if (isNew && 'over' in found) return this.end(standing, found.over, found.readAt);
    const { doubtful, ...offer } = standing.offer;
    const isUnlisted = this.records.isUnlisted(offer);
    if (isNew && 'left' in found) {
      this.put({ ...standing, isUnlisted, offer: { ...offer, quantity: found.left ?? offer.quantity } });
      return;
    }
    const isDoubtful = isNew || doubtful;
    if (isNew && !doubtful && key) void trades.seek(key, offer.since);
    const known = {
      ...standing,
      isUnlisted,
      offer: { ...offer, ...(isDoubtful && { doubtful: true as const }) },
    };
    this.put(known);
    this.weighTrades(known, key);
  }

  private weighTrades(standing: Standing, key: OfferKey | undefined): void {
    if (this.isWhole(standing)) {
      const isUnproven = standing.offer.doubtful === undefined;
      return this.end(standing, 'accepted', this.options.clock.now(), isUnproven);
    }
    const filled = key && this.options.trades.filled(key);
    if (filled === undefined || filled === standing.disproved) return;
    const left = subtractedDecimals(standing.sent, filled);
    const { offer } = standing;
    if (comparedDecimals(left, offer.quantity) < 0)
      this.put({ ...standing, offer: { ...offer, quantity: Quantity.parse(left) } });
  }

  /** Whether its trades come to all of it. */
  private isWhole({ offer, sent, disproved }: Standing): boolean {
    const key = keyOf(offer);
    const filled = key && this.options.trades.filled(key);
    return filled !== undefined && filled !== disproved && comparedDecimals(filled, sent) >= 0;
  }

  private end(standing: Standing, how: QuoteEnd['how'], at: number, isUnproven = how === 'ended'): void {
    this.drop(standing);
    this.setEnded({ ...standing, how, at, isUnproven });
    const key = keyOf(standing.offer);
    if (how === 'accepted' && key && this.options.trades.filled(key) === undefined)
      void this.options.trades.seek(key, standing.offer.since);
    this.options.lines.tellEnd(standing.actionId, how);
  }

  private setEnded(ended: Ended): void {
    this.ended.set(ended.actionId, ended);
    const { what, number } = ended.offer;
    if (what === 'proposal' && number !== undefined) this.ends.set(number, ended.how);
  }

  private find(standing: Standing): OfferFound | undefined {
    const { offer, allOrNone } = standing;
    return this.records.find(offer, () => this.noneNewer(standing), allOrNone);
  }

  /** Proposals on its request that did not replace it: older ones, and the desk's own. Nothing while one of the desk may be there of which that is not known. */
  private noneNewer({ offer, before }: Standing): readonly string[] | undefined {
    const own = this.options.journal
      .read()
      .filter(({ body }) => body.kind === 'send-proposal' && body.requestId === offer.requestId);
    const isOpen = own.some(
      (other) =>
        (other.sentAt !== undefined && !isFinal(other)) ||
        // A person may be wrong there.
        (other.state === 'rejected' && other.settledBy === 'person' && other.createdAt > offer.since),
    );
    return isOpen ? undefined : [...before, ...own.flatMap(({ proposalId }) => proposalId ?? [])];
  }

  private weighEnded(
    { how, at, isUnproven, isReplaced, weighed: before, ...standing }: Ended,
    now: number,
  ): void {
    const { offer, actionId } = standing;
    const key = keyOf(offer);
    const weighed = [this.records.readAt(offer), key && this.options.trades.filled(key)].join(' ');
    // A desk that prices anew all day has thousands that it replaced itself.
    if (how === 'withdrawn' && before === weighed && now - at < FOLLOWED_MS) return;
    const found = this.find(standing);
    const told = found && 'over' in found ? found.over : undefined;
    const isWhole = this.isWhole(standing);
    const over = isWhole ? 'accepted' : told;
    const isOver = told !== undefined && told !== 'ended';
    const isProven = isOver || (isWhole && found !== undefined && 'doubtful' in found);
    const ended = {
      ...standing,
      ...{
        how,
        at,
        weighed,
        isUnproven: isUnproven === true && !isProven,
        isReplaced: isReplaced || told === 'replaced',
      },
    };
    // It was taken before it was deleted, or before lists had it no more.
    const isMore = (over === 'accepted' && how !== 'accepted') || (over === 'replaced' && how === 'ended');
    this.setEnded(isMore ? { ...ended, how: over } : ended);
    if (isMore) this.options.lines.tellEnd(actionId, over);
    const isLeft = found !== undefined && 'left' in found && found.readAt >= at + LIST_LAG_MS;
    if (!isLeft && now - at < FOLLOWED_MS) return;
    this.ended.delete(actionId);
    if (!isLeft) return this.forget(offer);
    if (offer.what === 'proposal' && this.proposals.has(offer.requestId)) return;
    if (offer.number !== undefined) this.ends.delete(offer.number);
    this.put({ ...standing, disproved: key && this.options.trades.filled(key) });
    this.options.lines.tellStands(actionId, [how]);
  }

  /** How the newest one on a request ended tells its program that nothing stands there; how those before it did matters no more. */
  private forget(offer: OwnOffer): void {
    this.records.forget(offer);
    const isNewest = (this.newest.get(offer.requestId) ?? 0) <= offer.since;
    if (offer.number !== undefined && !isNewest) this.ends.delete(offer.number);
  }

  private put(standing: Standing): void {
    const { offer, actionId } = standing;
    if (offer.what === 'proposal') this.proposals.set(offer.requestId, standing);
    else this.others.set(actionId, standing);
  }

  private drop({ offer, actionId }: Standing): void {
    if (offer.what === 'proposal') this.proposals.delete(offer.requestId);
    else this.others.delete(actionId);
  }

  private numberOn(requestId: RequestId): ProposalId | undefined {
    return ProposalId.safeParse(this.proposals.get(requestId)?.offer.number).data;
  }

  private get standing(): Standing[] {
    return this.all.filter(({ offer }) => !this.options.conclusions.has(offer.requestId));
  }

  private get all(): Standing[] {
    return [...this.proposals.values(), ...this.others.values()];
  }

  private learn(action: Action): void {
    const { id, state, body, createdAt, recall = 0 } = action;
    if (state !== 'done') return;
    const { takesOff, leaves } = factsOf(body);
    if (takesOff === 'proposals' && 'requestId' in body) {
      // What came of an action may be known long after a newer one took its place.
      if (isKnownLate(action) && createdAt < (this.newest.get(body.requestId) ?? 0)) return;
      const before = this.proposals.get(body.requestId);
      if (leaves === undefined && wasBeside(action, before, this.options.clock)) return;
      if (leaves === 'proposal') {
        this.newest.set(body.requestId, createdAt);
        this.deleted.replaced(body.requestId);
      } else this.deleted.take(action, this.numberOn(body.requestId));
      if (before && before.actionId !== id) {
        const at = action.endedAt ?? createdAt;
        this.setEnded({ ...before, how: 'withdrawn', at });
        this.options.lines.tellEnd(before.actionId, 'withdrawn');
      }
      this.proposals.delete(body.requestId);
      // Whatever of the desk's was there is proven to be gone.
      for (const ended of this.ended.values())
        if (ended.offer.what === 'proposal' && ended.offer.requestId === body.requestId)
          this.ended.set(ended.actionId, { ...ended, isUnproven: false });
    }
    const offer = offerOf(action, body);
    // A quote whose number became known is among the desk's own quotes.
    if (!offer) return void this.others.delete(id);
    const before = action.before?.proposalIds ?? [];
    const allOrNone = 'allOrNone' in body ? body.allOrNone : undefined;
    const standing = {
      ...{ actionId: id, offer, sent: offer.quantity, allOrNone, recall },
      ...heardOf(action, this.options.clock),
      ...{ isCorrected: isCorrectedPerson(action), before },
    };
    const { over } = action;
    if (!over || BY_REQUEST.includes(over.how)) this.put(standing);
    // Of one that was taken the line does not say whether its own record said so.
    else this.setEnded({ ...standing, ...over, isUnproven: over.how === 'ended' || over.how === 'accepted' });
  }
}

/** Under which its trades are known; none of a quote without a number. */
function keyOf({ what, number }: OwnOffer): OfferKey | undefined {
  if (what === 'counteroffer') {
    const { data } = CounterofferId.safeParse(number);
    return data && keyOfCounteroffer(data);
  }
  const id = what === 'proposal' ? ProposalId.safeParse(number).data : undefined;
  return id === undefined ? undefined : keyOfProposal(id);
}

function offerOf(action: Action, body: ActionBody): OwnOffer | undefined {
  const what = standingAs(action);
  if (!what || !('direction' in body)) return undefined;
  const { requestId } = body;
  // What is listed can be taken, whatever was sent.
  const { direction, price, quantity } = { ...body, ...present(action.listed ?? {}) };
  const { proposalId, counterofferId, endedAt, createdAt } = action;
  const number = proposalId ?? counterofferId;
  return {
    what,
    requestId,
    ...(number !== undefined && { number }),
    direction,
    price,
    quantity,
    since: endedAt ?? createdAt,
  };
}

/** An indicative price proposal can be taken by nobody, and a quote with a number is among the desk's own quotes. */
function standingAs({ body, quoteId, listed }: Action): OwnOffer['what'] | undefined {
  switch (factsOf(body).leaves) {
    case 'proposal': {
      const kind = listed?.proposalKind ?? ('proposalKind' in body ? body.proposalKind : undefined);
      return kind === 'firm' ? 'proposal' : undefined;
    }
    case 'counteroffer':
      return 'counteroffer';
    case 'quote':
      return quoteId === undefined ? 'unnumbered-quote' : undefined;
    case undefined:
      return undefined;
  }
}
