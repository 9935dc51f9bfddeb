import type { Environment } from '../../domain/desk-status';
import type { HeardEvent } from './events';

/** An event as a door of the desk took it in, under an id that was made right then (a UUID). */
export interface Delivery {
  readonly id: string;
  readonly environment: Environment;
  readonly event: HeardEvent;
}

/** Where the doors of a desk put what they heard. */
export interface DeliveryStore {
  /**
   * Keeps all of them, each under its id once, however often it is handed over; whoever leads is told. When it resolves they are kept as
   * safely as the journal is. When it rejects some may have been kept: they are to be handed over again, under the same ids.
   */
  hear(deliveries: readonly Delivery[]): Promise<void>;
}
