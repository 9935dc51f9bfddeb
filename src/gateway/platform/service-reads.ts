import * as z from 'zod/mini';
import type { RecordKind } from '../../contract/service/mapping';
import { OPERATIONS } from '../../contract/service/operations';
import { readCounteroffer, readProposal, readQuote } from '../../contract/service/read-offers';
import {
  readAnalytics,
  readRecipient,
  readRisk,
  readRiskSettings,
} from '../../contract/service/read-records';
import { readListedRequest, readSingleRequest } from '../../contract/service/read-request';
import { readTrade, readTradeReference } from '../../contract/service/read-trade';
import { epochMsOf, listing, unreadable } from '../../contract/service/reading';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { RequestId, TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { Offer } from '../../domain/offers';
import type { Listing, LoadShape, RawRecord } from '../../domain/record';
import type { Request } from '../../domain/request';
import type { Clock } from '../../effects/clock';
import { AnswerAges } from './answer-age';
import type { Call } from './attempts';
import type { Calls } from './calls';
import type { HttpAnswer } from './http';
import { parsedJson } from './json';
import { pageOf } from './list-page';
import type { Ask, Period, Reads, RequestFilter, TradeFilter } from './operations';
import { FirstPage, mayCountOtherwise } from './first-page';
import { allPages, firstPlace, Totals, isSeenWhole, needsProof, type PagePlace } from './pages';
import { callAddress, commodityIds, type AddressParts, type Query } from './route';

/** Of so many requests; of those that are not known an offer is read by itself. */
const LEG_COUNTS_MAX = 10_000;

/** Lanes in which somebody waits for the list; in the others a page has time until the one before it is read. */
const AWAITED: ReadonlySet<Lane> = new Set(['asked', 'visible']);

type Reader<T> = (raw: unknown) => Outcome<T>;
const unread: Reader<unknown> = success;

/** The reading operations of the interface document over {@link Calls}: what is asked, and how its answer is read. */
export class ServiceReads implements Reads {
  /** Lists of which it was seen that they come whole: each is tried once. */
  private readonly provenWhole = new Set<string>();
  private readonly firstPage: FirstPage;
  private readonly totals = new Totals();
  private readonly ages: AnswerAges;
  /** How many legs each request has that is priced by legs. */
  private readonly legCounts = new Map<RequestId, number>();

  constructor(
    protected readonly calls: Calls,
    private readonly outside: AddressParts & { readonly clock: Clock },
  ) {
    this.firstPage = new FirstPage(outside.clock);
    this.ages = new AnswerAges(outside.clock);
  }

  async trades(period: Period, ask: Ask, { commodity, venue }: TradeFilter = {}) {
    const query = { ...periodQuery('traded-at', period), ...(commodity !== undefined && { commodity }) };
    const trades = await this.list(
      { operation: 'list-trades', ids: {}, query },
      'trade-reference',
      ask,
      readTradeReference,
    );
    if (!trades.ok) return trades;
    // Venues may number their trades each by itself: two that share a number are two.
    const all = once(trades.value, ({ id, venue }) => JSON.stringify([id, venue]));
    const traded = within(all, period, ({ tradedAt }) => tradedAt);
    const wanted = ofKind(traded, commodity, (trade) => trade.commodity);
    const outside = all.records.filter(({ tradedAt }) => this.isAskedAway(tradedAt, period));
    return success({
      ...ofKind(wanted, venue, (trade) => trade.venue),
      ...(outside.length > 0 && { outside }),
    });
  }

  /** Whether a filter that the platform has should have left a trade of this moment out. */
  private isAskedAway(tradedAt: number, { from, to }: Period): boolean {
    const { filters, periods } = this.outside.profile.lists;
    const isFiltered = (name: 'traded-at-from' | 'traded-at-to'): boolean =>
      periods['traded-at'] !== undefined || filters[name] !== null;
    return (
      (tradedAt < from && isFiltered('traded-at-from')) || (tradedAt >= to && isFiltered('traded-at-to'))
    );
  }

  trade(id: TradeId, ask: Ask) {
    return this.one({ operation: 'read-trade', ids: { 'trade-id': id } }, 'trade', ask, (raw) =>
      same(id, readTrade(raw), (trade) => trade.id),
    );
  }

  openRequests(ask: Ask, filter: RequestFilter = {}) {
    return this.requests({ operation: 'list-open-requests', ids: {} }, ask, filter);
  }

  async concludedRequests(period: Period, ask: Ask, filter: RequestFilter = {}) {
    const query = periodQuery('concluded-at', period);
    const requests = await this.requests(
      { operation: 'list-concluded-requests', ids: {}, query },
      ask,
      filter,
    );
    return requests.ok ? success(within(requests.value, period, ({ concludedAt }) => concludedAt)) : requests;
  }

  async request(id: RequestId, ask: Ask) {
    const call: Call = { operation: 'read-request', ids: { 'request-id': id } };
    const request = await this.one(call, 'request', ask, (raw) =>
      same(id, readSingleRequest(raw), (one) => one.id),
    );
    if (request.ok) this.noteLegs(request.value);
    return request;
  }

  quotes(id: RequestId, ask: Ask) {
    return this.ofRequest(id, { operation: 'list-quotes', kind: 'quote', ask }, readQuote);
  }

  proposals(id: RequestId, ask: Ask) {
    return this.ofRequest(id, { operation: 'list-proposals', kind: 'proposal', ask }, readProposal);
  }

  counteroffers(id: RequestId, ask: Ask) {
    return this.ofRequest(
      id,
      { operation: 'list-counteroffers', kind: 'counteroffer', ask },
      readCounteroffer,
    );
  }

  analytics(id: RequestId, ask: Ask) {
    return this.one({ operation: 'read-analytics', ids: { 'request-id': id } }, 'analytics', ask, (raw) =>
      same(id, readAnalytics(ofAsked(id, raw)), ({ requestId }) => requestId),
    );
  }

  async loadShape(
    of: { requestId: RequestId } | { tradeId: TradeId },
    ask: Ask,
  ): Promise<Outcome<LoadShape>> {
    const call: Call =
      'requestId' in of
        ? { operation: 'read-request-load-shape', ids: { 'request-id': of.requestId } }
        : { operation: 'read-trade-load-shape', ids: { 'trade-id': of.tradeId } };
    let first: HttpAnswer | undefined;
    const points = await this.pages(call, 'load-shape-point', ask, (answer) => void (first = answer));
    if (!points.ok) return points;
    const failure = points.value.map((point) => this.outside.dialect.failureOf(point)).find((one) => one);
    return failure ? failed(failure) : success({ points: points.value, raw: fieldsBeside(first) });
  }

  async smartRecipients({ commodity, market }: { commodity: string; market?: string }, ask: Ask) {
    const query = { commodity, ...(market !== undefined && { market }) };
    const recipients = await this.list(
      { operation: 'list-smart-recipients', ids: {}, query },
      'recipient',
      ask,
      readRecipient,
    );
    return recipients.ok ? success(onceAgreed(recipients.value, ({ name }) => name)) : recipients;
  }

  async risks(ask: Ask) {
    const risks = await this.list({ operation: 'list-risks', ids: {} }, 'risk', ask, readRisk);
    return risks.ok ? success(onceAgreed(risks.value, ({ commodity }) => commodity)) : risks;
  }

  async riskSettings(commodity: string, ask: Ask) {
    const ids = commodityIds(commodity);
    return ids.ok
      ? this.one({ operation: 'read-risk-settings', ids: ids.value }, 'risk-settings', ask, readRiskSettings)
      : ids;
  }

  ping(ask: Ask) {
    return this.one({ operation: 'ping', ids: {} }, 'event', ask, unread);
  }

  private async requests(call: Call, ask: Ask, { commodity, created }: RequestFilter) {
    const query = {
      ...call.query,
      ...(created && periodQuery('created-at', created)),
      ...(commodity !== undefined && { commodity }),
    };
    const requests = await this.list({ ...call, query }, 'request', ask, readListedRequest);
    if (!requests.ok) return requests;
    // A list that says only some of each request may leave out legs.
    if (this.outside.profile.records.openRequests !== 'references')
      requests.value.records.forEach((request) => this.noteLegs(request));
    const made = within(
      onceAgreed(requests.value, ({ id }) => id),
      created,
      ({ createdAt }) => createdAt,
    );
    return success(ofKind(made, commodity, (request) => request.commodity));
  }

  /** A list that hangs on one request: a record of another request is none of it. */
  private async ofRequest<T extends Offer & { readonly id: string }>(
    id: RequestId,
    { operation, kind, ask }: { operation: Call['operation']; kind: RecordKind; ask: Ask },
    read: Reader<T>,
  ): Promise<Outcome<Listing<T>>> {
    const records = await this.list({ operation, ids: { 'request-id': id } }, kind, ask, (raw) =>
      this.priced(same(id, read(raw), ({ requestId }) => requestId)),
    );
    return records.ok ? success(onceAgreed(records.value, (record) => record.id)) : records;
  }

  private noteLegs({ id, contract, legs }: Request): void {
    if (this.legCounts.size >= LEG_COUNTS_MAX) this.legCounts.clear();
    if (contract === 'standard-spread') this.legCounts.delete(id);
    else this.legCounts.set(id, legs.length);
  }

  /** An offer with a price for each leg of its request, where that was read: the price of one leg would pass for the price of a spread. */
  private priced<T extends Pick<Offer, 'requestId' | 'price'> & { readonly id: string }>(
    offer: Outcome<T>,
  ): Outcome<T> {
    if (!offer.ok || offer.value.price.shape === 'standard-spread') return offer;
    const { id, requestId, price } = offer.value;
    const prices = price.shape === 'single' ? 1 : price.legPrices.length;
    const legs = this.legCounts.get(requestId);
    if (legs === undefined || legs === prices) return offer;
    const message = `there ${prices === 1 ? 'is one price' : `are ${prices} prices`}, and its request has ${legs} ${legs === 1 ? 'leg' : 'legs'}`;
    return failed(unreadable(`the offer ${id}`, [{ path: 'legs', message }]));
  }

  private async read(call: Call, ask: Ask): Promise<Outcome<HttpAnswer>> {
    const answer = await this.calls.read(call, ask);
    if (!answer.ok) return answer;
    const { ms, at } = this.ages.of(answer.value);
    if (ms > 0) ask.aged?.(ms);
    if (at !== undefined) ask.dated?.(at);
    return answer;
  }

  private async one<T>(call: Call, kind: RecordKind, ask: Ask, read: Reader<T>): Promise<Outcome<T>> {
    const answer = await this.read(call, ask);
    if (!answer.ok) return answer;
    const body = parsedJson(answer.value);
    if (!body.ok) return body;
    const { dialect } = this.outside;
    const inside = dialect.opened(body.value);
    // The example of an event may come as events come: without what records are wrapped in.
    const record = !inside.ok && kind === 'event' ? body : inside;
    if (!record.ok) return record;
    const translate = dialect.records(kind);
    if (!translate) return read(record.value);
    return dialect.reader(kind, read)(await translate(record.value, { ...call.ids }));
  }

  private async list<T>(
    call: Call,
    kind: RecordKind,
    ask: Ask,
    read: Reader<T>,
  ): Promise<Outcome<Listing<T>>> {
    const items = await this.pages(call, kind, ask);
    return items.ok ? success(listing(items.value, this.outside.dialect.reader(kind, read))) : items;
  }

  private async pages(
    call: Call,
    kind: RecordKind,
    ask: Ask,
    seen: (answer: HttpAnswer) => void = () => undefined,
  ) {
    const { profile, dialect } = this.outside;
    const { path } = OPERATIONS[call.operation];
    const address = callAddress(this.outside, call);
    if (!address.ok) return address;
    const { lists } = profile;
    const paging = lists.whole.includes(path) ? { ...lists, style: 'whole' as const } : lists;
    const translate = dialect.records(kind);
    const ids = { ...call.ids };
    const firstQuery = JSON.stringify(firstPlace(paging).query);
    const read = ({ query, url }: PagePlace) => {
      const isFurther = url !== undefined || JSON.stringify(query) !== firstQuery;
      const page = { ...call, query: { ...call.query, ...query }, isFurther, ...(url && { url }) };
      return this.read(page, ask);
    };
    const key = JSON.stringify([call.operation, call.ids, call.query]);
    let isFirst = true;
    let pages = 0;
    let first: HttpAnswer | undefined;
    const items = await allPages(
      paging,
      address.value,
      async (place) => {
        // Another page may be asked for at the same moment, and answered before.
        const begins = isFirst;
        isFirst = false;
        const answer = await read(place);
        if (answer.ok) {
          pages += 1;
          if (begins) {
            first = answer.value;
            seen(answer.value);
          }
          ask.pageRead?.();
        }
        return answer;
      },
      {
        translate: translate && ((item) => translate(item, ids)),
        totals: this.totals,
        isAwaited: AWAITED.has(ask.lane),
        key,
        moved: ask.moved,
      },
    );
    if (!items.ok) return items;
    const begins = await this.firstPage.proven(() => {
      const page = first && pageOf(first, paging);
      if (!page?.ok || !mayCountOtherwise(paging, page.value)) return undefined;
      const { lane, signal } = ask;
      const own = translate && ((item: unknown) => translate(item, ids));
      return {
        lists: paging,
        first: page.value,
        key,
        lane,
        fetch: read,
        ...(signal && { signal }),
        ...(own && { translate: own }),
      };
    });
    if (!begins.ok) return begins;
    if (!needsProof(paging) || this.provenWhole.has(path)) return items;
    const proven = pages > 1 ? success(true) : await isSeenWhole(paging, items.value, read);
    if (!proven.ok) return proven;
    if (proven.value === true) this.provenWhole.add(path);
    return items;
  }
}

const periodQuery = (name: string, { from, to }: Period): Query => ({
  [`${name}-from`]: new Date(from).toISOString(),
  [`${name}-to`]: new Date(to).toISOString(),
});

const Fields = z.record(z.string(), z.unknown());

/** Fields beside the one array of an object; a bare array has none. */
function fieldsBeside(answer: HttpAnswer | undefined): Readonly<Record<string, unknown>> {
  const body = answer && answer.body.trim() !== '' ? parsedJson(answer) : undefined;
  const fields = Fields.safeParse(body?.ok ? body.value : undefined);
  if (!fields.success) return {};
  return Object.fromEntries(Object.entries(fields.data).filter(([, value]) => !Array.isArray(value)));
}

/** What else comes is not taken for analytics. */
const OF_ANALYTICS = /price|feedback|direction|contract|quotes/i;

/** Analytics that do not say of which request they are: that stands in the address (interface document, section 2). */
function ofAsked(id: RequestId, raw: unknown): unknown {
  const fields = Fields.safeParse(raw);
  if (!fields.success || !Object.keys(fields.data).some((name) => OF_ANALYTICS.test(name))) return raw;
  return (fields.data['request-id'] ?? undefined) === undefined ? { ...fields.data, 'request-id': id } : raw;
}

/** A record of another thing than was asked for is no answer, however readable it is. */
function same<T>(asked: string, outcome: Outcome<T>, idOf: (record: T) => string): Outcome<T> {
  if (!outcome.ok || idOf(outcome.value) === asked) return outcome;
  return failed({
    kind: 'unreadable',
    message: `The platform answered for ${idOf(outcome.value)} when it was asked for ${asked}.`,
    next: 'It is not used; report it to the operator.',
  });
}

/** Each reference once, as it came last: the trade itself is read by its number. */
const once = <T>({ records, unreadable }: Listing<T>, idOf: (record: T) => string): Listing<T> => ({
  records: [...new Map(records.map((record) => [idOf(record), record])).values()],
  unreadable,
});

type Recorded = { readonly raw: RawRecord; readonly createdAt?: number };

/** Each record once. Of several that differ the newest counts, where each says when it is of; else none does, and that is told. */
function onceAgreed<T extends Recorded>(
  { records, unreadable: unread }: Listing<T>,
  nameOf: (record: T) => string,
): Listing<T> {
  const byName = new Map<string, T[]>();
  for (const record of records) {
    const name = nameOf(record);
    byName.set(name, [...(byName.get(name) ?? []), record]);
  }
  const agreed: T[] = [];
  const contrary: Listing<T>['unreadable'][number][] = [];
  for (const [name, all] of byName) {
    const one = newestOf(all);
    if (one) agreed.push(one);
    else contrary.push(...all.map(({ raw }) => ({ raw, failure: listedTwice(name, all.length) })));
  }
  return { records: agreed, unreadable: [...unread, ...contrary] };
}

function newestOf<T extends Recorded>(all: readonly T[]): T | undefined {
  const texts = new Set(all.map(({ raw }) => JSON.stringify(raw)));
  if (texts.size <= 1) return all.at(-1);
  const times = all.map(momentOf);
  const newest = Math.max(...times);
  const those = all.filter((_, at) => times[at] === newest);
  return new Set(those.map(({ raw }) => JSON.stringify(raw))).size === 1 ? those.at(-1) : undefined;
}

const CHANGED = ['updated-at', 'modified-at', 'changed-at', 'last-updated-at', 'last-modified-at'];

/** When what it says was so, epoch ms; NaN where it does not say. */
function momentOf({ raw, createdAt = NaN }: Recorded): number {
  const changed = CHANGED.map((name) => raw[name]).find((written) => typeof written === 'string');
  const at = changed === undefined ? NaN : epochMsOf(changed);
  return Number.isNaN(at) ? createdAt : at;
}

const listedTwice = (name: string, times: number): Failure => ({
  kind: 'unreadable',
  message: `The platform lists ${name.slice(0, NAME_SHOWN)} ${times} times, each time otherwise, and not which one is the newest.`,
  next: 'None of them is used; report it to the operator.',
});
const NAME_SHOWN = 150;

/** Records within the period: the platform may set its edges differently. A record without the moment stays. */
function within<T>(
  { records, unreadable }: Listing<T>,
  period: Period | undefined,
  timeOf: (record: T) => number | undefined,
): Listing<T> {
  if (!period) return { records, unreadable };
  const inside = records.filter((record) => {
    const at = timeOf(record);
    return at === undefined || (at >= period.from && at < period.to);
  });
  return { records: inside, unreadable };
}

/** Records that match the filter: the platform may not support it. A record that does not say stays. */
function ofKind<T>(
  { records, unreadable }: Listing<T>,
  wanted: string | undefined,
  kindOf: (record: T) => string | undefined,
): Listing<T> {
  if (wanted === undefined) return { records, unreadable };
  const same = wanted.toLowerCase();
  return {
    records: records.filter((record) => (kindOf(record) ?? wanted).toLowerCase() === same),
    unreadable,
  };
}
