import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { onChanged, onMoved, onSelectionChanged } from '../excel/events';
import type { Sheet } from '../excel/sheet';

/** Loads code once, on the first call; a file that did not come is asked for again on the next call. Faults of the code itself are thrown. */
export type Load<T> = () => Promise<Outcome<T>>;

export function loadOnce<T>(load: () => Promise<T>): Load<T> {
  let loading: Promise<T> | undefined;
  return async () => {
    try {
      return success(await (loading ??= load()));
    } catch (fault) {
      if (!isMissingFile(fault)) throw fault;
      loading = undefined;
      return failed(NOT_LOADED);
    }
  };
}

/** Whether webpack threw this because the file of a part cannot be had. */
export const isMissingFile = (fault: unknown): boolean =>
  fault instanceof Error && fault.name === 'ChunkLoadError';

/** The gateway that would have served it is away, or serves another version by now. */
export const NOT_LOADED: Failure = {
  kind: 'unavailable',
  message: 'This part of SpreadDesk could not be loaded. Everything else still works.',
  next: 'Check that the gateway runs, then try again. If SpreadDesk was updated, reload the pane.',
};

/** The spreadsheet, whose code is loaded when it is first needed: the page does not wait for it. */
export function lazySheet(load: Load<Sheet>): Sheet {
  const through = async <T>(ask: (sheet: Sheet) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const sheet = await load();
    return sheet.ok ? ask(sheet.value) : sheet;
  };
  return {
    selectedRow: () => through((sheet) => sheet.selectedRow()),
    insertFormula: (formula, formats) => through((sheet) => sheet.insertFormula(formula, formats)),
    insertSheet: (plan) => through((sheet) => sheet.insertSheet(plan)),
    selection: () => through((sheet) => sheet.selection()),
    activeSheet: () => through((sheet) => sheet.activeSheet()),
    sheetNames: () => through((sheet) => sheet.sheetNames()),
    selectCell: (address) => through((sheet) => sheet.selectCell(address)),
    spillsOf: (cells) => through((sheet) => sheet.spillsOf(cells)),
    reenter: (name) => through((sheet) => sheet.reenter(name)),
    unnamed: () => through((sheet) => sheet.unnamed()),
    usedCells: (name) => through((sheet) => sheet.usedCells(name)),
    writeResults: (place, results) => through((sheet) => sheet.writeResults(place, results)),
    kept: (name) => through((sheet) => sheet.kept(name)),
    keep: (name, text) => through((sheet) => sheet.keep(name, text)),
    calculation: () => through((sheet) => sheet.calculation()),
    calculateAutomatically: () => through((sheet) => sheet.calculateAutomatically()),
    // What moves before the code is here has to be heard too.
    onSelectionChanged,
    onChanged,
    onMoved,
  };
}
