import type { OperationName } from '../../contract/service/operations';
import type { Profile } from '../../contract/service/profile';
import { plain } from '../platform/contradiction';
import { pageOf, type Page } from '../platform/list-page';
import type { Query } from '../platform/route';
import { isSuccess, type Answered, type ProbeCalls } from './calls';
import type { Draft } from './draft';
import type { Findings } from './findings';

type Lists = Profile['lists'];

/** A list that was read without any word about pages, as the platform gives it by itself. */
export interface BareList {
  readonly operation: OperationName;
  readonly answer: Answered;
  readonly items: readonly unknown[];
}

interface Step {
  readonly page: Page;
  readonly answer: Answered;
}

const SIZE_MAX = 2;
const SIZE_NAMES = ['page-size', 'pageSize', 'page_size', 'limit', 'size', 'per_page'];
const PAGE_NAMES = ['page', 'pageNumber', 'page_number', 'p', 'pageNo'];
const OFFSET_NAMES = ['offset', 'skip', 'start', 'startAt', 'from'];
const CURSOR_NAMES = ['cursor', 'after', 'pageToken', 'page_token'];
const CURSOR_LIKE = /cursor|continuation|scroll|nexttoken|pagetoken|^next$|^after$|nextkey/;
const KEYS = [
  'firstPage',
  'pageName',
  'pageSizeName',
  'offsetName',
  'cursorName',
  'cursorField',
  'pageSize',
  'whole',
];

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length > 0 && JSON.stringify(a) === JSON.stringify(b);
const withFirst = (first: string, others: readonly string[]): string[] => [
  first,
  ...others.filter((one) => one !== first),
];

/** Finds out how a list is paged by asking for a few records at a time: a style is proven by those that come next. */
export class PagingProbe {
  private readonly lists: Lists;
  /** A page of it, and the one that comes next, must be in the list that was read. */
  private readonly size: number;

  constructor(
    private readonly calls: ProbeCalls,
    private readonly draft: Draft,
    private readonly findings: Findings,
    private readonly list: BareList,
  ) {
    this.lists = draft.profile.lists;
    this.size = Math.min(SIZE_MAX, Math.floor(list.items.length / 2));
  }

  async run(): Promise<void> {
    const { items } = this.list;
    if (this.size === 0) return this.unknown(`The longest list that was read has ${items.length} records.`);
    const sized = await this.sized();
    if (!sized) return this.unsized();
    const learnt = (await this.styled(sized.name, sized.step)) ?? undefined;
    if (learnt === undefined)
      return this.unknown(`"${sized.name}" sets the size of a page, but nothing tried brings the next one.`);
    const found = { ...learnt, pageSizeName: sized.name };
    this.draft.learn({ lists: found });
    for (const [name, value] of Object.entries(found)) this.compare(name, value);
    if (this.lists.whole.length === 0)
      this.findings.holds('lists.whole', 'The list that was tried is paged.');
    for (const name of KEYS.slice(0, -2))
      if (!(name in found)) this.findings.holds(`lists.${name}`, `Not used in the style "${found.style}".`);
  }

  private compare(name: string, value: unknown): void {
    const given = new Map<string, unknown>(Object.entries(this.lists)).get(name);
    const key = `lists.${name}`;
    if (given === value) this.findings.holds(key, `${JSON.stringify(value)} brought what it says.`);
    else
      this.findings.contradicted(
        key,
        `${JSON.stringify(given)} does not do it; ${JSON.stringify(value)} does.`,
        {
          found: value,
        },
      );
  }

  private unknown(says: string, likely?: unknown): void {
    this.findings.unknown('lists.style', says, { ...(likely !== undefined && { likely }) });
    for (const name of KEYS) this.findings.unknown(`lists.${name}`, says);
  }

  private async ask(query: Query): Promise<Step | undefined> {
    const answer = await this.calls.get('paging', this.list.operation, {
      profile: this.draft.profile,
      query,
    });
    return answer.ok ? this.stepOf(answer.value) : undefined;
  }

  private stepOf(answer: Answered): Step | undefined {
    if (!isSuccess(answer)) return undefined;
    const page = pageOf(answer, this.draft.profile.lists);
    return page.ok ? { page: page.value, answer } : undefined;
  }

  /** The name under which the platform takes the size of a page. */
  private async sized(): Promise<{ name: string; step: Step } | undefined> {
    for (const name of withFirst(this.lists.pageSizeName, SIZE_NAMES)) {
      const step = await this.ask({ [name]: String(this.size) });
      if (step && same(step.page.items, this.list.items.slice(0, this.size))) return { name, step };
    }
    return undefined;
  }

  private async styled(size: string, first: Step): Promise<Partial<Lists> | undefined> {
    const tries = {
      link: () => this.byLink(first),
      cursor: () => this.byCursor(size, first),
      page: () => this.byPage(size),
      offset: () => this.byOffset(size),
      whole: () => Promise.resolve(undefined),
    } as const;
    const order = [this.lists.style, 'link', 'cursor', 'page', 'offset'] as const;
    for (const style of new Set(order)) {
      const found = await tries[style]();
      if (found) return { style, ...found };
    }
    return undefined;
  }

  private isNext(step: Step | undefined): boolean {
    return step !== undefined && same(step.page.items, this.list.items.slice(this.size, this.size * 2));
  }

  private async byLink({ page }: Step): Promise<Partial<Lists> | undefined> {
    const next = page.link?.next;
    const base = this.ownAddress();
    if (next === undefined || !URL.canParse(next, base)) return undefined;
    const url = new URL(next, base);
    const answer = await this.calls.read('paging', this.list.operation, { url, profile: this.draft.profile });
    return answer.ok && this.isNext(this.stepOf(answer.value)) ? {} : undefined;
  }

  /** A relative link counts from the address of the list. */
  private ownAddress(): URL {
    const { base } = this.calls.ports;
    const { trades, openRequests, concludedRequests } = this.draft.profile.paths;
    const paths: Partial<Record<OperationName, string>> = {
      'list-trades': trades,
      'list-open-requests': openRequests,
      'list-concluded-requests': concludedRequests,
    };
    return new URL(base.href.replace(/\/$/, '') + (paths[this.list.operation] ?? ''));
  }

  private async byCursor(size: string, { answer }: Step): Promise<Partial<Lists> | undefined> {
    for (const { field, value } of cursorsIn(answer, this.lists.cursorField).slice(0, 2)) {
      const name = field.split('.').at(-1) ?? field;
      const short = name.replace(/^next[-_]?/i, '');
      const own = [this.lists.cursorName, short.charAt(0).toLowerCase() + short.slice(1), ...CURSOR_NAMES];
      for (const cursorName of [...new Set(own)].filter((one) => one !== '').slice(0, 4)) {
        if (this.isNext(await this.ask({ [size]: String(this.size), [cursorName]: value })))
          return { cursorName, cursorField: field };
      }
    }
    return undefined;
  }

  private async byPage(size: string): Promise<Partial<Lists> | undefined> {
    for (const pageName of withFirst(this.lists.pageName, PAGE_NAMES)) {
      const two = await this.ask({ [size]: String(this.size), [pageName]: '2' });
      if (this.isNext(two)) return { pageName, firstPage: 1 };
      // A name that the platform does not know brings the beginning again.
      if (two === undefined || same(two.page.items, this.list.items.slice(0, this.size))) continue;
      if (this.isNext(await this.ask({ [size]: String(this.size), [pageName]: '1' })))
        return { pageName, firstPage: 0 };
    }
    return undefined;
  }

  private async byOffset(size: string): Promise<Partial<Lists> | undefined> {
    for (const offsetName of withFirst(this.lists.offsetName, OFFSET_NAMES)) {
      if (this.isNext(await this.ask({ [size]: String(this.size), [offsetName]: String(this.size) })))
        return { offsetName };
    }
    return undefined;
  }

  /** No size was taken: everything has come only where the platform states as many. */
  private async unsized(): Promise<void> {
    const bare = this.stepOf(this.list.answer);
    const { items } = this.list;
    const isEverything =
      bare?.page.total === items.length && bare.page.link === undefined && bare.page.cursor === undefined;
    if (!isEverything)
      return this.unknown(
        `No parameter that was tried changed the list of ${items.length} records, and no total says that it is whole.`,
        'whole',
      );
    // A longer list may be paged all the same, by a name that was not tried.
    this.unknown(
      `The list of ${items.length} records states that it is whole, and no size was taken.`,
      'whole',
    );
  }
}

function cursorsIn(answer: Answered, given: string): { field: string; value: string }[] {
  const found: { field: string; value: string }[] = [];
  const search = (value: unknown, at: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return;
    for (const [name, part] of Object.entries(value)) {
      const field = at === '' ? name : `${at}.${name}`;
      const isCursor = field === given || CURSOR_LIKE.test(plain(name));
      const isText = (typeof part === 'string' && part !== '') || typeof part === 'number';
      if (isCursor && isText) found.push({ field, value: String(part) });
      search(part, field, depth + 1);
    }
  };
  search(answer.json, '', 0);
  for (const [name, value] of Object.entries(answer.headers))
    if (CURSOR_LIKE.test(plain(name).replace(/^x/, ''))) found.push({ field: name, value });
  return found.sort((a, b) => Number(b.field === given) - Number(a.field === given));
}
