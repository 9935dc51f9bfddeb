import type { Mapping, Recognised } from '../../domain/bulk/column';
import type { ResultPlace } from '../sheet/results';
import type { PlannedRow } from './planned-row';
import type { RunRow } from './run-row';
import type { SheetTable } from './table';

/**
 * `mapping`: a person has to say which column means what. `looking`: rows are held against what comes in. `shown`: frozen as
 * it is shown, and can be pressed. `pressing`: the sheet is read once more. `over`: nothing is on its way any more.
 */
export type BulkPhase =
  'idle' | 'reading' | 'mapping' | 'looking' | 'shown' | 'pressing' | 'running' | 'over';

export interface BulkState {
  readonly phase: BulkPhase;
  readonly table?: SheetTable;
  /** Where results are written. */
  readonly place?: ResultPlace;
  readonly mapping: Mapping;
  readonly unclear: Recognised['unclear'];
  readonly rows: readonly PlannedRow[];
  /** Epoch ms at which the rows were frozen. */
  readonly shownAt?: number;
  readonly run?: readonly RunRow[];
  /** A sentence for the person; empty when there is nothing to say. */
  readonly says: string;
}

export const BLANK: BulkState = { phase: 'idle', mapping: {}, unclear: [], rows: [], says: '' };
