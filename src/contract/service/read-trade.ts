import { failed, success, type Outcome } from '../../domain/failure';
import { RequestId, TradeId } from '../../domain/identifiers';
import { isAwaitingPrices } from '../../domain/net-beside';
import type { Price } from '../../domain/price';
import type { Trade, TradeReference } from '../../domain/trade';
import { epochMsOf, present, read, RecordReader, unreadable } from './reading';
import { WireTrade, WireTradeReference } from './wire';

/** One entry of the list of trades. */
export function readTradeReference(raw: unknown): Outcome<TradeReference> {
  const parsed = read(WireTradeReference, raw, 'a trade reference');
  if (!parsed.ok) return parsed;
  const wire = parsed.value;
  const reader = new RecordReader();
  const id = reader.id('trade-id', TradeId, wire['trade-id']);
  if (id === undefined) return failed(unreadable('a trade reference', reader.problems));
  return success({
    id,
    tradedAt: epochMsOf(wire['traded-at']),
    raw: wire,
    ...present({ commodity: wire.commodity, venue: wire.venue }),
  });
}

/** A leg's quantity, where it is written as one. */
function amountIn(leg: Readonly<Record<string, unknown>> | undefined): number | string | undefined {
  const written = leg?.['quantity'];
  return typeof written === 'number' || typeof written === 'string' ? written : undefined;
}

/**
 * One trade. Its price, action and quantity (which counts leg 1) stand on the trade or on its legs; a standard spread may have no leg prices until
 * the operator has entered them (section 3).
 */
export function readTrade(raw: unknown): Outcome<Trade> {
  const parsed = read(WireTrade, raw, 'a trade');
  if (!parsed.ok) return parsed;
  const wire = parsed.value;
  const reader = new RecordReader();
  const id = reader.id('trade-id', TradeId, wire['trade-id']);
  const requestId =
    typeof wire['request-id'] === 'string'
      ? reader.id('request-id', RequestId, wire['request-id'])
      : undefined;
  reader.swapType('spreadType', wire['spreadType']);
  const price = reader.price('price', wire.price);
  const legs = wire.legs ?? [];
  const legPrices = legs
    .map((leg, index) => reader.price(`legs[${index}].price`, leg.price))
    .filter((legPrice): legPrice is Price => legPrice !== undefined);
  const quantity =
    reader.quantity('quantity', wire.quantity) ?? reader.quantity('legs[0].quantity', amountIn(legs[0]));
  if (legs.length === 0) {
    if (price === undefined) reader.problems.push({ path: 'price', message: 'missing' });
    if (!wire.action) reader.problems.push({ path: 'action', message: 'missing' });
  }
  if (id === undefined || reader.problems.length > 0) {
    return failed(unreadable(`the trade ${wire['trade-id']}`, reader.problems));
  }
  return success({
    id,
    tradedAt: epochMsOf(wire['traded-at']),
    raw: wire,
    ...present({
      requestId,
      venue: wire.venue,
      commodity: wire.commodity,
      contract: wire.contract,
      action: wire.action,
      price,
      legPrices:
        legs.length > 0 && legPrices.length === legs.length && !isAwaitingPrices(wire)
          ? legPrices
          : undefined,
      quantity,
      counterparty: wire.counterparty,
    }),
  });
}
