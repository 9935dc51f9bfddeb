import { ERROR_TYPE_SET, LexerTreeBuilder, type ErrorType } from '@univerjs/engine-formula';
import { withAnchors } from './anchor';
import { BUSY, type Cell, type Rect } from './cell';
import type { Grid } from './port';
import type { Time } from './time';
import { UniverBook, type UniverInstance } from './univer-book';
import { UniverCalculation } from './univer-calculation';
import { UniverCells } from './univer-cells';
import { guardTyped, watchCommands } from './univer-commands';
import { UniverConditions } from './univer-conditions';
import { UniverNames, UniverSelection, UniverSheets, UniverTables } from './univer-sheets';

/** Univer as the grid that the host knows. */
export function univerGrid(univer: UniverInstance, time: Time): Grid {
  const book = new UniverBook(univer);
  repairLexer(book.injector.get(LexerTreeBuilder));
  teachBusy();
  const sheets = new UniverSheets(book);
  const cells = new UniverCells(book);
  const calculation = new UniverCalculation(book, (cell) => spillAt(cells, cell), time);
  const conditions = new UniverConditions(book);
  guardTyped(book, (cell) => cells.hasFormula(cell));
  watchCommands(book, {
    started: (params) => calculation.started(params),
    evaluated: (evaluated) => calculation.took(evaluated),
    ended: (complete) => calculation.ended(complete),
    edited: (rect) => {
      calculation.awaitOwn();
      cells.changed(rect, 'edit');
    },
    restructured: (sheet, moved) => {
      calculation.awaitOwn();
      conditions.forgetMoved(sheet);
      const nowhere = { sheet: sheets.active(), row: 0, col: 0, rows: 0, cols: 0 };
      cells.changed(moved?.rect ?? nowhere, 'structure', moved?.shift);
    },
  });
  return {
    sheets,
    cells,
    calculation,
    conditions,
    selection: new UniverSelection(book),
    tables: new UniverTables(book),
    names: new UniverNames(book),
  };
}

function spillAt(cells: UniverCells, { sheet, row, col }: Cell): Rect | null {
  return cells.spills(sheet).find((spill) => spill.row === row && spill.col === col) ?? null;
}

/** Formulas that refer to a waiting cell have to be errors as well, or they would calculate with the text. */
function teachBusy(): void {
  const known: Set<ErrorType | string> = ERROR_TYPE_SET;
  known.add(BUSY);
}

type Reset = (this: object) => void;
const isReset = (value: unknown): value is Reset => typeof value === 'function';

/**
 * Two repairs of the engine's lexer (Univer 0.25.1). It has no spill operator; and when a formula is left half typed
 * after `Table1[` it stays inside that bracket, and every formula after it is #NAME?.
 */
function repairLexer(lexer: LexerTreeBuilder): void {
  const build = lexer.treeBuilder.bind(lexer);
  const reset: unknown = Reflect.get(lexer, '_resetTemp');
  lexer.treeBuilder = (formula, ...rest) => build(withAnchors(formula), ...rest);
  if (!isReset(reset)) throw new Error('The formula engine is not the version that this page was made for.');
  const leaveBrackets = { _tableBracketState: false, _squareBracketState: 0 };
  Reflect.set(lexer, '_resetTemp', () => {
    reset.call(lexer);
    Object.assign(lexer, leaveBrackets, { _openBracketNormalIndexStack: [] });
  });
}
