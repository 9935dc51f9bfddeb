import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exact } from '../../src/simulator/world/amount';
import { swapComplaints } from '../../src/simulator/routes/offer-terms';

const cents = fc.integer({ min: -50_000, max: 50_000 });
const price = (amount: number) => exact(`${amount}e-2`);

it('accepts any three prices whose power prices are equal', () => {
  fc.assert(
    fc.property(cents, cents, (certificate, power) => {
      expect(swapComplaints([price(certificate), price(power), price(power)])).toEqual([]);
    }),
  );
});

it('refuses power prices that differ by as little as a cent', () => {
  fc.assert(
    fc.property(cents, cents, fc.constantFrom(-1, 1), (certificate, power, by) => {
      const [complaint] = swapComplaints([price(certificate), price(power), price(power + by)]);
      expect(complaint?.code).toBe('power-prices-differ');
    }),
  );
});

it('names every price that is missing', () => {
  const complaints = swapComplaints([undefined, price(1)]);
  expect(complaints.map(({ field }) => field)).toEqual(['legs[0].price', 'legs[2].price']);
});

it('refuses a fourth price', () => {
  expect(swapComplaints([1, 2, 2, 2].map(price)).map(({ code }) => code)).toEqual(['too-many-legs']);
});

it('takes 30.1 and 30.10 for the same price', () => {
  expect(swapComplaints([exact(0.4), exact('30.1'), exact('30.10')])).toEqual([]);
});
