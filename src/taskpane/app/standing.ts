import { comparedDecimals } from '../../domain/decimal';
import type { Fill } from '../../domain/delivery/fill';
import { sumOf } from '../../domain/quantity';
import { isConcluded, isTradedWhole, type Request } from '../../domain/request';
import { roleOf } from '../../domain/role';
import type { OwnLive } from '../../domain/own-offers';
import type { Formatters } from '../ui/formatters';
import { withUnit } from '../ui/text/request-text';

/**
 * What a request wants of the desk: a first quote, or a look at the one or the firm proposal that is live, or nothing more once that was filled; or it is the
 * desk's own. `taken`: in part, or nothing says that it was all. `asked`: it is over.
 */
export type Standing = 'to-quote' | 'taken' | 'quoted' | 'proposed' | 'filled' | 'asked' | 'mine' | 'other';

/** In the order in which a list shows them: first what waits for the desk. */
export const STANDING_WORDS: Record<Standing, string> = {
  'to-quote': 'To quote',
  taken: 'Taken',
  quoted: 'Quoted',
  proposed: 'Proposed',
  filled: 'Filled',
  asked: 'Theirs',
  mine: 'Mine',
  other: 'Role not given',
};

/** `live`: what the desk has live on this request; `fills`: what it traded in it. */
export function standingOf(
  request: Request,
  live: readonly OwnLive[],
  fills: readonly Pick<Fill, 'requestId' | 'quantity'>[] = [],
): Standing {
  const role = roleOf(request);
  if (role === 'initiator') return 'mine';
  if (role === 'unknown') return 'other';
  if (isConcluded(request)) return 'asked';
  if (live.length > 0) return live.every(({ what }) => what === 'proposal') ? 'proposed' : 'quoted';
  if (!fills.some(({ requestId }) => requestId === request.id)) return 'to-quote';
  const asked = request.remainingQuantity ? undefined : request.legs[0]?.quantity;
  const isAll = asked && comparedDecimals(tradedIn(request, fills), asked) >= 0;
  return isAll || isTradedWhole(request) ? 'filled' : 'taken';
}

/** Under which of the pills it is listed: whoever looks for what is quoted looks for every offer of the desk. */
export const listedAs = (standing: Standing): Standing => (standing === 'proposed' ? 'quoted' : standing);

/** How much the desk traded in it, as far as its trades say how much. */
const tradedIn = (
  { id }: Pick<Request, 'id'>,
  fills: readonly Pick<Fill, 'requestId' | 'quantity'>[],
): string => sumOf(fills.flatMap(({ requestId, quantity }) => (requestId === id ? (quantity ?? []) : [])));

/** "2 MW": what the desk traded in a request, where its trades say how much. */
export function filledInWords(
  request: Pick<Request, 'id' | 'legs'>,
  fills: readonly Pick<Fill, 'requestId' | 'quantity'>[],
  formatters: Formatters,
): string {
  const traded = tradedIn(request, fills);
  return traded === '0' ? '' : withUnit(formatters.quantity(traded), request.legs[0]?.quantityUnit);
}
