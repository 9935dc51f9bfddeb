import { failed, success, type Outcome } from '../../domain/failure';
import { QuoteId, RequestId } from '../../domain/identifiers';
import type { Price } from '../../domain/price';
import type { Quote, QuotePrice } from '../../domain/quote';
import { present, read, RecordReader, timeOf, unreadable } from './reading';
import { WireQuote } from './wire';

/** A quote, or why it cannot be used: without a readable price there is no quote. */
export function readQuote(raw: unknown): Outcome<Quote> {
  const parsed = read(WireQuote, raw, 'a quote');
  if (!parsed.ok) return parsed;
  const wire = parsed.value;
  const reader = new RecordReader();
  const id = reader.id('quotation-id', QuoteId, wire['quotation-id']);
  const requestId = reader.id('request-id', RequestId, wire['request-id']);
  const price = readPrice(wire, reader);
  if (price === undefined && reader.problems.length === 0) {
    reader.problems.push({ path: 'legs', message: 'there is no price' });
  }
  const quantity = reader.quantity('quantity', wire.quantity);
  if (id === undefined || requestId === undefined || price === undefined || reader.problems.length > 0) {
    return failed(unreadable(`the quote ${wire['quotation-id']}`, reader.problems));
  }
  return success({
    id,
    requestId,
    direction: wire['price-direction'],
    state: wire.state,
    price,
    raw: wire,
    ...present({
      counterparty: wire.counterparty,
      allOrNone: wire['all-or-none'],
      quantity,
      createdAt: timeOf(wire['created-at']),
    }),
  });
}

function readPrice(wire: WireQuote, reader: RecordReader): QuotePrice | undefined {
  const net = reader.price('spread-price', wire['spread-price']);
  if (wire.type === 'standard-spread') {
    return net === undefined ? undefined : { shape: 'standard-spread', spreadPrice: net };
  }
  const legs = wire.legs ?? [];
  const prices = legs
    .map((leg, index) => reader.price(`legs[${index}].price`, leg.price))
    .filter((price): price is Price => price !== undefined);
  const [only, second] = prices;
  if (only === undefined || prices.length !== legs.length) return undefined;
  if (second === undefined) return { shape: 'single', price: only };
  return { shape: 'per-leg', legPrices: prices, ...(net !== undefined && { spreadPrice: net }) };
}
