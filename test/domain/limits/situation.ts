import { ActionBody } from '../../../src/domain/action';
import type { Leg } from '../../../src/domain/leg';
import { checkLimits, type LimitsSeen } from '../../../src/domain/limits/check';
import type { LimitedRequest } from '../../../src/domain/limits/commitment';
import type { Findings } from '../../../src/domain/limits/finding';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import type { RecentAction } from '../../../src/domain/limits/references';
import { Quantity } from '../../../src/domain/quantity';
import { ActionId, RequestId } from '../../../src/domain/identifiers';
import { price } from '../written-price';

export const NOW = 1_795_000_000_000;

const LEG: Leg = {
  action: 'buy',
  priceUnit: 'EUR/MWh',
  quantityUnit: 'MW',
  quantity: Quantity.parse('10'),
};
export const request = (...legs: readonly Partial<Leg>[]): LimitedRequest => ({
  id: RequestId.parse('RQ-1'),
  contract: legs.length > 1 ? 'spread' : 'single',
  legs: (legs.length > 0 ? legs : [{}]).map((leg) => ({ ...LEG, ...leg })),
});
export const SPREAD = request({}, { action: 'sell' });

export const quote = (written: string, over: Record<string, unknown> = {}): ActionBody =>
  ActionBody.parse({
    kind: 'send-quote',
    requestId: 'RQ-1',
    direction: 'ask',
    price: { shape: 'single', price: written },
    quantity: '10',
    allOrNone: true,
    ...over,
  });
export const spreadQuote = (...legPrices: string[]): ActionBody =>
  quote('0', { price: { shape: 'per-leg', legPrices } });
export const acceptance = (...legPrices: string[]): ActionBody =>
  ActionBody.parse({
    kind: 'accept-quote',
    requestId: 'RQ-1',
    quoteId: 'Q-1',
    lastSeen: { type: 'per-leg', legPrices },
    quantity: '10',
  });

let made = 0;
export const sent = (body: ActionBody, over: Partial<RecentAction> = {}): RecentAction => ({
  id: ActionId.parse(`00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`),
  body,
  state: 'done',
  createdAt: NOW - 5_000,
  sentAt: NOW - 5_000,
  ...over,
});

export const bestAsk = (written: string): Pick<LimitsSeen, 'market'> => ({
  market: { price: price(written), name: 'the best ask' },
});

/** Nothing is limited but what a test says. */
export const OPEN: Limits = Limits.parse({
  bestPrice: { ignoreUpTo: '0' },
  lastPrice: { ignoreUpTo: '0' },
  throughMarket: 'off',
  nearestTrade: {},
  signFlip: 'off',
  factorOfTen: 'off',
  volume: [],
  notional: [],
  countPerMinute: {},
  duplicate: { step: 'off', withinMs: 60_000 },
  noReference: 'tell',
  unchecked: 'tell',
});

export const found = (
  body: ActionBody,
  seen: Partial<LimitsSeen> = {},
  limits: Record<string, unknown> = BUILT_IN_LIMITS,
): Findings =>
  checkLimits(
    body,
    { request: request(), recent: [], now: NOW, ...seen },
    Limits.parse({ ...OPEN, ...limits }),
  );
export const codes = ({ warnings, blocks }: Findings): string[] => [
  ...blocks.map(({ code }) => `block ${code}`),
  ...warnings.map(({ code }) => `warn ${code}`),
];
export const messages = ({ warnings, blocks, notChecked }: Findings): string[] =>
  [...blocks, ...warnings, ...notChecked].map(({ message }) => message);
