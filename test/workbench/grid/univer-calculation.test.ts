import {
  type AstTreeBuilder,
  CalculateController,
  FormulaDataModel,
  FunctionService,
  generateAstNode,
  ICalculateFormulaService,
  type IFormulaCurrentConfigService,
  IFunctionService,
  type Lexer,
  SetFormulaCalculationStartMutation,
} from '@univerjs/engine-formula';
import { TriggerCalculationController } from '@univerjs/sheets-formula';
import { expect, it } from 'vitest';
import { UniverCalculation } from '../../../src/workbench/grid/univer-calculation';
import { ManualTime } from '../manual-time';

const BOOK = 'book';
/** The engine's own memory of formulas that it has read: `meaning` is what it would read now. */
function read(formula: string, meaning: object): unknown {
  const lexer = { treeBuilder: () => ({}) } as unknown as Lexer;
  const builder = { parse: () => meaning } as unknown as AstTreeBuilder;
  const config = { getDirtyDefinedNameMap: () => ({}), getExecuteUnitId: () => BOOK };
  return generateAstNode(BOOK, formula, lexer, builder, config as unknown as IFormulaCurrentConfigService);
}

const engine = (): [unknown, unknown][] => [
  [CalculateController, { _calculate: () => Promise.resolve() }],
  [ICalculateFormulaService, { _executeLock: { acquire: () => Promise.resolve() } }],
  [TriggerCalculationController, { _executionInProgressParams: null }],
];

it('functions that come late are known to every formula that was read before, however long', () => {
  const services = new Map<unknown, unknown>([[IFunctionService, new FunctionService()], ...engine()]);
  const known = { registerDescriptions: () => undefined };
  const injector = { get: (token: unknown) => services.get(token) ?? known };
  const calculation = new UniverCalculation({ injector } as never, () => null, new ManualTime());
  const formulas = ['=DESK.RFQS()', `=DESK.RFQS(,,,,,"${'request-id, '.repeat(9)}state")`];
  const unknown = { means: '#NAME?' };
  expect(formulas.map((formula) => read(formula, unknown))).toEqual([unknown, unknown]);
  const call = { means: 'a call' };
  expect(formulas.map((formula) => read(formula, call))).toEqual([unknown, unknown]);
  calculation.register([
    {
      spec: { name: 'DESK.RFQS', description: '', parameters: [], wantsAddresses: false },
      evaluate: () => '',
    },
  ]);
  expect(formulas.map((formula) => read(formula, call))).toEqual([call, call]);
});

it('evaluates again what reads the cells that a spill of an opened book has left, from its first calculation on', () => {
  const range = (endRow: number) => ({ startRow: 4, endRow, startColumn: 52, endColumn: 52 });
  let spills = { [BOOK]: { sheet1: { 4: { 52: range(7) } } } };
  const services = new Map<unknown, unknown>([
    ...engine(),
    [FormulaDataModel, { getArrayFormulaRange: () => spills }],
  ]);
  const started: unknown[] = [];
  const api = {
    executeCommand: (id: string, params: object) =>
      id === SetFormulaCalculationStartMutation.id && started.push(params),
  };
  const workbook = { getId: () => BOOK, getSheetBySheetId: () => ({}), getSheets: () => [] };
  const injector = { get: (token: unknown) => services.get(token) };
  const book = { injector, api, workbook } as never;
  const calculation = new UniverCalculation(book, () => null, new ManualTime());
  calculation.started({});
  spills = { [BOOK]: { sheet1: { 4: { 52: range(5) } } } };
  calculation.ended(true);
  expect(started).toEqual([
    expect.objectContaining({
      dirtyRanges: [
        {
          unitId: BOOK,
          sheetId: 'sheet1',
          range: { startRow: 6, endRow: 7, startColumn: 52, endColumn: 52 },
        },
      ],
    }),
  ]);
});
