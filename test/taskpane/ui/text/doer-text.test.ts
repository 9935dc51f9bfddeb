import { expect, it } from 'vitest';
import { asTheirs } from '../../../../src/taskpane/ui/text/approval-text';
import { DESK, pressedBy, YOU } from '../../../../src/taskpane/ui/text/doer-text';

it.each([
  ['You sell 10 MW at 84.15', 'Tom Berger sells 10 MW at 84.15', 'to sell 10 MW at 84.15'],
  [
    'You buy leg 1 (DE), sell leg 2 (FR), 20 MW at net 1.50',
    'Tom Berger buys leg 1 (DE), sells leg 2 (FR), 20 MW at net 1.50',
    'to buy leg 1 (DE), sell leg 2 (FR), 20 MW at net 1.50',
  ],
  ['You bid 10 MW at 31.35', 'Tom Berger bids 10 MW at 31.35', 'to bid 10 MW at 31.35'],
  [
    'You offer to buy leg 1 (DE), sell leg 2 (FR), 20 MW',
    'Tom Berger offers to buy leg 1 (DE), sell leg 2 (FR), 20 MW',
    'to offer to buy leg 1 (DE), sell leg 2 (FR), 20 MW',
  ],
  ['Withdraw quote QT-1', 'Withdraw quote QT-1', 'Withdraw quote QT-1'],
])('says of what was pressed who does it: %s', (shown, byTom, theirs) => {
  expect(pressedBy(shown, 'Tom Berger')).toBe(byTom);
  expect(pressedBy(shown, DESK)).toBe(byTom.replace('Tom Berger', 'Your desk'));
  expect(pressedBy(shown, YOU)).toBe(shown);
  expect(asTheirs(shown)).toBe(theirs);
});
