import type { BodyOf, ListedTerms } from '../../domain/action';
import { priceText } from '../../domain/limits/amount-text';
import { pricesOf } from '../../domain/limits/commitment';
import { SHOWN_LENGTH_MAX } from './repeats';

/** One offer to withdraw or delete. */
export type TakingOff = BodyOf<'withdraw-quote'> | BodyOf<'delete-proposals'>;

/** "Withdraw quote QT-1: ask 84.15, quantity 10 (RQ-2)", as a page words what is pressed there; without the terms that the desk does not know. */
export function takeOffText(body: TakingOff, terms?: ListedTerms): string {
  if (body.kind === 'delete-proposals') return `Delete price proposals on ${body.requestId}`;
  return `Withdraw quote ${body.quoteId}${terms ? `: ${termsText(terms)}` : ''} (${body.requestId})`;
}

export const PART = 'part of Withdraw all';

/** It is done by a press of "Withdraw all": `part` stands at the end, however long the text is. */
export function asPart(shown: string, part: string): string {
  const end = ` · ${part}`;
  return `${shown.slice(0, SHOWN_LENGTH_MAX - end.length)}${end}`;
}

function termsText({ direction, price, quantity }: ListedTerms): string {
  const net = price.shape === 'standard-spread' ? 'net ' : '';
  const amount = quantity === undefined ? '' : `, quantity ${quantity}`;
  return `${direction} ${net}${pricesOf(price).map(priceText).join(' / ')}${amount}`;
}
