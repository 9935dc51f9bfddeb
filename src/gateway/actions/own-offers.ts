import { isCorrectedPerson, requestIdOf, type Action, type ActionBody } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { ProposalId, type RequestId } from '../../domain/identifiers';
import { isOfRecall, type MassWithdrawal } from '../../domain/mass-withdrawal';
import type { OwnOffer } from '../../domain/own-offers';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../cache/fetch';
import type { Conclusions } from './conclusions';
import { DeletedProposals, type DeletedProposalsOptions } from './deleted-proposals';
import type { Journal } from './journal';
import { Watchers } from './watchers';

interface OwnOffersOptions extends DeletedProposalsOptions {
  readonly conclusions: Pick<Conclusions, 'has'>;
  readonly journal: Pick<Journal, 'standing'>;
  readonly clock: Clock;
}

/** An offer, and the number of the last recall before it was sent. */
interface Standing {
  readonly offer: OwnOffer;
  readonly recall: number;
  /** A person had recorded that it was not sent. */
  readonly isCorrected: boolean;
}

/**
 * Own offers beside quotes that can still be accepted, from the journal: firm price proposals until they are deleted
 * or replaced, counteroffers, and quotes that were settled without a number; all until their request is known to be
 * over.
 */
export class OwnOffers implements LocalSource {
  private readonly proposals = new Map<RequestId, Standing>();
  /** When the newest price proposal on a request was pressed, of either kind. Epoch ms. */
  private readonly newest = new Map<RequestId, number>();
  private readonly others = new Map<string, Standing>();
  private readonly watchers: Watchers;
  private readonly deleted: DeletedProposals;

  constructor(private readonly options: OwnOffersOptions) {
    this.watchers = new Watchers(options.clock);
    this.deleted = new DeletedProposals(options);
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
    for (const action of await this.options.journal.standing())
      if (requestIdOf(action.body) === requestId) this.learn(action);
    this.watchers.tell();
  }

  read(): readonly OwnOffer[] {
    this.deleted.look();
    return this.standing.map(({ offer }) => offer).sort((a, b) => a.since - b.since);
  }

  /** Requests with a firm price proposal of the desk that this recall is about. */
  proposedBefore(recall: Pick<MassWithdrawal, 'number' | 'at'>): readonly RequestId[] {
    return this.standing
      .filter(({ offer, ...sent }) => offer.what === 'proposal' && isOfRecall({ ...sent, ...offer }, recall))
      .map(({ offer }) => offer.requestId);
  }

  onChange(listener: () => void): () => void {
    return this.watchers.join(listener);
  }

  private numberOn(requestId: RequestId): ProposalId | undefined {
    return ProposalId.safeParse(this.proposals.get(requestId)?.offer.number).data;
  }

  private get standing(): Standing[] {
    const all = [...this.proposals.values(), ...this.others.values()];
    return all.filter(({ offer }) => !this.options.conclusions.has(offer.requestId));
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
      this.proposals.delete(body.requestId);
    }
    const offer = offerOf(action, body);
    // A quote whose number became known is among the desk's own quotes.
    if (!offer) return void this.others.delete(id);
    const standing = { offer, recall, isCorrected: isCorrectedPerson(action) };
    if (offer.what === 'proposal') this.proposals.set(offer.requestId, standing);
    else this.others.set(id, standing);
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
