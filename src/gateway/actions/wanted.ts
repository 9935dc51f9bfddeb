import type { ActionRequest } from '../../contract/desk/requests';
import type { ActionId } from '../../domain/identifiers';

/** One of many actions that are wanted at once. */
export type Wanted = ActionRequest & { readonly id: ActionId };

export const requestOf = ({ id: _, ...request }: Wanted): ActionRequest => request;

/** How an action came about. */
export interface Pressed {
  /** The page on which it was pressed. */
  readonly page?: string | undefined;
  /** Number of the recall that a withdrawal is part of. */
  readonly partOf?: number;
  /** How many offers of the same press still wait on the page for their turn; absent where it says nothing of that. */
  readonly following?: number | undefined;
  /** Called when its first byte is on its way. */
  readonly onLeaving?: () => void;
}
