import type { Headings, Mapping, TableKind } from './column';

/** What stands in the list of the request sheet, in its order. */
export const KIND_WORDS = [
  'single',
  'spread',
  'standard spread',
  'green-grey swap',
  'grey-green swap',
] as const;

/** What a column of a leg says, as the form's fields. */
export const LEG_FIELDS = [
  'action',
  'commodity',
  'market',
  'product',
  'start',
  'end',
  'load',
  'quantity',
  'unit',
  'clearing',
  'house',
] as const;
export type LegField = (typeof LEG_FIELDS)[number];

export type RequestColumn = 'kind' | `leg-${1 | 2}-${LegField}` | 'all-or-none' | 'recipients';

const FIELDS: Readonly<Record<LegField, { term: string; own: readonly string[]; other: readonly string[] }>> =
  {
    action: { term: 'Action', own: ['action'], other: ['buy/sell', 'side', 'you', 'initiator action'] },
    commodity: { term: 'Commodity', own: ['commodity'], other: [] },
    market: { term: 'Market', own: ['market'], other: ['hub', 'area', 'market area'] },
    product: { term: 'Product', own: ['product'], other: ['delivery', 'period', 'tenor'] },
    start: { term: 'Delivery start', own: ['delivery-start'], other: ['from', 'start', 'first day'] },
    end: { term: 'Delivery end', own: ['delivery-end'], other: ['to', 'end', 'last day'] },
    load: { term: 'Load', own: ['load-profile'], other: ['load', 'profile'] },
    quantity: { term: 'Quantity', own: ['quantity'], other: ['qty', 'volume', 'amount', 'mw'] },
    unit: { term: 'Unit', own: ['quantity-unit'], other: ['unit'] },
    clearing: { term: 'Clearing', own: ['clearing'], other: ['clearing type', 'otc'] },
    house: { term: 'Clearing house', own: ['clearing-house'], other: ['house', 'exchange'] },
  };

type Described = readonly (readonly [RequestColumn, Headings & { readonly term: string }])[];

/** A heading without a leg is of the first one. */
const legColumns = (leg: 1 | 2): Described =>
  LEG_FIELDS.map((field) => {
    const { term, own, other } = FIELDS[field];
    const ofLeg = (words: readonly string[]): string[] => words.map((word) => `leg ${leg} ${word}`);
    const plain = leg === 1;
    return [
      `leg-${leg}-${field}`,
      {
        term: plain ? term : `Leg 2 ${term.toLowerCase()}`,
        own: [...(plain ? own : []), ...ofLeg(own)],
        other: [...(plain ? other : []), ...ofLeg(other), ...own.map((word) => `${word} ${leg}`)],
      },
    ];
  });

const COLUMNS: Described = [
  ['kind', { term: 'Kind', own: ['kind', 'contract'], other: ['type', 'request kind'] }],
  ...legColumns(1),
  ...legColumns(2),
  ['all-or-none', { term: 'All or none', own: ['all-or-none'], other: ['aon', 'all or nothing', 'whole'] }],
  ['recipients', { term: 'Recipients', own: ['recipients'], other: ['ask', 'counterparties', 'to whom'] }],
];

const NEEDED: readonly (readonly [RequestColumn, string])[] = [
  ['leg-1-action', 'the action, buy or sell'],
  ['leg-1-market', 'the market'],
  ['leg-1-quantity', 'the quantity'],
];

/** New requests, a row for each. */
export const REQUEST_TABLE: TableKind = {
  columns: COLUMNS.map(([column]) => column),
  headings: Object.fromEntries(COLUMNS),
  terms: Object.fromEntries(COLUMNS.map(([column, { term }]) => [column, term])),
  key: 'leg-1-market',
  keys: 'markets',
  isKey: (text) => text.trim() !== '',
  problem: (mapping: Mapping) => {
    const missing = NEEDED.find(([column]) => mapping[column] === undefined);
    if (missing) return `Choose the column with ${missing[1]}.`;
    const isDelivered =
      mapping['leg-1-product'] !== undefined ||
      (mapping['leg-1-start'] !== undefined && mapping['leg-1-end'] !== undefined);
    return isDelivered ? undefined : 'Choose the column with the product, or those with its two days.';
  },
};
