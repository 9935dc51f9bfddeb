import type { SentPrice } from '../../domain/action';
import type { LastSeenPrice } from '../../domain/last-seen-price';
import type { Offer } from '../../domain/quote';
import type { Request } from '../../domain/request';
import type { Figures } from './figures';
import { priceInWords } from './price-words';
import { withUnit } from './request-words';
import { netUnit } from './side-words';

export interface Saying {
  readonly request: Pick<Request, 'legs'>;
  readonly figures: Figures;
}

type Terms = Pick<Offer, 'quantity' | 'allOrNone'> & { readonly price: Offer['price'] | SentPrice };

/** "84.15 EUR/MWh, 10 MW": what an offer says of price and quantity. */
export function offerInWords(offer: Terms, { request, figures }: Saying): string {
  const price = priceInWords(offer.price, { request, figures, unit: netUnit(request) });
  const quantity =
    offer.quantity && withUnit(figures.quantity(offer.quantity), request.legs[0]?.quantityUnit);
  return [price, quantity].filter(Boolean).join(', ');
}

export const wholeInWords = (allOrNone: boolean | undefined): string | undefined =>
  allOrNone === undefined ? undefined : allOrNone ? 'all or none' : 'parts possible';

type Told = Terms & Partial<Pick<Offer, 'direction' | 'counterparty'>> & { readonly id?: string };

/** An offer as it was and as it is now. All-or-none, direction and number are said where they are what differs. */
export function changeInWords(was: Told, now: Told, saying: Saying): readonly [string, string] {
  const says = (offer: Told): string =>
    [
      offerInWords(offer, saying),
      was.allOrNone !== now.allOrNone && (wholeInWords(offer.allOrNone) ?? 'all or none not given'),
      was.direction !== now.direction && offer.direction,
      was.id !== now.id && [offer.id, offer.counterparty].filter(Boolean).join(' of '),
    ]
      .filter(Boolean)
      .join(', ');
  return [says(was), says(now)];
}

/** A last-seen price as a price in the shape that its request asks for. */
export function priceSeen(lastSeen: LastSeenPrice): SentPrice {
  if (lastSeen.type === 'standard-spread') {
    return { shape: 'standard-spread', spreadPrice: lastSeen.spreadPrice };
  }
  const [only, second] = lastSeen.legPrices;
  return only !== undefined && second === undefined
    ? { shape: 'single', price: only }
    : { shape: 'per-leg', legPrices: lastSeen.legPrices };
}
