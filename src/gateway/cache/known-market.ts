import { answerReaders } from '../../contract/desk/answer-value';
import type { RequestId } from '../../domain/identifiers';
import type { Counteroffer, Proposal, Quote } from '../../domain/offers';
import type { Analytics, Listing, Risk, RiskSettings } from '../../domain/record';
import { isConcluded, type Request } from '../../domain/request';
import { resourceKey, type Resource, type ResourceKey } from '../../domain/resources/resource';
import type { TradeReference } from '../../domain/trade';
import { isOf, type Entry, type CachedValue } from './entry';

/** A request as its own record or the list of open requests tells it, and when that was read (epoch ms). */
export interface Telling {
  readonly by: 'record' | 'list';
  readonly request: Pick<Request, 'legs'>;
  readonly readAt: number;
}

/** A list of trades that was read; another version says something else. */
export interface ListedTrades {
  readonly key: ResourceKey;
  readonly version: number;
  readonly records: () => readonly TradeReference[];
}

/** Cached market data, read without a call. */
export class KnownMarketView {
  private readonly lists = new Map<ResourceKey, { version: number; quotes: Listing<Quote> | undefined }>();
  private readonly offers = new Map<
    ResourceKey,
    { version: number; listing: Listing<Proposal | Counteroffer> | undefined }
  >();
  /** Analytics that a price was held against. */
  private readonly held = new Map<RequestId, CachedValue>();
  private open: { version: number; listed: ListedRequests | undefined } | undefined;

  constructor(private readonly entries: () => ReadonlyMap<ResourceKey, Entry>) {}

  request(id: RequestId): Request | undefined {
    return this.entries().get(resourceKey({ kind: 'request', id }))?.request;
  }

  /** It as it was told last, by its own record or by the list of open requests. */
  told(id: RequestId): { readonly request: Request; readonly readAt: number } | undefined {
    const [one, other] = this.tellings(id);
    return one && other && other.readAt > one.readAt ? other : one;
  }

  /** It by its own record, and by the list of open requests. */
  tellings(id: RequestId): readonly (Telling & { readonly request: Request })[] {
    const request = this.request(id);
    const readAt = this.requestReadAt(id);
    const list = this.openList();
    const listed = list?.requests.get(id);
    // Where lists are whole, what a list says of it is kept as its record too.
    const isOfList = listed !== undefined && readAt === list?.fetchedAt;
    return [
      ...(request && readAt !== undefined && !isOfList ? [{ by: 'record' as const, request, readAt }] : []),
      ...(list && listed ? [{ by: 'list' as const, request: listed, readAt: list.fetchedAt }] : []),
    ];
  }

  /** When its record was read, epoch ms. */
  requestReadAt(id: RequestId): number | undefined {
    return this.known({ kind: 'request', id })?.fetchedAt;
  }

  quotes(id: RequestId): Listing<Quote> | undefined {
    const key = resourceKey({ kind: 'quotes', id });
    const known = this.entries().get(key)?.known;
    if (!known) {
      this.lists.delete(key);
      return undefined;
    }
    const read = this.lists.get(key);
    if (read?.version === known.version) return read.quotes;
    const quotes = answerReaders.quotes(JSON.parse(known.json));
    const list = { version: known.version, quotes: quotes.ok ? quotes.value : undefined };
    this.lists.set(key, list);
    return list.quotes;
  }

  /** When the quotes of a request were read, epoch ms. */
  quotesReadAt(id: RequestId): number | undefined {
    return this.known({ kind: 'quotes', id })?.fetchedAt;
  }

  /** Price proposals that were read this recently; nothing that older ones say of a price is held against it. */
  proposals(id: RequestId, since: number): Listing<Proposal> | undefined {
    const known = this.since({ kind: 'proposals', id }, since);
    const read = known && answerReaders.proposals(JSON.parse(known.json));
    return read?.ok ? read.value : undefined;
  }

  counteroffers(id: RequestId, since: number): Listing<Counteroffer> | undefined {
    const known = this.since({ kind: 'counteroffers', id }, since);
    const read = known && answerReaders.counteroffers(JSON.parse(known.json));
    return read?.ok ? read.value : undefined;
  }

  risks(since: number): Listing<Risk> | undefined {
    const known = this.since({ kind: 'risks' }, since);
    const read = known && answerReaders.risks(JSON.parse(known.json));
    return read?.ok ? read.value : undefined;
  }

  riskSettings(commodity: string, since: number): RiskSettings | undefined {
    const known = this.since({ kind: 'risk-settings', commodity }, since);
    const read = known && answerReaders['risk-settings'](JSON.parse(known.json));
    return read?.ok ? read.value : undefined;
  }

  /** Changes with what is known of it, and with nothing else; absent where nothing was read since then. */
  version(resource: Resource, since: number): number | undefined {
    return this.since(resource, since)?.fetchedAt;
  }

  /** Price proposals or counteroffers of a request as the platform lists them, and when they were read (epoch ms). */
  listed(kind: 'proposals' | 'counteroffers', id: RequestId) {
    const key = resourceKey({ kind, id });
    const known = this.entries().get(key)?.known;
    if (!known) {
      this.offers.delete(key);
      return undefined;
    }
    const listing = (): Listing<Proposal | Counteroffer> | undefined => {
      const kept = this.offers.get(key);
      if (kept?.version === known.version) return kept.listing;
      const read = answerReaders[kind](JSON.parse(known.asRead ?? known.json));
      const list = { version: known.version, listing: read.ok ? read.value : undefined };
      this.offers.set(key, list);
      return list.listing;
    };
    return { readAt: known.fetchedAt, listing };
  }

  analytics(id: RequestId, since: number): ReadAnalytics | undefined {
    return analyticsIn(this.since({ kind: 'analytics', id }, since));
  }

  /**
   * As {@link analytics}, also where the book has dropped them because an action on the request ended: what a price was warned beside is
   * what it is held against when it is pressed again. Once another answer is there, that one counts.
   */
  heldAnalytics(id: RequestId, since: number): ReadAnalytics | undefined {
    for (const [other, { fetchedAt }] of this.held) if (fetchedAt < since) this.held.delete(other);
    const known = this.since({ kind: 'analytics', id }, since);
    if (known) this.held.set(id, known);
    return analyticsIn(known ?? this.held.get(id));
  }

  private since(resource: Resource, since: number): CachedValue | undefined {
    const known = this.known(resource);
    return known && known.fetchedAt >= since ? known : undefined;
  }

  /** Lists of trades that reach to this day of the service or beyond. */
  tradeLists(day: string): readonly ListedTrades[] {
    return [...this.entries().values()].flatMap(({ key, resource, known }) => {
      if (resource.kind !== 'trades' || !known || (resource.to ?? day) < day) return [];
      const records = (): readonly TradeReference[] => {
        const read = answerReaders.trades(JSON.parse(known.json));
        return read.ok ? read.value.records : [];
      };
      return [{ key, version: known.version, records }];
    });
  }

  openRequests(): { ids: ReadonlySet<RequestId>; fetchedAt: number } | undefined {
    const list = this.openList();
    return list?.ids && { ids: list.ids, fetchedAt: list.fetchedAt };
  }

  private openList(): (ListedRequests & { readonly fetchedAt: number }) | undefined {
    const known = this.known({ kind: 'open-requests' });
    if (!known) return undefined;
    if (this.open?.version !== known.version) this.open = { version: known.version, listed: listedIn(known) };
    const { listed } = this.open;
    return listed && { ...listed, fetchedAt: known.fetchedAt };
  }

  private known(resource: Resource): CachedValue | undefined {
    const known = this.entries().get(resourceKey(resource))?.known;
    return known && { ...known, fetchedAt: isOf(known) };
  }
}

/** `readAt`: epoch ms. An offer that left later cannot be in them. */
type ReadAnalytics = Analytics & { readonly readAt: number };

function analyticsIn(known: CachedValue | undefined): ReadAnalytics | undefined {
  const read = known && answerReaders.analytics(JSON.parse(known.json));
  return known && read?.ok ? { ...read.value, readAt: known.fetchedAt } : undefined;
}

interface ListedRequests {
  readonly requests: ReadonlyMap<RequestId, Request>;
  /** Of a list without gaps: what is not among them is not there. */
  readonly ids: ReadonlySet<RequestId> | undefined;
}

function listedIn({ json }: CachedValue): ListedRequests | undefined {
  const read = answerReaders['open-requests'](JSON.parse(json));
  if (!read.ok) return undefined;
  const { records, unreadable } = read.value;
  const open = records.filter((request) => !isConcluded(request)).map(({ id }) => id);
  return {
    requests: new Map(records.map((request) => [request.id, request])),
    ids: unreadable.length > 0 ? undefined : new Set(open),
  };
}
