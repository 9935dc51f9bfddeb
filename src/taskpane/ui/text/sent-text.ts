import type { ActionBody, Decision, Market } from '../../../domain/action';
import type { SentLine } from '../../../domain/actions/facts';
import { factsOf } from '../../../domain/actions/kinds';
import { priceSeen } from '../../../domain/offers';
import { NOT_KNOWN, type By } from '../../../domain/person';
import type { Price } from '../../../domain/price';
import type { Formatters } from '../formatters';
import { sentPriceInWords } from './own-offer-text';
import { withUnit } from './request-text';

export const byInWords = (by: By | undefined): string =>
  by ? `${by.name} · session ${by.session}` : NOT_KNOWN;

/** What an action sends, field by field, for a table of two columns. `unit`: of its quantity, where it is known. */
export const sentInWords = (body: ActionBody, formatters: Formatters, unit?: string): readonly SentLine[] =>
  factsOf(body).sent(body, {
    price: (price) => sentPriceInWords(price, formatters),
    lastSeen: (price) => sentPriceInWords(priceSeen(price), formatters),
    quantity: (quantity) => withUnit(formatters.quantity(quantity), unit),
  });

/** "best bid by the platform’s analytics", of a reference that is a figure of the platform and no offer; `undefined` of every other. */
export function inAnalytics(name: string): string | undefined {
  const [, figure] = /^the platform’s (.+)$/.exec(name) ?? [];
  return figure && `${figure} by the platform’s analytics`;
}

/** What a price was held against: "the best ask −1.70 EUR/MWh · Alpha". */
export const marketInWords = ({ name, price, unit, counterparty }: Market, formatters: Formatters): string =>
  [
    `${name} ${withUnit(formatters.price(price), unit)}`,
    ...(counterparty === undefined ? [] : [counterparty]),
  ].join(' · ');

/**
 * The market as it was when another person approved or refused: "the best ask −1.70 EUR/MWh · Alpha; this is 0.08 EUR/MWh below it, at 12:05:49", and
 * what the card showed, where that was another one.
 */
export function decisionInWords({ market, distance, card, at }: Decision, formatters: Formatters): string {
  const apart = distance === undefined ? undefined : apartInWords(distance, market?.unit, formatters);
  const words = market ? marketInWords(market, formatters) : 'not known';
  return [
    [words, ...(apart === undefined ? [] : [apart])].join('; this is '),
    `, at ${formatters.second(at)}`,
    ...(card === undefined ? [] : [`; the card showed: ${card}`]),
  ].join('');
}

/** "0.08 EUR/MWh below it": where a price stands beside another one, by the difference of the two. */
function apartInWords(amount: Price, unit: string | undefined, formatters: Formatters): string {
  if (amount === '0') return 'the same price';
  const size = withUnit(formatters.price(amount.replace('-', '')), unit);
  return `${size} ${amount.startsWith('-') ? 'below' : 'above'} it`;
}
