const CUT_AT = 200;

/** One thing that the service found wrong: with a field a field error, without one a global one (section 7). */
export interface ServiceError {
  readonly code?: string;
  readonly message: string;
  readonly field?: string;
}

type Fields = ReadonlyMap<string, unknown>;

/**
 * What an error body says, in whichever of the usual forms it is written: lists or groups of errors (`errors`, `field-errors`,
 * `global-errors`, `violations` …), one error (`message`, `error`, RFC 9457 problem details), plain text, or the words of a
 * page of HTML. Names may be spelt in any style. Anything else is shown as it came; all of it is cut to 200 characters.
 */
export function readErrors(body: string): readonly ServiceError[] {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '') return [];
  const parsed = json(text);
  const found = parsed === undefined ? [] : errorsIn(parsed, 0);
  if (found.length > 0) return found.slice(0, ERRORS_MAX);
  return [{ message: cut(pageWords(text) ?? text) }];
}

const ERRORS_MAX = 20;
const PAGE_MAX = 20_000;
const TITLES = /<(title|h1|message|faultstring)\b[^>]*>([\s\S]*?)<\/\1\s*>/gi;
const DEPTH_MAX = 4;

/** Names without their style, in the order in which they are believed. */
const LISTS = [
  'errors',
  'fielderrors',
  'globalerrors',
  'validationerrors',
  'violations',
  'invalidparams',
  'issues',
];
const PARTS = ['error', 'fault', 'problem', 'exception'];
const WRAPPERS = ['data', 'result', 'response', 'meta'];
const MESSAGES = [
  'message',
  'errormessage',
  'msg',
  'detail',
  'errordescription',
  'description',
  'defaultmessage',
  'reason',
  'title',
  'error',
  'faultstring',
  'text',
];
const CODES = ['code', 'errorcode', 'errorid', 'messagekey', 'key'];
const FIELDS = ['field', 'fieldname', 'path', 'property', 'propertypath', 'pointer', 'parameter', 'param'];

function errorsIn(value: unknown, depth: number): ServiceError[] {
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((one) => entriesOf(one, depth + 1));
  const fields = fieldsOf(value);
  if (!fields) return [];
  const listed = LISTS.flatMap((name) => listIn(fields.get(name), depth + 1));
  if (listed.length > 0) return listed;
  const inside = within(fields, PARTS, depth);
  if (inside.length > 0) return inside;
  const own = errorOf(fields);
  return own ? [own] : within(fields, WRAPPERS, depth);
}

const within = (fields: Fields, names: readonly string[], depth: number): ServiceError[] =>
  names.flatMap((name) => {
    const part = fields.get(name);
    return typeof part === 'object' && part !== null ? errorsIn(part, depth + 1) : [];
  });

/** A list of errors, or a group of them by the names of their fields: `{"price": ["must be above 0"]}`. */
function listIn(value: unknown, depth: number): ServiceError[] {
  if (typeof value === 'string') return textError(value);
  if (Array.isArray(value)) return value.flatMap((one) => entriesOf(one, depth));
  if (!fieldsOf(value)) return [];
  const one = errorsIn(value, depth);
  if (one.length > 0) return one;
  return Object.entries(Object(value) as object).flatMap(([field, said]) =>
    (Array.isArray(said) ? said : [said])
      .flatMap((each) => entriesOf(each, depth))
      .map((error) => ({ field, ...error })),
  );
}

function entriesOf(value: unknown, depth: number): ServiceError[] {
  if (typeof value === 'string') return textError(value);
  const fields = fieldsOf(value);
  const own = fields && errorOf(fields);
  if (own) return [own];
  const inside = errorsIn(value, depth);
  if (inside.length > 0) return inside;
  return fields?.size === 0 ? [{ message: 'no reason given' }] : [];
}

const textError = (value: string): ServiceError[] =>
  value.trim() === '' ? [] : [{ message: cut(plainWords(value)) }];

/** One error with what it says of itself; `undefined` where it says nothing. */
function errorOf(fields: Fields): ServiceError | undefined {
  const code = firstText(fields, CODES) ?? problemType(fields.get('type'));
  const message = firstText(fields, MESSAGES) ?? code;
  if (message === undefined) return undefined;
  const source = fieldsOf(fields.get('source'));
  const field = firstText(fields, FIELDS) ?? (source && firstText(source, FIELDS));
  return {
    message: cut(plainWords(message)),
    ...(code !== undefined && { code }),
    ...(field !== undefined && { field: fieldPath(field) }),
  };
}

/** The last part of a problem type, such as `price-mismatch`; an address of no problem of its own has none. */
function problemType(type: unknown): string | undefined {
  if (typeof type !== 'string' || !/^(?:https?:|urn:|tag:|\/)/.test(type)) return undefined;
  return type.split(/[/:#]/).findLast((part) => part !== '');
}

/** `legs[0].price`, also where it is written as a JSON pointer. */
const fieldPath = (written: string): string =>
  /^#?\//.test(written)
    ? written
        .replace(/^#?\//, '')
        .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
        .replaceAll('/', '.')
    : written;

function firstText(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
      return value.join('; ');
  }
  return undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(
    Object.entries(value).map(([name, part]) => [name.toLowerCase().replace(/[-_\s]/g, ''), part]),
  );
}

/**
 * What a page of a proxy or a server says, without its tags: its title and heading, then its other words. `undefined` for a text
 * that is no page.
 */
export function pageWords(text: string): string | undefined {
  if (!/^<[!?a-z]/i.test(text)) return undefined;
  const shown = text
    .slice(0, PAGE_MAX)
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi, ' ');
  const titles = [...shown.matchAll(TITLES)].map(([, , words = '']) => withoutTags(words));
  const said = new Set([...titles, withoutTags(shown.replace(TITLES, ' '))]);
  return [...said].filter(Boolean).join(': ') || 'a web page without words';
}

/** A message in which tags stand is shown without them; a lone "<" or ">" stays. */
const plainWords = (text: string): string => (/<\/?[a-z][^<>]*>/i.test(text) ? withoutTags(text) : text);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const withoutTags = (text: string): string =>
  text
    .replace(/<[!?/a-z][^>]*(?:>|$)/gi, ' ')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (found, name: string) => ENTITIES[name] ?? found)
    .replace(/&#(\d{1,6});/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replace(/\s+/g, ' ')
    .trim();

const cut = (text: string): string => (text.length > CUT_AT ? `${text.slice(0, CUT_AT)}…` : text);

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
