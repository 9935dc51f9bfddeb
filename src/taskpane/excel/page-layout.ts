/**
 * Printed sideways and one page wide, with its first rows on each page: they say whether it is live. Excel on a computer without a printer
 * refuses that, and the sheet is as good. It lays out pages since ExcelApi 1.9.
 */
export async function layOutPages(sheet: Excel.Worksheet, firstRows: number): Promise<void> {
  if (!Office.context.requirements.isSetSupported('ExcelApi', '1.9')) return;
  const { context, pageLayout } = sheet;
  pageLayout.orientation = 'Landscape';
  pageLayout.zoom = { horizontalFitToPages: 1 };
  pageLayout.setPrintTitleRows(`$1:$${firstRows}`);
  await context.sync().catch(() => undefined);
}
