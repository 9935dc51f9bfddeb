import type { SheetPlace } from './sheet';
import { xmlText } from './xml-text';

/** The parts of a workbook that say where the others are (ECMA-376, part 2 and SpreadsheetML). */
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const contentTypes = (sheets: readonly SheetPlace[]): string =>
  `<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  override('xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`) +
  sheets.map(({ file }) => override(file, `${SHEET_TYPE}.worksheet+xml`)).join('') +
  override('xl/styles.xml', `${SHEET_TYPE}.styles+xml`) +
  '</Types>';

const override = (file: string, type: string): string =>
  `<Override PartName="/${file}" ContentType="${type}"/>`;

export const packageRelations = (): string => relations([['officeDocument', 'xl/workbook.xml']]);

export const workbookRelations = (sheets: readonly SheetPlace[]): string =>
  relations([
    ...sheets.map(({ file }): readonly [string, string] => ['worksheet', file.replace(/^xl\//, '')]),
    ['styles', 'styles.xml'],
  ]);

const relations = (targets: readonly (readonly [kind: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** `filtered`: the area of each sheet that has a filter, in the order of the sheets. */
export const workbookPart = (sheets: readonly SheetPlace[], filtered: readonly string[]): string =>
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
