import type { ActionBody } from '../action';
import type { Quantity } from '../quantity';
import { isPart, wholeOf } from '../quantity-problem';
import type { LimitedRequest } from './commitment';
import type { Checked } from './finding';
import type { PartKind } from './limits';

interface Part {
  readonly kind: PartKind;
  readonly whole: Quantity;
}

/** The whole of which an action is a part; `undefined` for what is whole, or of which that cannot be told. */
export function partIn(
  body: ActionBody,
  request: Pick<LimitedRequest, 'legs' | 'remainingQuantity'>,
  offer?: { readonly quantity?: Quantity | undefined },
): Part | undefined {
  if ('lastSeen' in body) {
    const whole = body.shownQuantity ?? offer?.quantity ?? wholeOf(request);
    const { quantity } = body;
    if (quantity === undefined || whole === undefined || quantity === whole) return undefined;
    return { kind: 'acceptance', whole };
  }
  if (!('direction' in body)) return undefined;
  const whole = wholeOf(request);
  return whole !== undefined && isPart(request, body.quantity) ? { kind: 'offer', whole } : undefined;
}

/**
 * A platform that overlooks the quantity, as one does that calls it otherwise, trades the whole. So the first part is asked for
 * twice, until one was read back as it was sent. `unproven`: kinds of which none has been.
 */
export function partChecks(
  body: ActionBody,
  part: Part | undefined,
  unproven: readonly PartKind[],
): Checked[] {
  if (!part || !unproven.includes(part.kind) || !('quantity' in body)) return [];
  const became = part.kind === 'offer' ? 'offered' : 'taken';
  const unit = `${part.whole} instead of ${String(body.quantity)}`;
  const message = `This platform has not yet shown that it takes a part. If it ignores the quantity, the whole is ${became}: ${unit}.`;
  return [{ step: 'warn', code: 'part-unproven', message }];
}
