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

/** Column positions by field, counted from 0 in the heading row. */
export const Mapping = z.partialRecord(BulkColumn, z.int().check(z.gte(0), z.lte(16_383)));
export type Mapping = z.infer<typeof Mapping>;

/** Columns recognised by their headings. `unclear`: several columns match, so a person chooses. */
export interface Recognised {
  readonly mapping: Mapping;
  readonly unclear: readonly { readonly column: BulkColumn; readonly places: readonly number[] }[];
}

/** The platform's own words (interface document, section 2, and the wire defaults) count before what traders also write. */
const WORDS: Record<BulkColumn, { readonly own: readonly string[]; readonly other: readonly string[] }> = {
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

/** Headings are compared by letters, digits and indexes only. */
export const plainHeading = (heading: string): string =>
  heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Columns by heading. A field without a heading is absent; with several, a person chooses. */
export function recognised(headings: readonly string[]): Recognised {
  const plain = headings.map(plainHeading);
  const placesOf = (words: readonly string[]): number[] => {
    const known = new Set(words.map(plainHeading));
    return plain.flatMap((heading, place) => (known.has(heading) ? [place] : []));
  };
  const mapping: Mapping = {};
  const unclear: Recognised['unclear'][number][] = [];
  for (const column of BULK_COLUMNS) {
    const own = placesOf(WORDS[column].own);
    const places = own.length > 0 ? own : placesOf(WORDS[column].other);
    const [only, second] = places;
    if (second !== undefined) unclear.push({ column, places });
    else if (only !== undefined) mapping[column] = only;
  }
  return { mapping, unclear };
}

/** Number of recognised headings: it distinguishes a heading row from other rows. */
export const headingsNamed = (headings: readonly string[]): number => {
  const { mapping, unclear } = recognised(headings);
  return Object.keys(mapping).length + unclear.length;
};

/** Equal for equal headings in the same order: a mapping is remembered under it. */
export const headingsKey = (headings: readonly string[]): string =>
  JSON.stringify(headings.map(plainHeading));

/** Missing column mappings, in one sentence. */
export function mappingProblem(mapping: Mapping, headings: readonly string[]): string | undefined {
  if (mapping['request-id'] === undefined) return 'Choose the column with the request id.';
  const isPriced = ['price-1', 'spread-price'].some((column) => placeOf(mapping, column) !== undefined);
  if (!isPriced && mapping.action === undefined) return 'Choose the column with the price, or the action.';
  const places = Object.values(mapping);
  const twice = places.find((place, at) => places.indexOf(place) !== at);
  return twice === undefined ? undefined : `The column “${headings[twice] ?? ''}” is chosen for two things.`;
}

function placeOf(mapping: Mapping, column: string): number | undefined {
  const known = BulkColumn.safeParse(column);
  return known.success ? mapping[known.data] : undefined;
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
