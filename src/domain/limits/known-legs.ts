import type { ActionBody, ExecutedLeg } from '../action';
import type { Leg, Side } from '../leg';
import { present } from '../present';
import type { Request } from '../request';
import { commitmentOf, ownSideOf, type AcceptedOffer } from './commitment';

/**
 * What an action is about by its request, leg by leg: the desk's own side where the action has one that is known, and the unit of its
 * quantity where it has a quantity. `offer`: the one that it accepts, where it is known.
 */
export function knownLegs(
  body: ActionBody,
  request: Request,
  offer: AcceptedOffer | undefined,
): ExecutedLeg[] {
  const commitment = commitmentOf(body, request, offer);
  const side = (leg: Leg): Side | undefined =>
    commitment?.direction &&
    ownSideOf(leg, request.legs[0], { kind: commitment.kind, direction: commitment.direction });
  return request.legs.map((leg) => {
    const { commodity, market, deliveryStart, deliveryEnd, loadProfile, quantityUnit } = leg;
    return present({
      action: side(leg),
      commodity,
      market,
      deliveryStart,
      deliveryEnd,
      loadProfile,
      quantityUnit: commitment?.quantity === undefined ? undefined : quantityUnit,
    });
  });
}
