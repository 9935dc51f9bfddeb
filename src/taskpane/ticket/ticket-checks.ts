import type { Price } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { priceShape, type Request } from '../../domain/request';
import { comparedExact } from '../exact';
import type { Figures } from '../words/figures';
import { withUnit } from '../words/request-words';
import type { Written } from '../words/written';
import { priceFindings, type Finding, type Reference } from './price-checks';

/** What is typed, as far as it is read. */
export interface Typed {
  readonly prices: readonly Written<Price>[];
  readonly quantity: Written<Quantity>;
  readonly net?: Price;
}

/** Everything that there is to say about what is typed, each beside its field: the one place where a ticket is checked. */
export function ticketFindings(
  request: Request,
  { prices, quantity, net }: Typed,
  { reference, figures }: { reference: Reference | undefined; figures: Figures },
): Finding[] {
  const shape = priceShape(request);
  return [
    ...priceFindings({ shape, prices, reference, figures, ...(net !== undefined && { net }) }),
    ...quantityFindings(request, quantity, figures),
  ];
}

function quantityFindings(request: Request, quantity: Written<Quantity>, figures: Figures): Finding[] {
  const found = (level: Finding['level'], code: string, text: string): Finding[] => [
    { level, field: 'quantity', code, text },
  ];
  if (quantity.kind === 'refused') return found('block', 'quantity', quantity.why);
  if (quantity.kind === 'empty') return [];
  const read = quantity.note === undefined ? [] : found('note', 'sign', quantity.note);
  const leg = request.legs[0];
  if (leg?.quantity === undefined) return read;
  const difference = comparedExact(quantity.value, leg.quantity);
  const asked = withUnit(figures.quantity(leg.quantity), leg.quantityUnit);
  if (difference > 0) return [...read, ...found('block', 'quantity', `More than was asked for (${asked}).`)];
  if (difference === 0) return read;
  return request.allOrNone
    ? [...read, ...found('block', 'quantity', `The request asks for all or none: ${asked}.`)]
    : [...read, ...found('note', 'part', `Less than was asked for (${asked}).`)];
}
