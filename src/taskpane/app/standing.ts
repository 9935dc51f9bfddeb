import type { Fill } from '../../domain/delivery/fill';
import { sumOf } from '../../domain/quantity';
import { isConcluded, type Request } from '../../domain/request';
import { roleOf } from '../../domain/role';
import type { OwnQuote } from '../../domain/own-offers';
import type { Formatters } from '../ui/formatters';
import { withUnit } from '../ui/text/request-text';

/**
 * What a request wants of the desk: a first quote, or a look at the one that is live, or nothing more once that was filled; or it is the
 * desk's own. `asked`: it is over.
 */
export type Standing = 'to-quote' | 'quoted' | 'filled' | 'asked' | 'mine' | 'other';

export const STANDING_WORDS: Record<Standing, string> = {
  'to-quote': 'To quote',
  quoted: 'Quoted',
  filled: 'Filled',
  asked: 'Theirs',
  mine: 'Mine',
  other: 'Role not given',
};

/** `live`: the desk's live quotes on this request; `fills`: what it traded in it. */
export function standingOf(
  request: Request,
  live: readonly OwnQuote[],
  fills: readonly Pick<Fill, 'requestId'>[] = [],
): Standing {
  const role = roleOf(request);
  if (role === 'initiator') return 'mine';
  if (role === 'unknown') return 'other';
  if (isConcluded(request)) return 'asked';
  if (live.length > 0) return 'quoted';
  return fills.some(({ requestId }) => requestId === request.id) ? 'filled' : 'to-quote';
}

/** "2 MW": what the desk traded in a request, as far as its trades say how much. */
export function filledInWords(
  { id, legs }: Pick<Request, 'id' | 'legs'>,
  fills: readonly Pick<Fill, 'requestId' | 'quantity'>[],
  formatters: Formatters,
): string {
  const amounts = fills.flatMap(({ requestId, quantity }) => (requestId === id ? (quantity ?? []) : []));
  return amounts.length === 0 ? '' : withUnit(formatters.quantity(sumOf(amounts)), legs[0]?.quantityUnit);
}
