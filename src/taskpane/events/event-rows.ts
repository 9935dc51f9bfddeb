import type { PlatformEvent } from '../../domain/event';
import { concerns, type Standing } from './standing';

export interface EventChoice {
  readonly whose: 'all' | 'mine';
  /** Empty: every type. */
  readonly type: string;
}

export const NO_CHOICE: EventChoice = { whose: 'all', type: '' };

export interface EventRow {
  readonly event: PlatformEvent;
  readonly standing: Standing;
  readonly isMine: boolean;
}

export const eventRows = (
  events: readonly PlatformEvent[],
  standing: (event: PlatformEvent) => Standing,
): EventRow[] =>
  events.map((event) => {
    const own = standing(event);
    return { event, standing: own, isMine: concerns(own) };
  });

export const chosen = (rows: readonly EventRow[], { whose, type }: EventChoice): EventRow[] =>
  rows.filter(({ event, isMine }) => (whose === 'all' || isMine) && (type === '' || event.type === type));
