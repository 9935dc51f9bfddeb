import { LocaleType, LogLevel, mergeLocales, Univer, type IWorkbookData } from '@univerjs/core';
import { FUniver } from '@univerjs/core/facade';
import '@univerjs/design/lib/index.css';
import design from '@univerjs/design/locale/en-US';
import { UniverDocsPlugin } from '@univerjs/docs';
import { UniverDocsUIPlugin } from '@univerjs/docs-ui';
import '@univerjs/docs-ui/facade';
import '@univerjs/docs-ui/lib/index.css';
import docsUi from '@univerjs/docs-ui/locale/en-US';
import { UniverFormulaEnginePlugin } from '@univerjs/engine-formula';
import '@univerjs/engine-formula/facade';
import { UniverRenderEnginePlugin } from '@univerjs/engine-render';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import { UniverSheetsFormulaPlugin } from '@univerjs/sheets-formula';
import { UniverSheetsFormulaUIPlugin } from '@univerjs/sheets-formula-ui';
import '@univerjs/sheets-formula-ui/facade';
import '@univerjs/sheets-formula-ui/lib/index.css';
import sheetsFormulaUi from '@univerjs/sheets-formula-ui/locale/en-US';
import '@univerjs/sheets-formula/facade';
import sheetsFormula from '@univerjs/sheets-formula/locale/en-US';
import { UniverSheetsNumfmtPlugin } from '@univerjs/sheets-numfmt';
import { UniverSheetsNumfmtUIPlugin } from '@univerjs/sheets-numfmt-ui';
import '@univerjs/sheets-numfmt-ui/lib/index.css';
import sheetsNumfmtUi from '@univerjs/sheets-numfmt-ui/locale/en-US';
import '@univerjs/sheets-numfmt/facade';
import { UniverSheetsTablePlugin } from '@univerjs/sheets-table';
import { UniverSheetsTableUIPlugin } from '@univerjs/sheets-table-ui';
import '@univerjs/sheets-table-ui/lib/index.css';
import sheetsTableUi from '@univerjs/sheets-table-ui/locale/en-US';
import '@univerjs/sheets-table/facade';
import sheetsTable from '@univerjs/sheets-table/locale/en-US';
import { UniverSheetsUIPlugin } from '@univerjs/sheets-ui';
import '@univerjs/sheets-ui/facade';
import '@univerjs/sheets-ui/lib/index.css';
import sheetsUi from '@univerjs/sheets-ui/locale/en-US';
import sheets from '@univerjs/sheets/locale/en-US';
import { defaultTheme } from '@univerjs/themes';
import { UniverUIPlugin } from '@univerjs/ui';
import '@univerjs/ui/facade';
import '@univerjs/ui/lib/index.css';
import ui from '@univerjs/ui/locale/en-US';
import type { UniverInstance } from './univer-book';
import { takeOneBranch } from './univer-branches';
import { compareAsCellsAre } from './univer-comparisons';
import { keepTexts } from './univer-literals';
import { forgetLeftCells, keepLastSpill } from './univer-references';

/** Said while a long calculation runs; the engine's own texts lack them. */
const PROGRESS = {
  analyzing: 'Analysing',
  calculating: 'Calculating',
  'array-analysis': 'Analysing arrays',
  'array-calculation': 'Calculating arrays',
  done: 'Done',
};
const TEXTS = [design, ui, docsUi, sheets, sheetsUi, sheetsFormula, sheetsFormulaUi];
const MORE_TEXTS = [sheetsNumfmtUi, sheetsTable, sheetsTableUi, { 'sheets-formula': { progress: PROGRESS } }];

/** Plugins are named one by one: the preset package brings others whose licence is not an open one. */
export function createUniver(container: HTMLElement, book: Partial<IWorkbookData>): UniverInstance {
  const univer = new Univer({
    theme: defaultTheme,
    locale: LocaleType.EN_US,
    logLevel: LogLevel.WARN,
    locales: { [LocaleType.EN_US]: mergeLocales(...TEXTS, ...MORE_TEXTS) },
  });
  univer.registerPlugin(UniverRenderEnginePlugin);
  univer.registerPlugin(UniverFormulaEnginePlugin);
  // The header holds the formula bar; the toolbar's place is taken by the ribbon.
  univer.registerPlugin(UniverUIPlugin, { container, disableAutoFocus: true, header: true, toolbar: false });
  univer.registerPlugin(UniverDocsPlugin);
  univer.registerPlugin(UniverDocsUIPlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  // Numbers kept as text (ids are text) are no mistake here.
  univer.registerPlugin(UniverSheetsUIPlugin, {
    disableForceStringAlert: true,
    disableForceStringMark: true,
  });
  univer.registerPlugin(UniverSheetsNumfmtPlugin);
  univer.registerPlugin(UniverSheetsNumfmtUIPlugin);
  univer.registerPlugin(UniverSheetsFormulaPlugin);
  univer.registerPlugin(UniverSheetsFormulaUIPlugin);
  univer.registerPlugin(UniverSheetsTablePlugin);
  // The tab above a table in row 1 pushes every sheet down that is gone to from there; Excel has none.
  univer.registerPlugin(UniverSheetsTableUIPlugin, { hideAnchor: true });
  const api = FUniver.newAPI(univer);
  keepTexts(univer.__getInjector());
  takeOneBranch(univer.__getInjector());
  forgetLeftCells(univer.__getInjector());
  keepLastSpill(univer.__getInjector());
  compareAsCellsAre();
  api.createWorkbook(book);
  return { univer, api };
}
