import type { Clearing, Leg } from '../leg';
import { differs, productInWords } from './product-words';

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

/** As {@link productInWords}, and of an EFP how leg 1 and leg 2 are cleared, as short as a column wants it: "DE Cal-27 base EFP ECC/OTC". Nothing of that where the record does not say both. */
export function productWithClearing(request: Parameters<typeof productInWords>[0]): string {
  const isToldOfBoth = clearingsApart(request.legs).filter(Boolean).length === request.legs.length;
  const isTold = isToldOfBoth && request.spreadType === 'efp';
  return [productInWords(request), ...(isTold ? [request.legs.map(shortClearing).join('/')] : [])].join(' ');
}

const shortClearing = ({ clearing }: Partial<Leg>): string | undefined =>
  clearing?.house ?? (clearing?.type === 'bilateral' ? 'OTC' : clearing?.type);
