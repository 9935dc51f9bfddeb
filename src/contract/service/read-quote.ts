import { failed, success, type Outcome } from '../../domain/failure';
import { QuoteId, RequestId } from '../../domain/identifiers';
import type { Quote } from '../../domain/quote';
import { readPriced } from './read-priced';
import { read, RecordReader, unreadable } from './reading';
import { WireQuote } from './wire';

/** A quote, or why it cannot be used: without a readable price there is no quote. */
export function readQuote(raw: unknown): Outcome<Quote> {
  const parsed = read(WireQuote, raw, 'a quote');
  if (!parsed.ok) return parsed;
  const wire = parsed.value;
  const reader = new RecordReader();
  const id = reader.id('quotation-id', QuoteId, wire['quotation-id']);
  const requestId = reader.id('request-id', RequestId, wire['request-id']);
  const priced = readPriced(wire, reader);
  if (id === undefined || requestId === undefined || !priced || reader.problems.length > 0) {
    return failed(unreadable(`the quote ${wire['quotation-id']}`, reader.problems));
  }
  return success({ id, requestId, state: wire.state, raw: wire, ...priced });
}
