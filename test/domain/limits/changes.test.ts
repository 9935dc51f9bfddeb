import { expect, it } from 'vitest';
import { changedInWords, limitChanges } from '../../../src/domain/limits/changes';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';

const changed = (over: object): string[] =>
  limitChanges(BUILT_IN_LIMITS, Limits.parse({ ...BUILT_IN_LIMITS, ...over })).map(changedInWords);

it('names what was raised, lowered, set and taken away', () => {
  expect(changed({})).toEqual([]);
  expect(changed({ bestPrice: { ...BUILT_IN_LIMITS.bestPrice, blockPercent: '60' } })).toEqual([
    'raised bestPrice block 50 % → 60 %',
  ]);
  expect(changed({ lastPrice: { ...BUILT_IN_LIMITS.lastPrice, blockAmount: undefined } })).toEqual([
    'set lastPrice block beyond 15 per MWh → off',
  ]);
  expect(changed({ volume: [{ unit: 'MW', warn: '50', block: '1000' }] })).toEqual([
    'raised volume MW block 500 → 1000',
    'set volume MWh warn 500000 → off',
    'set volume MWh block 5000000 → off',
  ]);
  expect(changed({ duplicate: { step: 'off', withinMs: 30_000 }, countPerMinute: { warn: 60 } })).toEqual([
    'set countPerMinute block 600 → off',
    'set duplicate warn → off',
    'lowered duplicate within 60 s → 30 s',
  ]);
});

// Whatever a section is called, a change of it is seen: a new section of the limits cannot be left out here.
it.each(Object.keys(BUILT_IN_LIMITS))('sees a change of %s', (section) => {
  const others: Record<string, unknown> = {
    volume: [],
    notional: [],
    volumePerDay: [],
    notionalPerDay: [],
    countPerMinute: {},
    duplicate: { step: 'block', withinMs: 60_000 },
    bestPrice: { ignoreUpTo: '0.2' },
    lastPrice: { ignoreUpTo: '0.2' },
    nearestTrade: { warnTimes: '4' },
  };
  expect(changed({ [section]: others[section] ?? 'block' })).not.toEqual([]);
});
