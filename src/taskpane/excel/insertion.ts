import { success, type Outcome } from '../../domain/failure';
import { guarded } from './guarded';

/** A sheet that is to be inserted. Addresses are its own, such as "B2:C9". */
export interface SheetPlan {
  /** What it is called, with a number behind where the book has a sheet of that name. */
  readonly name: string;
  /** What stays in sight, from the top: the row of headings is the last of these. */
  readonly rowsInSight: number;
  /** What stays in sight from the left: the column of ids is the last of these. */
  readonly columnsInSight: number;
  /** Columns that nobody needs to see, by cells of one row. */
  readonly hidden?: readonly string[];
  /** From column A on. */
  readonly widthsPt: readonly number[];
  /** Whether headings take two lines, so that long ones are whole above narrow figures. */
  readonly headingsWrap?: true;
  readonly formats: readonly (readonly [area: string, format: string])[];
  /** Values and formulas, from a cell to the right and down. */
  readonly contents: readonly (readonly [cell: string, rows: readonly (readonly Content[])[]])[];
  readonly looks: readonly (readonly [area: string, look: CellFormat])[];
  readonly rules: readonly (readonly [area: string, rule: Rule])[];
  readonly alerts: readonly (readonly [area: string, alert: Alert])[];
  /** Where a bar from the middle of each cell shows how large its number is; one of a colour of its own where only numbers above 0 stand. */
  readonly bars?: readonly (string | readonly [area: string, colour: string])[];
}
/** Text with "=" before it is a formula. */
export type Content = string | number;

export interface CellFormat {
  readonly fill?: string;
  readonly colour?: string;
  readonly bold?: boolean;
  readonly sizePt?: number;
  readonly align?: 'Left' | 'Center' | 'Right';
}

/** What may be typed: one of some words, or what a formula about the first cell says. Excel tells `title` and `sentence` when something else is. */
export type Rule = ({ readonly words: readonly string[] } | { readonly formula: string }) & {
  readonly title: string;
  readonly sentence: string;
};

/** How cells look while a formula about the first of them is true. Excel asks it whenever it draws them, also when it calculates nothing. */
interface Alert {
  readonly formula: string;
  readonly fill?: string;
  readonly colour?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Stands in place of what the cells hold. */
  readonly shows?: string;
  /** In place of the format of the cells. Not every grid takes it. */
  readonly format?: string;
}

/** Inserts the sheet behind all others, brings it into sight and answers its name. What cannot be finished is taken out again. */
export const insertSheet = (plan: SheetPlan): Promise<Outcome<string>> =>
  guarded(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const name = freeName(
      plan.name,
      worksheets.items.map((sheet) => sheet.name),
    );
    worksheets.add(name);
    await context.sync();
    // The name is surely that of the new sheet: Excel adds none under a name that is taken.
    const sheet = worksheets.getItem(name);
    try {
      fill(sheet, plan);
      sheet.activate();
      await context.sync();
    } catch (error) {
      sheet.delete();
      await context.sync();
      throw error;
    }
    await layOutPages(sheet, plan.rowsInSight);
    return success(name);
  }, NEXT);

const NEXT =
  'Finish editing the cell, or unprotect the workbook (Review, Protect Workbook), then press again.';

/** The name itself, or with the first number from 2 on that no sheet has. Excel tells no names apart by case. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  let name = wanted;
  for (let number = 2; known.has(name.toLowerCase()); number++) name = `${wanted} ${number}`;
  return name;
}

/** Formats come before contents: what a cell is decides how Excel reads what is put into it. */
function fill(sheet: Excel.Worksheet, plan: SheetPlan): void {
  for (const [area, format] of plan.formats) {
    // Excel takes one format for a whole area; its declaration only knows of one for each cell.
    Object.assign(sheet.getRange(area), { numberFormat: format });
  }
  for (const [cell, rows] of plan.contents) {
    const columns = Math.max(...rows.map((row) => row.length));
    const range = sheet.getRange(cell).getResizedRange(rows.length - 1, columns - 1);
    range.formulas = rows.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? ''));
  }
  for (const [area, look] of plan.looks) dress(sheet.getRange(area).format, look);
  for (const [area, rule] of plan.rules) restrict(sheet.getRange(area).dataValidation, rule);
  for (const bar of plan.bars ?? []) {
    const [area, colour] = typeof bar === 'string' ? [bar] : bar;
    drawBars(sheet.getRange(area), colour);
  }
  for (const [area, alert] of plan.alerts) alarm(sheet.getRange(area), alert);
  for (const [column, widthPt] of plan.widthsPt.entries()) {
    sheet.getRangeByIndexes(0, column, 1, 1).format.columnWidth = widthPt;
  }
  // The line below what stays in sight cuts off letters that reach down to it.
  const headings = sheet.getRangeByIndexes(plan.rowsInSight - 1, 0, 1, plan.widthsPt.length).format;
  if (plan.headingsWrap) headings.wrapText = true;
  headings.rowHeight = plan.headingsWrap ? TWO_LINES_PT : HEADINGS_PT;
  headings.verticalAlignment = 'Center';
  for (const cells of plan.hidden ?? []) sheet.getRange(cells).columnHidden = true;
  if (plan.columnsInSight === 0) sheet.freezePanes.freezeRows(plan.rowsInSight);
  else sheet.freezePanes.freezeAt(sheet.getRangeByIndexes(0, 0, plan.rowsInSight, plan.columnsInSight));
}

/** How high a row of headings is. */
const HEADINGS_PT = 21;
const TWO_LINES_PT = 33;

function dress(format: Excel.RangeFormat, { fill, colour, bold, sizePt, align }: CellFormat): void {
  if (fill !== undefined) format.fill.color = fill;
  if (colour !== undefined) format.font.color = colour;
  if (bold !== undefined) format.font.bold = bold;
  if (sizePt !== undefined) format.font.size = sizePt;
  if (align !== undefined) format.horizontalAlignment = align;
}

function alarm(
  range: Excel.Range,
  { formula, fill, colour, bold, italic, shows, format: cells }: Alert,
): void {
  const { rule, format } = range.conditionalFormats.add('Custom').custom;
  rule.formula = formula;
  if (colour !== undefined) format.font.color = colour;
  if (fill !== undefined) format.fill.color = fill;
  if (bold !== undefined) format.font.bold = bold;
  if (italic !== undefined) format.font.italic = italic;
  // One for numbers above, below and at 0, and one for texts.
  if (cells !== undefined) format.numberFormat = cells;
  if (shows !== undefined) format.numberFormat = Array<string>(4).fill(`"${shows}"`).join(';');
}

const ABOVE = '#f4b183';
const BELOW = '#bfbfbf';

function drawBars(range: Excel.Range, above = ABOVE): void {
  const { dataBar } = range.conditionalFormats.add('DataBar');
  dataBar.axisFormat = 'CellMidPoint';
  dataBar.positiveFormat.fillColor = above;
  dataBar.positiveFormat.gradientFill = false;
  dataBar.negativeFormat.matchPositiveFillColor = false;
  dataBar.negativeFormat.fillColor = BELOW;
}

function restrict(validation: Excel.DataValidation, rule: Rule): void {
  validation.rule =
    'words' in rule
      ? { list: { inCellDropDown: true, source: rule.words.join(',') } }
      : { custom: { formula: rule.formula } };
  validation.errorAlert = {
    message: rule.sentence,
    showAlert: true,
    style: 'Stop',
    title: rule.title,
  };
}

/**
 * Printed sideways and one page wide, with its first rows on each page: they say whether it is live. Excel on a computer without a printer
 * refuses that, and the sheet is as good. It lays out pages since ExcelApi 1.9.
 */
async function layOutPages(sheet: Excel.Worksheet, firstRows: number): Promise<void> {
  if (!Office.context.requirements.isSetSupported('ExcelApi', '1.9')) return;
  const { context, pageLayout } = sheet;
  pageLayout.orientation = 'Landscape';
  pageLayout.zoom = { horizontalFitToPages: 1 };
  pageLayout.setPrintTitleRows(`$1:$${firstRows}`);
  await context.sync().catch(() => undefined);
}
