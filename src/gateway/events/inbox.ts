import type { Environment } from '../../domain/desk-status';
import type { EventLog } from './event-log';

/** Where events of one environment are delivered. */
export interface Inbox {
  readonly environment: Environment;
  /** A secret: who knows it can knock. */
  readonly token: string;
  readonly events: Pick<EventLog, 'keep'>;
}
