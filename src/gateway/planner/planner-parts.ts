import type { Quota } from '../../domain/desk-status';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { AnswerBook } from '../answers/answer-book';
import type { Reading } from '../service/breaker';
import type { TradingDay } from './trading-day';
import type { Wishes } from './wishes';

/** What the planner is built from. */
export interface PlannerParts {
  readonly book: Pick<AnswerBook, 'entries' | 'poll' | 'hold'>;
  /** What is left of the day's calls, and how many each lane has used. */
  readonly quota: () => Pick<Quota, 'perDay' | 'used' | 'left' | 'reserve' | 'resetsAt' | 'byLane'>;
  readonly signedIn: () => boolean;
  /** While the service does not work, one resource after the other finds out whether it does again. */
  readonly reading: () => Reading;
  readonly clock: Clock;
  readonly log: Log;
  readonly wishes: Wishes;
  readonly day: TradingDay;
  readonly zone: string;
}
