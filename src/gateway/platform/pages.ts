import type { Profile } from '../../contract/service/profile';
import { failed, IS_RETRIED, success, type Failure, type Outcome } from '../../domain/failure';
import { translatedList } from './dialect/dialect';
import { INVALID_TOKEN } from './errors';
import type { HttpAnswer } from './http';
import { parsedJson } from './json';
import { isEmptyList, pageOf, type Page } from './list-page';
import type { Query } from './route';

export type Lists = Profile['lists'];

/** Where the next page of a list is: its query beside the list's own, or an address that the service gave. */
export interface PagePlace {
  readonly query: Query;
  readonly url?: URL;
}

export type Fetch = (place: PagePlace) => Promise<Outcome<HttpAnswer>>;
interface How {
  /** Makes our own records of the platform's. */
  readonly translate?: ((item: unknown) => unknown) | undefined;
  readonly totals?: Totals;
  /** Somebody waits for it: pages that are certain to come, or came last time, are asked for at the same moment. */
  readonly isAwaited?: boolean;
  /** The same for the same list. */
  readonly key?: string;
  /** See {@link Ask.moved}. */
  readonly moved?: (() => void) | undefined;
}

/** So often a list is read that changes meanwhile. */
const READS_MAX = 3;

/**
 * Every record of a list, page after page in the profile's style. The list is whole or a failure, because a cut list
 * would be taken for a complete one. It ends with an empty page, a stated total that is reached, or where the service
 * says that there is no next page; never with a page that is merely short, for the service may cap its pages. Where the
 * total says that records left it meanwhile, others may have moved to a page that was read already: it is read anew. So it is where
 * others came to it and are on none of its pages, and where a record stands on two of them and no total says that none is missing.
 * `base` is the list's own address: links are relative to it.
 */
export async function allPages(
  lists: Lists,
  base: URL,
  fetch: Fetch,
  how: How = {},
): Promise<Outcome<readonly unknown[]>> {
  const seen: unknown[] = [];
  for (let reads = 1; ; reads++) {
    const records = await eachPage(lists, base, fetch, how);
    if (!('changed' in records)) return records;
    if (records.seen) seen.push(...records.seen);
    if (reads < READS_MAX) continue;
    if (!how.moved || !records.seen) return failed(records.changed);
    how.moved();
    return success(seen);
  }
}

/** A reading of a list that moved meanwhile, with the records of one that has all its pages. */
interface Changed {
  readonly changed: Failure;
  readonly seen?: readonly unknown[];
}

async function eachPage(
  lists: Lists,
  base: URL,
  one: Fetch,
  { translate, totals = new Totals(), isAwaited = false, key = '' }: How,
): Promise<Outcome<readonly unknown[]> | Changed> {
  const ahead = new Ahead(one);
  const fetch: Fetch = (place) => ahead.fetch(place);
  const records = new Records();
  let place: PagePlace = firstPlace(lists);
  if (isAwaited) ahead.ask([place, ...placesAfter(lists, totals.pagesOf(key))]);
  let firstPage: readonly unknown[] = [];
  let isLook = false;
  /** The page before says that there is another one. */
  let isPromised = false;
  /** As many records came on it as may come on one, so that more may follow. */
  let isFull = false;
  /** As it was stated last: an empty page may say nothing of it. */
  let total: number | undefined;
  let firstTotal: number | undefined;
  for (let pages = 1; ; pages++) {
    const answer = isLook ? await looked(fetch, place, lists) : await fetch(place);
    if (!answer.ok) {
      if (isLook && (REFUSALS.has(answer.failure.kind) || saysPastEnd(answer.failure)))
        return read(records, total);
      if (pages === 1 || isPromised || !saysPastEnd(answer.failure)) return answer;
      if (isFull && !(await isMissing(answer.failure, () => one(place)))) return answer;
      return isShort(records, total) ? failed(cut(records.count, total)) : read(records, total);
    }
    const page = pageOf(answer.value, lists);
    if (!page.ok) return isLook ? read(records, total) : page;
    if (totals.countLists && isLess(page.value, total)) return { changed: shrinks };
    total = page.value.total ?? total;
    firstTotal ??= total;
    const items = translate ? await translatedList(page.value.items, translate) : page.value.items;
    if (pages === 1) firstPage = items;
    isFull = pages === 1 ? mayBeFull(items, lists) : items.length >= firstPage.length;
    // One page more than there may be is read only to see that it is empty.
    if (pages > lists.pagesMax && items.length > 0) return failed(tooLong(lists));
    const { isNew, isSame } = records.add(items, isKeyed(lists));
    // More at once than was asked for, and the same again: the service does not page, and this is everything.
    const isUnpaged = !isNew && firstPage.length > lists.pageSize && items.length === firstPage.length;
    if (isSame && !isUnpaged && !isLook) return failed(samePage(lists));
    const isOver = isUnpaged || (isLook && (!isNew || items.length === 0));
    if (pages === 1 && isPart(page.value)) {
      totals.countLists = true;
      if (isAwaited) ahead.ask(placesAfter(lists, pagesIn(page.value)));
    }
    if (pages === 1) totals.remember(key, page.value);
    isLook = pages === 1 && !totals.countLists && mayCountPage(page.value, lists);
    const next = isOver
      ? success(undefined)
      : nextPlace(lists, base, { page: page.value, place, pages, records, isLook });
    if (!next.ok) return next;
    const { flag, link, cursor } = page.value;
    isPromised = (flag ?? link?.next ?? cursor) !== undefined;
    if (next.value === undefined) {
      if (!isShort(records, total)) {
        const isCut = flag !== undefined && items.length === 0 && total === undefined;
        return isCut ? failed(emptyButMore(flag)) : read(records, total);
      }
      const isLonger = firstTotal !== undefined && total > firstTotal;
      return isLonger ? { changed: cut(records.count, total) } : failed(cut(records.count, total));
    }
    if (pages >= lists.pagesMax && !isLook && !mayHaveEnded(page.value, lists)) return failed(tooLong(lists));
    place = next.value;
  }
}

/** What was read to its end: whole, unless the list moved and no total says that nothing of it is missing. */
const read = (records: Records, total: number | undefined): Outcome<readonly unknown[]> | Changed =>
  records.hasMoved && records.count !== total ? { changed: moves, seen: records.all } : success(records.all);

/** Styles in which a page may begin with the record that the one before ends with: it is where the platform goes on from. */
const isKeyed = ({ style }: Lists): boolean => style === 'cursor' || style === 'link';

const isShort = ({ count }: Records, total: number | undefined): total is number =>
  total !== undefined && count < total;

/** Statuses with which platforms refuse a page behind the last one. */
const PAST_END = new Set([400, 404, 416]);
const saysPastEnd = ({ service }: Failure): boolean =>
  PAST_END.has(service?.status ?? 0) && service?.code !== INVALID_TOKEN;

/** Statuses that say of a page that it is not there; a 400 may refuse to page so far, and says by its words which it is. */
const MISSING = new Set([404, 416]);
const IS_BEHIND =
  /\bout of (?:range|bounds)\b|\b(?:beyond|past)\b.*\b(?:end|last|list|results?|records?)\b|\blast page\b|\bno (?:such|more|further) (?:pages?|results?|records?|items?|entries)\b|\bpage\b.*\b(?:not found|(?:does|do)(?: not|n't) exist|not exist)\b/i;
const IS_TOO_FAR =
  /\bmax(?:imum)?\b|\blimit|\bwindow\b|\btoo\b|\bat most\b|\bmore than\b|\bdeep\b|\ballowed\b/i;

const saysMissing = ({ message, fields = [], service }: Failure): boolean => {
  if (MISSING.has(service?.status ?? 0)) return true;
  const said = [message, ...fields.map((field) => field.message)].join(' ');
  return IS_BEHIND.test(said) && !IS_TOO_FAR.test(`${said} ${(service?.code ?? '').replace(/[-_]/g, ' ')}`);
};

/** Whether the page behind a full one is not there, said twice: once may be a mishap. */
async function isMissing(failure: Failure, again: () => ReturnType<Fetch>): Promise<boolean> {
  if (!saysMissing(failure)) return false;
  const second = await again();
  return (
    !second.ok &&
    saysPastEnd(second.failure) &&
    second.failure.service?.status === failure.service?.status &&
    saysMissing(second.failure)
  );
}

/** Of one list so many pages are on their way at most beside the first. */
const AHEAD_MAX = 9;

/** How many pages like its first one a list has, by the total that is stated there. */
const pagesIn = ({ items, total = 0 }: Page): number =>
  items.length === 0 ? 1 : Math.max(1, Math.ceil(total / items.length));

/** The numbered pages that follow the first one in a list of so many. */
function placesAfter(lists: Lists, pagesInAll: number): PagePlace[] {
  if (lists.style !== 'page') return [];
  const pages = Math.min(pagesInAll, lists.pagesMax, 1 + AHEAD_MAX);
  return Array.from({ length: pages - 1 }, (_, at) => numberedPage(lists, lists.firstPage + 1 + at));
}

/** Pages that were asked for before their turn. Each is read once; the others are asked for when their turn comes. */
class Ahead {
  private readonly asked = new Map<string, ReturnType<Fetch>>();

  constructor(private readonly one: Fetch) {}

  ask(places: readonly PagePlace[]): void {
    for (const place of places) {
      const key = JSON.stringify(place);
      if (this.asked.has(key)) continue;
      const answer = this.one(place);
      // What breaks is told when its turn comes, if it comes.
      answer.catch(() => undefined);
      this.asked.set(key, answer);
    }
  }

  fetch(place: PagePlace): ReturnType<Fetch> {
    const key = JSON.stringify(place);
    const known = this.asked.get(key);
    this.asked.delete(key);
    return known ?? this.one(place);
  }
}

/** What was seen of the totals that a platform states. */
export class Totals {
  /** They count the list, not the page that they stand on: one was more than its page holds. */
  countLists = false;
  /** How many pages each list had when it was read last, by its key. */
  private readonly pages = new Map<string, number>();

  /** One where nothing is known of it. */
  pagesOf(key: string): number {
    return (this.countLists && this.pages.get(key)) || 1;
  }

  remember(key: string, first: Page): void {
    if (this.pages.size >= LISTS_MAX) this.pages.clear();
    this.pages.set(key, pagesIn(first));
  }
}

const LISTS_MAX = 1_000;

const isPart = ({ items, total }: Page): boolean => total !== undefined && total > items.length;

/** A page past the end may count itself: 0. */
const isLess = ({ items, total }: Page, before: number | undefined): boolean =>
  total !== undefined && before !== undefined && total < before && (items.length > 0 || total > 0);

/** Pages of 25 are as usual as pages of 10. */
const ROUND = 5;

/** Whether a first page is as long as one may be: the platform may cap its pages. */
const mayBeFull = ({ length }: readonly unknown[], { pageSize }: Lists): boolean =>
  length >= pageSize || length % ROUND === 0;

/**
 * A total that is reached on the first page may count this page alone: where the page is as long as one may be, or a cursor follows, the next
 * one is looked at, until it was seen once what totals count. It is the list's next page, or shows that there is none.
 */
const mayCountPage = ({ items, total, link, cursor, more }: Page, lists: Lists): boolean =>
  items.length > 0 &&
  items.length === total &&
  link === undefined &&
  (mayBeFull(items, lists) || cursor !== undefined || more !== undefined);

/** Nothing less is a page of one. */
const PAGED_MIN = 2;
/** A platform that refuses such a question will refuse it again. */
export const REFUSALS: ReadonlySet<Failure['kind']> = new Set([
  'invalid-argument',
  'not-found',
  'unsupported',
  'unreadable',
]);

/** An answer that is no JSON, as the web page of something in between, is none of the platform's and refuses nothing. */
export async function looked(fetch: Fetch, place: PagePlace, lists: Lists): Promise<Outcome<HttpAnswer>> {
  const answer = await fetch(place);
  if (!answer.ok || isEmptyList(answer.value, lists)) return answer;
  const body = parsedJson(answer.value);
  return body.ok ? answer : failed({ ...body.failure, kind: 'unavailable' });
}

/** The platform takes no more calls now, so that asking again shows nothing. */
export const STOPS: ReadonlySet<Failure['kind']> = new Set(['throttled', 'quota-spent', 'signed-out']);
/** So often a list comes and the look beside it fails: then no page is there. */
export const LOOKS_MAX = 3;

/** Styles in which a list without a word of a next page counts as whole: also where the platform pages otherwise, and says nothing. */
export const needsProof = ({ style }: Lists): boolean =>
  style === 'whole' || style === 'cursor' || style === 'link';

/**
 * Whether a list that came on one page really is whole: asked for its second page of one record, a platform that does not page brings
 * everything again, and one that pages as the profile says tells where the next page is. Of a list of two the second page is the last:
 * then its first one tells. `undefined` where that could not be seen.
 */
export async function isProvenWhole(
  lists: Lists,
  records: readonly unknown[],
  fetch: Fetch,
): Promise<Outcome<boolean | undefined>> {
  if (records.length < PAGED_MIN) return success(undefined);
  for (const at of lists.style === 'whole' || records.length > PAGED_MIN ? [1] : [1, 0]) {
    const answer = await fetch({ query: pageOfOne(lists, at) });
    if (!answer.ok) return success(REFUSALS.has(answer.failure.kind) ? true : undefined);
    const page = pageOf(answer.value, lists);
    if (!page.ok || page.value.items.length >= PAGED_MIN) return success(true);
    const { cursor, link } = page.value;
    const goesOn = lists.style === 'cursor' ? cursor : lists.style === 'link' ? link?.next : undefined;
    if (goesOn !== undefined) return success(true);
  }
  return failed(notWhole(lists));
}

/** The query of a page with the one record at this place, counted from 0. */
const pageOfOne = ({ pageName, pageSizeName, offsetName, firstPage }: Lists, at: number): Query => ({
  [pageSizeName]: '1',
  [pageName]: String(firstPage + at),
  [offsetName]: String(at),
});

/**
 * As {@link isProvenWhole}, and not open because the look failed: a platform that fails on it each time, and gives the list before and
 * after, says in its way that there is no such page. A list of which it could not be seen is not used.
 */
export async function isSeenWhole(
  lists: Lists,
  records: readonly unknown[],
  fetch: Fetch,
): Promise<Outcome<boolean | undefined>> {
  for (let looks = 1; ; looks++) {
    let failure: Failure | undefined;
    const proven = await isProvenWhole(lists, records, async (place) => {
      const answer = await looked(fetch, place, lists);
      failure = answer.ok ? undefined : answer.failure;
      return answer;
    });
    if (!proven.ok || proven.value !== undefined || failure === undefined) return proven;
    if (STOPS.has(failure.kind)) return failed(failure);
    const again = await fetch(firstPlace(lists));
    if (!again.ok) return again;
    if (looks >= LOOKS_MAX) return success(true);
  }
}

/** The records of the pages read so far: one that a later page repeats is counted once, and is as it came last. */
class Records {
  readonly all: unknown[] = [];
  /** Everything that came, repeats included: where the next page begins. */
  came = 0;
  /** A record stood on two pages: others may have moved to a page that was read before they came to it. */
  hasMoved = false;
  private readonly placeById = new Map<string, number>();
  /** What the first page and the last one had: of an ignored page number the same comes again, whatever changed in it. */
  private first: string | undefined;
  private before = '';
  private lastId: string | undefined;

  get count(): number {
    return this.all.length;
  }

  /**
   * `isNew`: the page brought something that none before it had; an empty one did, for it says that nothing follows. `isSame`: it is
   * a page that came before. `isKeyed`: see there.
   */
  add(items: readonly unknown[], isKeyed: boolean): { isNew: boolean; isSame: boolean } {
    if (items.length === 0) return { isNew: true, isSame: false };
    const ids = items.map(identityOf);
    const isTold = !ids.includes(undefined);
    const page = JSON.stringify(isTold ? [...ids].sort() : items);
    // Equal points of a load shape may stand on any page.
    const isSame = page === this.before || (isTold && page === this.first);
    if (isSame && !isTold) return { isNew: false, isSame };
    this.first ??= page;
    this.before = page;
    this.came += items.length;
    const countBefore = this.count;
    const mine = new Map<string, number>();
    for (const [at, item] of items.entries()) {
      const id = ids[at];
      const known = id === undefined ? undefined : this.placeById.get(id);
      if (known !== undefined) {
        this.all[known] = item;
        this.hasMoved ||= !isSame && !(isKeyed && at === 0 && id === this.lastId);
        continue;
      }
      if (id !== undefined) mine.set(id, this.count);
      this.all.push(item);
    }
    for (const [id, at] of mine) this.placeById.set(id, at);
    this.lastId = ids.at(-1);
    return { isNew: this.count > countBefore, isSame };
  }
}

/** A counteroffer names its quote, and most records their request: the record's own identifier comes first. */
const ID_FIELDS = ['counteroffer-id', 'price-proposal-id', 'quotation-id', 'trade-id', 'request-id'];

/** The record's own identifier, where it is one of ours. */
export function identityOf(record: unknown): string | undefined {
  const fields = new Map<string, unknown>(
    typeof record === 'object' && record !== null ? Object.entries(record) : [],
  );
  const name = ID_FIELDS.find((field) => fields.has(field));
  const id = name === undefined ? undefined : fields.get(name);
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  // Venues may number their trades each by itself: two that share a number are two.
  const venue = name === 'trade-id' ? fields.get('venue') : undefined;
  return typeof venue === 'string' ? `${name} ${id} ${venue.toLowerCase()}` : `${name} ${id}`;
}

export const numberedPage = ({ pageName, pageSizeName, pageSize }: Lists, page: number): PagePlace => ({
  query: { [pageName]: String(page), [pageSizeName]: String(pageSize) },
});

export function firstPlace(lists: Lists): PagePlace {
  const size = { [lists.pageSizeName]: String(lists.pageSize) };
  switch (lists.style) {
    case 'whole':
      return { query: {} };
    case 'page':
      return numberedPage(lists, lists.firstPage);
    case 'offset':
      return { query: { [lists.offsetName]: '0', ...size } };
    case 'cursor':
    case 'link':
      return { query: size };
  }
}

interface Read {
  readonly page: Page;
  readonly place: PagePlace;
  readonly pages: number;
  readonly records: Records;
  /** See {@link mayCountPage}. */
  readonly isLook: boolean;
}

/** Where the next page is, or nothing when the list has ended. */
function nextPlace(lists: Lists, base: URL, read: Read): Outcome<PagePlace | undefined> {
  const { page, place, records, isLook } = read;
  const hasEnded = !isLook && endOf(page, records) && !isBefore(page.link?.last, { lists, base, read });
  const query = (over: Query) => success(hasEnded ? undefined : { query: { ...place.query, ...over } });
  switch (lists.style) {
    case 'whole':
      return page.more === undefined ? success(undefined) : failed(moreFollows(lists, page.more));
    case 'page':
      return query({ [lists.pageName]: String(read.pages + lists.firstPage) });
    case 'offset':
      return query({ [lists.offsetName]: String(records.came) });
    case 'cursor': {
      const { cursor } = page;
      if (!isLook && records.count === page.total) return success(undefined);
      if (cursor === undefined)
        return page.more === undefined ? success(undefined) : failed(moreFollows(lists, page.more));
      if (cursor === place.query[lists.cursorName]) return failed(samePage(lists));
      return success({ query: { ...place.query, [lists.cursorName]: cursor } });
    }
    case 'link':
      if (page.link)
        return page.link.next === undefined ? success(undefined) : linked(page.link.next, place, base);
      return page.more === undefined ? success(undefined) : failed(moreFollows(lists, page.more));
  }
}

/** Whether a numbered page was the last: an empty one is, whatever else is said. */
function endOf({ items, total, link }: Page, { count }: Records): boolean {
  if (items.length === 0) return true;
  return link ? link.next === undefined : count === total;
}

/** Whether the last page, by a Link header that may never name the next one, comes after this one. */
function isBefore(
  last: string | undefined,
  { lists, base, read }: { lists: Lists; base: URL; read: Read },
): boolean {
  if (last === undefined || read.page.items.length === 0 || !URL.canParse(last, base)) return false;
  const { searchParams } = new URL(last, base);
  if (lists.style === 'page')
    return Number(searchParams.get(lists.pageName)) > read.pages + lists.firstPage - 1;
  return lists.style === 'offset' && Number(searchParams.get(lists.offsetName)) >= read.records.came;
}

/** Nothing says that more follows: a short page without a word about the rest is most likely the last. */
const mayHaveEnded = ({ items, total, link, cursor }: Page, { pageSize }: Lists): boolean =>
  items.length < pageSize && total === undefined && link === undefined && cursor === undefined;

/** The credentials go with the next call, so a link to anywhere else is not followed. */
function linked(target: string, place: PagePlace, base: URL): Outcome<PagePlace> {
  const from = place.url ?? base;
  const url = URL.canParse(target, from) ? new URL(target, from) : undefined;
  if (url?.origin === base.origin) return success({ query: {}, url });
  return failed({
    kind: 'unreadable',
    message: 'The platform continues the list at another address; no credentials are sent there.',
    next: 'Report it to the operator, or set another lists.style in the service profile.',
  });
}

const tooLong = ({ pagesMax, pageSize }: Lists): Failure => ({
  kind: 'unsupported',
  message: `The list is longer than ${pagesMax} pages of ${pageSize} records, so it was not read completely.`,
  next: 'Ask for a shorter period, or raise lists.pagesMax in the service profile.',
});

const samePage = ({ style }: Lists): Failure => ({
  kind: 'unsupported',
  message: `The platform answers every page of the list with the same records (lists.style is "${style}").`,
  next: 'Set lists in the service profile to the way in which the platform pages: another style or other names, "whole" where it does not page at all, or the list\'s name in lists.whole.',
});

const moreFollows = ({ style, cursorField }: Lists, name: string): Failure => ({
  kind: 'unreadable',
  message: `The platform says by "${name}" that more of the list follows, and the service profile says otherwise (lists.style is "${style}", lists.cursorField "${cursorField}").`,
  next: 'Set lists.style and lists.cursorField in the service profile to the way in which the platform pages.',
});

const emptyButMore = (flag: string): Failure => ({
  kind: 'unreadable',
  message: `The platform says by "${flag}" that more of the list follows, and its page is empty, so records may be missing and it was not used.`,
  next: `${IS_RETRIED} If it persists, report it to the operator.`,
});

const notWhole = ({ style, pageName, pageSizeName, offsetName }: Lists): Failure => ({
  kind: 'unreadable',
  message: `The platform pages the list by "${pageName}" or "${offsetName}" and "${pageSizeName}", and lists.style is "${style}", so the rest of it would be missing.`,
  next: 'Set lists.style in the service profile to the way in which the platform pages.',
});

const shrinks: Failure = {
  kind: 'unavailable',
  message:
    'The list became shorter each time while its pages were read, so records may be missing and it was not used.',
  next: IS_RETRIED,
};

const moves: Failure = {
  kind: 'unavailable',
  message:
    'The list moved each time while its pages were read: a record stood on two of them, so others may be missing and it was not used.',
  next: IS_RETRIED,
};

const cut = (count: number, total: number): Failure => ({
  kind: 'unreadable',
  message: `The platform says that the list has ${total} records, but gave ${count}, so it was not used.`,
  next: `${IS_RETRIED} If it persists, set lists in the service profile (style, firstPage, pageName, pageSizeName) to the way in which the platform pages.`,
});
