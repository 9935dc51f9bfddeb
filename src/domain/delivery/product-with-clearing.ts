import type { Leg } from '../leg';
import { differs, productInWords } from './product-words';

/**
 * As {@link productInWords}, and of an EFP how leg 1 and leg 2 are cleared, as short as a column wants it: "DE Cal-27 base EFP ECC/bilateral". Nothing
 * of that where the record does not say both. It comes with the periods of delivery, after the first room.
 */
export function productWithClearing(request: Parameters<typeof productInWords>[0]): string {
  const product = productInWords(request);
  const cleared = request.legs.map(shortClearing);
  const isTold = product.endsWith(' EFP') && cleared.every(Boolean) && differs(cleared);
  return isTold ? `${product} ${cleared.join('/')}` : product;
}

const shortClearing = ({ clearing }: Partial<Leg>): string | undefined => clearing?.house ?? clearing?.type;
