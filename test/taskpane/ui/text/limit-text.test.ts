import { expect, it } from 'vitest';
import type { AcceptedWarning } from '../../../../src/domain/action';
import { acceptedInWords } from '../../../../src/taskpane/ui/text/limit-text';
import { formatters } from '../../examples';

const UNIT = 'EUR/MWh';

it.each<[AcceptedWarning, string]>([
  [{ code: 'through-market', upTo: '0.27' }, 'A better price is there, by up to 0.27 EUR/MWh'],
  [{ code: 'volume', about: 'MW', upTo: '60' }, 'A large volume: up to 60 MW'],
  [{ code: 'notional', about: 'EUR', upTo: '737154' }, 'A large amount of money: up to 737,154 EUR'],
  [
    { code: 'sign-flip', about: 'leg 2', upTo: '12' },
    'The opposite sign to the market (leg 2), by up to 12 EUR/MWh',
  ],
  [
    { code: 'factor-of-ten', about: 'quantity', upTo: '100' },
    'About ten times the market, or a tenth (quantity), up to 100',
  ],
  [{ code: 'no-reference', about: '31.4 for 10' }, 'No reference to check the price against (31.4 for 10)'],
  ['duplicate', 'The same was sent a moment ago'],
  ['of-a-newer-version', 'of a newer version'],
])('says what was confirmed with %j as a sentence says it, and no code', (accepted, words) => {
  expect(acceptedInWords(accepted, formatters, UNIT)).toBe(words);
});
