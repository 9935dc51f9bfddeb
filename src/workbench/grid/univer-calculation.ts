import type { IUnitRange, Injector } from '@univerjs/core';
import {
  IFunctionService,
  type ISetFormulaCalculationStartMutation,
  SetFormulaCalculationStartMutation,
  CalculateController,
  ICalculateFormulaService,
} from '@univerjs/engine-formula';
import { IDescriptionService, TriggerCalculationController } from '@univerjs/sheets-formula';
import { CellAlertManagerService } from '@univerjs/sheets-ui';
import type { Time } from './time';
import { withAnchors } from './anchor';
import { type Cell, cellKey, type Rect } from './cell';
import type { Calculation, GridFunction } from './port';
import type { UniverBook } from './univer-book';
import { description, executors } from './univer-functions';
import { cellsLeft, spillsIn } from './univer-spills';

type Calculate = (this: object, inputs: unknown) => Promise<void>;
type Acquire = (this: object, key: string, act: () => void) => Promise<void>;
const isCalculate = (value: unknown): value is Calculate => typeof value === 'function';
const isAcquire = (value: unknown): value is Acquire => typeof value === 'function';
const LOCK = 'FORMULA_EXECUTION_LOCK';

/**
 * Calculations one after the other. The engine (Univer 0.25.1) loses edits where two overlap: the later one's inputs
 * are loaded while the earlier still reads and changes them, and one that an edit tells to stop may come to its end
 * instead, and with that forget the edit. Here each begins when the one before is over, and no edit stops any.
 */
export class Turns {
  private last = Promise.resolve();
  private begun = 0;

  constructor(injector: Injector) {
    const controller = injector.get(CalculateController);
    const calculate: unknown = Reflect.get(controller, '_calculate');
    const lock: unknown = Reflect.get(injector.get(ICalculateFormulaService), '_executeLock');
    const acquire: unknown = lock instanceof Object ? Reflect.get(lock, 'acquire') : undefined;
    const trigger = injector.get(TriggerCalculationController);
    const knows = Reflect.has(trigger, '_executionInProgressParams');
    if (!isCalculate(calculate) || !(lock instanceof Object) || !isAcquire(acquire) || !knows)
      throw new Error('The formula engine is not the version that this page was made for.');
    const isOver = (): Promise<void> => acquire.call(lock, LOCK, () => undefined);
    Reflect.set(controller, '_calculate', (inputs: unknown) => {
      this.begun++;
      const turn = this.last.then(() => calculate.call(controller, inputs)).then(isOver);
      this.last = turn.finally(() => this.begun--).catch(() => undefined);
      return turn;
    });
    // What does not know that one is under way stops none.
    Object.defineProperty(trigger, '_executionInProgressParams', { get: () => null, set: () => undefined });
  }

  running(): boolean {
    return this.begun > 0;
  }
}

/** The engine answers an edit with a calculation after 100 ms without another edit. */
const EDIT_FOLLOWED_WITHIN_MS = 250;
const FORMULA_ALERT = 'SHEET_FORMULA_ALERT';
const ALERT_WIDTH_PX = 280;

/** The engine's calculations: when they run, which cells they evaluated, and how to ask for another. */
export class UniverCalculation implements Calculation {
  private readonly listeners: ((cells: Cell[], complete: boolean) => void)[] = [];
  private readonly turns: Turns;
  private awaited = false;
  private forgetAwaited = (): void => undefined;
  private evaluated: Cell[] = [];
  /** What was asked for here and has not been evaluated yet. */
  private readonly asked = new Map<string, Cell>();
  private readonly ours = new WeakSet<object>();
  /** Those of a book that was opened are there before anything was calculated. */
  private spills: readonly Rect[] | undefined;
  /** Takes the card of an error away once its cell shows none: the engine does so when the pointer moves. */
  private hideSolved = (): unknown => undefined;

  constructor(
    private readonly book: UniverBook,
    private readonly spillAt: (cell: Cell) => Rect | null,
    private readonly time: Time,
  ) {
    this.turns = new Turns(book.injector);
  }

  register(functions: GridFunction[]): void {
    const { injector } = this.book;
    const service = injector.get(IFunctionService);
    service.registerExecutors(...executors(functions, this.spillAt));
    // Formulas that were read before are kept as they were understood then. By a name the engine finds the short ones alone: it keeps
    // a text of more than 64 signs as a number. No name is a part of each.
    service.deleteFormulaAstCacheKey('');
    injector.get(IDescriptionService).registerDescriptions(functions.map(({ spec }) => description(spec)));
  }

  recalculate(cells: Cell[]): void {
    for (const cell of cells) this.asked.set(cellKey(cell), cell);
    this.start(cells);
  }

  private start(cells: readonly Cell[]): void {
    const params: Omit<ISetFormulaCalculationStartMutation, 'options'> = {
      dirtyRanges: dirtyRanges(this.book.workbook.getId(), cells),
      forceCalculation: false,
      dirtyNameMap: {},
      dirtyDefinedNameMap: {},
      dirtySuperTableMap: {},
      dirtyUnitFeatureMap: {},
      dirtyUnitOtherFormulaMap: {},
      clearDependencyTreeCache: {},
    };
    this.ours.add(params);
    void this.book.api.executeCommand(SetFormulaCalculationStartMutation.id, params, { onlyLocal: true });
  }

  recalculateAll(): void {
    this.book.api.getFormula().executeCalculation();
  }

  running(): boolean {
    return this.turns.running() || this.awaited;
  }

  /** After an edit: the engine's answer to it begins in a moment. */
  awaitOwn(): void {
    this.forgetAwaited();
    this.awaited = true;
    this.forgetAwaited = this.time.after(EDIT_FOLLOWED_WITHIN_MS, () => void (this.awaited = false));
  }

  onCalculated(act: (cells: Cell[], complete: boolean) => void): void {
    this.listeners.push(act);
  }

  explainErrors(explain: (cell: Cell) => { title: string; message: string } | null): void {
    const alerts = this.book.injector.get(CellAlertManagerService);
    const show = alerts.showAlert.bind(alerts);
    alerts.showAlert = (alert) => {
      const { subUnitId, row, col } = alert.location;
      const cell = { sheet: subUnitId, row, col };
      const text = alert.key === FORMULA_ALERT ? explain(cell) : null;
      // A card goes when its error does, and says what is wrong now.
      if (alert.key === FORMULA_ALERT)
        this.hideSolved = () => {
          const now = explain(cell);
          if (!now) alerts.removeAlert(FORMULA_ALERT);
          else if (now.message !== text?.message) alerts.showAlert(alert);
        };
      show(text ? { ...alert, ...text, width: ALERT_WIDTH_PX } : alert);
    };
  }

  started(params: object): void {
    this.spills ??= spillsIn(this.book);
    if (this.ours.has(params)) return;
    this.awaited = false;
    this.forgetAwaited();
  }

  took(cells: Cell[]): void {
    this.evaluated.push(...cells);
    for (const cell of cells) this.asked.delete(cellKey(cell));
  }

  /** One that a person stopped leaves undone what was asked for here: that is asked for again. */
  ended(complete: boolean): void {
    const cells = this.evaluated;
    this.evaluated = [];
    for (const tell of this.listeners) tell(cells, complete);
    this.hideSolved();
    if (complete) this.followSpills();
    else if (this.asked.size > 0) this.recalculate([...this.asked.values()]);
  }

  /** Formulas with `A1#` have to be evaluated again when a spill has another size, and those that read a cell when a spill has left it. */
  private followSpills(): void {
    const before = this.spills ?? [];
    this.spills = spillsIn(this.book);
    if (JSON.stringify(this.spills) === JSON.stringify(before)) return;
    const cells = [...this.anchorUsers(), ...cellsLeft(before, this.spills)];
    if (cells.length > 0) this.start(cells);
  }

  private anchorUsers(): Cell[] {
    const users: Cell[] = [];
    for (const sheet of this.book.workbook.getSheets()) {
      const cells = sheet.getSheet().getCellMatrix();
      cells.forValue((row, col, cell) => {
        if (cell?.f && withAnchors(cell.f) !== cell.f) users.push({ sheet: sheet.getSheetId(), row, col });
      });
    }
    return users;
  }
}

/** One range for each run of cells in a column. */
function dirtyRanges(unitId: string, cells: readonly Cell[]): IUnitRange[] {
  const sorted = [...cells].sort((a, b) => a.sheet.localeCompare(b.sheet) || a.col - b.col || a.row - b.row);
  const ranges: IUnitRange[] = [];
  for (const { sheet, row, col } of sorted) {
    const last = ranges.at(-1);
    const follows =
      last?.sheetId === sheet && last.range.startColumn === col && last.range.endRow === row - 1;
    if (last && follows) last.range.endRow = row;
    else {
      const range = { startRow: row, endRow: row, startColumn: col, endColumn: col };
      ranges.push({ unitId, sheetId: sheet, range });
    }
  }
  return ranges;
}
