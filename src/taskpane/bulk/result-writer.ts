import type { DeskClient } from '../../client/client';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import { Observable } from '../observable';
import type { Sheet } from '../sheet';
import type { ResultPlace, RowResult } from '../sheet/results';

/** Results are written together, so that a batch does not keep Excel busy. */
const WRITE_EVERY_MS = 400;
/** Excel takes nothing while a person edits a cell. */
const WRITE_AGAIN_MS = 2_000;

/** Writes what has become of rows beside them, the newest of each, until the sheet has taken it. */
export class ResultWriter {
  /** Why the sheet does not show the results just now, or that it cannot. */
  readonly trouble = new Observable<Failure | undefined>(undefined);
  private readonly dirty = new Map<string, RowResult>();
  private cancel: (() => void) | undefined;
  private isWriting = false;
  private isClosed = false;

  constructor(
    private readonly sheet: Pick<Sheet, 'writeResults'>,
    private readonly clock: DeskClient['clock'],
    private readonly place: ResultPlace,
  ) {}

  /** At once: what has to stand in the sheet before anything is sent. */
  async first(results: readonly RowResult[]): Promise<Outcome<{ readonly lost: number }>> {
    const written = await this.sheet.writeResults(this.place, results);
    return written.ok && written.value.lost > 0 ? failed(MOVED) : written;
  }

  write(results: readonly RowResult[]): void {
    for (const result of results) this.dirty.set(result.id, result);
    this.later(WRITE_EVERY_MS);
  }

  close(): void {
    this.isClosed = true;
    this.cancel?.();
  }

  private later(waitMs: number): void {
    if (this.isClosed || this.isWriting || this.dirty.size === 0) return;
    this.cancel ??= this.clock.after(waitMs, () => void this.flush());
  }

  private async flush(): Promise<void> {
    this.cancel = undefined;
    this.isWriting = true;
    const some = [...this.dirty.values()];
    const written = await this.sheet.writeResults(this.place, some);
    this.isWriting = false;
    if (!written.ok) {
      this.trouble.set(written.failure);
      return this.later(WRITE_AGAIN_MS);
    }
    for (const result of some) if (this.dirty.get(result.id) === result) this.dirty.delete(result.id);
    this.trouble.set(written.value.lost > 0 ? lost(written.value.lost) : undefined);
    this.later(WRITE_EVERY_MS);
  }
}

const MOVED: Failure = {
  kind: 'wrong-state',
  message: 'The rows are not where they were when they were read. Nothing was sent.',
  next: 'Check the rows again.',
};
const lost = (count: number): Failure => ({
  kind: 'not-found',
  message: `${count === 1 ? 'A row is' : `${count} rows are`} not in the sheet any more, or not beside its “desk action”, so the result is not written there.`,
  next: 'The list below and the journal have it.',
});
