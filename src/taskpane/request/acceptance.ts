import { present } from '../../domain/present';
import { productInWords } from '../../domain/delivery/product-words';
import type { ActionBody } from '../../domain/action';
import { comparedQuantities, type Quantity, type QuantityLeft } from '../../domain/quantity';
import { quantityProblem } from '../../domain/quantity-problem';
import { mostOf, quantityLeft, type Request } from '../../domain/request';
import { isProposal, type Choosable, type Frozen } from '../../domain/choice';
import type { Formatters } from '../ui/formatters';
import { plainText, readQuantity } from '../ui/parsed-input';
import { netUnit, priceInWords, sidesInWords } from '../ui/text/offer-text';
import { takerActions } from '../../domain/role';
import { leftInWords, withUnit } from '../ui/text/request-text';
import { nounOf, isWhole, partAllowed } from '../../domain/offer-rules';

export function partsInWords(request: Pick<Request, 'allOrNone'>, offer: Choosable): string {
  if (partAllowed(request, offer)) return 'You can accept part of it.';
  return isWhole(request, offer) ? 'All or none.' : 'All or none, because the request asks for it.';
}

/** What accepting an offer makes the desk do with each leg. */
export const takersSide = (
  { legs }: Pick<Request, 'legs'>,
  { direction }: Pick<Choosable, 'direction'>,
): string => sidesInWords(legs, takerActions({ legs }, direction));

type Prepared =
  | { readonly ok: true; readonly body: ActionBody; readonly shown: string; readonly quantity: Quantity }
  | { readonly ok: false; readonly why: string };

/** What the field of a part starts with: the whole of the offer, or as much of it as is left to be traded. */
export const partToStartWith = (request: Request, { offer }: Frozen): string =>
  plainText(mostOf(request, offer) ?? '');

/**
 * Exactly what a press would send: the frozen price as last-seen price, and a quantity only for less than the whole offer. No more
 * is taken than the offer is for, nor than is left of the request.
 */
export function prepared(
  request: Request,
  frozen: Frozen,
  { part, formatters }: { part: string; formatters: Formatters },
): Prepared {
  const { offer, lastSeen } = frozen;
  const whole = offer.quantity ?? request.legs[0]?.quantity;
  if (whole === undefined) return { ok: false, why: `The ${nounOf(offer)} does not say its quantity.` };
  const read = partAllowed(request, offer) ? readQuantity(part) : undefined;
  if (read?.kind === 'refused') return { ok: false, why: read.why };
  if (read?.kind === 'empty') return { ok: false, why: 'Enter the quantity to accept.' };
  const quantity = read?.value ?? whole;
  const isPart = quantity !== whole;
  const why = tooMuch(request, frozen, { quantity, whole, formatters });
  if (why !== undefined) return { ok: false, why };
  const named = isProposal(offer)
    ? ({ kind: 'accept-proposal', proposalId: offer.id } as const)
    : ({ kind: 'accept-quote', quoteId: offer.id } as const);
  const body: ActionBody = {
    ...named,
    requestId: request.id,
    lastSeen,
    ...(isPart && { quantity }),
    ...present({ shownQuantity: offer.quantity }),
    shownAllOrNone: isWhole(request, offer),
  };
  return { ok: true, body, quantity, shown: acceptanceInWords(request, offer, { quantity, formatters }) };
}

/** That a part which a person typed is not what would be taken, as the offer is all or none. */
export function lostPart(
  request: Request,
  { offer }: Frozen,
  { typed, quantity, formatters }: { typed: string | undefined; quantity: Quantity; formatters: Formatters },
): string | undefined {
  if (typed === undefined || partAllowed(request, offer)) return undefined;
  const read = readQuantity(typed);
  if (read.kind === 'number' && read.value === quantity) return undefined;
  const amount = withUnit(formatters.quantity(quantity), request.legs[0]?.quantityUnit);
  return `You typed ${typed}, and this ${nounOf(offer)} is all or none: it takes ${amount}.`;
}

function tooMuch(
  request: Request,
  { offer }: Frozen,
  { quantity, whole, formatters }: { quantity: Quantity; whole: Quantity; formatters: Formatters },
): string | undefined {
  const unit = request.legs[0]?.quantityUnit;
  const amount = (of: QuantityLeft): string => withUnit(formatters.quantity(of), unit);
  if (comparedQuantities(quantity, whole) > 0)
    return `More than the ${nounOf(offer)} offers: ${amount(whole)}.`;
  const left = quantityLeft(request);
  if (left === undefined || comparedQuantities(quantity, left) <= 0)
    return quantityProblem(request, quantity);
  const only = leftInWords(request, formatters) ?? `${amount(left)} left`;
  return partAllowed(request, offer)
    ? `More than is left of the request: ${only}.`
    : `It is all or none, ${amount(quantity)}, and the request has only ${only}. It cannot be accepted.`;
}

/** "You buy 10 MW DE Cal-27 base at 84.15 EUR/MWh from Alpha": what is frozen, in one sentence. */
function acceptanceInWords(
  request: Request,
  offer: Choosable,
  { quantity, formatters }: { quantity: string; formatters: Formatters },
): string {
  const amount = withUnit(formatters.quantity(quantity), request.legs[0]?.quantityUnit);
  const price = priceInWords(offer.price, { request, formatters, unit: netUnit(request) });
  const preposition = offer.direction === 'ask' ? 'from' : 'to';
  const who = offer.counterparty === undefined ? '' : ` ${preposition} ${offer.counterparty}`;
  const joint = request.legs.length > 1 ? ',' : '';
  const what = [amount, productInWords(request)].filter(Boolean).join(' ');
  return `${takersSide(request, offer)}${joint} ${what} at ${price}${who}`;
}
