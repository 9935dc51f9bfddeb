import { failed, success, type Outcome } from '../../domain/failure';
import { CounterofferId, ProposalId, QuoteId, RequestId } from '../../domain/identifiers';
import type { Counteroffer, Offer, Proposal, Quote, QuotePrice } from '../../domain/offers';
import { minus, plus, toNumber, type Price } from '../../domain/price';
import { present, read, RecordReader, timeOf, unreadable } from './reading';
import { WireCounteroffer, WireProposal, WireQuote, type WirePriced } from './wire';

/** What of an offer its price and terms say; ids and `raw` are the record's own. */
type Priced = Omit<Offer, 'requestId' | 'raw'>;

/** Reads it; `undefined`, with the fields to blame in `reader`, when there is no usable price. */
function readPriced(wire: WirePriced, reader: RecordReader): Priced | undefined {
  const price = readPrice(wire, reader);
  if (price === undefined && reader.problems.length === 0) {
    reader.problems.push({ path: 'legs', message: 'there is no price' });
  }
  const quantity = reader.quantity('quantity', wire.quantity);
  if (price === undefined) return undefined;
  return {
    direction: wire['price-direction'],
    price,
    ...present({
      counterparty: wire.counterparty,
      allOrNone: wire['all-or-none'],
      quantity,
      createdAt: timeOf(wire['created-at']),
    }),
  };
}

function readPrice(wire: WirePriced, reader: RecordReader): QuotePrice | undefined {
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
  if (second === undefined) {
    // The price of one leg of a spread must not pass for its net price.
    if (net !== undefined && net !== only)
      reader.problems.push({ path: 'legs', message: 'a leg is missing' });
    return { shape: 'single', price: only };
  }
  const exact = net === undefined ? undefined : netOf(net, prices);
  return { shape: 'per-leg', legPrices: prices, ...(exact !== undefined && { spreadPrice: exact }) };
}

/** By this share of its legs a net price that a service computes in binary may end in noise. */
const NOISE = 1e-9;

/**
 * The net price stated beside two leg prices, as the legs make it by one of the two rules of the interface document
 * (section 2): the legs are exact, and what is computed from them in binary ends in noise, as 30.1 − 29.2 does. One that
 * neither rule gives stays in the record as it came and is not used: it may follow the former rule, with another sign.
 */
function netOf(net: Price, [leg1, leg2, ...others]: readonly Price[]): Price | undefined {
  if (leg1 === undefined || leg2 === undefined || others.length > 0) return net;
  const noise = NOISE * (Math.abs(toNumber(leg1)) + Math.abs(toNumber(leg2)));
  return [minus(leg1, leg2), plus(leg1, leg2)].find(
    (exact) => Math.abs(toNumber(minus(net, exact))) <= noise,
  );
}

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
  // Nobody can take it, whatever it is called beside.
  const informs = wire.state === 'active' && wire['kind'] === 'indicative';
  return success({ id, requestId, state: informs ? 'indicative' : wire.state, raw: wire, ...priced });
}

/** A price proposal, firm or indicative. */
export function readProposal(raw: unknown): Outcome<Proposal> {
  const parsed = read(WireProposal, raw, 'a price proposal');
  if (!parsed.ok) return parsed;
  const wire = parsed.value;
  const reader = new RecordReader();
  const id = reader.id('price-proposal-id', ProposalId, wire['price-proposal-id']);
  const requestId = reader.id('request-id', RequestId, wire['request-id']);
  const priced = readPriced(wire, reader);
  if (id === undefined || requestId === undefined || !priced || reader.problems.length > 0) {
    return failed(unreadable(`the price proposal ${wire['price-proposal-id']}`, reader.problems));
  }
  return success({ id, requestId, kind: wire.kind, raw: wire, ...priced, ...present({ state: wire.state }) });
}

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
