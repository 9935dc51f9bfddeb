import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declaredFunctions } from '../../scripts/manual/declared';
import { FailureKind, type Failure } from '../../src/domain/failure';
import { RequestId } from '../../src/domain/identifiers';
import { CellFailure, cellFailure } from '../../src/functions/cells/cell-failure';
import type { Shown } from '../../src/functions/cells/cells';
import { DEADLINE_MS } from '../../src/functions/cells/live';
import { EVERY_FORMULA } from './every-formula';
import { installOffice, openWorkbook } from './excel-page';
import { rawSpread } from './raw-records';
import { errorOf, MemoryDesk, rowsOf, shownBy } from './formula-context';

const declared = await declaredFunctions(join(import.meta.dirname, '../..'));
const NAMES = Object.keys(EVERY_FORMULA);
const formulaOf = (name: string, given: readonly unknown[]) => {
  const read = EVERY_FORMULA[name];
  if (!read) throw new Error(`There is no function ${name}.`);
  return read(given);
};

/** Whatever a cell can hold, sensible or not. */
const value = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', ' ', 0, -0, true, false, NaN, Infinity, -1.5, 1e15, 1e-9),
  fc.constantFrom(
    'RQ-10293',
    'TR-70018',
    'bid',
    'ASK',
    'buy',
    'power',
    'open',
    'closed',
    'state',
    'price',
    'pro',
  ),
  fc.constantFrom('0', '03/04/2026', '20.11.2026', '2026-11-20', '2026-02-30', '__proto__', 'legs[9]', 'a,b'),
  fc.constantFrom<unknown>(46346, 30, 29.5, 12345, { type: 'Error' }, new Date(0), {}),
  fc.double(),
  fc.string({ maxLength: 200 }),
);
const size = fc.integer({ min: 1, max: 3 });
const range = fc.tuple(size, size).chain(([rows, columns]) => {
  const exactly = (length: number) => ({ minLength: length, maxLength: length });
  return fc.array(fc.array(value, exactly(columns)), exactly(rows));
});
const argument = fc.oneof(value, range, fc.constantFrom([], [[]]));
const call = fc.tuple(fc.constantFrom(...NAMES), fc.array(argument, { minLength: 6, maxLength: 6 }));

const sentenceOf = (shown: Shown): string[] =>
  (shown instanceof CellFailure ? [shown] : shown.flat()).flatMap((cell) =>
    cell instanceof CellFailure ? [cell.message] : [],
  );
const isSentence = (text: string): boolean => /^.{3,}[.?]$/s.test(text);

it('every declared function is among them', () => {
  expect(NAMES.sort()).toEqual(declared.map(({ id }) => id).sort());
});

describe('every function, whatever it is given,', () => {
  it('gives rows of one width, or an error with a sentence', () => {
    fc.assert(
      fc.property(call, ([name, given]) => {
        const shown = shownBy(formulaOf(name, given), new MemoryDesk());
        for (const text of sentenceOf(shown)) expect(text).toSatisfy(isSentence);
        if (shown instanceof CellFailure) return;
        expect(shown.length).toBeGreaterThan(0);
        expect(new Set(shown.map((row) => row.length)).size).toBe(1);
        for (const cell of shown.flat()) expect(cell).toSatisfy(isCell);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(FailureKind.options)('has a sentence when everything it asks for is %s', (kind) => {
    fc.assert(
      fc.property(call, ([name, given]) => {
        const desk = new FailingDesk({ kind, message: 'It went wrong.', next: 'Look again.' });
        for (const text of sentenceOf(shownBy(formulaOf(name, given), desk))) {
          expect(text).toSatisfy(isSentence);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const isCell = (cell: unknown): boolean =>
  typeof cell === 'string' ||
  typeof cell === 'boolean' ||
  Number.isFinite(cell) ||
  cell instanceof CellFailure;

/** Everything but the zone fails. */
class FailingDesk extends MemoryDesk {
  constructor(private readonly failure: Failure) {
    super();
  }

  override ask: MemoryDesk['ask'] = (resource) => {
    if (resource.kind === 'status') return super.ask(resource);
    return { state: 'failed', failure: this.failure };
  };
}

describe('every kind of failure', () => {
  it.each(FailureKind.options)('%s says what happened and what to do next', (kind) => {
    const { code, message } = cellFailure({ kind, message: 'It went wrong.', next: 'Look again.' });
    expect(['#VALUE!', '#N/A']).toContain(code);
    expect(message).toBe(
      kind === 'signed-out' ? 'Sign in on the SpreadDesk pane.' : 'It went wrong. Look again.',
    );
  });
});

describe('an unknown name of a field', () => {
  const id = RequestId.parse('RQ-1');
  const desk = () =>
    new MemoryDesk()
      .knows({ kind: 'request', id }, rawSpread('RQ-1'))
      .knows({ kind: 'analytics', id }, { 'request-id': 'RQ-1' })
      .knows({ kind: 'open-requests' }, [])
      .knows({ kind: 'trades' }, [])
      .knows({ kind: 'quotes', id }, [])
      .knows({ kind: 'proposals', id }, [])
      .knows({ kind: 'counteroffers', id }, []);

  it.each([
    [
      'TRADES',
      [null, null, null, null, 'colour'],
      /There are: trade-id, traded-at, .* and \d+ more\. Leave the argument out to see the usual ones\./,
    ],
    [
      'RFQS',
      [null, null, null, null, null, 'colour'],
      /There are: request-id, state, .* and \d+ more\. Leave the argument out to see the usual ones\./,
    ],
    ['RFQ', ['RQ-1', 'colour'], /There are: request-id, state/],
    ['QUOTES', ['RQ-1', null, 'colour'], /There are: quotation-id, price-direction/],
    ['PROPOSALS', ['RQ-1', 'colour'], /There are: price-proposal-id, kind/],
    ['COUNTEROFFERS', ['RQ-1', 'colour'], /There are: counteroffer-id, quotation-id/],
    ['ANALYTICS', ['RQ-1', 'colour'], /There are: request-id, contract-type/],
    ['STATUS', ['colour'], /There are: signed-in, environment/],
  ])('of %s is told with those that there are', (name, given, names) => {
    const formula = formulaOf(name, given);
    const shown = shownBy(formula, desk());
    const said =
      shown instanceof CellFailure ? errorOf(formula, desk()) : String(rowsOf(formula, desk())[0]?.[0]);
    expect(said).toMatch(/^#VALUE! There is no field "colour"\./);
    expect(said).toMatch(names);
  });
});

describe('in a workbook', () => {
  let uninstall: () => void;
  beforeEach(() => (uninstall = installOffice()));
  afterEach(() => uninstall());

  it('no function waits for longer than a cell may, whatever it is given', async () => {
    const { calculate, clock } = await openWorkbook();
    const calls = fc.sample(call, { numRuns: 300, seed: 7 });
    const cells = calls.map(([name, given]) => calculate(() => formulaOf(name, given)));
    await clock.advance(DEADLINE_MS);
    expect(cells).toHaveLength(300);
    expect(cells.filter(({ results }) => results.length === 0)).toEqual([]);
    for (const cell of cells) cell.cancel();
  });
});
