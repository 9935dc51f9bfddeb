import type { SentPrice } from '../../../domain/action';
import type { Leg, Side } from '../../../domain/leg';
import { netPrice, type Offer, type QuotePrice } from '../../../domain/offers';
import { netSidesOf, sidesOf, type Request } from '../../../domain/request';
import type { Formatters } from '../formatters';
import { periodText } from '../../../domain/delivery/product';
import { clearingsApart } from '../../../domain/delivery/clearing-words';
import { differs } from '../../../domain/delivery/product-words';
import { withUnit } from './request-text';
import { distinctPrices } from '../../../domain/swap';

/** "84.15 EUR/MWh", "30.00 / 29.00, net 1.00 EUR/MWh" or "net 1.00 EUR/MWh"; each leg with its unit where they differ. */
export function priceInWords(
  price: QuotePrice | SentPrice,
  {
    request,
    formatters,
    unit,
  }: { request: Pick<Request, 'legs'>; formatters: Formatters; unit: string | undefined },
): string {
  if (price.shape === 'single') return withUnit(formatters.price(price.price), unit);
  const net = netPrice(price, netSidesOf(request));
  const told = net && formatters.price(net);
  const inNet = told && `net ${withUnit(told, unit)}`;
  if (price.shape === 'standard-spread') return inNet ?? '';
  if (unit === undefined) {
    const each = price.legPrices.map((leg, at) =>
      withUnit(formatters.price(leg), request.legs[at]?.priceUnit),
    );
    return [each.join(' / '), inNet].filter(Boolean).join(', ');
  }
  const legs = price.legPrices.map((leg) => formatters.price(leg)).join(' / ');
  return inNet === undefined ? withUnit(legs, unit) : `${legs}, ${inNet}`;
}

/** "84.15", "1.00" net, or "0.50 / 80.00" of a swap, both power legs of which have one price: a price on a button. */
export function priceInShort(price: QuotePrice | SentPrice, { request, formatters }: Saying): string {
  if (price.shape === 'single') return formatters.price(price.price);
  const net = netPrice(price, netSidesOf(request));
  if (net !== undefined) return formatters.price(net);
  if (price.shape !== 'per-leg') return '';
  const legs = distinctPrices(price.legPrices) ?? price.legPrices;
  return legs.map((leg) => formatters.price(leg)).join(' / ');
}

/** The one unit that all legs' prices have; a net price of legs in different units has none. */
export function netUnit({ legs }: Pick<Request, 'legs'>): string | undefined {
  const [first] = legs;
  return legs.every(({ priceUnit }) => priceUnit === first?.priceUnit) ? first?.priceUnit : undefined;
}

/** What tells the legs apart: their markets, for legs in one market their delivery periods, and for legs of one product how they are cleared: "AT exchange (ECC)". */
export function legName(legs: readonly Leg[], index: number): string | undefined {
  const markets = legs.map(({ market, commodity }) => market ?? commodity);
  const periods = legs.map(({ deliveryStart, deliveryEnd }) => periodText(deliveryStart, deliveryEnd));
  const name = differs(periods) && !differs(markets) ? periods[index] : markets[index];
  return [name, clearingsApart(legs)[index]].filter(Boolean).join(' ') || undefined;
}

/** "You sell", or for a spread "You sell leg 1 (DE), buy leg 2 (FR)". */
export function sidesInWords(legs: readonly Leg[], actions: readonly Side[]): string {
  if (actions.length < 2) return `You ${actions[0] ?? 'buy'}`;
  const sides = actions.map((action, index) => {
    const name = legName(legs, index);
    return `${action} leg ${index + 1}${name === undefined ? '' : ` (${name})`}`;
  });
  return `You ${sides.join(', ')}`;
}

/** "leg 1 − leg 2": how the net price of a spread comes about; `undefined` where a request has no net price of two legs. */
export function netRule(request: Pick<Request, 'legs'>): string | undefined {
  const [action1, action2] = sidesOf(request) ?? [];
  if (action1 === undefined) return undefined;
  return action1 === action2 ? 'leg 1 + leg 2' : 'leg 1 − leg 2';
}

export interface Saying {
  readonly request: Pick<Request, 'legs'>;
  readonly formatters: Formatters;
}

type Terms = Pick<Offer, 'quantity' | 'allOrNone'> & { readonly price: Offer['price'] | SentPrice };

/** "84.15 EUR/MWh, 10 MW": what an offer says of price and quantity. */
export function offerInWords(offer: Terms, { request, formatters }: Saying): string {
  const price = priceInWords(offer.price, { request, formatters, unit: netUnit(request) });
  const quantity =
    offer.quantity && withUnit(formatters.quantity(offer.quantity), request.legs[0]?.quantityUnit);
  return [price, quantity].filter(Boolean).join(', ');
}

export const wholeInWords = (allOrNone: boolean | undefined): string | undefined =>
  allOrNone === undefined ? undefined : allOrNone ? 'all or none' : 'partial OK';

type ToldOffer = Terms & Partial<Pick<Offer, 'direction' | 'counterparty'>> & { readonly id?: string };

/** An offer as it was and as it is now. All-or-none, direction and number are said where they are what differs. */
export function changeInWords(was: ToldOffer, now: ToldOffer, saying: Saying): readonly [string, string] {
  const says = (offer: ToldOffer): string =>
    [
      offerInWords(offer, saying),
      was.allOrNone !== now.allOrNone && (wholeInWords(offer.allOrNone) ?? 'all or none not given'),
      was.direction !== now.direction && offer.direction,
      was.id !== now.id && [offer.id, offer.counterparty].filter(Boolean).join(' of '),
    ]
      .filter(Boolean)
      .join(', ');
  return [says(was), says(now)];
}
