import * as z from 'zod/mini';

/** Meanings of a sheet column: fields of a quote, a price proposal or a withdrawal. */
export const BulkColumn = z.enum([
  'request-id',
  'direction',
  'price-1',
  'price-2',
  'price-3',
  'spread-price',
  'quantity',
  'all-or-none',
  'action',
]);
export type BulkColumn = z.infer<typeof BulkColumn>;
export const BULK_COLUMNS: readonly BulkColumn[] = BulkColumn.options;

/** Column positions by field, counted from 0 in the heading row. Which fields there are says the kind of table. */
export const Mapping = z.record(z.string(), z.int().check(z.gte(0), z.lte(16_383)));
export type Mapping = Readonly<Partial<Record<string, number>>>;

/** Columns recognised by their headings. `unclear`: several columns match, so a person chooses. */
export interface Recognised {
  readonly mapping: Mapping;
  readonly unclear: readonly { readonly column: string; readonly places: readonly number[] }[];
}

/** The headings of a column: the platform's own words count before what traders also write. */
export interface Headings {
  readonly own: readonly string[];
  readonly other: readonly string[];
}

/** What the rows of a table are about, by the columns that it may have. */
export interface TableKind {
  readonly columns: readonly string[];
  readonly headings: Readonly<Record<string, Headings>>;
  /** How a column is called where something in it is wrong. */
  readonly terms: Readonly<Record<string, string>>;
  /** The column without which a block of headings is no table of this kind. */
  readonly key: string;
  /** What stands in that column, in the plural. */
  readonly keys: string;
  /** Whether a text may be what a row has in that column. */
  readonly isKey: (text: string) => boolean;
  /** Missing column mappings, in one sentence. */
  readonly problem: (mapping: Mapping) => string | undefined;
}

/** From the interface document, section 2, and the wire defaults. */
const HEADINGS: Record<BulkColumn, Headings> = {
  'request-id': { own: ['request-id'], other: ['request', 'rfq', 'rfq id', 'request number', 'id'] },
  direction: { own: ['price-direction', 'direction'], other: ['side', 'bid/ask', 'bid ask'] },
  'price-1': {
    own: ['price', 'price 1', 'legs[0].price'],
    other: ['my price', 'quote price', 'leg 1', 'leg 1 price', 'price leg 1', 'certificate price'],
  },
  'price-2': {
    own: ['price 2', 'legs[1].price'],
    other: ['leg 2', 'leg 2 price', 'price leg 2', 'power price'],
  },
  'price-3': { own: ['price 3', 'legs[2].price'], other: ['leg 3', 'leg 3 price', 'price leg 3'] },
  'spread-price': { own: ['spread-price'], other: ['spread', 'net price', 'net'] },
  quantity: { own: ['quantity'], other: ['qty', 'volume', 'amount', 'mw'] },
  'all-or-none': { own: ['all-or-none'], other: ['aon', 'all or nothing', 'whole'] },
  action: { own: ['action'], other: ['what', 'do', 'to do', 'kind'] },
};

const TERMS: Record<BulkColumn, string> = {
  'request-id': 'Request id',
  direction: 'Direction',
  'price-1': 'Price (of leg 1)',
  'price-2': 'Price of leg 2',
  'price-3': 'Price of leg 3',
  'spread-price': 'Spread price',
  quantity: 'Quantity',
  'all-or-none': 'All or none',
  action: 'Action',
};

/** Quotes, price proposals and withdrawals, a row for each. */
export const QUOTE_TABLE: TableKind = {
  columns: BULK_COLUMNS,
  headings: HEADINGS,
  terms: TERMS,
  key: 'request-id',
  keys: 'request ids',
  isKey: (text) => /\d/.test(text),
  problem: (mapping) => {
    if (mapping['request-id'] === undefined) return 'Choose the column with the request id.';
    const isPriced = mapping['price-1'] !== undefined || mapping['spread-price'] !== undefined;
    return isPriced || mapping['action'] !== undefined
      ? undefined
      : 'Choose the column with the price, or the action.';
  },
};

/** Headings are compared by letters, digits and indexes only. */
export const plainHeading = (heading: string): string =>
  heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Columns by heading. A field without a heading is absent; with several, a person chooses. */
export function recognised(headings: readonly string[], kind: TableKind): Recognised {
  const plain = headings.map(plainHeading);
  const placesOf = (words: readonly string[]): number[] => {
    const known = new Set(words.map(plainHeading));
    return plain.flatMap((heading, place) => (known.has(heading) ? [place] : []));
  };
  const mapping: Record<string, number> = {};
  const unclear: Recognised['unclear'][number][] = [];
  for (const column of kind.columns) {
    const { own: first = [], other = [] } = kind.headings[column] ?? {};
    const own = placesOf(first);
    const places = own.length > 0 ? own : placesOf(other);
    const [only, second] = places;
    if (second !== undefined) unclear.push({ column, places });
    else if (only !== undefined) mapping[column] = only;
  }
  return { mapping, unclear };
}

/** Number of recognised headings: it distinguishes a heading row from other rows. */
export const headingsNamed = (headings: readonly string[], kind: TableKind): number => {
  const { mapping, unclear } = recognised(headings, kind);
  return Object.keys(mapping).length + unclear.length;
};

/** Equal for equal headings in the same order: a mapping is remembered under it. */
export const headingsKey = (headings: readonly string[]): string =>
  JSON.stringify(headings.map(plainHeading));

/** What of a mapping is missing or chosen twice, in one sentence. */
export function mappingProblem(
  mapping: Mapping,
  headings: readonly string[],
  kind: TableKind,
): string | undefined {
  const missing = kind.problem(mapping);
  if (missing !== undefined) return missing;
  const places = Object.values(mapping);
  const twice = places.find((place, at) => places.indexOf(place) !== at);
  return twice === undefined ? undefined : `The column “${headings[twice] ?? ''}” is chosen for two things.`;
}

/** Sets of headings whose mapping is remembered; the oldest is forgotten. */
const SETS_MAX = 20;
const Remembered = z.array(z.object({ key: z.string(), mapping: Mapping })).check(z.maxLength(SETS_MAX));

/** Mappings by the key of their headings, newest first, as text that a workbook keeps. */
type RememberedMappings = z.infer<typeof Remembered>;

/** Unreadable stored mappings count as none: a person chooses again. */
export function mappingsIn(text: string | undefined): RememberedMappings {
  if (text === undefined) return [];
  try {
    const read = Remembered.safeParse(JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** The same with one more, as text. */
export const withMapping = (known: RememberedMappings, key: string, mapping: Mapping): string =>
  JSON.stringify([{ key, mapping }, ...known.filter((one) => one.key !== key)].slice(0, SETS_MAX));
