import {
  BUSY,
  type Argument,
  type Cell,
  type CellError,
  cellKey,
  ERROR_TEXT,
  isError,
  type Rect,
  type Result,
  type CellResult,
} from '../grid/cell';
import type { Grid, GridFunction } from '../grid/port';
import type { Time } from '../grid/time';
import { marshal } from './values';
import { type FunctionMeta, functionSpec } from './metadata';
import type { Runner } from './remote';

interface Answered {
  readonly args: readonly unknown[];
  readonly result: Result;
}

/**
 * What a call of a cell shows until it answers, from what the cell showed before other arguments came: Excel leaves the former value
 * there. `undefined` where it is about another request, whose price it would seem to be. `named`: its first argument names what it is about.
 */
export const keptAnswer = (
  { args: [about], result }: Answered,
  [wanted]: readonly unknown[],
  named: boolean,
): Result | undefined => (named && JSON.stringify(about) !== JSON.stringify(wanted) ? undefined : result);

/**
 * What a call shows until it answers, from what the call before it showed: where nothing but the column of its first argument is
 * another, each row that stays keeps its answer, wherever it stands now. `undefined` where that cannot be said.
 */
export function keptRows(
  before: Answered,
  args: readonly unknown[],
  waiting: CellResult,
): Result | undefined {
  const [known, ...others] = before.args;
  const [wanted, ...rest] = args;
  if (!isColumn(known) || !isColumn(wanted) || JSON.stringify(others) !== JSON.stringify(rest)) {
    return undefined;
  }
  const { result } = before;
  // With a header, or of one row for all, nobody knows which row is whose.
  if (!Array.isArray(result) || result.length !== known.length) return undefined;
  const answers = new Map(known.map(([value], row) => [value, result[row]]));
  const width = result[0]?.length ?? 1;
  return wanted.map(([value]) => answers.get(value) ?? Array<CellResult>(width).fill(waiting));
}

const isColumn = (argument: unknown): argument is readonly (readonly [unknown])[] =>
  Array.isArray(argument) && argument.every((row) => Array.isArray(row) && row.length === 1);

/** Results that arrive this close together are written in one calculation. */
const BATCH_MS = 60;
/** How soon to look again whether the calculation in the way has ended. */
const LOOK_MS = 15;
/** A value of before other arguments came is shown for no longer. */
const KEPT_MS = 1_000;

interface Call {
  cell: Cell;
  id: string;
  args: readonly unknown[];
  /** The calculation that last made this call. */
  run: number;
  result: Result;
  pending: boolean;
  stream: boolean;
  /** Settled, and not yet shown: keeps a volatile function from starting again because of its own answer. */
  fresh: boolean;
  end(): void;
}

const WAITING: CellError = { error: BUSY, message: ERROR_TEXT[BUSY] };

/** Rows that an earlier call of the cell has answered, and nothing for the others. */
function beginning(before: readonly Call[], { args }: Call): Result | undefined {
  return before.map((call) => keptRows(call, args, WAITING)).find((kept) => kept !== undefined);
}

/** Its first argument names what it is about: of another request nothing may be shown, also not for a moment. */
const isAboutOne = ({ parameters }: FunctionMeta): boolean => /^(id|request)/.test(parameters[0]?.name ?? '');

function covers(rect: Rect, cell: Cell): boolean {
  const down = cell.row - rect.row;
  const right = cell.col - rect.col;
  return cell.sheet === rect.sheet && down >= 0 && down < rect.rows && right >= 0 && right < rect.cols;
}

/**
 * The calls that cells make. The engine is synchronous, so a call that is under way yields #BUSY!, and when it settles
 * the cell is evaluated again and answered from here; rows whose ids stay keep their answers meanwhile, and a cell its value for a moment, as
 * a waiting cell of Excel does. Kept by cell, function and arguments, so that a second evaluation
 * for any other reason calls nobody.
 */
export class CallTable {
  readonly stats = { calls: 0, ended: 0, results: 0, flushes: 0 };
  private readonly calls = new Map<string, Map<string, Call>>();
  private readonly refusals = new Map<string, { cell: Cell; refusal: CellError }>();
  /** Cells that made a call since the last calculation came to its end. */
  private readonly visited = new Map<string, Cell>();
  private readonly touched = new Map<string, Cell>();
  /** Cells with an answer that waits for F9. */
  private readonly held = new Map<string, Cell>();
  private flushing = false;
  /** Everything is to be evaluated again. */
  private all = false;
  private run = 0;

  constructor(
    private readonly grid: Grid,
    private readonly runner: Runner,
    private readonly time: Time,
    private readonly isByHand: () => boolean = () => false,
  ) {
    grid.calculation.onCalculated((cells, complete) => {
      if (complete) this.sweep(cells);
    });
    grid.cells.onEdit((rect, kind) => (kind === 'structure' ? this.reset() : this.edited(rect)));
    grid.calculation.explainErrors((cell) => this.explain(cell));
  }

  functions(metadata: readonly FunctionMeta[], namespace: string | null): GridFunction[] {
    return metadata.map((meta) => ({
      spec: functionSpec(meta, namespace),
      evaluate: (cell, args) => this.evaluate(meta, cell, args),
    }));
  }

  /** Ends every call and evaluates everything again. */
  reset(): void {
    this.held.clear();
    for (const key of [...this.calls.keys()]) this.drop(key);
    this.all = true;
    this.flush();
  }

  /** Shows what waited for a calculation while Excel calculates by hand, and evaluates these cells with it. */
  release(others: readonly Cell[]): void {
    for (const cell of [...this.held.values(), ...others]) this.touched.set(cellKey(cell), cell);
    this.held.clear();
    if (this.touched.size > 0) this.flushSoon(0);
  }

  /** Calls that have not answered yet; a stream that has said something is not among them. */
  pending(): number {
    return this.count((call) => call.pending);
  }

  /** Every call has answered, and every answer is in its cell. */
  quiet(): boolean {
    return this.pending() === 0 && this.touched.size === 0 && !this.all;
  }

  streams(): number {
    return this.count((call) => call.stream);
  }

  /** The words behind the error a cell shows; the add-in's own where it gave any. */
  explain(cell: Cell): { title: string; message: string } | null {
    const shown = this.grid.cells.read({ ...cell, rows: 1, cols: 1 })[0]?.[0]?.value;
    if (typeof shown !== 'string' || ERROR_TEXT[shown] === undefined) return null;
    const own = this.errorsAt(cell).find(({ error, message }) => error === shown && message !== undefined);
    return { title: shown, message: own?.message ?? ERROR_TEXT[shown] };
  }

  private count(counts: (call: Call) => boolean): number {
    return [...this.calls.values()].flatMap((calls) => [...calls.values()]).filter(counts).length;
  }

  private errorsAt(cell: Cell): CellError[] {
    const spill = this.grid.cells.spills(cell.sheet).find((rect) => covers(rect, cell));
    const anchor = spill ?? cell;
    const key = cellKey(anchor);
    const results = [...(this.calls.get(key)?.values() ?? [])].map(({ result }) =>
      Array.isArray(result) ? result[cell.row - anchor.row]?.[cell.col - anchor.col] : result,
    );
    return [...results, this.refusals.get(key)?.refusal].filter((result) => isError(result));
  }

  private evaluate(meta: FunctionMeta, cell: Cell, args: Argument[]): Result {
    const key = cellKey(cell);
    this.visited.set(key, cell);
    const ready = marshal(meta, args);
    if (!Array.isArray(ready)) {
      this.refusals.set(key, { cell, refusal: ready });
      return ready;
    }
    this.refusals.delete(key);
    const calls = this.calls.get(key) ?? new Map<string, Call>();
    this.calls.set(key, calls);
    const callKey = JSON.stringify([meta.id, ready]);
    const known = calls.get(callKey);
    const call = known && !this.stale(meta, known) ? known : this.begin(meta, cell, ready, args);
    if (call !== known && call.pending) this.begun(call, meta, [...calls.values()]);
    calls.set(callKey, call);
    call.run = this.run;
    call.fresh = false;
    return call.result;
  }

  private stale(meta: FunctionMeta, call: Call): boolean {
    return meta.options?.volatile === true && !call.pending && !call.fresh && call.run !== this.run;
  }

  private begin(meta: FunctionMeta, cell: Cell, ready: unknown[], args: Argument[]): Call {
    this.stats.calls++;
    const stream = meta.options?.stream === true;
    const call: Call = {
      cell,
      id: meta.id,
      args: ready,
      run: this.run,
      result: WAITING,
      pending: true,
      stream,
      fresh: false,
      end: () => undefined,
    };
    let live = true;
    const origins = args.map(({ rect }) => rect ?? null);
    const cancel = this.runner.start({ meta, args: ready, cell, origins }, (result) => {
      if (live) this.settle(call, result);
    });
    call.end = () => {
      live = false;
      this.stats.ended++;
      cancel();
    };
    return call;
  }

  /** Shows something until it answers. */
  private begun(call: Call, meta: FunctionMeta, others: readonly Call[]): void {
    const before = others.filter(({ id }) => id === call.id);
    const last = before.findLast(({ pending }) => !pending);
    const rows = beginning(before, call);
    call.result = rows ?? (last && keptAnswer(last, call.args, isAboutOne(meta))) ?? WAITING;
    if (rows !== undefined || call.result === WAITING) return;
    const forget = this.time.after(KEPT_MS, () => {
      if (!call.pending) return;
      call.result = WAITING;
      this.touched.set(cellKey(call.cell), call.cell);
      this.flushSoon(0);
    });
    const end = call.end.bind(call);
    call.end = () => {
      forget();
      end();
    };
  }

  private settle(call: Call, result: Result): void {
    this.stats.results++;
    const isHeld = !call.pending && this.isByHand();
    call.result = result;
    call.pending = false;
    call.fresh = true;
    (isHeld ? this.held : this.touched).set(cellKey(call.cell), call.cell);
    if (!isHeld) this.flushSoon(BATCH_MS);
  }

  private flushSoon(delayMs: number): void {
    if (this.flushing) return;
    this.flushing = true;
    this.time.after(delayMs, () => {
      this.flushing = false;
      this.flush();
    });
  }

  /** What comes while one runs is asked for at once after it: under a steady stream the queue would never end. */
  private flush(): void {
    if (this.grid.calculation.running()) return this.flushSoon(LOOK_MS);
    const cells = [...this.touched.values()];
    const { all } = this;
    this.touched.clear();
    this.all = false;
    this.stats.flushes++;
    if (all) this.grid.calculation.recalculateAll();
    else if (cells.length > 0) this.grid.calculation.recalculate(cells);
  }

  /**
   * After a calculation: calls that an evaluated cell no longer makes are over. So are those of a cell whose formula
   * went away while it was being evaluated.
   */
  private sweep(cells: readonly Cell[]): void {
    for (const [key, cell] of this.visited) if (!this.grid.cells.hasFormula(cell)) this.drop(key);
    this.visited.clear();
    for (const cell of cells) {
      const calls = this.calls.get(cellKey(cell));
      for (const [key, call] of calls ?? []) {
        if (call.run === this.run) continue;
        call.end();
        calls?.delete(key);
      }
      if (calls?.size === 0) this.calls.delete(cellKey(cell));
    }
    this.run++;
  }

  /** An edited cell starts over, as in Excel. */
  private edited(rect: Rect): void {
    for (const [key, calls] of this.calls) {
      const [call] = calls.values();
      if (call && covers(rect, call.cell)) this.drop(key);
    }
    for (const [key, { cell }] of this.refusals) if (covers(rect, cell)) this.refusals.delete(key);
  }

  private drop(key: string): void {
    for (const call of this.calls.get(key)?.values() ?? []) call.end();
    this.calls.delete(key);
    this.refusals.delete(key);
  }
}
