import type { Chance } from '../../effects/chance';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Wishes } from '../planner/wishes';
import type { Service } from '../service/service';
import type { LocalSource } from './local-source';
import type { LocalResource } from './question';
import type { RecordWriter } from './record-writer';

/** What the book of answers is built from. */
export interface BookParts {
  readonly service: Service;
  readonly records: RecordWriter;
  readonly locals: Readonly<Record<LocalResource['kind'], LocalSource>>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly zone: string;
  readonly wishes: Wishes;
  /** By how much wished intervals are stretched just now. */
  readonly stretch: () => number;
  /** Somebody wants something that may have to be asked for. */
  readonly onInterest: () => void;
}
