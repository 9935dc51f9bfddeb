import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { XMLParser } from 'fast-xml-parser';

const run = promisify(execFile);
const DEBIAN_SOFFICE = '/usr/bin/soffice';

/** The program, where there is one. */
export const soffice = (): string | undefined =>
  process.env.SOFFICE_PATH ?? (existsSync(DEBIAN_SOFFICE) ? DEBIAN_SOFFICE : undefined);

/** A cell as LibreOffice understood it; `formula` is there if it took it for one. */
export interface OpenedCell {
  readonly type: string;
  readonly value: string;
  readonly text: string;
  readonly formula?: string;
}
export type OpenedRow = readonly (OpenedCell | undefined)[];

/** LibreOffice with an empty profile of its own, beside whichever a person has open. */
export class LibreOffice {
  private readonly folder = mkdtempSync(join(tmpdir(), 'spreaddesk-office-'));

  constructor(private readonly program: string) {}

  /** Opens a file as a person would, and tells what the rows of its sheets hold. `filter`: how a text file is read. */
  async opened(name: string, bytes: Uint8Array, filter?: string): Promise<Map<string, OpenedRow[]>> {
    const file = join(this.folder, name);
    writeFileSync(file, bytes);
    const profile = `-env:UserInstallation=${pathToFileURL(join(this.folder, 'profile')).href}`;
    const read = filter === undefined ? [] : [`--infilter=Text - txt - csv (StarCalc):${filter}`];
    const into = ['--convert-to', 'fods', '--outdir', this.folder];
    await run(this.program, [profile, '--headless', ...read, ...into, file]);
    return sheetsIn(readFileSync(file.replace(/\.\w+$/, '.fods'), 'utf8'));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

type Node = Readonly<Record<string, unknown>>;
const ATTRIBUTES = ':@';
const TEXT = '#text';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  preserveOrder: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
});

function sheetsIn(xml: string): Map<string, OpenedRow[]> {
  const document = parser.parse(xml) as Node[];
  return new Map(
    below(document, 'table:table').map((sheet) => [attribute(sheet, 'table:name') ?? '', rowsIn(sheet)]),
  );
}

function rowsIn(sheet: Node): OpenedRow[] {
  const rows = below(children(sheet), 'table:table-row').flatMap((row) => {
    const cells = children(row).flatMap(cellsOf);
    return cells.some((cell) => cell !== undefined)
      ? Array.from({ length: Number(attribute(row, 'table:number-rows-repeated') ?? 1) }, () => cells)
      : [];
  });
  return rows;
}

/** Equal cells beside each other are written once. Below a filled cell everything is empty for thousands of columns. */
function cellsOf(cell: Node): (OpenedCell | undefined)[] {
  if (nameOf(cell) !== 'table:table-cell') return [];
  const repeated = Number(attribute(cell, 'table:number-columns-repeated') ?? 1);
  return Array.from({ length: Math.min(repeated, COLUMNS_MAX) }, () => openedCell(cell));
}
const COLUMNS_MAX = 200;

function openedCell(cell: Node): OpenedCell | undefined {
  const type = attribute(cell, 'office:value-type');
  if (type === undefined) return undefined;
  const formula = attribute(cell, 'table:formula');
  const text = children(cell)
    .filter((part) => nameOf(part) === 'text:p')
    .map(textIn)
    .join('\n');
  const value =
    attribute(cell, 'office:value') ??
    attribute(cell, 'office:date-value') ??
    attribute(cell, 'office:boolean-value');
  return { type, value: value ?? text, text, ...(formula !== undefined && { formula }) };
}

/** Spaces beyond the first, tabs and links are elements of their own in this format. */
function textIn(node: Node): string {
  const text = node[TEXT];
  if (typeof text === 'string') return text;
  if (nameOf(node) === 'text:s') return ' '.repeat(Number(attribute(node, 'text:c') ?? 1));
  if (nameOf(node) === 'text:tab') return '\t';
  return children(node).map(textIn).join('');
}

const nameOf = (node: Node): string => Object.keys(node).find((name) => name !== ATTRIBUTES) ?? '';
const children = (node: Node): Node[] => {
  const inside = node[nameOf(node)];
  return Array.isArray(inside) ? (inside as Node[]) : [];
};
const attribute = (node: Node, name: string): string | undefined =>
  (node[ATTRIBUTES] as Record<string, string> | undefined)?.[name];
const below = (nodes: readonly Node[], name: string): Node[] =>
  nodes.flatMap((node) => (nameOf(node) === name ? [node] : below(children(node), name)));
