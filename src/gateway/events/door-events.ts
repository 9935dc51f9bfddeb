import type { Environment } from '../../domain/desk-status';
import type { Clock } from '../../effects/clock';
import type { Ids } from '../../effects/ids';
import type { Log } from '../../effects/log';
import type { Delivery, DeliveryStore } from '../storage/deliveries';
import type { HeardEvent } from '../storage/events';
import type { Spool } from './spool';

/** Longer than a commit takes that a standby confirms; shorter than a sender waits. */
const STORE_MS_MAX = 1_500;
const HAND_ON_MS = 500;

/**
 * Events as a door of the desk keeps them: in the store, which tells whoever leads; and while that cannot be had, in a file of this
 * machine, from which they are handed on under the ids that they were given when they came.
 */
export class DoorEvents {
  private isStopped = false;
  private cancel = (): void => undefined;
  private isAway = false;

  constructor(
    private readonly options: {
      readonly store: DeliveryStore;
      readonly spool: Spool;
      readonly ids: Ids;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {}

  /** Hands on what waits, now and from now on. */
  start(): void {
    void this.handOn();
  }

  stop(): void {
    this.isStopped = true;
    this.cancel();
  }

  /** How many events wait on this machine for the store. */
  get waiting(): number {
    return this.options.spool.count;
  }

  /** Resolves once all of them are kept, by the store or on this machine's disk. */
  async keep(environment: Environment, heard: readonly HeardEvent[]): Promise<void> {
    const { ids, spool } = this.options;
    const deliveries = heard.map((event): Delivery => ({ id: ids.uuid(), environment, event }));
    // Behind what waits already: it came earlier, and the store is not there.
    if (this.isAway || spool.count > 0) return spool.add(deliveries);
    try {
      await this.inStore(deliveries);
    } catch (error) {
      // It may have been kept after all: the store knows the ids then.
      await spool.add(deliveries);
      this.away(error);
    }
  }

  private async inStore(deliveries: readonly Delivery[]): Promise<void> {
    const { store, clock } = this.options;
    let cancel = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = clock.after(STORE_MS_MAX, () => reject(new Error('The store did not answer in time.')));
    });
    try {
      await Promise.race([store.hear(deliveries), late]);
    } finally {
      cancel();
    }
  }

  private async handOn(): Promise<void> {
    const { spool, clock, log } = this.options;
    this.cancel();
    if (this.isStopped) return;
    const { count } = spool;
    try {
      await spool.handOn((deliveries) => this.inStore(deliveries));
      this.isAway = false;
      if (count > 0) log.info('Events that waited on this machine were handed on.', { count });
    } catch (error) {
      this.away(error);
    }
    if (!this.isStopped) this.cancel = clock.after(HAND_ON_MS, () => void this.handOn());
  }

  private away(error: unknown): void {
    if (!this.isAway)
      this.options.log.warn('Events cannot be stored just now; they wait on the disk of this machine.', {
        reason: String(error),
      });
    this.isAway = true;
  }
}
