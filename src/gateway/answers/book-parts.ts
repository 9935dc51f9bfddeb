import type { Chance } from '../../effects/chance';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { AgeLimits } from '../planner/age-limits';
import type { Wishes } from '../planner/wishes';
import type { Reads } from '../service/service';
import type { LocalSource } from './local-source';
import type { LocalResource } from './question';
import type { RecordWriter } from './record-writer';

/** What the book of answers is built from. */
export interface BookParts {
  readonly service: Reads;
  readonly records: RecordWriter;
  readonly locals: Readonly<Record<LocalResource['kind'], LocalSource>>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly zone: string;
  readonly wishes: Wishes;
  readonly ages?: AgeLimits;
  /** By how much wished intervals are stretched over the day. */
  readonly stretch: () => number;
  /** Whether the day can pay for asking at once for what has just come into sight; if not, it waits for its turn. */
  readonly mayLook: () => boolean;
  /** Somebody wants something that may have to be asked for. */
  readonly onInterest: () => void;
}
