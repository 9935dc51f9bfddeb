import { expect, it } from 'vitest';
import { Price } from '../../../src/domain/price';
import { outcomeInWords } from '../../../src/taskpane/words/outcome-words';

const figures = { moment: () => '20 Nov 2026, 12:04 CET' };
const price = Price.parse('31.2');

it('says of a standard spread that its trade waits for the operator, until every leg has its price', () => {
  const traded = { state: 'traded', concludedAt: 1, contract: 'standard-spread' };
  expect(outcomeInWords({ ...traded, legs: [{ action: 'buy' }, { action: 'sell' }] }, figures)).toBe(
    'Traded 20 Nov 2026, 12:04 CET; waiting for the operator to enter the leg prices',
  );
  const legs = [{ action: 'buy', price } as const, { action: 'sell', price } as const];
  expect(outcomeInWords({ ...traded, legs }, figures)).toBe('Traded 20 Nov 2026, 12:04 CET');
  expect(outcomeInWords({ ...traded, contract: 'spread', legs: [{ action: 'buy' }] }, figures)).toBe(
    'Traded 20 Nov 2026, 12:04 CET',
  );
});
