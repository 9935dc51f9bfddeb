import { notionalOf, type Notional } from '../../domain/delivery/notional';
import { quantityOfLeg } from '../../domain/limits/commitment';
import type { Quantity } from '../../domain/quantity';
import { netPrice, type QuotePrice } from '../../domain/quote';
import type { Request } from '../../domain/request';
import type { Figures } from '../words/figures';

/** "841.50 EUR per hour, 7,371,540.00 EUR in all (8,760 hours)" */
export function notionalInWords({ currency, rate, total, hours }: Notional, figures: Figures): string {
  const money = (amount: string): string => `${figures.money(amount)} ${currency}`;
  if (!rate) return money(total ?? '0');
  const each = `${money(rate.amount)} per ${rate.per}`;
  if (total === undefined) return each;
  if (!hours) return `${each}, ${money(total)} in all`;
  const count = `${figures.count(hours.hours)} hours`;
  return hours.isAtMost
    ? `${each}, at most ${money(total)} in all (${count}: every hour, as the load profile is not known)`
    : `${each}, ${money(total)} in all (${count})`;
}

/**
 * One line per leg whose price is known, else one for the net price, saying the notional as far as units allow. `quantity` is counted
 * in leg 1; of a part nothing is said about legs that have another quantity.
 */
export function notionalLines(
  { legs }: Pick<Request, 'legs'>,
  price: QuotePrice,
  { quantity, figures }: { quantity: Quantity; figures: Figures },
): string[] {
  const prices = price.shape === 'per-leg' ? price.legPrices : [netPrice(price)];
  const [first] = legs;
  return prices.flatMap((each, index) => {
    const leg = legs[index];
    if (each === undefined || !leg) return [];
    const isOther = leg.quantity !== undefined && leg.quantity !== first?.quantity;
    if (isOther && quantity !== first?.quantity) return [];
    const notional = notionalOf(leg, each, quantityOfLeg(leg, first, quantity));
    if (!notional) return [];
    const name =
      price.shape === 'single' ? 'Notional' : price.shape === 'per-leg' ? `Leg ${index + 1}` : 'Net';
    return [`${name}: ${notionalInWords(notional, figures)}`];
  });
}
