import { expect, it } from 'vitest';
import { loadNamed } from '../../../src/domain/delivery/load';
import { marketOf } from '../../../src/domain/delivery/markets';

const DE = marketOf('DE', 'power');

it.each([
  ['base', [[0, 24]], [[0, 24]]],
  ['Base-Load', [[0, 24]], [[0, 24]]],
  ['peak', [[8, 20]], []],
  [
    'Off-Peak',
    [
      [0, 8],
      [20, 24],
    ],
    [[0, 24]],
  ],
  ['weekend', [], [[0, 24]]],
  ['EFA WD3-5', [[7, 19]], []],
  ['efa 1', [[-1, 3]], [[-1, 3]]],
  ['08-20 Mon-Fri', [[8, 20]], []],
  ['08:15-20', [[8.25, 20]], [[8.25, 20]]],
  ['22-06 Sat-Mon', [[22, 30]], [[22, 30]]],
])('reads %s', (text, monday, sunday) => {
  const load = loadNamed(text, DE);
  expect(load.ok && [load.value[1], load.value[0]]).toEqual([monday, sunday]);
});

it.each(['', ' ', 'pique', 'EFA 7', 'EFA 5-3', '25-26', '08-08', '08-20 Mon-Xyz', '8.5-20'])(
  'says what to write instead of %j',
  (text) => {
    const load = loadNamed(text, DE);
    expect(load).toMatchObject({ ok: false, failure: { message: `There is no load profile "${text}".` } });
    expect(!load.ok && load.failure.next).toContain('08-20 Mon-Fri');
  },
);
