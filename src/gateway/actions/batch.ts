import type { ActionRequest } from '../../contract/desk/bodies';
import type { ActionId } from '../../domain/identifiers';
import type { Clock } from '../../effects/clock';

/** One of many actions that are wanted at once. */
export type BatchItem = ActionRequest & { readonly id: ActionId };

export const requestOf = ({ id: _, ...request }: BatchItem): ActionRequest => request;

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

/** A page that has said nothing for this long hands nothing over any more: its batch was stopped, or it is gone. */
const HEARD_WITHIN_MS = 15_000;

/** How many offers pages have pressed for and not handed over yet, as each said last. */
export class WaitingOffers {
  private readonly said = new Map<string, { readonly count: number; readonly atMs: number }>();

  constructor(private readonly clock: Clock) {}

  tell(page: string, count: number): void {
    this.said.set(page, { count, atMs: this.clock.monotonicMs() });
  }

  /** None is waited for any more, on any page. */
  clear(): void {
    this.said.clear();
  }

  get count(): number {
    const sinceMs = this.clock.monotonicMs() - HEARD_WITHIN_MS;
    for (const [page, { atMs }] of this.said) if (atMs < sinceMs) this.said.delete(page);
    return [...this.said.values()].reduce((sum, { count }) => sum + count, 0);
  }
}
