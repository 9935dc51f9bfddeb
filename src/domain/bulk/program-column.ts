import { BULK_COLUMNS, QUOTE_TABLE, type BulkColumn, type Headings, type TableKind } from './column';

/** What a row of a program says beside its quote. */
const OWN: Readonly<Record<OwnColumn, Headings & { readonly term: string }>> = {
  step: { term: 'Step', own: ['step'], other: ['smallest change', 'min change', 'tick'] },
  floor: { term: 'Floor', own: ['floor'], other: ['lowest', 'min', 'min price'] },
  cap: { term: 'Cap', own: ['cap'], other: ['highest', 'max', 'max price'] },
  fair: { term: 'Fair', own: ['fair'], other: ['fair price', 'fair value', 'theo'] },
  'valid-until': { term: 'Valid until', own: ['valid-until'], other: ['until', 'good till'] },
  'stop-after': { term: 'Stop after', own: ['stop-after'], other: ['stop after filled', 'max filled'] },
  'goes-on': { term: 'Goes on', own: ['goes-on'], other: ['go on', 'go on after a fill'] },
  paused: { term: 'Paused', own: ['paused'], other: ['pause', 'off'] },
  age: { term: 'Age', own: ['age'], other: ['age of price', 'price age'] },
  'max-age': { term: 'Max age', own: ['max-age'], other: ['age limit', 'oldest'] },
};
type OwnColumn =
  'step' | 'floor' | 'cap' | 'fair' | 'valid-until' | 'stop-after' | 'goes-on' | 'paused' | 'age' | 'max-age';
export type ProgramColumn = BulkColumn | OwnColumn;

const own = Object.entries(OWN);

/** The rows of a program: those of quotes, with what the program keeps to beside them. */
export const PROGRAM_TABLE: TableKind = {
  ...QUOTE_TABLE,
  columns: [...BULK_COLUMNS, ...own.map(([column]) => column)],
  headings: { ...QUOTE_TABLE.headings, ...OWN },
  terms: { ...QUOTE_TABLE.terms, ...Object.fromEntries(own.map(([column, { term }]) => [column, term])) },
  problem: (mapping) => {
    if (mapping['request-id'] === undefined) return 'No column has the heading request-id.';
    if (mapping['price-1'] === undefined && mapping['spread-price'] === undefined)
      return 'No column has the heading price.';
    return mapping['quantity'] === undefined ? 'No column has the heading quantity.' : undefined;
  },
};
