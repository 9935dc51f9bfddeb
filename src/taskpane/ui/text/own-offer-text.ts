import type { QuotePrice } from '../../../domain/offers';
import type { LiveQuote, OwnOffer, OwnQuote } from '../../../domain/own-offers';
import type { Formatters } from '../formatters';
import { withUnit } from './request-text';

/** "84.15", "30.00 / 29.00" or "net 1.00": a price as it was sent, where its request is not at hand for the units. */
export function sentPriceInWords(price: QuotePrice, formatters: Formatters): string {
  switch (price.shape) {
    case 'single':
      return formatters.price(price.price);
    case 'per-leg':
      return price.legPrices.map((leg) => formatters.price(leg)).join(' / ');
    case 'standard-spread':
      return `net ${formatters.price(price.spreadPrice)}`;
  }
}

type WordedQuote = Pick<OwnQuote, 'direction' | 'doubtful' | 'isTwin'> &
  Pick<LiveQuote, 'quantity'> & { readonly price: QuotePrice };

/** Of a quote that has the terms of one of this desk. */
export const TWIN = 'perhaps a colleague’s';

/** "ask 84.15, quantity 10", or "ask 84.15 EUR/MWh, 10 MW" where the units are at hand */
export const ownQuoteInWords = (
  { direction, price, quantity, doubtful, isTwin }: WordedQuote,
  formatters: Formatters,
  units: { readonly price?: string | undefined; readonly quantity?: string | undefined } = {},
): string =>
  [
    `${direction} ${withUnit(sentPriceInWords(price, formatters), units.price)}`,
    quantity !== undefined &&
      `${units.quantity === undefined ? 'quantity ' : ''}${withUnit(formatters.quantity(quantity), units.quantity)}`,
    isTwin ? TWIN : doubtful && 'accepted, the rest may be live',
  ]
    .filter(Boolean)
    .join(', ');

/** "Withdraw quote QT-1: ask 84.15, quantity 10 (RQ-2)", wherever it is pressed. */
export const withdrawalInWords = (
  quote: WordedQuote & Pick<OwnQuote, 'requestId' | 'quoteId'>,
  formatters: Formatters,
): string => `Withdraw quote ${quote.quoteId}: ${ownQuoteInWords(quote, formatters)} (${quote.requestId})`;

/** "ask 84.15 (10 MW)" for one, "2 asks" for several: the desk's live quotes on one side of a request. */
export function liveInWords(
  live: readonly LiveQuote[],
  { unit, formatters }: { unit: string | undefined; formatters: Formatters },
): string {
  const [only, second] = live;
  if (!only) return 'nothing';
  if (second) return `${formatters.count(live.length)} ${only.direction}s`;
  const { direction, price, quantity } = only;
  const amount = quantity === undefined ? '' : ` (${withUnit(formatters.quantity(quantity), unit)})`;
  return `${direction} ${sentPriceInWords(price, formatters)}${amount}`;
}

const OFFER_WORDS: Record<OwnOffer['what'], string> = {
  proposal: 'firm price proposal',
  counteroffer: 'counteroffer',
  'unnumbered-quote': 'quote without a number',
};

/** "firm price proposal PP-1, ask 84.15, quantity 10" */
export const ownOfferInWords = (offer: OwnOffer, formatters: Formatters): string =>
  [
    offer.number === undefined ? OFFER_WORDS[offer.what] : `${OFFER_WORDS[offer.what]} ${offer.number}`,
    ownQuoteInWords(offer, formatters),
  ].join(', ');
