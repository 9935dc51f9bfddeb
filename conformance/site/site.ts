import type { Clock } from '../../src/effects/clock';
import type { Fields } from '../fields';
import type { EventReceiver } from './event-receiver';
import type { Service } from './service';

/** The service that is tested, as a check sees it: signed in. */
export interface Site {
  readonly service: Service;
  readonly clock: Clock;
}

/** What only the simulator can do. */
export interface Controls {
  /** Lets time pass. */
  readonly advance: (byMs: number) => Promise<void>;
  /** Somebody else, or the operator, does something now; the answer is the record that came of it. */
  readonly act: (act: Fields) => Promise<Fields>;
  /** One of the simulator's own addresses, such as `tokens/steal`. */
  readonly control: (path: string, body?: Fields) => Promise<Fields>;
  readonly stats: () => Promise<Fields>;
  /** Whoever is told of events from now on; `status` is what it answers to each. */
  readonly listen: (status?: number) => Promise<EventReceiver>;
}

export interface SimulatedSite extends Site {
  readonly simulator: Controls;
}
