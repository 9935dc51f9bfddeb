import type { ActionBody, Approval } from '../../../domain/action';
import type { SentLine } from '../../../domain/actions/facts';
import { factsOf } from '../../../domain/actions/kinds';
import { priceSeen } from '../../../domain/offers';
import { NOT_KNOWN, type By } from '../../../domain/person';
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

/** What a price was held against when another person was asked: "the best ask −1.70 EUR/MWh · Alpha". */
export const marketInWords = (
  { name, price, unit, isNet = false, counterparty }: NonNullable<Approval['market']>,
  formatters: Formatters,
): string =>
  [
    `${name} ${withUnit(isNet ? formatters.signed(price) : formatters.price(price), unit)}`,
    ...(counterparty === undefined ? [] : [counterparty]),
  ].join(' · ');
