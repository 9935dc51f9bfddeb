import type { QuoteEnd } from '../../domain/action';
import { leftOf, restOf, type Counteroffer, type Proposal } from '../../domain/offers';
import type { OwnOffer } from '../../domain/own-offers';
import type { PlatformEvent } from '../../domain/event';
import type { RequestId } from '../../domain/identifiers';
import type { Quantity } from '../../domain/quantity';
import type { Listing } from '../../domain/record';
import { isReplaced } from '../../domain/verdict/replaced';
import { LIST_LAG_MS } from '../../domain/verdict/settled';

/** A list as the desk read it last. */
export interface ReadOffers {
  /** Epoch ms. */
  readonly readAt: number;
  readonly listing: () => Listing<Proposal | Counteroffer> | undefined;
}

export interface OfferRecordsOptions {
  /** What the desk knows of a request without a call. */
  readonly listed: (kind: 'proposals' | 'counteroffers', id: RequestId) => ReadOffers | undefined;
  /** The name under which the desk's own offers are listed, where a setting says it. */
  readonly ownName?: string | undefined;
  readonly events: () => readonly Pick<PlatformEvent, 'type' | 'heardAt' | 'proposalId' | 'counterofferId'>[];
}

/** What a list tells of an offer of the desk: that it is over, or that it lives, and how much of it; or that it was accepted, and not how far. */
export type OfferFound =
  | { readonly over: QuoteEnd['how']; readonly readAt: number }
  | { readonly left: Quantity | undefined; readonly readAt: number }
  | { readonly doubtful: true; readonly readAt: number };

/** When a list that was read had it last, and since when later ones have it no more; epoch ms. */
interface Seen {
  readonly at: number;
  readonly missingSince?: number;
  readonly record: Proposal | Counteroffer;
  /** What was listed together with it. */
  readonly beside: readonly string[];
}

/** Ends that the interface document has no word for. */
const ENDED = /^(?:expired|lapsed|cancell?ed|deleted|removed|revoked|closed|ended)$/i;
const REPLACED = /^(?:replaced|superseded)$/i;
const DELETED = /delet|withdr[ae]w|cancel|remov/i;

/**
 * Price proposals and counteroffers of the desk, held against the lists that are read anyway. That a list has one not proves nothing by
 * itself: it is over where whole lists had it and, for longer than lists lag, have it no more; or where an event names it as deleted
 * and a whole list that was read later has it not; or where what such a list has instead replaced it.
 */
export class OfferRecords {
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly options: OfferRecordsOptions) {}

  /** `others`: proposals that did not replace it; nothing where that cannot be told. */
  find(
    { what, number, requestId, since }: OwnOffer,
    others: () => readonly string[] | undefined,
    allOrNone?: boolean,
  ): OfferFound | undefined {
    if (number === undefined || what === 'unnumbered-quote') return undefined;
    const list = this.options.listed(what === 'proposal' ? 'proposals' : 'counteroffers', requestId);
    // A list from before it was sent can only have an earlier one that bore its number.
    if (!list || list.readAt <= since) return undefined;
    const listing = list.listing();
    const record = listing?.records.find(({ id }) => id === number);
    const key = JSON.stringify([what, number]);
    if (record) {
      const beside = listing?.records.map(({ id }) => id) ?? [];
      this.seen.set(key, { at: list.readAt, record, beside });
      return toldBy(record, { readAt: list.readAt, allOrNone });
    }
    if (!listing || listing.unreadable.length > 0) return undefined;
    const { readAt } = list;
    if (what === 'proposal' && readAt >= since + LIST_LAG_MS) {
      const { record: own, beside } = this.seen.get(key) ?? {};
      const gone = {
        createdAt: own?.createdAt,
        beside,
        name: this.options.ownName ?? own?.counterparty,
      };
      const now = listing.records.filter(isProposal);
      const before = now.length > 0 ? others() : undefined;
      if (before && isReplaced({ ...gone, before }, now)) return { over: 'replaced', readAt };
    }
    return this.missing(key, number, { since, readAt });
  }

  /** Whether a list that was read since then has it not. */
  isUnlisted({ what, number, requestId, since }: OwnOffer): boolean {
    if (number === undefined || what !== 'proposal') return false;
    const list = this.options.listed('proposals', requestId);
    const listing = list && list.readAt > since ? list.listing() : undefined;
    return listing !== undefined && !listing.records.some(({ id }) => id === number);
  }

  /** When the list was read that it is held against, epoch ms. */
  readAt({ what, requestId }: OwnOffer): number | undefined {
    return this.options.listed(what === 'proposal' ? 'proposals' : 'counteroffers', requestId)?.readAt;
  }

  forget({ what, number }: OwnOffer): void {
    this.seen.delete(JSON.stringify([what, number]));
  }

  private missing(
    key: string,
    number: string,
    { since, readAt }: { readonly since: number; readonly readAt: number },
  ): OfferFound | undefined {
    const told = this.options
      .events()
      .some(
        ({ type, heardAt, proposalId, counterofferId }) =>
          (proposalId === number || counterofferId === number) &&
          DELETED.test(type) &&
          heardAt > since &&
          heardAt < readAt,
      );
    if (told) return { over: 'withdrawn', readAt };
    const seen = this.seen.get(key);
    if (!seen || readAt <= seen.at) return undefined;
    const { missingSince = readAt } = seen;
    this.seen.set(key, { ...seen, missingSince });
    return readAt - missingSince >= LIST_LAG_MS ? { over: 'ended', readAt } : undefined;
  }
}

function toldBy(
  record: Proposal | Counteroffer,
  { readAt, allOrNone }: { readonly readAt: number; readonly allOrNone: boolean | undefined },
): OfferFound | undefined {
  const { state = 'active' } = record;
  if (REPLACED.test(state)) return { over: 'replaced', readAt };
  if (ENDED.test(state)) return { over: 'ended', readAt };
  const rest = restOf({ ...record, state }, allOrNone && record.allOrNone !== false);
  if (rest === 'doubtful') return { doubtful: true, readAt };
  if (rest === 'lives') return { left: leftOf(record), readAt };
  const isKnown = state === 'accepted' || state === 'withdrawn' || state === 'rejected';
  return rest === 'over' && isKnown ? { over: state, readAt } : undefined;
}

const isProposal = (offer: Proposal | Counteroffer): offer is Proposal => 'kind' in offer;
