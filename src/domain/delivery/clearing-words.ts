import type { Clearing, Leg } from '../leg';
import { differs } from './product-words';

/**
 * "exchange (ECC)" and "bilateral" of two legs that nothing but their clearing tells apart, which one is the future; nothing of any others. What a record
 * does not say stays absent.
 */
export function clearingsApart(legs: readonly Partial<Leg>[]): readonly (string | undefined)[] {
  const of = ({ market, commodity, deliveryStart, deliveryEnd, loadProfile }: Partial<Leg>): string =>
    JSON.stringify([market, commodity, deliveryStart, deliveryEnd, loadProfile]);
  const cleared = legs.map(({ clearing }) => clearing && clearingInWords(clearing));
  return legs.length === 2 && !differs(legs.map(of)) && differs(cleared) ? cleared : [];
}

const clearingInWords = ({ type, house }: Clearing): string =>
  house === undefined ? type : `${type} (${house})`;
