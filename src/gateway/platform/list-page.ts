import type { Profile } from '../../contract/service/profile';
import { failed, IS_RETRIED, success, type Failure, type Outcome } from '../../domain/failure';
import { holdsErrors, plain, saysFailure, saysSuccess } from './contradiction';
import type { HttpAnswer } from './http';
import { parsedJson } from './json';

type Lists = Profile['lists'];
type Fields = Readonly<Record<string, unknown>>;

/** One page of a list: its records, and its paging fields. */
export interface Page {
  readonly items: readonly unknown[];
  /** How many records the whole list has, where the service states it and does not contradict itself. */
  readonly total?: number;
  /** Absent when nothing is said of paging; a Link header of another purpose says nothing. */
  readonly link?: { readonly next?: string; readonly last?: string };
  /** Cursor of the next page, as the platform gave it; absent on the last page. */
  readonly cursor?: string;
  /** Where the profile has no cursor: a field or header by which the platform says that more follows. */
  readonly more?: string;
  /** By which it says outright that more follows; a link or a cursor may be there on the last page too. */
  readonly flag?: string;
}

/** Whether an answer says by its lack of a body that the list is empty. */
export const isEmptyList = ({ body, status }: HttpAnswer, { emptyBody }: Pick<Lists, 'emptyBody'>): boolean =>
  body.trim() === '' && (status === NO_CONTENT || (emptyBody === true && status !== PARTIAL_CONTENT));

export function pageOf(
  answer: HttpAnswer,
  lists: Pick<Lists, 'items' | 'emptyBody' | 'cursorField'>,
): Outcome<Page> {
  if (isEmptyList(answer, lists)) {
    const stated = totalOf([], answer.headers);
    return success({ items: [], ...(stated !== undefined && { total: stated }) });
  }
  if (answer.body.trim() === '') return failed(noBody);
  const body = parsedJson(answer);
  if (!body.ok) return body;
  const beside = objectsIn(body.value);
  if (!Array.isArray(body.value) && saysFailure(fieldsOf(body.value))) return failed(withErrors);
  if (beside.some(holdsErrors)) return failed(withErrors);
  const gap = gapIn(beside);
  if (gap !== undefined) return failed(saysGap(gap));
  const items = itemsOf(body.value, lists.items);
  if (!items.ok) return items;
  const total = totalOf(beside, answer.headers);
  const isNothing = items.value === NOTHING && total !== 0;
  const said = isNothing ? hitchIn(beside) : undefined;
  if (said !== undefined) return failed(nothingBut(said));
  const cursor = cursorOf(body.value, beside, { answer, field: lists.cursorField });
  const isPart = answer.status === PARTIAL_CONTENT && total === undefined;
  const more =
    cursor === undefined
      ? (moreIn(beside, answer.headers) ?? (isPart ? 'status 206' : undefined))
      : undefined;
  const link = linkOf(answer.headers['link']);
  const flag = flagIn(beside, answer.headers);
  return success({
    items: items.value,
    ...(total !== undefined && { total }),
    ...(cursor !== undefined && { cursor }),
    ...(more !== undefined && { more }),
    ...(flag !== undefined && { flag }),
    ...(link && { link }),
  });
}

const NO_CONTENT = 204;
const PARTIAL_CONTENT = 206;
const DEPTH_MAX = 4;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};

/** An answer's objects, outermost first; never those of its records. */
function objectsIn(value: unknown): readonly Fields[] {
  const found: Fields[] = [];
  let level = [fieldsOf(value)];
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth++) {
    found.push(...level);
    level = level
      .flatMap((fields) => Object.values(fields))
      .filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part))
      .map(fieldsOf);
  }
  return found;
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((within, name) => fieldsOf(within)[name], value);

/** Usual names of the records array, for answers with several arrays. */
const ITEMS = [
  'items',
  'data',
  'results',
  'content',
  'records',
  'entries',
  'elements',
  'values',
  'list',
  'rows',
];

/** Usual names of arrays that stand beside the records, and never are them. */
const BESIDE = new Set(['errors', 'links', 'messages', 'notices', 'sort', 'warnings']);

/**
 * The records: the answer itself, what the profile's `lists.items` points at, or the one array that can hold them. Of
 * several the one with a usual name counts, then the only one with objects in it; what is left open is not guessed, nor whether an
 * empty array is the list where records stand deeper.
 */
function itemsOf(body: unknown, path: string): Outcome<readonly unknown[]> {
  if (path !== '') {
    const items = at(body, path);
    return Array.isArray(items) ? success(items) : failed(notThere(path));
  }
  if (Array.isArray(body)) return success(body);
  let level: readonly unknown[] = [body];
  let empty: readonly NamedArray[] = [];
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth++) {
    const parts = level.flatMap((value) => Object.entries(fieldsOf(value)));
    const arrays = parts.flatMap(([name, value]) =>
      Array.isArray(value) && !BESIDE.has(plain(name)) ? [{ name, value }] : [],
    );
    if (empty.length > 0) {
      if (arrays.some(holdsObjects)) return failed(severalArrays([...empty, ...arrays]));
    } else if (arrays.length > 0) {
      const items = onlyOf(arrays);
      if (!items) return failed(severalArrays(arrays));
      if (items.length > 0 || arrays.some(({ name }) => ITEMS.includes(name))) return success(items);
      empty = arrays;
    } else if (parts.some(([name, value]) => value === null && ITEMS.includes(name))) {
      return success(NOTHING);
    }
    level = parts.map(([, value]) => value);
  }
  return empty.length > 0 ? success([]) : failed(notAList);
}

/** An empty list that was written as nothing. */
const NOTHING: readonly unknown[] = [];

/** Flags of an answer that is known to lack something, and what they say then. */
const GAPS: readonly (readonly [RegExp, boolean])[] = [
  [/^(?:is)?(?:partial|incomplete)(?:results?|data|response)?$/, true],
  [/^(?:is)?(?:complete|allresults|wholeresult)$/, false],
];
const GAP_WORDS = /\b(?:partial(?:ly)?|incomplete|not complete|truncated|timed[ -]?out|omitted|not all)\b/i;
const WARNINGS = new Set(['warning', 'warnings', 'notice', 'notices', 'message', 'messages', 'info']);

/** What an answer says beside its records of others that it lacks. */
function gapIn(objects: readonly Fields[]): string | undefined {
  for (const fields of objects)
    for (const [name, value] of Object.entries(fields)) {
      const isGap = GAPS.some(([called, flag]) => called.test(plain(name)) && isSaid(value, flag));
      if (isGap) return `${name}: ${String(value)}`;
    }
  return objects.flatMap(textsBeside).find((text) => GAP_WORDS.test(text));
}

/** Sentences beside the records. */
const textsBeside = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (WARNINGS.has(plain(name)) ? textsIn(value) : []));

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    const texts = typeof one === 'string' ? [one] : Object.values(fieldsOf(one));
    return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  });

/** Sentences that only say that all went well, or that nothing of a list was found. */
const WENT_WELL =
  /^(?:(?:the )?(?:request|query|call|operation)(?: was| is| has been)? )?(?:ok|okay|done|completed|processed|executed|success|successful|successfully|succeeded)(?: (?:successfully|completed|processed|executed))?[.!]?$/i;
const NONE_FOUND =
  /^(?:no|0) (?:[\w-]+ ){0,3}(?:records?|results?|items?|entries|data|quotes?|quotations?|requests?|tenders?|trades?|proposals?|counteroffers?|offers?|risks?|recipients?) (?:were |was )?found[.!]?$/i;
/** Words that a list is missing for the moment, whatever the platform says of the answer. */
const HITCH =
  /\b(?:temporar\w*|unavailable|not|later|again|errors?|fail\w*|problems?|trouble|maintenance|delay\w*|loading|pending|unable|cannot|could|timeout)\b/i;

/** What is said beside no list that leaves open whether it is empty. */
function hitchIn(beside: readonly Fields[]): string | undefined {
  const isWell = beside.some(saysSuccess) && !beside.some(saysFailure);
  return beside
    .flatMap(textsBeside)
    .map((text) => text.trim())
    .find((text) => !WENT_WELL.test(text) && !NONE_FOUND.test(text) && !(isWell && !HITCH.test(text)));
}

interface NamedArray {
  readonly name: string;
  readonly value: readonly unknown[];
}

const holdsObjects = ({ value }: NamedArray): boolean =>
  value.some((one) => typeof one === 'object' && one !== null);

function onlyOf(arrays: readonly NamedArray[]): readonly unknown[] | undefined {
  if (arrays.length === 1) return arrays[0]?.value;
  const named = ITEMS.map((name) => arrays.find((array) => array.name === name)).find((array) => array);
  if (named) return named.value;
  const ofObjects = arrays.filter(holdsObjects);
  return ofObjects.length === 1 ? ofObjects[0]?.value : undefined;
}

const TOTALS = new Set([
  'total',
  'totalcount',
  'totalitems',
  'totalelements',
  'totalentries',
  'totalhits',
  'totalrecords',
  'totalresults',
  'totalrows',
  'totalsize',
]);
const TOTAL_HEADERS = ['x-total-count', 'x-total', 'total-count'];

/** Two totals that differ are none: one of them counts something else. */
function totalOf(objects: readonly Fields[], headers: HttpAnswer['headers']): number | undefined {
  const written = [
    ...objects.flatMap((fields) =>
      Object.entries(fields).flatMap(([name, value]) => (TOTALS.has(plain(name)) ? [value] : [])),
    ),
    ...TOTAL_HEADERS.map((name) => headers[name]),
    /\/(\d+)$/.exec(headers['content-range']?.trim() ?? '')?.[1],
  ];
  const totals = new Set(written.map(wholeNumber).filter((total) => total !== undefined));
  return totals.size === 1 ? [...totals][0] : undefined;
}

function wholeNumber(written: unknown): number | undefined {
  const text = typeof written === 'number' || typeof written === 'string' ? String(written).trim() : '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** At the path itself, else under its name anywhere beside the records, else in a header of that name. */
function cursorOf(
  body: unknown,
  objects: readonly Fields[],
  { answer, field }: { answer: HttpAnswer; field: string },
): string | undefined {
  const named = plain(field);
  const written = [
    at(body, field),
    ...objects.flatMap((fields) =>
      Object.entries(fields).flatMap(([name, value]) => (plain(name) === named ? [value] : [])),
    ),
    answer.headers[field.toLowerCase()],
  ].find((value) => value !== undefined && value !== null);
  return isCursor(written) ? String(written) : undefined;
}

const NEXT =
  /^(?:x|@odata\.)?(?:next(?:cursor|pagetoken|token|key|page|pageurl|link|url|uri|href|offset|marker|start)?|continuation(?:token)?)$/;
const MORE = /^x?(?:hasmore|hasnext|hasnextpage|more|moreavailable|morerecords|istruncated|truncated)$/;
const LAST = /^x?(?:last|islast|lastpage|islastpage)$/;

/** The flag by which more follows. */
function flagIn(objects: readonly Fields[], headers: HttpAnswer['headers']): string | undefined {
  const written = [...objects, headers].flatMap((fields) => Object.entries(fields));
  return written.find(([name, value]) => isFlagged(plain(name), value))?.[0];
}

const isFlagged = (called: string, value: unknown): boolean =>
  MORE.test(called) ? isSaid(value, true) : LAST.test(called) && isSaid(value, false);

/** The name of a cursor that is not where the profile has it, or of another word that more follows. */
function moreIn(objects: readonly Fields[], headers: HttpAnswer['headers']): string | undefined {
  const written = [...objects, headers].flatMap((fields) => Object.entries(fields));
  return written.find(([name, value]) => {
    const called = plain(name);
    if (NEXT.test(called)) return [value, at(value, 'href'), at(value, 'url')].some(isCursor);
    return isFlagged(called, value);
  })?.[0];
}

const isSaid = (value: unknown, flag: boolean): boolean => value === flag || value === String(flag);
const isCursor = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

const PAGING = new Set(['next', 'prev', 'previous', 'first', 'last']);

function linkOf(header: string | undefined): Page['link'] {
  const links = [...(header ?? '').matchAll(/<([^>]*)>([^<]*)/g)].map(([, target, rest = '']) => ({
    target,
    relations: (/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]*))/i.exec(rest)?.slice(1).join('') ?? '')
      .toLowerCase()
      .split(/\s+/),
  }));
  if (!links.some(({ relations }) => relations.some((relation) => PAGING.has(relation)))) return undefined;
  const [next, last] = ['next', 'last'].map(
    (relation) => links.find(({ relations }) => relations.includes(relation))?.target,
  );
  return { ...(next !== undefined && { next }), ...(last !== undefined && { last }) };
}

const noBody: Failure = {
  kind: 'unreadable',
  message: "The platform's answer is empty, which does not say that the list is.",
  next: `${IS_RETRIED} If the platform sends nothing for an empty list, set lists.emptyBody in the service profile to true.`,
};

const withErrors: Failure = {
  kind: 'unreadable',
  message: "The platform's answer has errors beside its list, so the list may be incomplete and is not used.",
  next: `${IS_RETRIED} If it persists, report it to the operator.`,
};

const SHOWN = 120;
const saysGap = (said: string): Failure => ({
  kind: 'unreadable',
  message: `The platform says of its list "${said.slice(0, SHOWN)}", so records may be missing and it is not used.`,
  next: `${IS_RETRIED} If it persists, report it to the operator.`,
});

const nothingBut = (said: string): Failure => ({
  kind: 'unreadable',
  message: `The platform gave no list, and says "${said.slice(0, SHOWN)}": that does not say that the list is empty.`,
  next: `${IS_RETRIED} If it persists, report it to the operator.`,
});

const notAList: Failure = {
  kind: 'unreadable',
  message: "The platform's answer is not a list: it has no array in it.",
  next: 'Report it to the operator.',
};

const notThere = (path: string): Failure => ({
  kind: 'unreadable',
  message: `The platform's answer has no list at "${path}" (lists.items).`,
  next: 'Correct lists.items in the service profile and start the gateway again.',
});

const severalArrays = (arrays: readonly NamedArray[]): Failure => ({
  kind: 'unreadable',
  message: `The platform's answer has ${arrays.length} lists in it (${arrays
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ')}).`,
  next: 'Say in lists.items of the service profile which of them holds the records.',
});
