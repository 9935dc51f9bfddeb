import type { Outcome } from '../../domain/failure';
import type { Sheet } from '../sheet';
import { onMoved, onSelectionChanged } from '../sheet/events';
import type { Late } from './late';

/** The spreadsheet for a page that is not to wait for the code that works on it: it comes when it is first wanted. */
export function lateSheet(late: Late<Sheet>): Sheet {
  const through = async <T>(ask: (sheet: Sheet) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const sheet = await late.fetch();
    return sheet.ok ? ask(sheet.value) : sheet;
  };
  return {
    selectedRow: () => through((sheet) => sheet.selectedRow()),
    insertFormula: (formula) => through((sheet) => sheet.insertFormula(formula)),
    insertSheet: (plan) => through((sheet) => sheet.insertSheet(plan)),
    selection: () => through((sheet) => sheet.selection()),
    activeSheet: () => through((sheet) => sheet.activeSheet()),
    selectCell: (address) => through((sheet) => sheet.selectCell(address)),
    spillsOf: (cells) => through((sheet) => sheet.spillsOf(cells)),
    reenter: (name) => through((sheet) => sheet.reenter(name)),
    usedCells: (name) => through((sheet) => sheet.usedCells(name)),
    writeResults: (place, results) => through((sheet) => sheet.writeResults(place, results)),
    kept: (name) => through((sheet) => sheet.kept(name)),
    keep: (name, text) => through((sheet) => sheet.keep(name, text)),
    // What moves before the code is here has to be heard too.
    onSelectionChanged,
    onMoved,
  };
}
