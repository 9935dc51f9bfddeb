import type { Request } from './request';
import type { Side } from './leg';
import type { Direction } from './offers';

/** Who the desk is in a request: it asked, it was asked, or the service does not say. */
export type Role = 'initiator' | 'recipient' | 'unknown';

export function roleOf({ role }: Pick<Request, 'role'>): Role {
  return role === 'initiator' || role === 'recipient' ? role : 'unknown';
}

const OPPOSITE: Record<Side, Side> = { buy: 'sell', sell: 'buy' };

export const oppositeOf = (action: Side): Side => OPPOSITE[action];

export const oppositeSide = (direction: Direction): Direction => (direction === 'ask' ? 'bid' : 'ask');

/** The side on which quotes of a request stand, the desk's own where it was asked: whoever is asked by a buyer of leg 1 offers it. */
export function ourDirection({ legs }: Pick<Request, 'legs'>): Direction {
  return legs[0]?.action === 'sell' ? 'bid' : 'ask';
}

/** What taking a quote of this direction makes the taker do with each leg, in the legs' fixed order. */
export function takerActions({ legs }: Pick<Request, 'legs'>, direction: Direction): Side[] {
  const first: Side = direction === 'ask' ? 'buy' : 'sell';
  const turned = legs[0] !== undefined && legs[0].action !== first;
  return legs.map(({ action }) => (turned ? oppositeOf(action) : action));
}

/** Whoever was asked stands on the side of the quotes, whoever asked on the other. */
export function sideOf(request: Pick<Request, 'legs' | 'role'>): Direction {
  const quoted = ourDirection(request);
  return roleOf(request) === 'initiator' ? oppositeSide(quoted) : quoted;
}
