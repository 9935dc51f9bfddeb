import type { ActionBody, ExecutedLeg } from '../action';
import type { Leg, Side } from '../leg';
import { present } from '../present';
import type { Request } from '../request';
import { ownSideOf, type AcceptedOffer } from './commitment';

/**
 * What an action is about by its request, leg by leg: of an offer and an acceptance with the unit of its quantity, and with the desk's own
 * side where that is known. `offer`: the one that is accepted, where it is known.
 */
export function knownLegs(
  body: ActionBody,
  { legs }: Pick<Request, 'legs'>,
  offer: Pick<AcceptedOffer, 'direction'> | undefined,
): ExecutedLeg[] {
  const isAcceptance = 'lastSeen' in body;
  const direction = isAcceptance ? offer?.direction : 'direction' in body ? body.direction : undefined;
  const sideOf = (leg: Leg): Side | undefined =>
    direction && ownSideOf(leg, legs[0], { kind: isAcceptance ? 'acceptance' : 'offer', direction });
  return legs.map((leg) => {
    const { commodity, market, deliveryStart, deliveryEnd, loadProfile, quantityUnit, priceUnit, clearing } =
      leg;
    return present({
      action: sideOf(leg),
      commodity,
      market,
      deliveryStart,
      deliveryEnd,
      loadProfile,
      clearing,
      ...((isAcceptance || 'direction' in body) && { quantityUnit, priceUnit }),
    });
  });
}
