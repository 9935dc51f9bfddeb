import type { SentPrice } from '../../domain/action';
import type { OwnOffer } from '../../domain/own-offer';
import type { LiveQuote, OwnQuote } from '../../domain/own-quote';
import type { Figures } from './figures';
import { withUnit } from './request-words';

/** "84.15", "30.00 / 29.00" or "net +1.00": a price as it was sent, where its request is not at hand for the units. */
export function sentPriceInWords(price: SentPrice, figures: Figures): string {
  switch (price.shape) {
    case 'single':
      return figures.price(price.price);
    case 'per-leg':
      return price.legPrices.map((leg) => figures.price(leg)).join(' / ');
    case 'standard-spread':
      return `net ${figures.signed(price.spreadPrice)}`;
  }
}

/** "ask 84.15, quantity 10" */
export const ownQuoteInWords = (
  {
    direction,
    price,
    quantity,
    doubtful,
  }: Pick<OwnQuote, 'direction' | 'price' | 'doubtful'> & Pick<LiveQuote, 'quantity'>,
  figures: Figures,
): string =>
  [
    `${direction} ${sentPriceInWords(price, figures)}`,
    quantity !== undefined && `quantity ${figures.quantity(quantity)}`,
    doubtful && 'accepted, a rest may be live',
  ]
    .filter(Boolean)
    .join(', ');

/** "ask 84.15 (10 MW)" for one, "2 asks" for several: the desk's live quotes on one side of a request. */
export function liveInWords(
  live: readonly LiveQuote[],
  { unit, figures }: { unit: string | undefined; figures: Figures },
): string {
  const [only, second] = live;
  if (!only) return 'nothing';
  if (second) return `${figures.count(live.length)} ${only.direction}s`;
  const { direction, price, quantity } = only;
  const amount = quantity === undefined ? '' : ` (${withUnit(figures.quantity(quantity), unit)})`;
  return `${direction} ${sentPriceInWords(price, figures)}${amount}`;
}

const OFFER_WORDS: Record<OwnOffer['what'], string> = {
  proposal: 'firm price proposal',
  counteroffer: 'counteroffer',
  'unnumbered-quote': 'quote without a number',
};

/** "firm price proposal PP-1, ask 84.15, quantity 10" */
export const ownOfferInWords = (offer: OwnOffer, figures: Figures): string =>
  [
    offer.number === undefined ? OFFER_WORDS[offer.what] : `${OFFER_WORDS[offer.what]} ${offer.number}`,
    ownQuoteInWords(offer, figures),
  ].join(', ');
