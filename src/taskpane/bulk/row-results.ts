import { requestIdOf, type Action } from '../../domain/action';
import type { Mapping } from '../../domain/bulk/column';
import type { ActionId } from '../../domain/identifiers';
import type { RowResult } from '../sheet/results';
import { STATE_WORDS, stateSentence } from '../words/action-words';
import { momentSerial } from './moment';
import type { SheetRow } from './row';
import { RUN_WORDS, type RunRow } from './run-row';
import { idColumn, type SheetTable } from './table';

/** What stands beside rows of a table, for what became of them. */
export class RowResults {
  private readonly rows: ReadonlyMap<number, SheetRow>;
  private readonly column: number;

  /** `zone`: by whose clocks moments stand in the sheet. */
  constructor(
    private readonly table: SheetTable,
    mapping: Mapping,
    private readonly zone: string,
  ) {
    this.rows = new Map(table.rows.map((row) => [row.row, row]));
    this.column = idColumn(table, mapping);
  }

  /** Of a row on its way. What the desk never took leaves the id of what it took from this row before. */
  ofRun({ plan, id, state, message, at }: RunRow): RowResult {
    const isTaken = state !== 'held' && state !== 'not-sent';
    return {
      ...this.at(plan.row),
      id,
      cells: {
        state: RUN_WORDS[state],
        message,
        id: isTaken ? id : (this.rows.get(plan.row)?.written ?? ''),
        at: momentSerial(at, this.zone),
      },
    };
  }

  /** Of rows that were sent before, by the journal. */
  ofBefore(journal: ReadonlyMap<ActionId, Action>): RowResult[] {
    return [...this.rows.values()].flatMap(({ row, written }) => {
      const action = written === undefined ? undefined : journal.get(written);
      const place = this.at(row);
      // Beside another request it would be told of the wrong one.
      if (!action || requestIdOf(action.body) !== String(place.was).trim()) return [];
      const { id, state, endedAt, sentAt, createdAt } = action;
      const at = momentSerial(endedAt ?? sentAt ?? createdAt, this.zone);
      const cells = {
        state: STATE_WORDS[state].toLowerCase(),
        message: stateSentence(state, action),
        id,
        at,
      };
      return [{ ...place, id, cells }];
    });
  }

  private at(row: number): Pick<RowResult, 'row' | 'column' | 'was'> {
    const cell = this.rows.get(row)?.cells[this.column - this.table.corner.column];
    return { row, column: this.column, was: cell?.content ?? '' };
  }
}
