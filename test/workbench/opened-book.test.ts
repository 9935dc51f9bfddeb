import { LocaleType, LogLevel, Univer } from '@univerjs/core';
import { FUniver } from '@univerjs/core/facade';
import {
  ArrayValueObject,
  BaseFunction,
  type BaseValueObject,
  ErrorType,
  ErrorValueObject,
  FormulaDataModel,
  IFunctionService,
  type ISetFormulaCalculationResultMutation,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationResultMutation,
  SetFormulaCalculationStartMutation,
  StringValueObject,
  UniverFormulaEnginePlugin,
} from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import '@univerjs/sheets/facade';
import { expect, it } from 'vitest';
import type { SavedBook, SavedCell } from '../../src/workbench/files/saved-book';
import { forgetLeftCells, keepLastSpill } from '../../src/workbench/grid/univer-references';
import { openedBook, restoreBeside } from '../../src/workbench/opened-book';

/** Where the list spills, below its heading. */
const LIST = '$D$2:$D$9';
const IDS = ['a', 'b', 'c'];
const cell = (row: number, col: number, value: string, more: Partial<SavedCell> = {}): SavedCell => ({
  ...{ row, col, value, formula: '', format: 'General' },
  ...more,
});
/** The first ids of a list, and beside each two cells about it, as they were saved. */
const SAVED: SavedBook = {
  sheets: [
    {
      ...{ name: 'Sheet1', widthsPx: [], hiddenColumns: [] },
      cells: [
        cell(0, 3, 'id', { formula: '=MYLIST()', spill: { rows: 4, cols: 1 } }),
        ...IDS.map((id, at) => cell(at + 1, 3, id)),
        ...IDS.flatMap((id, row) => [
          cell(row, 0, id, { formula: `=IFERROR(INDEX(${LIST},${row + 1})&"","")` }),
          cell(row, 1, `${id} product`, {
            formula: `=IF($A${row + 1}="","",MYREQUEST($A${row + 1}))`,
            spill: { rows: 1, cols: 2 },
          }),
          cell(row, 2, `${id} side`),
        ]),
      ],
    },
  ],
  names: [],
  settings: {},
};

const WAITING = ErrorValueObject.create(ErrorType.NA);
const block = (rows: readonly (readonly string[])[]): ArrayValueObject =>
  ArrayValueObject.create({
    calculateValueList: rows.map((row) => row.map((text) => StringValueObject.create(text))),
    ...{ rowCount: rows.length, columnCount: rows[0]?.length ?? 0 },
    ...{ unitId: '', sheetId: '', row: -1, column: -1 },
  });

/** A function that answers what it is told to. */
class Answering extends BaseFunction {
  override minParams = 0;
  override maxParams = 1;
  answer: (id: string) => BaseValueObject = () => WAITING;
  override calculate(id?: BaseValueObject): BaseValueObject {
    const only = id instanceof ArrayValueObject ? id.get(0, 0) : id;
    return this.answer(String(only?.getValue() ?? ''));
  }
}

it('of a list that has become shorter nothing stays below its last row', async () => {
  const univer = new Univer({
    ...{ locale: LocaleType.EN_US, locales: { [LocaleType.EN_US]: {} }, logLevel: LogLevel.SILENT },
  });
  for (const plugin of [UniverFormulaEnginePlugin, UniverSheetsPlugin]) univer.registerPlugin(plugin);
  const api = FUniver.newAPI(univer);
  const injector = univer.__getInjector();
  forgetLeftCells(injector);
  keepLastSpill(injector);
  api.createWorkbook(openedBook(SAVED));
  restoreBeside({ univer, api }, SAVED, { all: () => [], add: () => undefined, remove: () => undefined });
  const [list, request] = [new Answering('MYLIST'), new Answering('MYREQUEST')];
  injector.get(IFunctionService).registerExecutors(list, request);

  const calculated = (forceCalculation: boolean, dirty: readonly (readonly [row: number, col: number])[]) =>
    new Promise<void>((resolve) => {
      const heard = api.onCommandExecuted(({ id, params }) => {
        const isOver = (params as { functionsExecutedState?: number } | undefined)?.functionsExecutedState;
        if (id !== SetFormulaCalculationNotificationMutation.id || isOver === undefined) return;
        heard.dispose();
        queueMicrotask(resolve);
      });
      const dirtyRanges = dirty.map(([row, col]) => ({
        ...{ unitId: 'book', sheetId: 'sheet1' },
        range: { startRow: row, endRow: row, startColumn: col, endColumn: col },
      }));
      void api.executeCommand(SetFormulaCalculationStartMutation.id, { dirtyRanges, forceCalculation });
    });
  const filled = (): unknown[] => {
    const cells = injector.get(FormulaDataModel).getArrayFormulaCellData()['book']?.['sheet1'] ?? {};
    return IDS.map((_, row) => [1, 2].map((col) => cells[row]?.[col]?.v ?? ''));
  };
  let results: ISetFormulaCalculationResultMutation['unitData'] = {};
  api.onCommandExecuted(({ id, params }) => {
    if (id === SetFormulaCalculationResultMutation.id)
      results = (params as ISetFormulaCalculationResultMutation).unitData;
  });
  const ids = (): unknown[] => IDS.map((_, row) => results['book']?.['sheet1']?.[row]?.[0]?.v);

  // Its functions start again, and the list of before is there until the first answer.
  await calculated(true, []);
  expect(ids()).toEqual(IDS);
  // The answers come together: the list without its first id, and what is asked of the ids that were there.
  list.answer = () => block([['id'], ['b'], ['c']]);
  request.answer = (id) => block([[`${id} product`, `${id} side`]]);
  await calculated(false, [[0, 3], ...IDS.map((_, row) => [row, 1] as const)]);
  expect(ids()).toEqual(['b', 'c', '']);
  expect(filled()).toEqual([
    ['b product', 'b side'],
    ['c product', 'c side'],
    ['', ''],
  ]);
  univer.dispose();
});
