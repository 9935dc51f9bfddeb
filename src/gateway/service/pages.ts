import * as z from 'zod/mini';
import type { Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { HttpAnswer } from './http';
import { parsedJson } from './json';
import type { Query } from './route';

type Lists = Profile['lists'];

/** Where the next page of a list is: its query beside the list's own, or an address that the service gave. */
export interface PagePlace {
  readonly query: Query;
  readonly url?: URL;
}

interface Page {
  readonly items: readonly unknown[];
  /** The answer's fields beside its items; a bare array has none. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly answer: HttpAnswer;
}

/**
 * Every record of a list, page after page in the profile's style. The list is whole or a failure: one that is longer
 * than `pagesMax` pages says so, because a cut list would be taken for a complete one. `base` is the list's own address: links are relative
 * to it.
 */
export async function allPages(
  lists: Lists,
  base: URL,
  fetch: (place: PagePlace) => Promise<Outcome<HttpAnswer>>,
): Promise<Outcome<readonly unknown[]>> {
  const items: unknown[] = [];
  let place: PagePlace | undefined = firstPlace(lists);
  let before = '';
  for (let pages = 1; place; pages++) {
    if (pages > lists.pagesMax) return failed(tooLong(lists));
    const answer = await fetch(place);
    if (!answer.ok) return answer;
    const page = pageOf(answer.value);
    if (!page.ok) return page;
    if (page.value.items.length > 0 && answer.value.body === before) return failed(samePage(lists));
    before = answer.value.body;
    items.push(...page.value.items);
    const next = nextPlace(lists, base, { page: page.value, place, pages, items: items.length });
    if (!next.ok) return next;
    place = next.value;
  }
  return success(items);
}

const Fields = z.record(z.string(), z.unknown());

/** A list is an array, or an object with exactly one array among its properties. */
function pageOf(answer: HttpAnswer): Outcome<Page> {
  const body = parsedJson(answer);
  if (!body.ok) return body;
  if (Array.isArray(body.value))
    return success({ items: z.array(z.unknown()).parse(body.value), fields: {}, answer });
  const fields = Fields.safeParse(body.value);
  const arrays = fields.success ? Object.values(fields.data).filter((value) => Array.isArray(value)) : [];
  const [items] = arrays;
  if (!fields.success || !items || arrays.length > 1) return failed(notAList(arrays.length));
  return success({ items: z.array(z.unknown()).parse(items), fields: fields.data, answer });
}

function firstPlace(lists: Lists): PagePlace {
  const size = { [lists.pageSizeName]: String(lists.pageSize) };
  if (lists.style === 'page') return { query: { [lists.pageName]: '1', ...size } };
  return { query: lists.style === 'offset' ? { [lists.offsetName]: '0', ...size } : size };
}

interface Read {
  readonly page: Page;
  readonly place: PagePlace;
  /** Pages and records read so far. */
  readonly pages: number;
  readonly items: number;
}

/** Where the next page is, or nothing when the list has ended. */
function nextPlace(lists: Lists, base: URL, read: Read): Outcome<PagePlace | undefined> {
  const { page, place } = read;
  const link = linkOf(page.answer);
  const ended = link === undefined ? page.items.length < lists.pageSize : link.next === undefined;
  const query = (over: Query) =>
    success(ended || page.items.length === 0 ? undefined : { query: { ...place.query, ...over } });
  switch (lists.style) {
    case 'page':
      return query({ [lists.pageName]: String(read.pages + 1) });
    case 'offset':
      return query({ [lists.offsetName]: String(read.items) });
    case 'cursor': {
      const cursor = page.fields[lists.cursorField];
      const known = typeof cursor === 'string' || typeof cursor === 'number' ? String(cursor) : '';
      return success(known ? { query: { ...place.query, [lists.cursorName]: known } } : undefined);
    }
    case 'link':
      return link?.next === undefined ? success(undefined) : linked(link.next, place, base);
  }
}

/** The credentials go with the next call, so a link to anywhere else is not followed. */
function linked(target: string, place: PagePlace, base: URL): Outcome<PagePlace> {
  const from = place.url ?? base;
  const url = URL.canParse(target, from) ? new URL(target, from) : undefined;
  if (url?.origin === base.origin) return success({ query: {}, url });
  return failed({
    kind: 'unreadable',
    message: 'The service continues the list at another address, where no credentials are sent.',
    next: 'Report it to the operator, or set another lists.style in the service profile.',
  });
}

/** `undefined` when the answer has no Link header at all: then the length of the page tells the end. */
function linkOf({ headers }: HttpAnswer): { next?: string } | undefined {
  const { link } = headers;
  if (link === undefined) return undefined;
  const next = [...link.matchAll(/<([^>]*)>([^<]*)/g)].find(([, , rest]) =>
    /\brel="?next"?/i.test(rest ?? ''),
  );
  return next?.[1] === undefined ? {} : { next: next[1] };
}

const tooLong = ({ pagesMax, pageSize }: Lists): Failure => ({
  kind: 'unsupported',
  message: `The list is longer than ${pagesMax} pages of ${pageSize} records, so it was not read to its end.`,
  next: 'Ask for a shorter period, or raise lists.pagesMax in the service profile.',
});

const samePage = ({ style }: Lists): Failure => ({
  kind: 'unsupported',
  message: `The service answers every page of the list with the same records (lists.style is "${style}").`,
  next: 'Set lists in the service profile to the way in which the service pages.',
});

const notAList = (arrays: number): Failure => ({
  kind: 'unreadable',
  message: `The service's answer is not a list: it has ${arrays === 0 ? 'no array' : `${arrays} arrays`} in it.`,
  next: 'Report it to the operator.',
});
