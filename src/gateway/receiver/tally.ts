import type { Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';

export interface Refusal {
  readonly at: number;
  readonly failure: Failure;
}

/** What came to one address since the gateway started. It is kept in memory alone, so that knocking costs no disk. */
export class Tally {
  accepted = 0;
  refused = 0;
  lastAcceptedAt: number | undefined;
  lastRefusal: Refusal | undefined;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  accept(): void {
    this.accepted += 1;
    this.lastAcceptedAt = this.clock.now();
  }

  refuse(failure: Failure): void {
    this.refused += 1;
    this.lastRefusal = { at: this.clock.now(), failure };
  }
}
