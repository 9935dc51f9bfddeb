import type { ActionBody } from '../../../domain/action';
import type { SentLine } from '../../../domain/actions/facts';
import { factsOf } from '../../../domain/actions/kinds';
import { priceSeen } from '../../../domain/offers';
import { NOT_KNOWN, type By } from '../../../domain/person';
import type { Formatters } from '../formatters';
import { sentPriceInWords } from './own-offer-text';

export const byInWords = (by: By | undefined): string =>
  by ? `${by.name} · session ${by.session}` : NOT_KNOWN;

/** What an action sends, field by field, for a table of two columns. */
export const sentInWords = (body: ActionBody, formatters: Formatters): readonly SentLine[] =>
  factsOf(body).sent(body, {
    price: (price) => sentPriceInWords(price, formatters),
    lastSeen: (price) => sentPriceInWords(priceSeen(price), formatters),
    quantity: (quantity) => formatters.quantity(quantity),
  });
