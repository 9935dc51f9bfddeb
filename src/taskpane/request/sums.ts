import { deliveryHours } from '../../domain/delivery/hours';
import { notionalOf, volumesOf } from '../../domain/delivery/notional';
import type { Leg } from '../../domain/leg';
import { netPrice, type QuotePrice } from '../../domain/offers';
import type { SentPrice } from '../../domain/action';
import type { Quantity } from '../../domain/quantity';
import { netSidesOf, type Request } from '../../domain/request';
import type { Formatters } from '../ui/formatters';

/** "10 MW · 87,600 MWh · 737,154 EUR": what an offer is about over the whole delivery, as far as units and dates say it. */
export function sumsInWords(
  { legs }: Pick<Request, 'legs'>,
  { price, quantity }: { price?: QuotePrice | SentPrice | undefined; quantity: Quantity },
  formatters: Formatters,
): string | undefined {
  const [first, ...others] = legs;
  if (!first) return undefined;
  // Where the load profile is not known, every hour counts.
  const atMost = deliveryHours(first)?.isAtMost === true ? 'at most ' : '';
  const volumes = volumesOf(first, quantity).map(
    ({ amount, unit }, at) => `${at > 0 ? atMost : ''}${formatters.quantity(amount)} ${unit}`,
  );
  // One amount of money for legs that deliver alike; what differs is not added up.
  const net = others.every((leg) => delivers(leg, first))
    ? price && netPrice(price, netSidesOf({ legs }))
    : undefined;
  const notional = net === undefined ? undefined : notionalOf(first, net, quantity);
  const { total, currency } = notional ?? {};
  const money = total === undefined ? undefined : `${atMost}${formatters.whole(total)} ${currency ?? ''}`;
  return [...volumes, money].filter(Boolean).join(' · ') || undefined;
}

const delivers = (a: Leg, b: Leg): boolean =>
  a.quantity === b.quantity &&
  a.quantityUnit === b.quantityUnit &&
  deliveryHours(a)?.hours === deliveryHours(b)?.hours;
