import type { SentExecution, SentQuote } from '../../contract/service/wire';
import type { SentPrice } from '../../domain/action';
import { failed, success, type Outcome } from '../../domain/failure';
import type { LastSeenPrice } from '../../domain/last-seen-price';
import { priceOf, toNumber, type Price } from '../../domain/price';
import { quantityOf, type Quantity } from '../../domain/quantity';
import type { Acceptance, QuoteToSend } from './service';

/** The body of a quote. A figure that JSON's numbers cannot carry to the last digit is not sent. */
export function quoteBody(quote: QuoteToSend): Outcome<SentQuote> {
  const inexact = inexactOf(pricesOf(quote.price), quote.quantity);
  if (inexact !== undefined) return notExact(inexact);
  return success({
    ...('spreadPrice' in quote.price && { type: 'standard-spread' }),
    'price-direction': quote.direction,
    ...(quote.price.shape === 'standard-spread'
      ? { 'spread-price': toNumber(quote.price.spreadPrice) }
      : { legs: pricesOf(quote.price).map((price) => ({ price: toNumber(price) })) }),
    quantity: Number(quote.quantity),
    'all-or-none': quote.allOrNone,
  });
}

/** The body of a trade execution: the price that it carries is the one that was shown. */
export function executionBody({ quoteId, lastSeen, quantity }: Acceptance): Outcome<SentExecution> {
  const inexact = inexactOf(lastSeenPrices(lastSeen), quantity);
  if (inexact !== undefined) return notExact(inexact);
  return success({
    'quotation-id': quoteId,
    ...(quantity !== undefined && { quantity: Number(quantity) }),
    'last-seen-price':
      lastSeen.type === 'standard-spread'
        ? { type: 'standard-spread', 'spread-price': toNumber(lastSeen.spreadPrice) }
        : { type: 'per-leg', legs: lastSeen.legPrices.map((price) => ({ price: toNumber(price) })) },
  });
}

function pricesOf(price: SentPrice): readonly Price[] {
  if (price.shape === 'per-leg') return price.legPrices;
  return [price.shape === 'single' ? price.price : price.spreadPrice];
}

const lastSeenPrices = (lastSeen: LastSeenPrice): readonly Price[] =>
  lastSeen.type === 'standard-spread' ? [lastSeen.spreadPrice] : lastSeen.legPrices;

/** The first figure that would arrive as another one. */
function inexactOf(prices: readonly Price[], quantity: Quantity | undefined): string | undefined {
  const price = prices.find((written) => priceOf(toNumber(written)) !== written);
  if (price !== undefined) return price;
  return quantity !== undefined && quantityOf(Number(quantity)) !== quantity ? quantity : undefined;
}

const notExact = (figure: string): { ok: false; failure: ReturnType<typeof failed>['failure'] } =>
  failed({
    kind: 'invalid-argument',
    message: `${figure} has more digits than the service's numbers can carry, so nothing was sent.`,
    next: 'Give it with fewer digits.',
  });
