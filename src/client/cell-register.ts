import { present } from '../domain/present';
import type { Resource } from '../domain/resources/resource';
import type { Clock } from '../effects/clock';
import { tellAll } from './listeners';

/** Readers are told of changes at most this often, however many cells change. */
const TELL_MS = 250;

/** The error that a formula shows; of a table the first among its cells, and how many of its cells show one. */
export interface CellProblem {
  readonly code: '#VALUE!' | '#N/A';
  readonly message: string;
  readonly count: number;
}

/** An error among what is shown; one that waits, or that there is none for, is no problem. */
export interface ShownError extends Pick<CellProblem, 'code' | 'message'> {
  readonly waiting: boolean;
  readonly isNone: boolean;
}

/** One running formula. */
export interface CellState {
  /** As Excel gives it, such as `Sheet1!B2` or `'My sheet'!B2`; empty where Excel gives none. */
  readonly address: string;
  /** The function's name, such as `RFQ`. */
  readonly name: string;
  /** What it shows comes from these, each once. */
  readonly resources: readonly Resource[];
  readonly problem?: CellProblem;
  /** Epoch ms since which it has had a problem, this one or another; there when `problem` is. */
  readonly since?: number;
  /** Epoch ms at which the service gave the oldest of what it shows. */
  readonly oldestAt?: number;
  /** The rows that it shows, or one error in their place: the problem is but the first of theirs. */
  readonly shown?: () => readonly (readonly unknown[])[] | ShownError | undefined;
  /** Rows or columns of its sheet were moved, so it may be elsewhere by now. */
  readonly moved: boolean;
}

/** What a formula says of itself after it was worked out. */
export type Heard = Pick<CellState, 'resources' | 'problem' | 'oldestAt' | 'shown'>;

/** One formula's own line in the register. */
export interface CellLine {
  readonly heard: (state: Heard) => void;
  /** Twice is harmless. */
  readonly leave: () => void;
}

/** What the pane reads of the workbook's formulas. */
export interface Cells {
  enter(cell: Pick<CellState, 'address' | 'name'>): CellLine;
  /** Every running formula, in the order in which they were entered; the same array until something changed. */
  all(): readonly CellState[];
  /** Calls `listener` after changes, bunched, and not at once; the answer ends it, twice is harmless. */
  watch(listener: () => void): () => void;
  /** The addresses on this sheet (its name as people see it) are no longer certain, until the formulas are entered anew. */
  moved(sheet: string): void;
}

interface Line {
  state: CellState;
}

/** The running formulas of this page: where they stand, what they show, what is wrong with them. */
export class CellRegister implements Cells {
  private readonly lines = new Set<Line>();
  private readonly listeners = new Set<() => void>();
  private snapshot: readonly CellState[] | undefined;
  private telling = false;

  constructor(private readonly clock: Clock) {}

  enter({ address, name }: Pick<CellState, 'address' | 'name'>): CellLine {
    const line: Line = { state: { address, name, resources: [], moved: false } };
    this.lines.add(line);
    this.changed();
    return {
      heard: (heard) => {
        if (this.lines.has(line)) this.hear(line, heard);
      },
      leave: () => {
        if (this.lines.delete(line)) this.changed();
      },
    };
  }

  all(): readonly CellState[] {
    this.snapshot ??= [...this.lines].map(({ state }) => state);
    return this.snapshot;
  }

  watch(listener: () => void): () => void {
    const mine = (): void => listener();
    this.listeners.add(mine);
    return () => void this.listeners.delete(mine);
  }

  moved(sheet: string): void {
    for (const line of this.lines) {
      if (!line.state.moved && sheetOf(line.state.address) === sheet) {
        line.state = { ...line.state, moved: true };
        this.changed();
      }
    }
  }

  private hear(line: Line, { resources, problem, oldestAt, shown }: Heard): void {
    const { address, name, moved, ...was } = line.state;
    if (
      was.resources === resources &&
      was.oldestAt === oldestAt &&
      (problem === was.problem || (problem && was.problem && isSame(problem, was.problem)))
    ) {
      return;
    }
    line.state = {
      address,
      name,
      moved,
      resources,
      ...(problem && { problem, since: was.since ?? this.clock.now() }),
      ...present({ oldestAt, shown }),
    };
    this.changed();
  }

  private changed(): void {
    this.snapshot = undefined;
    if (this.telling || this.listeners.size === 0) return;
    this.telling = true;
    this.clock.after(TELL_MS, () => {
      this.telling = false;
      tellAll(this.listeners, undefined);
    });
  }
}

const isSame = (a: CellProblem, b: CellProblem): boolean =>
  a.code === b.code && a.message === b.message && a.count === b.count;

/** The sheet of an address; Excel puts names with blanks in quotes, and doubles the quotes within. */
function sheetOf(address: string): string {
  const written = address.slice(0, Math.max(0, address.lastIndexOf('!')));
  return /^'.*'$/.test(written) ? written.slice(1, -1).replaceAll("''", "'") : written;
}
