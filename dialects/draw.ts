import { seededChance, type Chance } from '../src/effects/chance';

/**
 * What the interface document leaves open, one dimension each, with the readings that are tried. The first reading is the
 * simulator's own; a draw takes one of each.
 */
export const DIMENSIONS = {
  'sign-in': ['form', 'query', 'json', 'basic', 'oauth2 form', 'oauth2 json', 'oauth2 basic'],
  'token field': ['stated', 'another word', 'nested'],
  token: ['JWT', 'opaque', 'opaque with seconds'],
  paths: ['stated', 'prefixed', 'other words'],
  'taking back': ['DELETE', 'POST to a path', 'PUT with a query'],
  'constant parts': ['none', 'header', 'query'],
  'list style': ['page', 'offset', 'cursor', 'link', 'whole'],
  'first page': ['1', '0'],
  'names of paging': ['stated', 'short', 'camelCase'],
  'page cap': ['none', '7', '3'],
  total: ['total', 'totalElements', 'in paging', 'header', 'not stated'],
  cursor: ['next-cursor', 'paging.next', 'header'],
  array: ['items', 'bare', 'data.rows', '_embedded', 'beside another array'],
  filters: ['stated', 'camelCase', 'epoch ms', 'epoch seconds', 'local time', 'none'],
  names: ['kebab-case', 'camelCase', 'PascalCase', 'snake_case', 'UPPER_SNAKE'],
  'other names': ['none', "a trader's", 'abbreviations'],
  nesting: ['flat', 'volumes', 'money', 'head'],
  'legs of offers': ['list', 'fields'],
  ids: ['as they are', 'leading zeros', 'numbers', 'long numbers'],
  prices: ['numbers', 'numbers with zeros', 'text', 'text with zeros', 'scaled by 2', 'scaled by 4'],
  quantities: ['as prices', 'numbers', 'text', 'scaled by 3'],
  'style of words': ['kebab-case', 'camelCase', 'PascalCase', 'snake_case', 'UPPER_SNAKE'],
  words: ['own', 'other words', 'letters', 'numbers'],
  'names of commodities': ['own', 'other'],
  times: [
    'ISO in UTC',
    'ISO with offset',
    'epoch seconds',
    'epoch ms',
    'local in Berlin',
    'local in New York',
    'with a blank',
  ],
  days: ['ISO', 'compact', 'midnight in Berlin', 'epoch ms of midnight'],
  flags: ['boolean', 'Y and N', '1 and 0', 'words'],
  'no value': ['null', 'missing', 'empty text', 'N/A'],
  'unsaid in bodies': ['left out', 'null'],
  envelope: ['none', 'data', 'result.record'],
  'constants in bodies': ['none', 'flat', 'nested'],
  'unknown fields': ['ignored', 'refused'],
  'answers to writes': [
    'record',
    'record with 200',
    '204',
    '200 without a body',
    '202 without a body',
    'ids',
    'success',
  ],
  errors: ['errors', 'field-errors', 'message', 'problem', 'error object', 'text', 'HTML'],
  'waits of a 429': ['seconds', 'date', 'none', 'x-ratelimit-reset'],
  packing: ['none', 'gzip', 'deflate', 'br'],
  connection: ['kept', 'closed'],
  events: ['stated', 'in the style of names', 'nested'],
  'standard spreads': ['contract', 'flag'],
  'sides of trades': ['own', "the maker's"],
} as const;

export type Dimension = keyof typeof DIMENSIONS;
export type Dialect = { readonly [D in Dimension]: (typeof DIMENSIONS)[D][number] };

const names = Object.keys(DIMENSIONS) as Dimension[];
const build = (reading: (dimension: Dimension) => string): Dialect =>
  Object.fromEntries(names.map((name) => [name, reading(name)])) as unknown as Dialect;

/** How the simulator speaks. */
export const OWN: Dialect = build((dimension) => DIMENSIONS[dimension][0]);

export const dimensions: readonly Dimension[] = names;

export const oneOf = <T>(choices: readonly T[], chance: Chance): T => {
  const chosen = choices[Math.floor(chance() * choices.length)];
  if (chosen === undefined) throw new Error('Nothing to choose from.');
  return chosen;
};

/** One reading of every dimension. The same seed is the same dialect. */
export function dialectOf(seed: number): Dialect {
  const chance = seededChance(seed);
  return build((dimension) => oneOf<string>(DIMENSIONS[dimension], chance));
}

/** A dialect for a campaign that knows records by the simulator's own identifiers. */
export const campaignDialectOf = (seed: number): Dialect => withReading(dialectOf(seed), 'ids', OWN.ids);

export const withReading = (dialect: Dialect, dimension: Dimension, reading: string): Dialect =>
  build((one) => (one === dimension ? reading : dialect[one]));

/** The dimensions in which a dialect is not the simulator's own. */
export const differing = (dialect: Dialect): readonly Dimension[] =>
  names.filter((name) => dialect[name] !== OWN[name]);

export const described = (dialect: Dialect, of: readonly Dimension[]): string =>
  of.map((name) => `${name}: ${dialect[name]}`).join('; ') || 'nothing: the own dialect';
