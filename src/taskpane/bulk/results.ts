import type { GatewayClient } from '../../client/client';
import type { Action } from '../../domain/action';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import { present } from '../../domain/present';
import type { ActionId } from '../../domain/identifiers';
import { excelSerial, localTimeOf } from '../../domain/local-time';
import { RUN_WORDS, type RunRow } from '../app/batch-rows';
import { Observable } from '../app/observable';
import type { ResultPlace, RowResult } from '../excel/results';
import type { Sheet } from '../excel/sheet';
import { endingOf, outcomeWord } from '../../domain/actions/state-words';
import { stateSentence } from '../ui/text/action-text';
import type { SheetRow, SheetTable } from '../quoting/table';

/** What stands beside rows of a table, for what became of them. */
export class RowResults {
  private readonly rows: ReadonlyMap<number, SheetRow>;

  /** `column`: where in the sheet stands what rows are known by. `zone`: by whose clocks moments stand in it. */
  constructor(
    private readonly table: SheetTable,
    private readonly column: number,
    private readonly zone: string,
  ) {
    this.rows = new Map(table.rows.map((row) => [row.row, row]));
  }

  /** Of a row on its way. What the desk never took leaves the id of what it took from this row before. */
  ofRun({ plan, id, state, message, at, made }: RunRow): RowResult {
    const isTaken = state !== 'held' && state !== 'not-sent';
    return {
      ...this.at(plan.row),
      id,
      cells: {
        state: RUN_WORDS[state],
        message: this.named(plan.row, message),
        id: isTaken ? id : (this.rows.get(plan.row)?.written ?? ''),
        at: momentSerial(at, this.zone),
        ...present({ made }),
      },
    };
  }

  /** Of rows that were sent before, by the journal. */
  ofBefore(
    journal: ReadonlyMap<ActionId, Action>,
    isAbout: (action: Action, row: SheetRow) => boolean,
  ): RowResult[] {
    const lines = [...this.rows.values()].flatMap((row) => row.before.map((id) => ({ row, id })));
    return lines.flatMap(({ row: sheetRow, id }) => {
      const action = journal.get(id);
      // Beside another row it would be told of the wrong one.
      if (!action || !isAbout(action, sheetRow)) return [];
      const { endedAt, sentAt, createdAt } = action;
      const ending = endingOf(action);
      const at = momentSerial(endedAt ?? sentAt ?? createdAt, this.zone);
      const cells = {
        state: outcomeWord(ending, action).toLowerCase(),
        message: this.named(sheetRow.row, stateSentence(ending, action)),
        id,
        at,
        ...present({ made: action.newRequestId }),
      };
      return [{ ...this.at(sheetRow.row), id, cells }];
    });
  }

  /** With the request that it is about: where rows are moved without these columns, it stands beside another and says so. */
  private named(row: number, message: string): string {
    const about = String(this.at(row).was).trim();
    return about === '' || message === '' ? message : `${about}: ${message}`;
  }

  private at(row: number): Pick<RowResult, 'row' | 'column' | 'was'> {
    const cell = this.rows.get(row)?.cells[this.column - this.table.corner.column];
    return { row, column: this.column, was: cell?.content ?? '' };
  }
}

/** Excel's number of a moment, as the clocks of a zone read it, to the second. */
const momentSerial = (epochMs: number, zone: string): number =>
  excelSerial(localTimeOf(zone).wallMs(Math.floor(epochMs / 1000) * 1000));

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
    private readonly clock: GatewayClient['clock'],
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
  message: 'The rows have moved since they were read. Nothing was sent.',
  next: 'Check the rows again.',
};
const lost = (count: number): Failure => ({
  kind: 'not-found',
  message: `${count === 1 ? 'A row is' : `${count} rows are`} not in the sheet any more, or not beside its “desk action”, so the result is not written there.`,
  next: 'See the list below or the journal.',
});
