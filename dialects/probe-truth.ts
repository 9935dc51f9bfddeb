import { DEFAULT_PROFILE } from '../src/contract/service/profile';
import { inStyle, WORDS } from '../src/contract/service/mapping';
import type { Finding } from '../src/gateway/probe/findings';
import type { Dialect } from './draw';
import { profileOf } from './profile';
import { cursorOf, placeOf, placesOf, type Kind } from './vocabulary';

/** How the probe did on one key: `open` where it claims nothing though it could know. */
export type Mark = 'right' | 'open' | 'wrong';

/**
 * What is so of one key. `holds`: as the default profile has it. `differs`: otherwise. `either`: it may be left as it is, or written
 * out. `doubtful`: otherwise, but reading cannot tell how; whoever says so is right. `hidden`: reading shows nothing of it. Where a
 * finding says what it is, it must be the `value`, or a part of it.
 */
export interface Expected {
  readonly is: 'holds' | 'differs' | 'either' | 'doubtful' | 'hidden';
  readonly value?: unknown;
}

const HOLDS: Expected = { is: 'holds' };
const HIDDEN: Expected = { is: 'hidden' };
const differs = (value?: unknown): Expected => ({ is: 'differs', value });
const doubtful = (value?: unknown): Expected => ({ is: 'doubtful', value });
const when = (condition: boolean, expected: Expected): Expected => (condition ? expected : HIDDEN);

/** What the probe has to find, by key. */
export function expectedOf(dialect: Dialect): (key: string) => Expected {
  const truth = profileOf(dialect) as Record<string, Record<string, unknown> | undefined>;
  const own = (section: string, name: string, expected = differs): Expected => {
    const value = truth[section]?.[name];
    const usual = new Map<string, unknown>(
      Object.entries(section === 'auth' ? DEFAULT_PROFILE.auth : {}),
    ).get(name);
    return value === undefined || value === usual ? HOLDS : expected(value);
  };
  return (key) => {
    const [section = '', name = '', of = ''] = key.split('.');
    if (section === 'auth') return AUTH.has(name) ? own('auth', name) : HIDDEN;
    if (section === 'lists') return listsExpected(name, dialect, own('lists', name));
    if (section !== 'mapping') return HIDDEN;
    if (name === 'words') return wordsExpected(of, dialect, truth['mapping']?.['words']);
    if (name === 'values') return valueExpected(of, dialect);
    if (name === 'records') return recordExpected(of as Kind, dialect);
    if (name === 'names' || name === 'envelope') return own('mapping', name);
    if (name === 'wordStyle') return when(dialect.words === 'own', own('mapping', name));
    return HIDDEN;
  };
}

const AUTH = new Set(['standard', 'credentialsIn', 'tokenField', 'expiresField']);
/** Names that a style uses; of the others nothing can be seen. */
const USED: Readonly<Record<string, readonly Dialect['list style'][]>> = {
  firstPage: ['page'],
  pageName: ['page'],
  offsetName: ['offset'],
  cursorName: ['cursor'],
  cursorField: ['cursor'],
  pageSizeName: ['page', 'offset', 'cursor', 'link'],
  // A platform with links takes numbers of pages as well.
  style: ['page', 'offset', 'cursor'],
};

function listsExpected(name: string, dialect: Dialect, own: Expected): Expected {
  // The one array of an answer is found without a word of the profile.
  if (name === 'items') return dialect.array === 'beside another array' ? own : HOLDS;
  if (name === 'cursorField' && dialect['list style'] === 'cursor' && cursorOf(dialect) === 'header')
    return differs('x-next-cursor');
  if (name === 'filters')
    return when(!dialect.times.startsWith('local'), dialect.filters === 'stated' ? HOLDS : differs());
  return when(USED[name]?.includes(dialect['list style']) ?? false, own);
}

function wordsExpected(name: string, dialect: Dialect, tables: unknown): Expected {
  const table = (tables as Record<string, object> | undefined)?.[name];
  if (name === 'commodity' || name === 'market') return HIDDEN;
  const own = new Map<string, { listed: boolean; words: readonly string[] }>(Object.entries(WORDS)).get(name);
  const words = (own?.words ?? []).map((word) => [word, inStyle(word, dialect['style of words'])]);
  const all: unknown = { ...(Object.fromEntries(words) as object), ...table };
  // The example of an event has a word that needs no table.
  if (table === undefined || name === 'event-type') return { is: 'either', value: all };
  // Without a name and a word of ours a field is not to be recognized.
  if (isCalledOtherwise(FIELDS[name] ?? name, dialect)) return HIDDEN;
  return own?.listed === false ? doubtful() : differs(all);
}

/** Fields of enumerations that are called otherwise. */
const FIELDS: Readonly<Record<string, string>> = {
  side: 'action',
  direction: 'price-direction',
  'proposal-kind': 'kind',
  'request-state': 'state',
  'quote-state': 'state',
};

const isCalledOtherwise = (field: string, dialect: Dialect): boolean =>
  Object.values(placesOf({ ...dialect, nesting: 'flat' })).some((fields) => fields[field] !== undefined);

function valueExpected(name: string, dialect: Dialect): Expected {
  const { ids, prices, times, days, flags } = dialect;
  switch (name) {
    case 'id':
      // Of a number that no double carries the digits came, as they do of a text.
      if (ids === 'long numbers') return doubtful('number');
      return ids === 'numbers' ? differs('number') : HOLDS;
    case 'decimal':
      if (prices.startsWith('scaled')) return HIDDEN;
      return prices.startsWith('text') ? differs('text') : HOLDS;
    case 'time':
      if (times.startsWith('local')) return HIDDEN;
      return times.startsWith('epoch') ? differs(times.replace(' ', '-')) : HOLDS;
    case 'day':
      if (days === 'compact') return differs('compact');
      return when(days === 'ISO', HOLDS);
    case 'flag':
      if (flags === 'words') return HIDDEN;
      if (flags === 'boolean') return HOLDS;
      return differs(flags === 'Y and N' ? { true: 'Y', false: 'N' } : { true: 1, false: 0 });
    default:
      return HIDDEN;
  }
}

function recordExpected(kind: Kind, dialect: Dialect): Expected {
  if (kind === 'offer-leg' && dialect['legs of offers'] === 'fields') return HIDDEN;
  const places = placesOf(dialect);
  const others = Object.keys(places[kind] ?? {}).filter(
    (name) => placeOf(dialect, places, kind, name) !== placeOf(dialect, {}, kind, name),
  );
  if (others.every((name) => UNSEEN.has(name))) return HOLDS;
  return doubtful({ fields: Object.fromEntries(others.map((name) => [name, places[kind]?.[name]])) });
}

/** Few of the records that are read have them. */
const UNSEEN: ReadonlySet<string> = new Set(['spread-price']);

/** What a finding is worth; nothing where there was nothing to know. `isSeen`: the records that it is of are there to be read. */
export function markOf(finding: Finding, { is, value }: Expected, isSeen: boolean): Mark | undefined {
  const { verdict, found, evidence } = finding;
  if (is === 'hidden') return undefined;
  if (found !== undefined && value !== undefined && !isPartOf(found, value)) return 'wrong';
  switch (verdict) {
    case 'holds':
      return is === 'holds' || is === 'either' ? 'right' : 'wrong';
    case 'contradicted':
      return is === 'holds' ? 'wrong' : 'right';
    case 'cannot be known from here':
      if (!isSeen) return undefined;
      return is === 'doubtful' && evidence !== undefined ? 'right' : 'open';
  }
}

/** Everything that it says is said there, too; a place alone is as good as one with a form. */
function isPartOf(said: unknown, truth: unknown): boolean {
  if (typeof said !== 'object' || said === null) return String(placeIn(truth)) === String(said);
  const known = new Map<string, unknown>(Object.entries(truth ?? {}));
  return Object.entries(said).every(
    ([name, part]) =>
      name === 'as' ||
      (known.has(name) ? isPartOf(part, known.get(name)) : name === 'at' && placeIn(part) === truth),
  );
}

const placeIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'at' in value ? value.at : value;
