import { BUILT_IN_LIMITS, type DeskLimits } from '../../src/domain/limits/limits';

/** What is put to the test is what becomes of an action that goes out: no limit of the desk holds one back. */
export const NO_LIMITS: DeskLimits = {
  limits: {
    ...BUILT_IN_LIMITS,
    bestPrice: { ignoreUpTo: BUILT_IN_LIMITS.bestPrice.ignoreUpTo },
    lastPrice: { ignoreUpTo: BUILT_IN_LIMITS.lastPrice.ignoreUpTo },
    throughMarket: 'off',
    nearestTrade: {},
    signFlip: 'off',
    factorOfTen: 'off',
    volume: [],
    notional: [],
    volumePerDay: [],
    notionalPerDay: [],
    countPerMinute: {},
    duplicate: { ...BUILT_IN_LIMITS.duplicate, step: 'off' },
  },
  locked: false,
  source: 'file',
};
