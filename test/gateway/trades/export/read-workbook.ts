import { strFromU8, unzipSync } from 'fflate';
import { XMLParser } from 'fast-xml-parser';

/** A reader of workbooks by the standard (ECMA-376), for what the writer may write; strict about everything else. */
export interface ReadCell {
  readonly type: 'text' | 'number' | 'boolean';
  readonly value: string;
  readonly format: string;
}
export interface ReadSheet {
  readonly cells: ReadonlyMap<string, ReadCell>;
  readonly rows: readonly (readonly (ReadCell | undefined)[])[];
  readonly xml: string;
}

interface XmlCell {
  '@r': string;
  '@s'?: string;
  '@t'?: string;
  v?: string;
  is?: XmlText;
}
interface XmlText {
  t: string | { '#text'?: string };
}
interface XmlTexts {
  sst: { si?: XmlText[] };
}
interface XmlSheet {
  worksheet: { sheetData: { row?: { '@r': string; c?: XmlCell[] }[] } };
}
interface XmlStyles {
  styleSheet: {
    numFmts: { numFmt: { '@numFmtId': string; '@formatCode': string }[] };
    cellXfs: { xf: { '@numFmtId': string }[] };
  };
}
interface XmlWorkbook {
  workbook: { sheets: { sheet: { '@name': string; '@r:id': string }[] } };
}
interface XmlRelations {
  Relationships: { Relationship: { '@Id': string; '@Target': string }[] };
}

const LISTS = ['si', 'row', 'c', 'sheet', 'Relationship', 'xf', 'numFmt'];
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => LISTS.includes(name),
});

export function readWorkbook(file: Uint8Array): Map<string, ReadSheet> {
  const parts = unzipSync(file);
  const part = (name: string): string => {
    const bytes = parts[name];
    if (!bytes) throw new Error(`no part ${name}`);
    return strFromU8(bytes);
  };
  const parsed = <T>(name: string): T => parser.parse(part(name), true) as T;
  const texts = parsed<XmlTexts>('xl/sharedStrings.xml').sst.si?.map(textOf) ?? [];
  const { numFmts, cellXfs } = parsed<XmlStyles>('xl/styles.xml').styleSheet;
  const formats = cellXfs.xf.map(
    ({ '@numFmtId': id }) => numFmts.numFmt.find((known) => known['@numFmtId'] === id)?.['@formatCode'] ?? '',
  );
  const targets = new Map(
    parsed<XmlRelations>('xl/_rels/workbook.xml.rels').Relationships.Relationship.map((one) => [
      one['@Id'],
      one['@Target'],
    ]),
  );
  return new Map(
    parsed<XmlWorkbook>('xl/workbook.xml').workbook.sheets.sheet.map((sheet) => {
      const name = `xl/${targets.get(sheet['@r:id']) ?? ''}`;
      return [sheet['@name'], readSheet(parsed<XmlSheet>(name), { formats, texts, xml: part(name) })];
    }),
  );
}

function readSheet(
  sheet: XmlSheet,
  { xml, ...book }: { formats: readonly string[]; texts: readonly string[]; xml: string },
): ReadSheet {
  const cells = new Map<string, ReadCell>();
  const rows: (ReadCell | undefined)[][] = [];
  for (const row of sheet.worksheet.sheetData.row ?? []) {
    const shown: (ReadCell | undefined)[] = [];
    for (const cell of row.c ?? []) {
      const read = readCell(cell, book);
      cells.set(cell['@r'], read);
      shown[columnOf(cell['@r'])] = read;
    }
    rows[Number(row['@r']) - 1] = shown;
  }
  return { cells, rows, xml };
}

function readCell(
  cell: XmlCell,
  { formats, texts }: { formats: readonly string[]; texts: readonly string[] },
): ReadCell {
  const format = formats[Number(cell['@s'] ?? 0)] ?? '';
  switch (cell['@t']) {
    case undefined:
      return { type: 'number', value: cell.v ?? '', format };
    case 'b':
      return { type: 'boolean', value: cell.v === '1' ? 'true' : 'false', format };
    case 'inlineStr':
      return { type: 'text', value: cell.is ? textOf(cell.is) : '', format };
    case 's': {
      const value = texts[Number(cell.v)];
      if (value === undefined) throw new Error(`no shared text ${cell.v}`);
      return { type: 'text', value, format };
    }
    default:
      throw new Error(`a cell of type ${cell['@t']}`);
  }
}

const textOf = ({ t }: XmlText): string => unescaped(typeof t === 'string' ? t : (t['#text'] ?? ''));

/** `_x000D_` stands for the character of that number (ST_Xstring). */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const columnOf = (place: string): number =>
  [...(/^[A-Z]+/.exec(place)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) -
  1;
