import { expect, it } from 'vitest';
import type { ActionBody } from '../../../../src/domain/action';
import { asTheirs } from '../../../../src/taskpane/ui/text/approval-text';
import { DESK, pressedBy, YOU } from '../../../../src/taskpane/ui/text/doer-text';

/** What is pressed trades at once, or is an offer that somebody may take. */
const TRADES = { kind: 'accept-quote' } as ActionBody;
const OFFERS = { kind: 'send-quote', direction: 'ask' } as ActionBody;

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
  [
    'You buy 10 MW at 84.15 from Cobalt Grid · 10 MW · you pay 7,371,540 EUR',
    'Tom Berger buys 10 MW at 84.15 from Cobalt Grid · 10 MW · Tom Berger pays 7,371,540 EUR',
    'to buy 10 MW at 84.15 from Cobalt Grid · 10 MW · to pay 7,371,540 EUR',
  ],
  [
    'Firm price proposal: You offer to sell 10 MW · you receive at most 7,371,540 EUR',
    'Firm price proposal: Tom Berger offers to sell 10 MW · Tom Berger receives at most 7,371,540 EUR',
    'Firm price proposal: to offer to sell 10 MW · to receive at most 7,371,540 EUR',
  ],
  ['Withdraw quote QT-1', 'Withdraw quote QT-1', 'Withdraw quote QT-1'],
])('says of what was pressed who does it: %s', (shown, byTom, theirs) => {
  const action = { body: TRADES, shown };
  expect(pressedBy(action, 'Tom Berger')).toBe(byTom);
  expect(pressedBy(action, DESK)).toBe(byTom.replaceAll('Tom Berger', 'Your desk'));
  expect(pressedBy(action, YOU)).toBe(shown);
  expect(asTheirs(shown)).toBe(theirs);
});

it.each([
  ['You sell 10 MW at 84.15', 'You offer to sell 10 MW at 84.15', 'Tom Berger offers to sell 10 MW at 84.15'],
  ['You buy 10 MW at 84.15', 'You bid to buy 10 MW at 84.15', 'Tom Berger bids to buy 10 MW at 84.15'],
  [
    'You sell 10 MW · 87,600 MWh · you pay 876 EUR',
    'You offer to sell 10 MW · 87,600 MWh · you pay 876 EUR',
    'Tom Berger offers to sell 10 MW · 87,600 MWh · Tom Berger pays 876 EUR',
  ],
])('says of an offer that it is one: %s', (shown, byYou, byTom) => {
  const action = { body: OFFERS, shown };
  expect(pressedBy(action, YOU)).toBe(byYou);
  expect(pressedBy(action, 'Tom Berger')).toBe(byTom);
});
