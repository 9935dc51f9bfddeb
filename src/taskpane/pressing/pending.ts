import { isFinal, requestIdOf, type Action, type ActionBody } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import type { PressState } from '../words/action-words';
import { isOver, type Press } from './presses';

/** What hangs in the air on a request, here or in another workbook: nothing else is sent on it until that is known. */
export function pendingOn(
  requestId: RequestId,
  presses: readonly Press[],
  journal: readonly Action[],
): { readonly state: PressState; readonly shown: string } | undefined {
  const mine = ({ body }: { body: ActionBody }): boolean =>
    requestIdOf(body) === requestId && body.kind !== 'withdraw-quote';
  return (
    presses.find((press) => mine(press) && !isOver(press)) ??
    journal.find((action) => mine(action) && !isFinal(action) && !presses.some(({ id }) => id === action.id))
  );
}
