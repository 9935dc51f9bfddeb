import type { BodyOf, SentPrice } from '../action';
import type { LiveQuote, OwnQuote } from '../own-offers';

/**
 * A wanted quote compared with this desk's live quotes on the same side of the request. `change`: the live ones are
 * withdrawn before it is sent, so that two are never live at once.
 */
export type Difference =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly live: OwnQuote }
  | { readonly kind: 'change'; readonly live: readonly OwnQuote[] };

type QuoteRow = Pick<BodyOf<'send-quote'>, 'requestId' | 'direction' | 'price' | 'quantity' | 'allOrNone'>;

export function differenceOf(wanted: QuoteRow, own: readonly OwnQuote[]): Difference {
  const live = own.filter(
    ({ requestId, direction }) => requestId === wanted.requestId && direction === wanted.direction,
  );
  const [only, second] = live;
  if (!only) return { kind: 'new' };
  return !second && saysTheSame(only, wanted) ? { kind: 'same', live: only } : { kind: 'change', live };
}

/** Live quotes to withdraw: those on the named side, or all on the request. */
export const withdrawnBy = (
  { requestId, direction }: { requestId: string; direction?: OwnQuote['direction'] | undefined },
  own: readonly OwnQuote[],
): readonly OwnQuote[] =>
  own.filter(
    (quote) => quote.requestId === requestId && (direction === undefined || quote.direction === direction),
  );

/** All-or-none that is not known is not the same: a quote is then changed rather than taken for what it may not be. */
export const saysTheSame = (
  live: Pick<LiveQuote, 'price' | 'quantity' | 'allOrNone'>,
  { price, quantity, allOrNone }: Pick<QuoteRow, 'price' | 'quantity' | 'allOrNone'>,
): boolean => samePrice(live.price, price) && live.quantity === quantity && live.allOrNone === allOrNone;

/** Prices are exact text in its shortest form: equal prices are equal texts. */
export function samePrice(a: SentPrice, b: SentPrice): boolean {
  const [first, second] = [figuresOf(a), figuresOf(b)];
  return (
    a.shape === b.shape && first.length === second.length && first.every((one, at) => one === second[at])
  );
}

function figuresOf(price: SentPrice): readonly string[] {
  switch (price.shape) {
    case 'single':
      return [price.price];
    case 'per-leg':
      return price.legPrices;
    case 'standard-spread':
      return [price.spreadPrice];
  }
}
