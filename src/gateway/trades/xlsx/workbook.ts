import type { CapturedTrade } from '../../../domain/trade';
import type { ReportedLeg } from '../../../domain/trade-export/acer';
import { LEG_COLUMNS, tradedLegs } from '../../../domain/trade-export/full';
import { LocalTime } from '../../../domain/local-time';
import type { TradeSums } from '../../../domain/trade-export/sums';
import { rowsOf, TRADE_COLUMNS, type ExportPreset } from '../../../domain/trade-export/preset';
import { counting, coverageRows, type Coverage, type Written } from '../../../domain/trade-export/coverage';
import { Archive } from './archive';
import { Notes, type Paper } from './cells';
import { SharedTexts } from './shared-texts';
import { FIRST_SHEET, plainSheet, Sheet, type PlainCell, type SheetPlace } from './sheet';
import { Styles } from './styles';
import { xmlText } from './xml-text';

interface WorkbookOptions {
  readonly preset: ExportPreset;
  readonly zone: string;
  /** Epoch ms at which the file is made. */
  readonly now: number;
  readonly coverage?: Coverage;
}

const TRADES: SheetPlace = { name: FIRST_SHEET, file: 'xl/worksheets/sheet1.xml' };
const LEGS: SheetPlace = { name: 'legs', file: 'xl/worksheets/sheet2.xml' };
const ABOUT: SheetPlace = { name: 'about', file: 'xl/worksheets/sheet3.xml' };
const SHEETS = [TRADES, LEGS, ABOUT];

/**
 * An Excel workbook, piece by piece: the trades, their legs, and what there is to say about the file. Rows are compressed
 * as they come, so memory does not grow with the sheet of trades, only with the compressed sheet of legs.
 */
export async function* workbook(
  options: WorkbookOptions,
  captured: AsyncIterable<Iterable<CapturedTrade>>,
): AsyncGenerator<Uint8Array> {
  const archive = new Archive(options.now);
  try {
    yield* parts(archive, options, captured);
  } finally {
    archive.close();
  }
}

async function* parts(
  archive: Archive,
  options: WorkbookOptions,
  captured: AsyncIterable<Iterable<CapturedTrade>>,
): AsyncGenerator<Uint8Array> {
  const { preset, zone } = options;
  const counts = counting();
  const paper: Paper = {
    styles: new Styles(),
    texts: new SharedTexts(),
    local: new LocalTime(zone),
    notes: new Notes(),
  };
  await archive.whole('[Content_Types].xml', contentTypes(SHEETS));
  await archive.whole('_rels/.rels', packageRelations());
  const trades = new Sheet<ReportedLeg>(archive, TRADES, {
    columns: TRADE_COLUMNS[preset],
    paper,
    // What a summary of each trade says is read at a glance, `net-price` beside it; its legs have a sheet of their own.
    isFolded: ({ name }) => preset === 'desk' && name.startsWith('leg-'),
  });
  const legs = new Sheet(archive, LEGS, { columns: LEG_COLUMNS, paper });
  for await (const piece of captured) {
    for (const one of piece) {
      for (const row of rowsOf(preset, one)) trades.row(row);
      const own = tradedLegs(one);
      for (const leg of own) legs.row(leg);
      counts.add(one, own.length);
    }
    if (archive.isBehind) await archive.caughtUp();
    yield* archive.taken();
  }
  await trades.end();
  await legs.end();
  await archive.whole(ABOUT.file, plainSheet(about(options, counts, paper)));
  await archive.whole('xl/styles.xml', paper.styles.xml());
  await archive.whole('xl/sharedStrings.xml', paper.texts.xml());
  await archive.whole('xl/workbook.xml', workbookPart(SHEETS, [trades.filtered(), legs.filtered()]));
  await archive.whole('xl/_rels/workbook.xml.rels', workbookRelations(SHEETS));
  archive.end();
  yield* archive.taken();
}

const about = (
  { preset, zone, now, coverage }: WorkbookOptions,
  { written, sums }: { readonly written: Written; readonly sums: TradeSums },
  { notes }: Paper,
): PlainCell[][] => [
  ['columns', preset],
  ...(preset.startsWith('acer')
    ? [['report', 'These columns are the start of a REMIT report, not a report.']]
    : []),
  ['zone of local times', zone],
  ['written at (UTC)', new Date(now).toISOString()],
  ...(coverage ? [...sumRows(sums), ...coverageRows(coverage, written, now)] : []),
  ...notes.rows(),
];

const sumRows = (sums: TradeSums): PlainCell[][] =>
  sums.rows().map(([name = '', sum = '']) => [name, { sum }]);

/** The parts of a workbook that say where the others are (ECMA-376, part 2 and SpreadsheetML). */
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = (sheets: readonly SheetPlace[]): string =>
  `<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  override('xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`) +
  sheets.map(({ file }) => override(file, `${SHEET_TYPE}.worksheet+xml`)).join('') +
  override('xl/styles.xml', `${SHEET_TYPE}.styles+xml`) +
  override('xl/sharedStrings.xml', `${SHEET_TYPE}.sharedStrings+xml`) +
  '</Types>';

const override = (file: string, type: string): string =>
  `<Override PartName="/${file}" ContentType="${type}"/>`;

const packageRelations = (): string => relations([['officeDocument', 'xl/workbook.xml']]);

const workbookRelations = (sheets: readonly SheetPlace[]): string =>
  relations([
    ...sheets.map(({ file }): readonly [string, string] => ['worksheet', file.replace(/^xl\//, '')]),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ]);

const relations = (targets: readonly (readonly [kind: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** `filtered`: the area of each sheet that has a filter, in the order of the sheets. */
const workbookPart = (sheets: readonly SheetPlace[], filtered: readonly string[]): string =>
  `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}">` +
  '<bookViews><workbookView activeTab="0"/></bookViews>' +
  `<sheets>${sheets
    .map(
      ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join('')}</sheets>` +
  `<definedNames>${filtered
    .map(
      (area, index) =>
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${area}</definedName>`,
    )
    .join('')}</definedNames></workbook>`;
