import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BULK_COLUMNS,
  headingsKey,
  headingsNamed as namedIn,
  mappingProblem as problemIn,
  plainHeading,
  QUOTE_TABLE,
  recognised as recognisedIn,
  type Mapping,
} from '../../../src/domain/bulk/column';

const recognised = (headings: readonly string[]) => recognisedIn(headings, QUOTE_TABLE);
const headingsNamed = (headings: readonly string[]) => namedIn(headings, QUOTE_TABLE);
const mappingProblem = (mapping: Mapping, headings: readonly string[]) =>
  problemIn(mapping, headings, QUOTE_TABLE);

const HEADINGS = ['request-id', 'direction', 'price 1', 'price 2', 'quantity', 'all-or-none', 'action'];

describe('headings', () => {
  it('are recognised by the words of the platform', () => {
    expect(recognised(HEADINGS)).toEqual({
      mapping: {
        'request-id': 0,
        direction: 1,
        'price-1': 2,
        'price-2': 3,
        quantity: 4,
        'all-or-none': 5,
        action: 6,
      },
      unclear: [],
    });
    expect(recognised(['requestId', 'price-direction', 'legs[0].price', 'spread-price']).mapping).toEqual({
      'request-id': 0,
      direction: 1,
      'price-1': 2,
      'spread-price': 3,
    });
  });

  it('mean the platform’s own word before what traders also write', () => {
    expect(recognised(['ID', 'Request-ID', 'my price', 'Price']).mapping).toMatchObject({
      'request-id': 1,
      'price-1': 3,
    });
  });

  it('are asked about where two could be meant, and never guessed', () => {
    const { mapping, unclear } = recognised(['RFQ', 'price', 'Price 1', 'quantity']);
    expect(mapping['price-1']).toBeUndefined();
    expect(unclear).toEqual([{ column: 'price-1', places: [1, 2] }]);
  });

  it('that only sound alike are nobody’s', () => {
    expect(recognised(['best price', 'your price', 'state', 'last seen', '']).mapping).toEqual({});
    expect(headingsNamed(['', 'Quote sheet'])).toBe(0);
  });

  it('are the same whatever their case and whatever stands between their letters', () => {
    const noise = fc.constantFrom(' ', '-', '_', '.', '  ', ' - ');
    fc.assert(
      fc.property(fc.shuffledSubarray(HEADINGS, { minLength: 1 }), noise, fc.boolean(), (some, gap, loud) => {
        const written = some.map((one) => {
          const spaced = one.replaceAll(/[ -]/g, gap);
          return loud ? spaced.toUpperCase() : spaced;
        });
        expect(recognised(written)).toEqual(recognised(some));
        expect(headingsKey(written)).toBe(headingsKey(some));
      }),
    );
  });

  it('never give one column two things', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...HEADINGS, 'price', 'id'), fc.string())), (some) => {
        const { mapping, unclear } = recognised(some);
        const places = Object.values(mapping);
        expect(new Set(places).size).toBe(places.length);
        for (const { column } of unclear) expect(mapping[column]).toBeUndefined();
        expect(Object.keys(mapping).every((name) => BULK_COLUMNS.some((column) => column === name))).toBe(
          true,
        );
      }),
    );
  });

  it('of other alphabets keep their letters', () => expect(plainHeading('Preis (€)')).toBe('preis'));
});

describe('a mapping', () => {
  it('needs the request, and a price or an action', () => {
    expect(mappingProblem({}, HEADINGS)).toContain('request id');
    expect(mappingProblem({ 'request-id': 0 }, HEADINGS)).toContain('price');
    expect(mappingProblem({ 'request-id': 0, action: 6 }, HEADINGS)).toBeUndefined();
    expect(mappingProblem({ 'request-id': 0, 'spread-price': 2 }, HEADINGS)).toBeUndefined();
  });

  it('uses no column twice', () => {
    expect(mappingProblem({ 'request-id': 0, 'price-1': 2, 'price-2': 2 }, HEADINGS)).toBe(
      'The column “price 1” is chosen for two things.',
    );
  });
});
