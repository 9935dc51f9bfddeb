import type { Dialect } from '../draw';
import { cursorOf, PAGING } from '../vocabulary';
import type { Fields } from './records';
import { NotUnderstood } from './values';
import { momentOf } from './zone';

export interface Page {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const CAPS: Readonly<Record<Dialect['page cap'], number>> = { none: 500, '7': 7, '3': 3 };
const SIZE_UNASKED = 10;
/** A cursor says nothing to whoever reads it. */
const CURSOR = /^c-(\d+)-x$/;

/** The page of a list that was asked for, as the platform writes it. */
export function pageOf(records: readonly Fields[], url: URL, dialect: Dialect): Page {
  const style = dialect['list style'];
  const names = PAGING[dialect['names of paging']];
  const first = Number(dialect['first page']);
  if (style === 'whole') return framed(records, { records, headers: {}, next: undefined }, dialect);
  const cap = CAPS[dialect['page cap']];
  const size = Math.min(numberIn(url, names.size, SIZE_UNASKED), cap);
  const from =
    style === 'offset'
      ? numberIn(url, names.offset, 0)
      : style === 'cursor'
        ? cursorIn(url, names.cursor)
        : (numberIn(url, names.page, first) - first) * size;
  if (from < 0) throw new NotUnderstood(400, `${names.page} counts from ${first}.`);
  const items = records.slice(from, from + size);
  const more = from + size < records.length ? from + size : undefined;
  const next = more === undefined ? undefined : `c-${more}-x`;
  const headers =
    style === 'link' ? linkTo(url, more === undefined ? undefined : more / size + first, names.page) : {};
  return framed(records, { records: items, headers, next: style === 'cursor' ? next : undefined }, dialect);
}

function linkTo(url: URL, page: number | undefined, name: string): Record<string, string> {
  const links = [`<${url.pathname}>; rel="first"`];
  if (page !== undefined) {
    const query = new URLSearchParams(url.searchParams);
    query.set(name, String(page));
    links.push(`<${url.pathname}?${query.toString()}>; rel="next"`);
  }
  return { link: links.join(', ') };
}

function numberIn(url: URL, name: string, unasked: number): number {
  const text = url.searchParams.get(name);
  if (text === null) return unasked;
  if (!/^\d{1,6}$/.test(text)) throw new NotUnderstood(400, `${name} is no number.`);
  return Number(text);
}

function cursorIn(url: URL, name: string): number {
  const text = url.searchParams.get(name);
  if (text === null) return 0;
  const match = CURSOR.exec(text);
  if (!match) throw new NotUnderstood(400, `${name} is no cursor of ours.`);
  return Number(match[1]);
}

interface Piece {
  readonly records: readonly Fields[];
  readonly headers: Readonly<Record<string, string>>;
  readonly next: string | undefined;
}

/** The records with what stands beside them. */
function framed(all: readonly Fields[], { records, headers, next }: Piece, dialect: Dialect): Page {
  const isCursor = dialect['list style'] === 'cursor';
  const place = cursorOf(dialect);
  const total = dialect.array === 'bare' && dialect.total !== 'not stated' ? 'header' : dialect.total;
  const paging = {
    ...(total === 'in paging' && { total: all.length }),
    ...(isCursor && place === 'paging.next' && { next: next ?? null }),
  };
  const beside = {
    ...(total === 'total' && { total: all.length }),
    ...(total === 'totalElements' && { totalElements: all.length }),
    ...(isCursor && place === 'next-cursor' && { 'next-cursor': next ?? '' }),
    ...(Object.keys(paging).length > 0 && { paging }),
  };
  return {
    body: arrayIn(records, beside, dialect.array),
    headers: {
      ...headers,
      ...(total === 'header' && { 'x-total-count': String(all.length) }),
      ...(isCursor && place === 'header' && next !== undefined && { 'x-next-cursor': next }),
    },
  };
}

function arrayIn(records: readonly Fields[], beside: Fields, array: Dialect['array']): unknown {
  switch (array) {
    case 'items':
      return { items: records, ...beside };
    case 'bare':
      return records;
    case 'data.rows':
      return { data: { rows: records }, ...beside };
    case '_embedded':
      return { ...beside, _embedded: { entries: records } };
    case 'beside another array':
      return { columns: [{ name: 'id' }, { name: 'state' }], found: records, ...beside };
  }
}

const FILTER = /^(traded-at|created-at|concluded-at)-(from|to)$/;
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The period that a query asks for, as the simulator wants it. What the platform has no filter for, it overlooks. */
export function ownFilters(url: URL, { filters }: Dialect): URLSearchParams {
  const own = new URLSearchParams();
  const isCamel = filters === 'camelCase' || filters === 'epoch seconds';
  for (const [said, value] of url.searchParams) {
    if (isCamel && said.includes('-')) continue;
    const name = isCamel ? kebab(said) : said;
    if (!FILTER.test(name) || filters === 'none') continue;
    own.set(name, momentIn(value, filters));
  }
  return own;
}

function momentIn(value: string, filters: Dialect['filters']): string {
  if (filters === 'epoch ms' || filters === 'epoch seconds') {
    if (!/^\d+$/.test(value)) throw new NotUnderstood(400, `${value} is no time.`);
    return new Date(Number(value) * (filters === 'epoch ms' ? 1 : 1000)).toISOString();
  }
  if (filters !== 'local time') return value;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(value))
    throw new NotUnderstood(400, `${value} is no local time.`);
  return new Date(momentOf('Europe/Berlin', value)).toISOString();
}
