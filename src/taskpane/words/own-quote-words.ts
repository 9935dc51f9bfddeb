import type { SentPrice } from '../../domain/action';
import type { OwnQuote } from '../../domain/own-quote';
import type { Figures } from './figures';

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
export const ownQuoteInWords = ({ direction, price, quantity }: OwnQuote, figures: Figures): string =>
  `${direction} ${sentPriceInWords(price, figures)}, quantity ${figures.quantity(quantity)}`;
