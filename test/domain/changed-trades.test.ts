import { expect, it } from 'vitest';
import {
  changedInWords,
  changesInWords,
  emptiedInWords,
  NAMED_MAX,
  tradeChanges,
} from '../../src/domain/changed-trades';
import { TradeId } from '../../src/domain/identifiers';

const ID = (number: number): TradeId => TradeId.parse(`TR-${number}`);

it('tells each field that is another than before, also of legs, and first what is empty now', () => {
  const before = { price: 31.4, counterparty: 'Cobalt Grid', legs: [{ price: 1 }, { price: 2 }], note: 'x' };
  const after = { price: 31.5, legs: [{ price: 1 }, { price: 3 }], note: 'x', broker: 'Brent & Co' };
  expect(tradeChanges(before, after)).toEqual([
    { level: 'counterparty', before: 'Cobalt Grid', after: '(none)' },
    { level: 'price', before: '31.4', after: '31.5' },
    { level: 'leg 2 price', before: '2', after: '3' },
    { level: 'broker', before: '(none)', after: 'Brent & Co' },
  ]);
});

it('finds no change in the order of fields, in a number that is written as text, or between empty, null and absent', () => {
  expect(tradeChanges({ a: 1, b: null, c: '' }, { c: null, a: '1', d: '' })).toEqual([]);
  expect(tradeChanges({ legs: [] }, {})).toEqual([]);
});

it('takes no field for one that every object of JavaScript has', () => {
  expect(tradeChanges({ constructor: 'Cobalt' }, {})).toEqual([
    { level: 'constructor', before: 'Cobalt', after: '(none)' },
  ]);
  expect(tradeChanges({}, {})).toEqual([]);
});

it('names the first few fields and trades, and says how many others there are', () => {
  const changes = Array.from({ length: 6 }, (_, at) => ({ level: `f${at}`, before: 'a', after: 'b' }));
  expect(changesInWords(changes)).toBe('f0 a → b, f1 a → b, f2 a → b, f3 a → b, and 2 more fields');
  const ids = Array.from({ length: NAMED_MAX + 2 }, (_, at) => ID(at));
  const corrections = ids.slice(0, NAMED_MAX).map((id) => ({ id, changes: changes.slice(0, 1) }));
  const told = changedInWords({ changed: ids, corrections });
  expect(told).toContain('12 trades differ from what was kept, and are replaced. TR-0: f0 a → b. TR-1:');
  expect(told).toMatch(/TR-9: f0 a → b\. The journal has the 2 others\.$/);
});

it('says which fields became empty, and nothing where none did', () => {
  const changes = tradeChanges({ counterparty: 'Cobalt Grid', price: 1 }, { price: 2 });
  const corrections = [
    { id: ID(1), changes },
    { id: ID(2), changes: tradeChanges({ price: 1 }, { price: 2 }) },
  ];
  expect(emptiedInWords({ corrections })).toBe('Empty now: counterparty of TR-1. Ask the operator.');
  expect(emptiedInWords({ corrections: corrections.slice(1) })).toBeUndefined();
});
