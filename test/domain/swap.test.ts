import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SentPrice } from '../../src/domain/action';
import { netBesideLegs, type PricedOn } from '../../src/domain/offer-price';
import { spreadPrice } from '../../src/domain/spread';
import { swapPrices } from '../../src/domain/swap';
import { anyPrice, price } from './written-price';

const SWAP: PricedOn = {
  contract: 'spread',
  swapType: 'green-grey-swap',
  legs: [{ action: 'sell' }, { action: 'buy' }, { action: 'sell' }],
};

it('takes any certificate price with one power price for both legs, negative and zero too', () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, ({ price: certificate }, { price: power }) => {
      expect(swapPrices([certificate, power, power])).toEqual({
        ok: true,
        value: { certificate, powerBought: power, powerSold: power },
      });
    }),
  );
});

it('refuses power prices that differ, by however little', () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, anyPrice, ({ price: certificate }, { price: a }, { price: b }) => {
      fc.pre(a !== b);
      expect(swapPrices([certificate, a, b])).toMatchObject({
        ok: false,
        failure: {
          kind: 'invalid-argument',
          message: `Both power legs of a swap have one price, and these are ${a} and ${b}.`,
          fields: [{ path: 'legs[2].price' }],
        },
      });
    }),
  );
});

it('takes 80 and 80.00 for the same price', () => {
  expect(swapPrices([price('0.5'), price('80'), price('80.00')]).ok).toBe(true);
});

it.each([
  [[], 0],
  [[price(1)], 1],
  [[price(1), price(80)], 2],
  [[undefined, price(80), price(80)], 0],
  [[price(1), undefined, price(80)], 1],
])('names the leg without a price: %j', (prices, leg) => {
  expect(swapPrices(prices)).toMatchObject({
    failure: {
      message: 'A green-grey swap is quoted with three prices.',
      next: `Fill in leg ${leg + 1}.`,
      fields: [{ path: `legs[${leg}].price` }],
    },
  });
});

it('refuses a fourth price', () => {
  const prices = [price(1), price(80), price(80), price(80)];
  expect(swapPrices(prices)).toMatchObject({ failure: { message: 'A green-grey swap has three legs.' } });
});

it('has no net price, on a request or without one', () => {
  const legPrices = [price('0.5'), price(80), price(80)];
  const sent: SentPrice = { shape: 'per-leg', legPrices };
  expect(netBesideLegs(sent, SWAP)).toEqual({ ok: true, value: undefined });
  expect(netBesideLegs(sent)).toEqual({ ok: true, value: undefined });
});

it('gives two leg prices the net price of the rule, and only where the request is at hand', () => {
  const actions = fc.constantFrom('buy' as const, 'sell' as const);
  fc.assert(
    fc.property(anyPrice, anyPrice, actions, actions, ({ price: a }, { price: b }, one, other) => {
      const sent: SentPrice = { shape: 'per-leg', legPrices: [a, b] };
      const request: PricedOn = { contract: 'spread', legs: [{ action: one }, { action: other }] };
      expect(netBesideLegs(sent, request)).toEqual({ ok: true, value: spreadPrice(a, b, [one, other]) });
      expect(netBesideLegs(sent)).toEqual({ ok: true, value: undefined });
    }),
  );
});
