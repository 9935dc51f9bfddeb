import { failed, IS_RETRIED, success, type Failure, type Outcome } from '../../domain/failure';
import { LANES, type Lane } from '../../domain/lane';
import type { Clock } from '../../effects/clock';
import { translatedList } from './dialect/dialect';
import { pageOf, type Page } from './list-page';
import {
  firstPlace,
  identityOf,
  looked,
  LOOKS_MAX,
  numberedPage,
  REFUSALS,
  STOPS,
  type Fetch,
  type Lists,
  type PagePlace,
} from './pages';

type Translate = (item: unknown) => unknown;

/** Whether pages may count otherwise than the profile says, and hide records: a stated total would show it. */
export const mayCountOtherwise = ({ style }: Lists, { items, total }: Page): boolean =>
  total === undefined && (style === 'page' || (style === 'offset' && items.length > 1));

/**
 * Whether pages count from where the profile says. Before page 1 there is none: page 0 is refused, empty, or page 1 again, by the identities of
 * its records, for their fields may change in between. Where the profile says 0, only an empty page 0 is in doubt, and page 1 shows it.
 * `undefined` where it could not be seen: neither page has a record, the look failed, or the pages are alike only in part, as while a list
 * changes. A page of other records is a failure: they would be missing.
 */
export async function isProvenFirst(
  lists: Lists,
  first: Page,
  fetch: Fetch,
  translate?: Translate,
): Promise<Outcome<boolean | undefined>> {
  const answer = await fetch(numberedPage(lists, lists.firstPage > 0 ? lists.firstPage - 1 : 1));
  if (!answer.ok) return success(REFUSALS.has(answer.failure.kind) ? true : undefined);
  const other = pageOf(answer.value, lists);
  if (!other.ok) return success(true);
  if (other.value.items.length === 0) return success(first.items.length > 0 ? true : undefined);
  const [mine, others] = await keysOf([first, other.value], translate);
  const likeness = likenessOf(mine, others, lists.pageSize);
  if (likeness === 'other') return failed(beginsElsewhere(lists));
  return success(likeness === 'same' ? true : undefined);
}

/**
 * Whether an offset counts records: the second one begins a page of which the first page has some. A platform that refuses such an offset
 * takes multiples of its page alone. One that counts pages has other records there, or none, and would end every list after its first page.
 * `false` where nothing is proven of any list but one as short as this.
 */
async function isProvenOffset(
  lists: Lists,
  first: Page,
  fetch: Fetch,
  translate?: Translate,
): Promise<Outcome<boolean | undefined>> {
  const { offsetName, pageSizeName, pageSize } = lists;
  for (let offset = 1; ; offset++) {
    const answer = await fetch({ query: { [offsetName]: String(offset), [pageSizeName]: String(pageSize) } });
    if (!answer.ok) return success(REFUSALS.has(answer.failure.kind) ? true : undefined);
    const page = pageOf(answer.value, lists);
    if (!page.ok) return success(true);
    const [mine, others] = await keysOf([first, page.value], translate);
    const likeness = likenessOf(mine, others, pageSize);
    if (likeness === 'other') return failed(countsPages(lists));
    // Equal points of a load shape are on every page.
    if (new Set(mine).size < mine.length) return success(undefined);
    if (likeness !== 'same' || offset > 1) return success(true);
    // The first page again: offsets are rounded down to it, or pages counted from 1. The next offset tells, but on pages of two.
    if (mine.length <= 2) return success(false);
  }
}

async function keysOf(
  [first, other]: readonly [Page, Page],
  translate: Translate | undefined,
): Promise<readonly [readonly string[], readonly string[]]> {
  const keys = async ({ items }: Page) => keysIn(translate ? await translatedList(items, translate) : items);
  return [await keys(first), await keys(other)];
}

/** A record that has several rows, as one of several legs may have, counts once by its identity. */
const keysIn = (items: readonly unknown[]): readonly string[] => [
  ...new Set(items.flatMap((item) => identityOf(item) ?? [])),
  ...items.filter((item) => identityOf(item) === undefined).map((item) => JSON.stringify(item)),
];

/**
 * The same records, or all of them on more than a page, where page 0 means everything. Records of one page that cannot be told apart, as the
 * equal points of a load shape, do not show that two pages are one.
 */
function likenessOf(
  mine: readonly string[],
  others: readonly string[],
  pageSize: number,
): 'same' | 'other' | 'unclear' {
  const [known, found] = [new Set(mine), new Set(others)];
  if (others.every((key) => !known.has(key))) return 'other';
  const isPage = others.length === mine.length || others.length > pageSize;
  const isTold = known.size === mine.length && found.size === others.length;
  return isPage && isTold && mine.every((key) => found.has(key)) ? 'same' : 'unclear';
}

/** Where the profile says 0, and page 0 has records, no page comes before it. */
const isSeenFirst = ({ style, firstPage }: Lists, { items }: Page): boolean =>
  style === 'page' && firstPage === 0 && items.length > 0;

/** A list whose first page was read, and how to read on. */
interface ReadList {
  readonly lists: Lists;
  readonly first: Page;
  /** The same for the same list. */
  readonly key: string;
  readonly lane: Lane;
  readonly signal?: AbortSignal;
  readonly fetch: Fetch;
  readonly translate?: Translate;
}

interface LookEnd {
  readonly outcome: Outcome<boolean>;
  /** Whoever asked wants no answer any more. */
  readonly isGivenUp: boolean;
}
interface Look {
  readonly lane: Lane;
  readonly end: Promise<LookEnd>;
}

/** How long a list without records counts as one before the look is taken again. */
const EMPTY_MS = 60_000;
/** The same, where the platform fails on the page that is looked at: a look costs several calls then. */
const UNSEEN_MS = 600_000;
const EMPTY_LISTS_MAX = 1_000;

/**
 * The proof that pages count as the profile says, and from where: had from one list for all, for all of them count alike.
 *
 * A list with records is not used before it: the page that is looked at is as good as one of its own pages, and a list lacks what could not be
 * read. A platform that fails on page 0 each time, and gives page 1 before and after, says in its way that there is none; so a list ends
 * after a few calls as used or as failed. Lists without records prove nothing, and would cost two calls each time: each is looked at
 * when it is read first, and then once a minute, or once in ten where page 0 fails. So one with records on page 0 alone could be shown as empty
 * as long, and then fails.
 */
export class FirstPage {
  private isProven = false;
  /** The look that others wait for. */
  private looking: Look | undefined;
  /** Until when a list counts as one without records, by its key. */
  private readonly emptyUntil = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  /** `read` gives the list, where it is in doubt at all. */
  async proven(read: () => ReadList | undefined): Promise<Outcome<undefined>> {
    const list = this.isProven ? undefined : read();
    if (!list) return success(undefined);
    const isEmpty = list.first.items.length === 0;
    if (isSeenFirst(list.lists, list.first)) this.isProven = true;
    for (let waits = 0; !this.isProven; waits++) {
      if (isEmpty && this.wasEmpty(list.key)) return success(undefined);
      const { looking } = this;
      // Nobody waits for a less urgent call, and lists without records not one after the other: they prove nothing.
      const isWaiting =
        looking !== undefined && isAsUrgent(looking.lane, list.lane) && !(isEmpty && waits > 0);
      const { outcome, isGivenUp } = isWaiting ? await looking.end : await this.look(list);
      if (isWaiting && isGivenUp) continue;
      if (!outcome.ok) return outcome;
      if (!isWaiting) return success(undefined);
    }
    return success(undefined);
  }

  private look(list: ReadList): Promise<LookEnd> {
    const look: Look = { lane: list.lane, end: this.ended(list, () => look) };
    if (!this.looking || !isAsUrgent(this.looking.lane, list.lane)) this.looking = look;
    return look.end;
  }

  private async ended(list: ReadList, look: () => Look): Promise<LookEnd> {
    try {
      const outcome = await this.outcomeOf(list);
      if (outcome.ok && outcome.value) this.isProven = true;
      return { outcome, isGivenUp: list.signal?.aborted === true };
    } finally {
      if (this.looking === look()) this.looking = undefined;
    }
  }

  /** Whether it is proven; `false` where that could not be, and the list is used. */
  private async outcomeOf({ lists, key, fetch, translate, ...list }: ReadList): Promise<Outcome<boolean>> {
    let { first } = list;
    for (let looks = 1; ; looks++) {
      let failure: Failure | undefined;
      const told = async (place: PagePlace) => {
        const answer = await looked(fetch, place, lists);
        failure = answer.ok ? undefined : answer.failure;
        return answer;
      };
      const look = lists.style === 'offset' ? isProvenOffset : isProvenFirst;
      const proven = await look(lists, first, told, translate);
      if (!proven.ok) return proven;
      if (proven.value !== undefined) return success(proven.value);
      if (failure && STOPS.has(failure.kind)) return failed(failure);
      if (!failure && first.items.length === 0) return this.empty(key, EMPTY_MS);
      const again = await fetch(firstPlace(lists));
      if (!again.ok) return again;
      const page = pageOf(again.value, lists);
      if (!page.ok) return page;
      first = page.value;
      if (isSeenFirst(lists, first)) return success(true);
      if (looks < LOOKS_MAX) continue;
      if (!failure) return failed(unclear(lists));
      return first.items.length > 0 ? success(true) : this.empty(key, UNSEEN_MS);
    }
  }

  private wasEmpty(key: string): boolean {
    const until = this.emptyUntil.get(key);
    return until !== undefined && this.clock.monotonicMs() < until;
  }

  /** A list without records proves nothing of others. */
  private empty(key: string, forMs: number): Outcome<boolean> {
    if (this.emptyUntil.size >= EMPTY_LISTS_MAX) this.emptyUntil.clear();
    this.emptyUntil.set(key, this.clock.monotonicMs() + forMs);
    return success(false);
  }
}

const isAsUrgent = (lane: Lane, than: Lane): boolean => LANES.indexOf(lane) <= LANES.indexOf(than);

const beginsElsewhere = ({ pageName, firstPage }: Lists): Failure => {
  const other = firstPage > 0 ? firstPage - 1 : 1;
  return {
    kind: 'unreadable',
    message: `The platform has other records on page ${other} ("${pageName}") of the list, and lists.firstPage is ${firstPage}, so they would be missing.`,
    next: `Set lists.firstPage in the service profile to ${other}.`,
  };
};

const countsPages = ({ style, offsetName, pageName }: Lists): Failure => ({
  kind: 'unreadable',
  message: `The platform counts pages by "${offsetName}", and lists.style is "${style}", so the rest of the list would be missing.`,
  next: `Set lists.style in the service profile to "page" and lists.pageName to "${offsetName}" in place of "${pageName}".`,
});

const unclear = ({ style, offsetName, pageName, firstPage }: Lists): Failure => {
  const what =
    style === 'offset'
      ? `whether "${offsetName}" counts records (lists.style)`
      : `whether it begins at page ${firstPage} ("${pageName}", lists.firstPage)`;
  return {
    kind: 'unavailable',
    message: `The pages of the list could not be told apart, or changed while they were read, so it could not be seen ${what}.`,
    next: `${IS_RETRIED} If it persists, check lists in the service profile.`,
  };
};
