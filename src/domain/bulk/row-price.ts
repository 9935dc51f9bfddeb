import { priceOf, type Price } from '../price';
import { priceShape, type Request } from '../request';
import { isPricedAsSwap, netOf, sentPrice } from '../offer-price';

/** The prices of a row as the ticket of its request takes them, or what is wrong with them. */
type RowPrices = { readonly texts: readonly string[] } | { readonly wrong: string };

/** The prices that a row of a sheet writes, as exact text; what a cell leaves empty is absent. */
interface Priced {
  /** By leg; of a single, or of one net price, the first. */
  readonly prices: readonly (string | undefined)[];
  readonly spreadPrice?: string;
}

type PricedOn = Pick<Request, 'id' | 'contract' | 'legs' | 'swapType'>;

/** A price that would not be sent is wrong rather than passed over: whoever wrote it means it. */
export function rowPrices(request: PricedOn, row: Priced): RowPrices {
  const [first, second, third] = row.prices;
  if (isPricedAsSwap(request)) return swapPrices(row);
  if (third !== undefined) return { wrong: `${request.id} has no leg 3: clear the price of leg 3.` };
  switch (priceShape(request)) {
    case 'single':
      if (second !== undefined) return { wrong: `${request.id} has one leg: clear the price of leg 2.` };
      if (row.spreadPrice !== undefined)
        return { wrong: `${request.id} is not a spread: clear the spread price.` };
      return first === undefined ? { wrong: 'The price is missing.' } : { texts: [first] };
    case 'standard-spread':
      return netPrices(request, row);
    case 'per-leg':
      return legPrices(request, row);
  }
}

function swapPrices({ prices: [certificate, power, sold], spreadPrice }: Priced): RowPrices {
  if (spreadPrice !== undefined)
    return { wrong: 'A swap has no spread price: write the prices of its legs.' };
  if (certificate === undefined || power === undefined) {
    return { wrong: 'A swap needs the price of leg 1, the certificate, and of leg 2, the power.' };
  }
  if (sold !== undefined && sold !== power) {
    return { wrong: `Both power legs of a swap have one price, and these are ${power} and ${sold}.` };
  }
  return { texts: [certificate, power] };
}

function netPrices({ id }: PricedOn, { prices: [first, second], spreadPrice }: Priced): RowPrices {
  if (second !== undefined) {
    return { wrong: `${id} is a standard spread, with one net price: clear the price of leg 2.` };
  }
  if (first !== undefined && spreadPrice !== undefined && first !== spreadPrice) {
    return { wrong: `${id} has one net price, and these are ${first} and ${spreadPrice}.` };
  }
  const net = spreadPrice ?? first;
  return net === undefined ? { wrong: 'The spread price is missing.' } : { texts: [net] };
}

function legPrices(request: PricedOn, { prices: [first, second], spreadPrice }: Priced): RowPrices {
  if (first === undefined || second === undefined) {
    const missing = first === undefined ? 1 : 2;
    const also = spreadPrice === undefined ? '' : ' A spread price alone does not set the leg prices.';
    return { wrong: `The price of leg ${missing} is missing.${also}` };
  }
  if (spreadPrice === undefined) return { texts: [first, second] };
  const net = ruleOf(request, first, second);
  return net === undefined || net === spreadPrice
    ? { texts: [first, second] }
    : { wrong: `The legs make a spread price of ${net}, not ${spreadPrice}.` };
}

function ruleOf(request: PricedOn, first: string, second: string): Price | undefined {
  const sent = sentPrice(request, [priceOf(first), priceOf(second)]);
  const net = sent && netOf(request, sent);
  return net === 'none' || net === 'too-large' ? undefined : net;
}
