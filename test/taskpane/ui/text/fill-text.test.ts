import { expect, it } from 'vitest';
import type { Fill } from '../../../../src/domain/delivery/fill';
import { RequestId, TradeId } from '../../../../src/domain/identifiers';
import { Quantity } from '../../../../src/domain/quantity';
import { fillEnergy, fillInWords, fillPrice } from '../../../../src/taskpane/ui/text/fill-text';
import { formatters, NOON, price } from '../../examples';

const FILL: Fill = {
  tradeId: TradeId.parse('TR-1'),
  requestId: RequestId.parse('RQ-1'),
  at: NOON,
  legs: ['0.56', '74', '74'].map((written) => ({ price: price(written), action: 'buy' as const })),
  counterparty: 'Harrier',
};

it('says all prices of a swap, which has no net price, and none where one is missing', () => {
  expect(fillPrice(FILL, formatters)).toBe('0.56 / 74.00 / 74.00');
  expect(fillInWords(FILL, formatters, 'You')).toContain(' at 0.56 / 74.00 / 74.00 from Harrier');
  const [first, ...others] = FILL.legs;
  const { price: _, ...unpriced } = first ?? {};
  expect(fillPrice({ ...FILL, legs: [unpriced, ...others] }, formatters)).toBe('–');
  expect(fillPrice({ ...FILL, legs: FILL.legs.slice(0, 1), price: price('31.35') }, formatters)).toBe(
    '31.35',
  );
});

it('says which leg of a spread was bought and which was sold, and its net price with the sign', () => {
  const leg = (market: string, action: 'buy' | 'sell') => ({
    market,
    action,
    deliveryStart: '2027-01-01',
    deliveryEnd: '2027-12-31',
    loadProfile: 'base',
  });
  const spread: Fill = {
    ...FILL,
    legs: [leg('NL', 'buy'), leg('DE', 'sell')],
    price: price('2.2'),
    quantity: Quantity.parse('15'),
    quantityUnit: 'MW',
  };
  expect(fillInWords(spread, formatters, 'You')).toBe(
    'You bought NL Cal-27 base, sold DE Cal-27 base: 15 MW at net 2.20 with Harrier',
  );
  expect(fillPrice(spread, formatters)).toBe('2.20');
  const [bought, sold] = [leg('AT', 'buy'), leg('AT', 'sell')];
  const cleared = { type: 'exchange', house: 'ECC' };
  const efp = {
    ...spread,
    legs: [
      { ...bought, clearing: cleared },
      { ...sold, clearing: { type: 'bilateral' } },
    ],
  };
  expect(fillInWords(efp, formatters, 'You')).toContain(
    'You bought AT Cal-27 base exchange (ECC), sold AT Cal-27 base bilateral: 15 MW',
  );
  const silent = { ...spread, legs: [leg('NL', 'buy'), { market: 'DE' }] };
  expect(fillInWords(silent, formatters, 'You')).toMatch(
    /^You traded 15 MW NL\/DE .*at net 2\.20 with Harrier$/,
  );
  const sum = { ...spread, legs: [leg('NL', 'sell'), leg('DE', 'sell')], price: price('145.26') };
  expect(fillPrice(sum, formatters)).toBe('145.26');
  expect(fillInWords(sum, formatters, 'You')).toMatch(/15 MW at net 145\.26 to Harrier$/);
  const single = { ...spread, legs: [leg('DE', 'sell')], price: price('84.1') };
  expect(fillInWords(single, formatters, 'You')).toBe('You sold 15 MW DE Cal-27 base at 84.10 to Harrier');
});

it('names who of the desk it came of', () => {
  const leg = {
    market: 'TTF',
    deliveryStart: '2026-12-01',
    deliveryEnd: '2026-12-31',
    action: 'buy' as const,
  };
  const single: Fill = { ...FILL, legs: [leg], price: price('31.35'), quantity: Quantity.parse('10') };
  expect(fillInWords(single, formatters, 'Tom Berger')).toBe(
    'Tom Berger bought 10 TTF Dec-26 at 31.35 from Harrier',
  );
  const spread = { ...single, legs: [leg, { ...leg, market: 'NBP', action: 'sell' as const }] };
  expect(fillInWords(spread, formatters, 'Your desk')).toMatch(
    /^Your desk bought TTF Dec-26, sold NBP Dec-26: 10 /,
  );
});

it('says the energy of every leg, once where all are alike, and none that is not known', () => {
  const leg = (market: string, quantity: string, unit = 'MW') => ({
    ...{ market, deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31', loadProfile: 'base' },
    ...{ quantity: Quantity.parse(quantity), quantityUnit: unit },
  });
  const energy = (...legs: Fill['legs']) => fillEnergy({ legs }, formatters);
  const certificates = leg('EU-SOLAR', '8760', 'certificates');
  expect(energy(leg('NL', '10'))).toBe('87,600');
  expect(energy(leg('NL', '10'), leg('DE', '10'))).toBe('2 × 87,600');
  expect(energy(leg('NL', '10'), leg('DE', '5'))).toBe('87,600 / 43,800');
  expect(energy(certificates, leg('DE', '1'), leg('DE', '1'))).toBe('2 × 8,760');
  expect(energy({ market: 'NL' }, leg('DE', '1'))).toBe('– / 8,760');
  expect(energy(certificates)).toBeUndefined();
});
