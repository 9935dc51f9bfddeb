import type { Action, ActionBody } from '../domain/action';
import type { Answer } from '../domain/answer';
import type { Outcome } from '../domain/failure';
import type { ActionId } from '../domain/identifiers';
import type { Resource } from '../domain/resource';
import type { Clock } from '../effects/clock';

/**
 * `connecting`: not yet heard from the gateway. `open`: connected. `lost`: it was, and is being tried again;
 * answers keep their value and age until they are too old.
 */
export type Connection = 'connecting' | 'open' | 'lost';

/** What cells and pane share: one connection, one answer per resource, one way to act. */
export interface DeskClient {
  /**
   * Calls `listener` at once with what is known, then at every change of the answer, until the returned function is
   * called (twice is harmless). However many watch an equal resource, the gateway is asked once. An
   * answer that grows too old turns `stale` by itself, connected or not.
   */
  watch<R extends Resource>(resource: R, listener: (answer: Answer<R>) => void): () => void;
  /** What is watched now, by cells and pane together; each equal resource once. */
  watched(): readonly Resource[];
  /** The connection now and at every change. */
  watchConnection(listener: (connection: Connection) => void): () => void;
  /** Asks the gateway to fetch these ahead of polling. It costs calls. Without a connection it asks nothing: all is asked anew then. */
  refresh(resources: readonly Resource[]): void;
  /** An id for one action, kept by its caller until that action is final. */
  newActionId(): ActionId;
  /**
   * Hands an action to the gateway, which writes it down before sending it. The same id again is the same
   * action and sends nothing more. No answer from the gateway is `unknown-outcome`: ask again with the same id.
   */
  act(id: ActionId, request: { body: ActionBody; shown: string }): Promise<Outcome<Action>>;
  /** The gateway's time: what `fetchedAt`, `staleAt`, `until` and the journal are compared with. */
  readonly clock: Clock;
}
