import { comparedDecimals } from '../../domain/decimal';
import type { Fill } from '../../domain/delivery/fill';
import { sumOf } from '../../domain/quantity';
import { isConcluded, takenOf, type Request } from '../../domain/request';
import { roleOf } from '../../domain/role';
import type { OwnQuote } from '../../domain/own-offers';
import type { Formatters } from '../ui/formatters';
import { withUnit } from '../ui/text/request-text';

/**
 * What a request wants of the desk: a first quote, or a look at the one that is live, or nothing more once that was filled; or it is the
 * desk's own. `taken`: in part or as a whole, which nothing says. `asked`: it is over.
 */
export type Standing =
  'to-quote' | 'part-filled' | 'taken' | 'quoted' | 'filled' | 'asked' | 'mine' | 'other';

export const STANDING_WORDS: Record<Standing, string> = {
  'to-quote': 'To quote',
  'part-filled': 'Part filled',
  taken: 'Taken',
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
  fills: readonly Pick<Fill, 'requestId' | 'quantity'>[] = [],
): Standing {
  const role = roleOf(request);
  if (role === 'initiator') return 'mine';
  if (role === 'unknown') return 'other';
  if (isConcluded(request)) return 'asked';
  if (live.length > 0) return 'quoted';
  const own = fills.filter(({ requestId }) => requestId === request.id);
  return own.length > 0 ? filledAs(request, own) : 'to-quote';
}

function filledAs(request: Request, own: readonly Pick<Fill, 'quantity'>[]): Standing {
  const said = takenOf(request);
  if (said !== 'unknown') return said === 'whole' ? 'filled' : 'part-filled';
  const asked = request.legs[0]?.quantity;
  const amounts = own.flatMap(({ quantity }) => quantity ?? []);
  if (asked === undefined || amounts.length < own.length) return 'taken';
  return comparedDecimals(sumOf(amounts), asked) < 0 ? 'part-filled' : 'filled';
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
