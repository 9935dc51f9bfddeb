import type { Dialect } from './draw';
import {
  cursorOf,
  PAGING,
  pathsOf,
  placeOf,
  placesOf,
  QUANTITIES,
  STANDARD_FLAG,
  STATED_PATHS,
  TRADE_ROLE,
  wordTablesOf,
  type Kind,
  type PathName,
} from './vocabulary';

/** A profile file, as a person would write it: the differences alone. */
export type ProfileFile = Readonly<Record<string, unknown>>;

const OPERATIONS = [
  'list-trades',
  'read-trade',
  'list-open-requests',
  'list-concluded-requests',
  'read-request',
  'read-analytics',
  'list-quotes',
  'send-quote',
  'withdraw-quote',
  'list-proposals',
  'add-standard-spread-proposal',
  'add-proposal',
  'delete-proposals',
  'list-counteroffers',
  'send-counteroffer',
  'execute-trade',
  'ping',
];

/** The profile that describes a dialect. */
export const profileOf = (dialect: Dialect): ProfileFile =>
  withoutEmpty({
    paths: changedPaths(dialect),
    operations: operationsOf(dialect),
    auth: authOf(dialect),
    lists: listsOf(dialect),
    mapping: mappingOf(dialect),
  });

function withoutEmpty(fields: Readonly<Record<string, unknown>>): ProfileFile {
  const kept = Object.entries(fields).filter(
    ([, value]) =>
      value !== undefined &&
      !(
        typeof value === 'object' &&
        value !== null &&
        Object.keys(value).length === 0 &&
        !Array.isArray(value)
      ),
  );
  return Object.fromEntries(kept);
}

const changedPaths = (dialect: Dialect): ProfileFile =>
  Object.fromEntries(
    Object.entries(pathsOf(dialect)).filter(([name, path]) => STATED_PATHS[name as PathName] !== path),
  );

function operationsOf(dialect: Dialect): ProfileFile {
  const constant = {
    ...(dialect['constant parts'] === 'query' && { query: { 'api-version': '7' } }),
    ...(dialect['constant parts'] === 'header' && { headers: { 'x-tenant': 'desk-7' } }),
  };
  const takingBack = {
    DELETE: {},
    'POST to a path': { method: 'POST' },
    'PUT with a query': { method: 'PUT', query: { ...constant.query, action: 'cancel' } },
  }[dialect['taking back']];
  return withoutEmpty(
    Object.fromEntries(
      OPERATIONS.map((name) => [
        name,
        name === 'withdraw-quote' || name === 'delete-proposals' ? { ...constant, ...takingBack } : constant,
      ]),
    ),
  );
}

export const SCOPE = 'trading';

function authOf(dialect: Dialect): ProfileFile {
  const style = dialect['sign-in'];
  const isStandard = style.startsWith('oauth2');
  const stated = isStandard ? 'access_token' : 'access-token';
  const field = { stated: undefined, 'another word': 'jwt', nested: `session.${stated}` }[
    dialect['token field']
  ];
  return withoutEmpty({
    standard: isStandard ? 'oauth2' : undefined,
    credentialsIn: style === 'form' ? undefined : style.replace('oauth2 ', ''),
    fields: isStandard ? { scope: SCOPE } : undefined,
    tokenField: field,
    expiresField: dialect.token === 'opaque with seconds' ? 'life.seconds' : undefined,
  });
}

function listsOf(dialect: Dialect): ProfileFile {
  const names = PAGING[dialect['names of paging']];
  const isRenamed = dialect['names of paging'] !== 'stated';
  return withoutEmpty({
    style: dialect['list style'] === 'page' ? undefined : dialect['list style'],
    firstPage: dialect['first page'] === '0' ? 0 : undefined,
    items:
      { items: '', bare: '', 'data.rows': 'data.rows', _embedded: '', 'beside another array': 'found' }[
        dialect.array
      ] || undefined,
    ...(isRenamed && {
      pageName: names.page,
      pageSizeName: names.size,
      offsetName: names.offset,
      cursorName: names.cursor,
    }),
    cursorField: { 'next-cursor': undefined, 'paging.next': 'paging.next', header: 'X-Next-Cursor' }[
      cursorOf(dialect)
    ],
    filters: filtersOf(dialect),
  });
}

const PERIODS = ['traded-at', 'created-at', 'concluded-at'];
const ENDS = ['from', 'to'];
const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function filtersOf({ filters }: Dialect): ProfileFile {
  const each = (said: (name: string) => unknown): ProfileFile =>
    Object.fromEntries(
      PERIODS.flatMap((name) => ENDS.map((end) => [`${name}-${end}`, said(`${name}-${end}`)])),
    );
  switch (filters) {
    case 'stated':
      return {};
    case 'camelCase':
      return each(camel);
    case 'epoch ms':
      return each((name) => ({ name, as: 'epoch-ms' }));
    case 'epoch seconds':
      return each((name) => ({ name: camel(name), as: 'epoch-seconds' }));
    case 'local time':
      return each((name) => ({ name, as: { local: 'Europe/Berlin' } }));
    case 'none':
      return each(() => null);
  }
}

const DECIMALS = {
  'as prices': undefined,
  numbers: 'number',
  'numbers with zeros': 'number',
  text: 'text',
  'text with zeros': 'text',
  'scaled by 2': { scaled: 2 },
  'scaled by 3': { scaled: 3 },
  'scaled by 4': { scaled: 4 },
} as const;

function mappingOf(dialect: Dialect): ProfileFile {
  const { names } = dialect;
  return withoutEmpty({
    names: names === 'kebab-case' ? undefined : names,
    wordStyle: dialect['style of words'] === 'kebab-case' ? undefined : dialect['style of words'],
    words: wordTablesOf(dialect),
    values: valuesOf(dialect),
    empty: { null: undefined, missing: undefined, 'empty text': [''], 'N/A': ['N/A'] }[dialect['no value']],
    unsaid: dialect['unsaid in bodies'] === 'null' ? 'null' : undefined,
    envelope: dialect.envelope === 'none' ? undefined : dialect.envelope,
    standardSpread: dialect['standard spreads'] === 'flag' ? { at: STANDARD_FLAG, is: [1] } : undefined,
    tradeSide: dialect['sides of trades'] === "the maker's" ? { role: TRADE_ROLE } : undefined,
    records: withoutEmpty(
      Object.fromEntries(
        RECORDS.map((kind) => [kind, withoutEmpty({ fields: fieldsOf(dialect, kind) })] as const),
      ),
    ),
    bodies: bodiesOf(dialect),
  });
}

const RECORDS: readonly Kind[] = [
  'request',
  'leg',
  'quote',
  'proposal',
  'counteroffer',
  'offer-leg',
  'trade-reference',
  'trade',
  'analytics',
  'risk',
  'event',
];

function fieldsOf(dialect: Dialect, kind: Kind): ProfileFile {
  const places = placesOf(dialect);
  const as = DECIMALS[dialect.quantities];
  const amounts = as === undefined ? [] : (QUANTITIES[kind] ?? []);
  const stated =
    kind === 'event' && dialect.names === 'kebab-case' && dialect.events === 'stated' ? {} : places[kind];
  return {
    ...stated,
    ...Object.fromEntries(amounts.map((name) => [name, { at: placeOf(dialect, places, kind, name), as }])),
  };
}

const CONSTANTS = {
  none: undefined,
  flat: { channel: 'API' },
  nested: { 'origin.channel': 'API', 'origin.number': 7 },
} as const;

const BODIES: readonly Kind[] = ['quote', 'proposal', 'counteroffer', 'execution'];

/** Bodies are written like their records; these have none, or something more. */
function bodiesOf(dialect: Dialect): ProfileFile {
  const constants = CONSTANTS[dialect['constants in bodies']];
  const ofBodies = BODIES.map((kind) => [
    kind,
    withoutEmpty({ constants, fields: kind === 'execution' ? fieldsOf(dialect, kind) : undefined }),
  ]);
  const seen = { fields: fieldsOf(dialect, 'last-seen-price') };
  return withoutEmpty({
    ...(Object.fromEntries(ofBodies) as ProfileFile),
    'last-seen-price': withoutEmpty(seen),
  });
}

function valuesOf(dialect: Dialect): ProfileFile {
  const { ids, prices, times, days, flags } = dialect;
  return withoutEmpty({
    id: { 'as they are': undefined, 'leading zeros': 'text', numbers: 'number', 'long numbers': 'number' }[
      ids
    ],
    decimal: prices === 'numbers' ? undefined : DECIMALS[prices],
    time: {
      'ISO in UTC': undefined,
      'ISO with offset': 'iso',
      'epoch seconds': 'epoch-seconds',
      'epoch ms': 'epoch-ms',
      'local in Berlin': { local: 'Europe/Berlin' },
      'local in New York': { local: 'America/New_York' },
      'with a blank': 'iso',
    }[times],
    day: {
      ISO: undefined,
      compact: 'compact',
      'midnight in Berlin': { of: 'Europe/Berlin' },
      'epoch ms of midnight': { of: 'Europe/Berlin', as: 'epoch-ms' },
    }[days],
    flag: {
      boolean: undefined,
      'Y and N': { true: 'Y', false: 'N' },
      '1 and 0': { true: 1, false: 0 },
      words: { true: 'whole', false: 'parts' },
    }[flags],
  });
}
