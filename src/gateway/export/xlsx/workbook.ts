import type { CapturedTrade } from '../../../domain/captured-trade';
import { LEG_COLUMNS, tradedLegs } from '../../../domain/trade-export/legs';
import { LocalTime } from '../../../domain/trade-export/local-time';
import { TRADE_COLUMNS, type ExportPreset } from '../../../domain/trade-export/preset';
import { Archive } from './archive';
import type { Paper } from './cells';
import { Notes } from './notes';
import { contentTypes, packageRelations, workbookPart, workbookRelations } from './parts';
import { FIRST_SHEET, Sheet, textSheet, type SheetPlace } from './sheet';
import { Styles } from './styles';

export interface WorkbookOptions {
  readonly preset: ExportPreset;
  readonly zone: string;
  /** Epoch ms at which the file is made. */
  readonly now: number;
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
  captured: AsyncIterable<CapturedTrade>,
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
  { preset, zone, now }: WorkbookOptions,
  captured: AsyncIterable<CapturedTrade>,
): AsyncGenerator<Uint8Array> {
  const paper: Paper = { styles: new Styles(), local: new LocalTime(zone), notes: new Notes() };
  await archive.whole('[Content_Types].xml', contentTypes(SHEETS));
  await archive.whole('_rels/.rels', packageRelations());
  const trades = new Sheet(archive, TRADES, { columns: TRADE_COLUMNS[preset], paper });
  const legs = new Sheet(archive, LEGS, { columns: LEG_COLUMNS, paper });
  for await (const one of captured) {
    trades.row(one);
    for (const leg of tradedLegs(one)) legs.row(leg);
    if (archive.isBehind) await archive.caughtUp();
    yield* archive.taken();
  }
  await trades.end();
  await legs.end();
  await archive.whole(ABOUT.file, textSheet(about({ preset, zone, now }, paper)));
  await archive.whole('xl/styles.xml', paper.styles.xml());
  await archive.whole('xl/workbook.xml', workbookPart(SHEETS, [trades.filtered(), legs.filtered()]));
  await archive.whole('xl/_rels/workbook.xml.rels', workbookRelations(SHEETS));
  archive.end();
  yield* archive.taken();
}

const about = ({ preset, zone, now }: WorkbookOptions, { notes }: Paper): string[][] => [
  ['columns', preset],
  ['zone of local times', zone],
  ['written at (UTC)', new Date(now).toISOString()],
  ...notes.rows(),
];
