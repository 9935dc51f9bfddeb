import type { GatewayClient } from '../../src/client/client';
import { systemClock } from '../../src/effects/clock';
import type { Formula } from '../../src/functions/cells/context';
import { stream } from '../../src/functions/cells/stream';
import { ExcelError } from './excel-names';

const FILLED_MS_MAX = 60_000;

interface Moment {
  /** Monotonic ms. */
  readonly atMs: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Cells that Excel calculates together, each a stream of its own. */
export class CellBlock {
  readonly startedAtMs = systemClock.monotonicMs();
  readonly values: unknown[] = [];
  private readonly cancels: (() => void)[] = [];
  private onFirst: () => void = () => undefined;
  private waiting: { missing: Set<number>; done: (last: Moment) => void } | undefined;

  constructor(reads: readonly (() => Formula)[], client: GatewayClient) {
    this.filledMs = this.everyCell(reads.length).then(({ atMs }) => atMs - this.startedAtMs);
    for (const [at, read] of reads.entries()) {
      const invocation: CustomFunctions.StreamingInvocation<unknown[][]> = {
        setResult: (value) => this.take(at, value),
      };
      stream(invocation, read, { client: () => client, cells: () => client.cells });
      this.cancels.push(() => invocation.onCanceled?.());
    }
  }

  /** From the start until the last cell has its first result. */
  readonly filledMs: Promise<number>;

  /** When every cell has had one more result. One wait at a time. */
  nextResult(): Promise<Moment> {
    return this.everyCell(this.cancels.length);
  }

  /**
   * When the first of the cells at the start has its next result, and when all of them have theirs. Epoch ms with
   * fractions, the same for every process of this machine.
   */
  async firstResults(count: number): Promise<{ firstAt: number; lastAt: number }> {
    let firstAt: number | undefined;
    this.onFirst = () => (firstAt ??= performance.timeOrigin + performance.now());
    await this.everyCell(count);
    const lastAt = performance.timeOrigin + performance.now();
    return { firstAt: firstAt ?? lastAt, lastAt };
  }

  /** Throws when a cell shows an error: what was measured then was no sheet of values. */
  demandValues(): void {
    const wrong = this.values.find((value) => value instanceof ExcelError);
    if (wrong instanceof ExcelError) throw new Error(`A cell shows ${wrong.code}: ${wrong.message}`);
  }

  cancel(): void {
    for (const cancel of this.cancels) cancel();
  }

  private everyCell(count: number): Promise<Moment> {
    return new Promise((resolve, reject) => {
      const missing = new Set(Array.from({ length: count }, (_, at) => at));
      const late = systemClock.after(FILLED_MS_MAX, () =>
        reject(new Error(`${missing.size} of ${count} cells had no result within ${FILLED_MS_MAX} ms.`)),
      );
      const done = (last: Moment): void => {
        late();
        resolve(last);
      };
      this.waiting = { missing, done };
    });
  }

  private take(at: number, value: unknown): void {
    this.values[at] = Array.isArray(value) ? (value as unknown[][])[0]?.[0] : value;
    const { waiting } = this;
    if (!waiting?.missing.delete(at)) return;
    this.onFirst();
    if (waiting.missing.size > 0) return;
    this.waiting = undefined;
    waiting.done({ atMs: systemClock.monotonicMs(), at: systemClock.now() });
  }
}
