import type { ActionBody } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import type { ActionId } from '../../domain/identifiers';
import { isWithdrawnByAll } from '../../domain/actions/kinds';
import type { MassWithdrawal } from '../../domain/mass-withdrawal';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { secondText } from '../platform/rate-limit/service-day';
import type { MassWithdrawalStore } from '../storage/mass-withdrawals';
import type { Pressed } from './batch';
import { giveUpSignal } from './give-up';

interface MassWithdrawalsOptions {
  readonly store: MassWithdrawalStore;
  readonly clock: Clock;
  readonly log: Log;
  /** IANA zone by whose clocks people read when it was. */
  readonly zone: string;
}

/** An offer that is about to be sent. */
interface Offered {
  readonly body: ActionBody;
  /** The last recall that was known at its press. */
  readonly recall?: number | undefined;
  /** Where it was pressed. */
  readonly page?: string | undefined;
}

/** Time of the latest "Withdraw all". Offers pressed before it are not sent. */
export class MassWithdrawals {
  private readonly listeners = new Set<() => void>();
  private page: string | undefined;
  private giveUp = giveUpSignal();

  /** `newest`: the last one of an earlier run. */
  constructor(
    private readonly options: MassWithdrawalsOptions,
    private newest?: MassWithdrawal,
  ) {}

  /** A desk that cannot read them starts all the same: it has to be able to withdraw. */
  static async open(options: MassWithdrawalsOptions): Promise<MassWithdrawals> {
    try {
      return new MassWithdrawals(options, await options.store.newest());
    } catch (error) {
      options.log.error('When everything was withdrawn last cannot be read.', { error: String(error) });
      return new MassWithdrawals(options);
    }
  }

  read(): MassWithdrawal | undefined {
    return this.newest;
  }

  /** How many there were; 0 before the first. */
  get number(): number {
    return this.newest?.number ?? 0;
  }

  /** Aborted by the next recall, or a halt. */
  get signal(): AbortSignal {
    return this.giveUp.signal;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** From this moment on, whatever the disk says. The same id again is the same recall. */
  begin(
    id: ActionId,
    { page, by }: Pick<Pressed, 'page' | 'by'>,
    { proposals = false } = {},
  ): MassWithdrawal {
    if (this.newest?.id === id) return this.newest;
    const at = this.options.clock.now();
    const recall = { number: this.number + 1, at, id, ...(proposals && { proposals }), ...(by && { by }) };
    this.newest = recall;
    this.page = page;
    this.giveUpWaiting();
    for (const listener of [...this.listeners]) listener();
    void this.keep(recall);
    return recall;
  }

  /** Offers that wait for their turn at the platform are not sent. */
  giveUpWaiting(): void {
    const before = this.giveUp;
    this.giveUp = giveUpSignal();
    before.abort();
  }

  /** Why an offer is not sent: everything was withdrawn after it was pressed. */
  supersededByMassWithdrawal({ body, recall = 0, page }: Offered): Failure | undefined {
    if (!this.newest || recall >= this.newest.number || !isWithdrawnByAll(body)) return undefined;
    const isOther = this.page !== undefined && page !== undefined && this.page !== page;
    return {
      kind: 'wrong-state',
      message: `Stopped: everything was withdrawn at ${this.time}${isOther ? ' from another workbook' : ''}.`,
      next: 'Nothing was sent. Press again if you still want it.',
    };
  }

  /** When the last one was, as "10:31:04". */
  get time(): string {
    return this.newest ? this.timeOf(this.newest) : '';
  }

  timeOf({ at }: Pick<MassWithdrawal, 'at'>): string {
    return secondText(at, this.options.zone);
  }

  private async keep(recall: MassWithdrawal): Promise<void> {
    try {
      await this.options.store.append(recall);
    } catch (error) {
      this.options.log.error('That everything was withdrawn cannot be written down.', {
        error: String(error),
      });
    }
  }
}
