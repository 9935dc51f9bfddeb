import * as z from 'zod/mini';
import type { MachinesAnswer } from '../../contract/desk/people';
import type { Clock } from '../../effects/clock';
import type { SharedRows } from '../storage/shared-rows';

/** What a machine of the desk says of itself. Times are epoch ms. */
const Machine = z.object({
  /** Of the system. */
  host: z.string(),
  version: z.string(),
  startedAt: z.number(),
  seenAt: z.number(),
  /** Events on its disk that wait for the database. */
  spooledEvents: z.number(),
  /** Presses of "Withdraw all" on its disk that wait for the journal. */
  keptWithdrawals: z.number(),
});
type Machine = z.infer<typeof Machine>;

const TELL_MS = 3_000;
/** One that was not seen for so long is no machine of this desk any more. */
const FORGET_MS = 86_400_000;

interface MachinesOptions {
  readonly rows: SharedRows;
  /** Of this machine's door, by which it is told from the others. */
  readonly address: string;
  readonly self: () => Omit<Machine, 'seenAt'>;
  readonly clock: Clock;
}

/** The machines of a desk, each as it told of itself last. While the store is away nobody tells anything. */
export class Machines {
  private cancel = (): void => undefined;
  private isStopped = false;

  constructor(private readonly options: MachinesOptions) {}

  get address(): string {
    return this.options.address;
  }

  start(): void {
    void this.tell();
  }

  stop(): void {
    this.isStopped = true;
    this.cancel();
  }

  /** `leader`: the address of the one that leads. */
  async read(leader: string): Promise<MachinesAnswer['machines']> {
    const { rows, clock } = this.options;
    const since = clock.now() - FORGET_MS;
    const told = [...(await rows.read('machine'))].flatMap(([address, text]) => {
      const machine = Machine.safeParse(JSON.parse(text)).data;
      return machine ? [{ ...machine, address, leads: address === leader }] : [];
    });
    await rows.drop(
      'machine',
      told.filter(({ seenAt }) => seenAt < since).map(({ address }) => address),
    );
    return told
      .filter(({ seenAt }) => seenAt >= since)
      .sort((a, b) => Number(b.leads) - Number(a.leads) || a.address.localeCompare(b.address));
  }

  private async tell(): Promise<void> {
    const { rows, address, self, clock } = this.options;
    await rows
      .put('machine', address, JSON.stringify({ ...self(), seenAt: clock.now() }))
      .catch(() => undefined);
    if (!this.isStopped) this.cancel = clock.after(TELL_MS, () => void this.tell());
  }
}
