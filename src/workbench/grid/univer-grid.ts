import { LexerTreeBuilder } from '@univerjs/engine-formula';
import type { Time } from '../time';
import type { Cell, Rect } from './cell';
import type { Grid } from './port';
import type { UniverInstance } from './univer';
import { UniverBook } from './univer-book';
import { UniverCalculation } from './univer-calculation';
import { UniverCells } from './univer-cells';
import { guardTyped, watchCommands } from './univer-commands';
import { repairLexer, teachBusy } from './univer-lexer';
import { UniverSelection, UniverSheets } from './univer-sheets';
import { UniverNames, UniverTables } from './univer-tables';

/** Univer as the grid that the host knows. */
export function univerGrid(univer: UniverInstance, time: Time): Grid {
  const book = new UniverBook(univer);
  repairLexer(book.injector.get(LexerTreeBuilder));
  teachBusy();
  const sheets = new UniverSheets(book);
  const cells = new UniverCells(book);
  const calculation = new UniverCalculation(book, (cell) => spillAt(cells, cell), time);
  guardTyped(book, (cell) => cells.hasFormula(cell));
  watchCommands(book, {
    started: () => calculation.started(),
    evaluated: (evaluated) => calculation.took(evaluated),
    ended: (complete) => calculation.ended(complete),
    edited: (rect) => {
      calculation.awaitOwn();
      cells.changed(rect, 'edit');
    },
    restructured: (moved) => {
      calculation.awaitOwn();
      const nowhere = { sheet: sheets.active(), row: 0, col: 0, rows: 0, cols: 0 };
      cells.changed(moved?.rect ?? nowhere, 'structure', moved?.shift);
    },
  });
  return {
    sheets,
    cells,
    calculation,
    selection: new UniverSelection(book),
    tables: new UniverTables(book),
    names: new UniverNames(book),
  };
}

function spillAt(cells: UniverCells, { sheet, row, col }: Cell): Rect | null {
  return cells.spills(sheet).find((spill) => spill.row === row && spill.col === col) ?? null;
}
