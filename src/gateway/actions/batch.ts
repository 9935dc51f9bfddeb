import type { ActionRequest } from '../../contract/desk/bodies';
import type { ActionId } from '../../domain/identifiers';
import type { Failure } from '../../domain/failure';
import type { By } from '../../domain/person';
import type { ProgramMark } from '../../domain/program-mark';
import type { Clock } from '../../effects/clock';

/** One action of a batch. */
export type BatchItem = ActionRequest & { readonly id: ActionId };

export const requestOf = ({ id: _, ...request }: BatchItem): ActionRequest => request;

/** Origin of an action. */
export interface Pressed {
  /** The page on which it was pressed. */
  readonly page?: string | undefined;
  /** Who pressed it. */
  readonly by?: By | undefined;
  /** Number of the recall that a withdrawal is part of. */
  readonly partOf?: number;
  /** How many offers of the same press still wait on the page for their turn; absent where it says nothing of that. */
  readonly following?: number | undefined;
  /** Called when its first byte is on its way. */
  readonly onLeaving?: () => void;
  /** What wants it, where no person pressed it. */
  readonly program?: FromProgram;
}

/** Of an action that a program wants: it waits for nobody's approval, and does not leave once it is not wanted any more. */
export interface FromProgram {
  readonly mark: ProgramMark;
  /** Why it is not wanted any more. */
  readonly stopping: () => Failure | undefined;
  /** Aborted when the program stops: what waits for its turn at the platform does not leave. */
  readonly signal: AbortSignal;
}

/** Timeout of a page's batch: after this silence it was stopped, or the page is gone. */
const HEARD_WITHIN_MS = 15_000;

/** Offers still waiting on pages, by each page's latest report. */
export class WaitingOffers {
  private readonly said = new Map<string, { readonly count: number; readonly atMs: number }>();

  constructor(private readonly clock: Clock) {}

  tell(page: string, count: number): void {
    this.said.set(page, { count, atMs: this.clock.monotonicMs() });
  }

  /** Forgets the waiting offers of all pages. */
  clear(): void {
    this.said.clear();
  }

  get count(): number {
    const sinceMs = this.clock.monotonicMs() - HEARD_WITHIN_MS;
    for (const [page, { atMs }] of this.said) if (atMs < sinceMs) this.said.delete(page);
    return [...this.said.values()].reduce((sum, { count }) => sum + count, 0);
  }
}
