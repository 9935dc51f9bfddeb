import type { SentPrice } from '../../domain/action';
import { netPrice, type QuotePrice } from '../../domain/quote';
import { netActionsOf, type Request } from '../../domain/request';
import type { Figures } from './figures';
import { withUnit } from './request-words';

/** "84.15 EUR/MWh", "30.00 / 29.00, net +1.00 EUR/MWh" or "net +1.00 EUR/MWh"; each leg with its unit where they differ. */
export function priceInWords(
  price: QuotePrice | SentPrice,
  { request, figures, unit }: { request: Pick<Request, 'legs'>; figures: Figures; unit: string | undefined },
): string {
  if (price.shape === 'single') return withUnit(figures.price(price.price), unit);
  const net = netPrice(price, netActionsOf(request));
  const inNet = net === undefined ? undefined : `net ${withUnit(figures.signed(net), unit)}`;
  if (price.shape === 'standard-spread') return inNet ?? '';
  if (unit === undefined) {
    const each = price.legPrices.map((leg, at) => withUnit(figures.price(leg), request.legs[at]?.priceUnit));
    return [each.join(' / '), inNet].filter(Boolean).join(', ');
  }
  const legs = price.legPrices.map((leg) => figures.price(leg)).join(' / ');
  return inNet === undefined ? withUnit(legs, unit) : `${legs}, ${inNet}`;
}
