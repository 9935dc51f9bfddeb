import { describe, expect, it } from 'vitest';
import { readListedRequest } from '../../../src/contract/service/read-request';
import { readTrade } from '../../../src/contract/service/read-trade';
import { energyOf, fillOf } from '../../../src/domain/delivery/fill';
import { lastDay } from '../../../src/domain/delivery/last-day';
import { lastTrades, productOfKey } from '../../../src/domain/limits/same-product';

describe('a delivery written in midnights of 29 to 30 November', () => {
  const leg = {
    commodity: 'power',
    market: 'DE',
    'delivery-start': '2026-11-29T00:00:00+01:00',
    'delivery-end': '2026-11-30T00:00:00+01:00',
    'load-profile': 'base',
    action: 'buy',
    quantity: 10,
    'quantity-unit': 'MW',
  };
  const trade = readTrade({
    'trade-id': 'TR-1',
    'traded-at': '2026-11-20T10:00:00Z',
    ...leg,
    price: 80,
  });

  it('is one day of energy, and of the last trade of that day', () => {
    if (!trade.ok) throw new Error(trade.failure.message);
    const [own] = fillOf(trade.value).legs;
    expect(own && energyOf(own)).toBe('240');
    const [last] = lastTrades(trade.value);
    expect(productOfKey(last?.product)).toMatchObject({
      deliveryStart: '2026-11-29',
      deliveryEnd: '2026-11-29',
    });
  });

  it('is one day on a request too', () => {
    const request = readListedRequest({
      'request-id': 'RQ-1',
      state: 'open',
      role: 'recipient',
      contract: 'single',
      'created-at': '2026-11-20T10:00:00Z',
      legs: [{ ...leg, price: null }],
    });
    expect(request).toMatchObject({ value: { legs: [{ deliveryEnd: '2026-11-29' }] } });
  });
});

it.each([
  ['2026-11-30', '2026-11-29', '2026-11-30'],
  ['2027-01-01T00:00:00.000+0100', '2026-01-01T00:00:00+01:00', '2026-12-31'],
  ['2026-11-30T00:00+01:00', '2026-11-29', '2026-11-29'],
  // Midnights are how this one writes days.
  ['2026-11-29T00:00:00+01:00', '2026-11-29T00:00:00+01:00', '2026-11-29T00:00:00+01:00'],
  // By clocks that are not told, or not those of a market: nothing says that it is no whole day.
  ['2026-11-30T00:00:00', '2026-11-29', '2026-11-30T00:00:00'],
  ['2026-11-30T00:00:00Z', '2026-11-29', '2026-11-30T00:00:00Z'],
  ['2026-11-30T06:00:00+01:00', '2026-11-29', '2026-11-30T06:00:00+01:00'],
  ['2026-11-30T23:59:59+01:00', '2026-11-29', '2026-11-30T23:59:59+01:00'],
])('the end %s of a delivery from %s is %s', (end, start, expected) => {
  expect(lastDay(end, start)).toBe(expected);
});
