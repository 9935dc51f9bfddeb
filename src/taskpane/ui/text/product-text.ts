import { quantityLeft, type Request } from '../../../domain/request';
import { oppositeOf, roleOf, sideOf, takerActions } from '../../../domain/role';
import { withUnit } from './request-text';
import type { Formatters } from '../formatters';

/** What the desk does with each leg, whoever asked: "Buy", "Buy/Sell", "Swap". */
export function ownSide(request: Pick<Request, 'legs' | 'role' | 'swapType'>): string | undefined {
  if (roleOf(request) === 'unknown') return undefined;
  if (request.swapType !== undefined) return 'Swap';
  const sides = takerActions(request, sideOf(request)).map(oppositeOf);
  return sides.map((side) => `${side.charAt(0).toUpperCase()}${side.slice(1)}`).join('/');
}

/** "10 MW": what can still be traded. */
export function openQuantity(request: Request, formatters: Formatters): string | undefined {
  const left = quantityLeft(request);
  return left === undefined ? undefined : withUnit(formatters.quantity(left), request.legs[0]?.quantityUnit);
}
