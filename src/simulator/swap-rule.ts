import type Big from 'big.js';
import type { Complaint } from './answer';

/**
 * What is wrong with the prices of a green-grey swap: it needs all three, and the power bought must cost what the
 * power sold costs (interface document, section 2, green-grey swap rules).
 */
export function swapComplaints(prices: readonly (Big | undefined)[]): readonly Complaint[] {
  const [certificate, power, otherPower] = prices;
  const missing = [certificate, power, otherPower].flatMap((price, index) =>
    price === undefined
      ? [
          {
            code: 'leg-price-missing',
            message: 'A swap needs a price for each of its three legs.',
            field: at(index),
          },
        ]
      : [],
  );
  if (missing.length > 0) return missing;
  if (prices.length > 3) return [{ code: 'too-many-legs', message: 'A swap has three legs.', field: 'legs' }];
  if (power && otherPower && !power.eq(otherPower)) {
    const message = 'Both power legs of a swap must carry the same price.';
    return [{ code: 'power-prices-differ', message, field: at(2) }];
  }
  return [];
}

const at = (index: number): string => `legs[${index}].price`;
