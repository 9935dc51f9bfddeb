import { lastDay } from '../../domain/delivery/last-day';
import { statedClearing, type Leg } from '../../domain/leg';
import { failed, success, type Outcome } from '../../domain/failure';
import { RequestId } from '../../domain/identifiers';
import { statedPrice } from '../../domain/price';
import { isConcluded, type Request } from '../../domain/request';
import { present, read, RecordReader, timeOf, unreadable } from './reading';
import { WireRequest, type WireLeg } from './wire';

/** A request of the tender venue, or why it cannot be used. Everything the service sent stays in `raw`. */
export function readRequest(raw: unknown): Outcome<Request> {
  const parsed = read(WireRequest, raw, 'a request');
  if (!parsed.ok) return parsed;
  const wire = parsed.value;
  const reader = new RecordReader();
  const id = reader.id('request-id', RequestId, wire['request-id']);
  const left = wire['remaining-quantity'];
  const nothing = isConcluded(wire) ? undefined : '0';
  const remainingQuantity = isZero(left) ? nothing : reader.quantity('remaining-quantity', left);
  const swapType = reader.swapType('spreadType', wire.spreadType);
  const spreadType = reader.spreadType('spread-type', wire['spread-type'], {
    legs: wire.legs.length,
    swapType,
  });
  const legs = wire.legs.map((leg, index) => readLeg(leg, `legs[${index}]`, reader));
  if (id === undefined || reader.problems.length > 0) {
    return failed(unreadable(`the request ${wire['request-id']}`, reader.problems));
  }
  return success({
    id,
    state: wire.state,
    contract: wire.contract,
    legs,
    raw: wire,
    ...present({
      role: wire.role,
      spreadType,
      swapType,
      commodity: wire.commodity,
      createdAt: timeOf(wire['created-at']),
      concludedAt: timeOf(wire['concluded-at']),
      allOrNone: wire['all-or-none'],
      remainingQuantity,
    }),
  });
}

/** A kind of spread on a swap that says none of its own. */
const holdsSpreadType = (outcome: Outcome<Request>): boolean =>
  !outcome.ok && outcome.failure.fields?.some(({ path }) => path === 'spread-type') === true;

/**
 * A request in a list. That a request says what kind of swap it is stands in the interface document of the single read alone (section 4), so a
 * list need not: what it then calls a kind of spread is left out, for a swap has none.
 */
export function readListedRequest(raw: unknown): Outcome<Request> {
  const outcome = readRequest(raw);
  const wire = holdsSpreadType(outcome) ? WireRequest.safeParse(raw) : undefined;
  if (!wire?.success) return outcome;
  const { 'spread-type': _, ...rest } = wire.data;
  return readRequest(rest);
}

/** A request that was read by itself. */
export function readSingleRequest(raw: unknown): Outcome<Request> {
  const outcome = readRequest(raw);
  if (outcome.ok || !holdsSpreadType(outcome)) return outcome;
  const wayOut =
    'Where the platform says it of swaps too, set mapping.records.request.fields["spread-type"] to null in the service profile.';
  return failed({ ...outcome.failure, message: `${outcome.failure.message} ${wayOut}` });
}

const isZero = (written: number | string | null | undefined): boolean => statedPrice(written ?? '') === '0';

const readLeg = (wire: WireLeg, path: string, reader: RecordReader): Leg => ({
  action: wire.action,
  ...present({
    commodity: wire.commodity,
    market: wire.market,
    deliveryStart: wire['delivery-start'],
    deliveryEnd: lastDay(wire['delivery-end'], wire['delivery-start']),
    loadProfile: wire['load-profile'],
    quantity: reader.quantity(`${path}.quantity`, wire.quantity),
    quantityUnit: wire['quantity-unit'],
    priceUnit: wire['price-unit'],
    price: reader.price(`${path}.price`, wire.price),
    clearing: statedClearing(wire['clearing']),
  }),
});
