import { isConcluded, type Request } from '../../domain/request';
import { roleOf } from '../../domain/role';
import type { OwnQuote } from '../../domain/own-offers';

/** What a request wants of the desk: a first quote, or a look at the one that is live; or it is the desk's own. `asked`: it is over. */
export type Standing = 'to-quote' | 'quoted' | 'asked' | 'mine' | 'other';

export const STANDING_WORDS: Record<Standing, string> = {
  'to-quote': 'To quote',
  quoted: 'Quoted',
  asked: 'Asked',
  mine: 'Mine',
  other: 'Role not given',
};

/** `live`: the desk's live quotes on this request. */
export function standingOf(request: Request, live: readonly OwnQuote[]): Standing {
  const role = roleOf(request);
  if (role === 'initiator') return 'mine';
  if (role === 'unknown') return 'other';
  if (isConcluded(request)) return 'asked';
  return live.length > 0 ? 'quoted' : 'to-quote';
}
