import type { Counteroffer } from '../../domain/counteroffer';
import { failed, success, type Outcome } from '../../domain/failure';
import { CounterofferId, QuoteId, RequestId } from '../../domain/identifiers';
import { readPriced } from './read-priced';
import { present, read, RecordReader, unreadable } from './reading';
import { WireCounteroffer } from './wire';

/** An individual counteroffer. */
export function readCounteroffer(raw: unknown): Outcome<Counteroffer> {
  const parsed = read(WireCounteroffer, raw, 'a counteroffer');
  if (!parsed.ok) return parsed;
  const wire = parsed.value;
  const reader = new RecordReader();
  const id = reader.id('counteroffer-id', CounterofferId, wire['counteroffer-id']);
  const requestId = reader.id('request-id', RequestId, wire['request-id']);
  const answered = wire['quotation-id'];
  const quoteId = typeof answered === 'string' ? reader.id('quotation-id', QuoteId, answered) : undefined;
  const priced = readPriced(wire, reader);
  if (id === undefined || requestId === undefined || !priced || reader.problems.length > 0) {
    return failed(unreadable(`the counteroffer ${wire['counteroffer-id']}`, reader.problems));
  }
  return success({ id, requestId, raw: wire, ...priced, ...present({ quoteId, state: wire.state }) });
}
