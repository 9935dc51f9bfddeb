import { strToU8, zipSync } from 'fflate';
import { columnName, formatAddress } from '../grid/address';
import { isErrorText, type Scalar } from '../grid/cell';
import { toFile } from './function-names';
import type { SavedBook, SavedCell, SavedSheet } from './saved-book';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Numbers of formats below are Excel's own. */
const FIRST_FORMAT = 164;
/** An Excel column that is so many characters wide takes so many pixels each. */
const PX_PER_CHARACTER = 7;
/** Errors that a file can hold; any other is one of these. */
const FILE_ERRORS = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'];

/** Values with the formulas they came from, number formats, names, widths, and what the add-in keeps in the book. */
export function writeXlsx(book: SavedBook): Uint8Array {
  const formats = [...new Set(book.sheets.flatMap(({ cells }) => cells.map(({ format }) => format)))].filter(
    (format) => format !== 'General',
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(book),
    '_rels/.rels': relations([
      ['officeDocument', 'xl/workbook.xml'],
      ['custom-properties', 'docProps/custom.xml'],
    ]),
    'docProps/custom.xml': customProperties(book.settings),
    'xl/workbook.xml': workbook(book),
    'xl/_rels/workbook.xml.rels': relations([
      ...book.sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sheetMetadata', 'metadata.xml'],
    ]),
    'xl/styles.xml': styles(formats),
    'xl/metadata.xml': DYNAMIC_ARRAYS,
  };
  for (const [index, sheet] of book.sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] = worksheet(sheet, formats);
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(HEAD + xml)])));
}

/** XML has no way to write most control characters. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string): string =>
  text
    .replace(CONTROLS, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function contentTypes({ sheets }: SavedBook): string {
  const of = (path: string, type: string): string => `<Override PartName="/${path}" ContentType="${type}"/>`;
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    of('xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`),
    of('xl/styles.xml', `${SHEET_TYPE}.styles+xml`),
    of('xl/metadata.xml', `${SHEET_TYPE}.sheetMetadata+xml`),
    of('docProps/custom.xml', 'application/vnd.openxmlformats-officedocument.custom-properties+xml'),
    ...sheets.map((_, index) => of(`xl/worksheets/sheet${index + 1}.xml`, `${SHEET_TYPE}.worksheet+xml`)),
    '</Types>',
  ].join('');
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function customProperties(settings: SavedBook['settings']): string {
  const each = Object.entries(settings).map(
    ([key, json], index) =>
      `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${index + 2}" name="${escaped(key)}">` +
      `<vt:lpwstr>${escaped(json)}</vt:lpwstr></property>`,
  );
  return `<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${OFFICE}/docPropsVTypes">${each.join('')}</Properties>`;
}

function workbook({ sheets, names }: SavedBook): string {
  const each = sheets.map(
    ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const defined = names.map(({ name, formula, sheet }) => {
    const scope = sheet === null ? '' : ` localSheetId="${sheet}"`;
    return `<definedName name="${escaped(name)}"${scope}>${escaped(toFile(formula))}</definedName>`;
  });
  const all = defined.length > 0 ? `<definedNames>${defined.join('')}</definedNames>` : '';
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets>${each.join('')}</sheets>${all}</workbook>`;
}

function styles(formats: readonly string[]): string {
  const number = (index: number): number => FIRST_FORMAT + index;
  const codes = formats.map(
    (format, index) => `<numFmt numFmtId="${number(index)}" formatCode="${escaped(format)}"/>`,
  );
  const used = formats.map(
    (_, index) =>
      `<xf numFmtId="${number(index)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return [
    `<styleSheet xmlns="${MAIN}">`,
    codes.length > 0 ? `<numFmts count="${codes.length}">${codes.join('')}</numFmts>` : '',
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${used.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${used.join('')}</cellXfs>`,
    '</styleSheet>',
  ].join('');
}

/** Cells that name it spill, where an array of the old kind would keep its size. */
const DYNAMIC_ARRAYS = [
  `<metadata xmlns="${MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">`,
  '<metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes>',
  '<futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>',
  '<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>',
].join('');

function worksheet({ cells, widthsPx, hiddenColumns }: SavedSheet, formats: readonly string[]): string {
  const rows = new Map<number, SavedCell[]>();
  for (const one of cells) rows.set(one.row, [...(rows.get(one.row) ?? []), one]);
  const style = new Map(formats.map((format, index) => [format, index + 1]));
  const lines = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, all]) => `<row r="${row + 1}">${all.map((one) => cell(one, style)).join('')}</row>`);
  const columns = widthsPx.map(
    (px, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${px / PX_PER_CHARACTER}" customWidth="1"${hiddenColumns.includes(index) ? ' hidden="1"' : ''}/>`,
  );
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '';
  return `<worksheet xmlns="${MAIN}">${cols}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cell(one: SavedCell, styleOf: ReadonlyMap<string, number>): string {
  const { row, col, value, formula, format, spill } = one;
  const style = styleOf.get(format);
  const look = style === undefined ? '' : ` s="${style}"`;
  const isDynamic = spill !== undefined || /\bDESK\./i.test(formula);
  const meta = isDynamic ? ' cm="1"' : '';
  const filled = formatAddress({ row, col, rows: spill?.rows ?? 1, cols: spill?.cols ?? 1 });
  const array = isDynamic ? ` t="array" ref="${filled}"` : '';
  const written = formula === '' ? '' : `<f${array}>${escaped(toFile(formula))}</f>`;
  const [type, content] = typed(value, formula !== '');
  return `<c r="${columnName(col)}${row + 1}"${look}${type}${meta}>${written}${content}</c>`;
}

function typed(value: Scalar, isResult: boolean): [type: string, content: string] {
  if (value === '' || value === null) return isResult ? [' t="str"', '<v></v>'] : ['', ''];
  if (typeof value === 'number') return ['', `<v>${value}</v>`];
  if (typeof value === 'boolean') return [' t="b"', `<v>${value ? 1 : 0}</v>`];
  if (isErrorText(value)) return [' t="e"', `<v>${FILE_ERRORS.includes(value) ? value : '#N/A'}</v>`];
  if (isResult) return [' t="str"', `<v>${escaped(value)}</v>`];
  return [' t="inlineStr"', `<is><t xml:space="preserve">${escaped(value)}</t></is>`];
}
