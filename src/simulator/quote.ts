import { wireOffer, type Offer } from './offer';
import type { OfferPrice } from './offer-price';
import { ruleOf } from './spread-rule';
import type { TenderRequest } from './tender-request';

export interface Quote extends Offer {
  readonly id: string;
  readonly state: 'active' | 'withdrawn' | 'accepted' | 'rejected';
}

/** Ends a quote. Only an active one can end. */
export function ended(quote: Quote, state: 'withdrawn' | 'accepted' | 'rejected'): Quote {
  if (quote.state !== 'active') throw new Error(`${quote.id} is ${quote.state} already`);
  return { ...quote, state };
}

/** The same quote at another price, as its participant may change it at any time. */
export const repriced = (quote: Quote, price: OfferPrice): Quote => ({ ...quote, price });

export const wireQuote = (
  quote: Quote,
  request: TenderRequest,
  version: string,
): Record<string, unknown> => ({
  'quotation-id': quote.id,
  state: quote.state,
  ...wireOffer(quote, request, ruleOf('quotation', version)),
});
