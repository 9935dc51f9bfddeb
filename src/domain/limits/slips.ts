import { Price } from '../price';
import { DUPLICATE_MS_MAX, type Limits } from './limits';

const NONE = { ignoreUpTo: Price.parse('0') };

/** Default levels for typing slips, and a price through the market, while the desk's limits are not known yet. */
export const SLIPS_ALONE: Limits = {
  bestPrice: NONE,
  lastPrice: NONE,
  throughMarket: 'warn',
  nearestTrade: {},
  signFlip: 'warn',
  factorOfTen: 'warn',
  volume: [],
  notional: [],
  countPerMinute: {},
  duplicate: { step: 'off', withinMs: DUPLICATE_MS_MAX },
  noReference: 'warn',
  unchecked: 'tell',
};
