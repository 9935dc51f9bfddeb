import {
  isCorrectedPerson,
  isFinal,
  requestIdOf,
  type Action,
  type ActionBody,
  type QuoteEnd,
} from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { ProposalId, type ActionId, type RequestId } from '../../domain/identifiers';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import { isOfRecall, type MassWithdrawal } from '../../domain/mass-withdrawal';
import type { OwnOffer } from '../../domain/own-offers';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../cache/fetch';
import type { Conclusions } from './conclusions';
import { DeletedProposals, type DeletedProposalsOptions } from './deleted-proposals';
import type { Journal } from './journal';
import { OfferRecords, type OfferFound, type OfferRecordsOptions } from './offer-records';
import { BY_REQUEST, type OwnQuotes } from './own-quotes';
import { FOLLOWED_MS, LOOK_EVERY_MS } from './taken-off';
import { Watchers } from './watchers';

interface OwnOffersOptions extends DeletedProposalsOptions, OfferRecordsOptions {
  readonly conclusions: Pick<Conclusions, 'has' | 'onConcluded' | 'onReopened'>;
  /** Write how an offer ended, or that it had not, into the line of the action that sent it. */
  readonly lines: Pick<OwnQuotes, 'tellEnd' | 'tellStands'>;
  readonly journal: Pick<Journal, 'standing' | 'read'>;
  readonly clock: Clock;
}

/** An offer, and the number of the last recall before it was sent. */
interface Standing {
  /** That sent it. */
  readonly actionId: ActionId;
  readonly offer: OwnOffer;
  readonly recall: number;
  /** A person had recorded that it was not sent. */
  readonly isCorrected: boolean;
  /** The price proposals that were listed before it was sent. */
  readonly before: readonly string[];
}

/** One that its record, or a list without it, calls over; `at`: when that was read, epoch ms. */
interface Ended extends Standing {
  readonly how: QuoteEnd['how'];
  readonly at: number;
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
    // That a list has one no more is no proof: its deletion is tried for a day all the same.
    const unproven = [...this.ended.values()].filter(
      ({ how, at, offer }) => how === 'ended' && at >= from && !this.isReplaced(offer.requestId),
    );
    return [...this.standing, ...unproven]
      .filter(({ offer, ...sent }) => offer.what === 'proposal' && isOfRecall({ ...sent, ...offer }, recall))
      .map(({ offer }) => offer.requestId);
  }

  /** Whether another party's price proposal took the place of the desk's newest one on it: a deletion would take off nothing but that. */
  isReplaced(requestId: RequestId): boolean {
    this.look();
    if (this.proposals.has(requestId)) return false;
    const [newest] = [...this.ended.values()]
      .filter(({ offer }) => offer.what === 'proposal' && offer.requestId === requestId)
      .sort((a, b) => b.offer.since - a.offer.since);
    return newest?.how === 'replaced' && this.noneNewer(newest) !== undefined;
  }

  onChange(listener: () => void): () => void {
    return this.watchers.join(listener);
  }

  private sentOn(id: RequestId): Standing[] {
    return this.all.filter(({ offer }) => offer.requestId === id);
  }

  /** What the desk knows of the market without a call. */
  private look(): void {
    const now = this.options.clock.now();
    if (now >= this.lookedAt && now - this.lookedAt < LOOK_EVERY_MS) return;
    this.lookedAt = now;
    for (const standing of this.all) this.weigh(standing);
    for (const ended of [...this.ended.values()]) this.weighEnded(ended, now);
  }

  private weigh(standing: Standing): void {
    const { offer, actionId } = standing;
    const found = this.find(standing);
    if (!found) return;
    if ('left' in found) {
      if (found.left !== undefined && found.left !== offer.quantity)
        this.put({ ...standing, offer: { ...offer, quantity: found.left } });
      return;
    }
    this.drop(standing);
    this.ended.set(actionId, { ...standing, how: found.over, at: found.readAt });
    this.options.lines.tellEnd(actionId, found.over);
  }

  private find(standing: Standing): OfferFound | undefined {
    return this.records.find(standing.offer, () => this.noneNewer(standing));
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

  private weighEnded({ how, at, ...standing }: Ended, now: number): void {
    const { offer, actionId } = standing;
    const found = this.find(standing);
    const over = found && 'over' in found ? found.over : undefined;
    // It was taken before it was deleted, or before lists had it no more.
    if ((over === 'accepted' && how !== 'accepted') || (over === 'replaced' && how === 'ended')) {
      this.ended.set(actionId, { ...standing, how: over, at });
      this.options.lines.tellEnd(actionId, over);
    }
    const isLeft = found !== undefined && 'left' in found && found.readAt >= at + LIST_LAG_MS;
    if (!isLeft && now - at < FOLLOWED_MS) return;
    this.ended.delete(actionId);
    if (!isLeft) return void this.records.forget(offer);
    if (offer.what === 'proposal' && this.proposals.has(offer.requestId)) return;
    this.put(standing);
    this.options.lines.tellStands(actionId, [how]);
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
      if (createdAt < (this.newest.get(body.requestId) ?? 0)) return;
      if (leaves === 'proposal') {
        this.newest.set(body.requestId, createdAt);
        this.deleted.replaced(body.requestId);
      } else this.deleted.take(action, this.numberOn(body.requestId));
      const before = this.proposals.get(body.requestId);
      if (before && before.actionId !== id) {
        const at = action.endedAt ?? createdAt;
        this.ended.set(before.actionId, { ...before, how: 'withdrawn', at });
        this.options.lines.tellEnd(before.actionId, 'withdrawn');
      }
      this.proposals.delete(body.requestId);
    }
    const offer = offerOf(action, body);
    // A quote whose number became known is among the desk's own quotes.
    if (!offer) return void this.others.delete(id);
    const before = action.before?.proposalIds ?? [];
    const standing = { actionId: id, offer, recall, isCorrected: isCorrectedPerson(action), before };
    const { over } = action;
    if (!over || BY_REQUEST.includes(over.how)) this.put(standing);
    else this.ended.set(id, { ...standing, ...over });
  }
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
