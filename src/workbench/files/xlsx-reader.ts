import { strFromU8, unzipSync } from 'fflate';
import { parseAddress, type Place } from '../grid/address';
import type { Scalar } from '../grid/cell';
import { fromFile } from './function-names';
import type { SavedBook, SavedCell, SavedName, SavedSheet } from './saved-book';

const SIZE = { rows: 1_048_576, cols: 16_384 };
const PX_PER_CHARACTER = 7;
/** Formats that a file names by number alone. */
const OWN_FORMATS: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'm/d/yyyy',
  22: 'm/d/yyyy h:mm',
  49: '@',
};

/** A workbook that was saved here, or one of Excel's as far as it holds the same. Throws a sentence where it is none. */
export function readXlsx(bytes: Uint8Array): SavedBook {
  const parts = unzipped(bytes);
  const xml = (path: string): Document | null => {
    const part = parts[path];
    return part ? new DOMParser().parseFromString(strFromU8(part), 'application/xml') : null;
  };
  const workbook = xml('xl/workbook.xml');
  if (!workbook) throw new Error('The file is no workbook (.xlsx).');
  const targets = new Map(
    all(xml('xl/_rels/workbook.xml.rels'), 'Relationship').map((one) => [
      one.getAttribute('Id'),
      one.getAttribute('Target')?.replace(/^\/xl\//, ''),
    ]),
  );
  const around = { formats: formatsOf(xml('xl/styles.xml')), texts: textsOf(xml('xl/sharedStrings.xml')) };
  return {
    sheets: all(workbook, 'sheet').map((sheet) => {
      const path = `xl/${targets.get(sheet.getAttribute('r:id')) ?? ''}`;
      return sheetOf(sheet.getAttribute('name') ?? '', xml(path), around);
    }),
    names: all(workbook, 'definedName').map(nameOf),
    settings: Object.fromEntries(
      all(xml('docProps/custom.xml'), 'property').map((one) => [
        one.getAttribute('name') ?? '',
        one.textContent ?? '',
      ]),
    ),
  };
}

function unzipped(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch {
    throw new Error('The file is no workbook (.xlsx).');
  }
}

const all = (within: Document | Element | null, name: string): Element[] => [
  ...(within?.getElementsByTagName(name) ?? []),
];

function nameOf(one: Element): SavedName {
  const sheet = one.getAttribute('localSheetId');
  const formula = fromFile(one.textContent ?? '').replace(/^=/, '');
  return { name: one.getAttribute('name') ?? '', formula, sheet: sheet === null ? null : Number(sheet) };
}

function formatsOf(styles: Document | null): readonly string[] {
  const codes = new Map(
    all(styles, 'numFmt').map((one) => [
      one.getAttribute('numFmtId') ?? '',
      one.getAttribute('formatCode') ?? '',
    ]),
  );
  const [cells] = all(styles, 'cellXfs');
  return all(cells ?? null, 'xf').map((one) => {
    const id = one.getAttribute('numFmtId') ?? '0';
    return codes.get(id) ?? OWN_FORMATS[id] ?? 'General';
  });
}

/** A text in pieces of several looks is one text. */
const textsOf = (shared: Document | null): readonly string[] => all(shared, 'si').map(textOf);
const textOf = (one: Element): string =>
  all(one, 't')
    .map(({ textContent }) => textContent ?? '')
    .join('');

interface Around {
  readonly formats: readonly string[];
  readonly texts: readonly string[];
}

function sheetOf(name: string, sheet: Document | null, around: Around): SavedSheet {
  const widthsPx: number[] = [];
  const hiddenColumns: number[] = [];
  for (const one of all(sheet, 'col')) {
    const px = Math.round(Number(one.getAttribute('width')) * PX_PER_CHARACTER);
    // A last column that goes to the end of the sheet says nothing of its columns.
    const last = Math.min(Number(one.getAttribute('max')), Number(one.getAttribute('min')) + 50);
    for (let col = Number(one.getAttribute('min')); col <= last; col++) {
      widthsPx[col - 1] = px;
      if (isTrue(one.getAttribute('hidden'))) hiddenColumns.push(col - 1);
    }
  }
  const cells = all(sheet, 'c').flatMap((one) => cellOf(one, around) ?? []);
  return { name, cells, widthsPx, hiddenColumns };
}

const isTrue = (attribute: string | null): boolean => attribute === '1' || attribute === 'true';

function cellOf(one: Element, { formats, texts }: Around): SavedCell | null {
  const place = parseAddress(one.getAttribute('r') ?? '', SIZE);
  if (!place) return null;
  const [formula] = all(one, 'f');
  const written = formula?.textContent ?? '';
  const spill =
    formula?.getAttribute('t') === 'array' ? parseAddress(formula.getAttribute('ref') ?? '', SIZE) : null;
  return {
    row: place.row,
    col: place.col,
    value: valueOf(one, texts),
    formula: written === '' ? '' : fromFile(written),
    format: formats[Number(one.getAttribute('s') ?? 0)] ?? 'General',
    ...(spill && isLarge(spill) && { spill: { rows: spill.rows, cols: spill.cols } }),
  };
}

const isLarge = ({ rows, cols }: Place): boolean => rows > 1 || cols > 1;

function valueOf(one: Element, texts: readonly string[]): Scalar {
  const [content] = all(one, 'v');
  const text = content?.textContent ?? '';
  switch (one.getAttribute('t')) {
    case 'inlineStr':
      return textOf(one);
    case 's':
      return texts[Number(text)] ?? '';
    case 'str':
    case 'e':
      return text;
    case 'b':
      return text === '1';
    default:
      return text === '' ? '' : Number(text);
  }
}
