import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { KeptTables, type TableKey } from '../../domain/trade-export/trade-table';
import { guarded } from './guarded';
import { freeName } from './insertion';
import { appended, idsOf, outlineOf, rewritten, type Marks, type Outline, type TypedRow } from './table-rows';

/** Which table is wanted, and the headers of the columns that are ours: whoever uses it may have moved them, and have put own ones between. */
interface WantedTable {
  readonly key: TableKey;
  readonly headers: readonly string[];
}

interface NewTable {
  readonly sheet: string;
  readonly headers: readonly string[];
  /** Of each column. */
  readonly widthsPt: readonly number[];
  readonly rows: readonly TypedRow[];
  /** What the workbook keeps about the table, as text: it is saved with the workbook, for everybody to read. */
  readonly about: string;
}

/** Tables of trades in the workbook. Each call is one piece of work in Excel, which waits for a cell that is being edited. */
export interface TradeTables {
  /** The tables that are still there, and what is kept about each. */
  known(): Promise<Outcome<readonly KnownTable[]>>;
  /** On a new sheet behind the others, which comes into sight. What cannot be finished is taken out again. */
  create(table: NewTable): Promise<Outcome<TableKey>>;
  /** The trades in the table by their ids, and how each was marked when it was written. */
  trades(table: WantedTable): Promise<Outcome<ReadonlyMap<string, Marks>>>;
  /** Puts rows below the last one. */
  append(table: WantedTable, rows: readonly TypedRow[]): Promise<Outcome<undefined>>;
  /** Writes rows over those of the same trades, wherever they stand now: the ids of those that showed something else. */
  rewrite(table: WantedTable, rows: readonly TypedRow[]): Promise<Outcome<ReadonlySet<string>>>;
}

export interface KnownTable {
  readonly key: TableKey;
  readonly sheet: string;
  readonly about: string;
}

export const tradeTables: TradeTables = {
  known: () => patiently(async (context) => success(await found(context))),
  create: (table) => patiently((context) => create(context, table)),
  trades: (table) => inTable(table, async (context, outline) => success(await idsOf(context, outline))),
  append: (table, rows) => inTable(table, (context, outline) => appended(context, outline, rows)),
  rewrite: (table, rows) =>
    inTable(table, async (context, outline) => success(await rewritten(context, outline, rows))),
};

const NEXT =
  'Unprotect the sheet or the workbook (Review), or answer Excel’s question, then press again: it continues where it stopped.';
const patiently = <T>(run: (context: Excel.RequestContext) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
  guarded(run, NEXT, { delayForCellEdit: true });

/** Excel can make a table longer since ExcelApi 1.13. */
const canRefresh = (): boolean => Office.context.requirements.isSetSupported('ExcelApi', '1.13');

function inTable<T>(
  { key, headers }: WantedTable,
  run: (context: Excel.RequestContext, outline: Outline) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!canRefresh()) return Promise.resolve(failed(TOO_OLD));
  return patiently(async (context) => {
    const table = await located(context, key);
    if (!table) return failed(gone(key));
    const outline = await outlineOf(context, table, headers);
    return outline.ok ? run(context, outline.value) : outline;
  });
}

/** By its id, which a person cannot change, or by its name, should a workbook give other ids when it is opened anew. */
async function located(
  context: Excel.RequestContext,
  { id, name }: TableKey,
): Promise<Excel.Table | undefined> {
  const { tables } = context.workbook;
  const either = [tables.getItemOrNullObject(id), tables.getItemOrNullObject(name)];
  for (const table of either) table.load('id,name');
  await context.sync();
  return either.find((table) => !table.isNullObject);
}

async function found(context: Excel.RequestContext): Promise<KnownTable[]> {
  const { tables } = context.workbook;
  tables.load('items/id,items/name,items/worksheet/name');
  const memory = await kept(context);
  return memory.all().flatMap(({ key, about }) => {
    const table =
      tables.items.find(({ id }) => id === key.id) ?? tables.items.find(({ name }) => name === key.name);
    return table ? [{ key: { id: table.id, name: table.name }, sheet: table.worksheet.name, about }] : [];
  });
}

async function create(
  context: Excel.RequestContext,
  { sheet: wanted, headers, widthsPt, rows, about }: NewTable,
): Promise<Outcome<TableKey>> {
  const { worksheets, tables, names } = context.workbook;
  for (const all of [worksheets, tables, names]) all.load('items/name');
  const memory = await kept(context);
  const sheetName = freeName(
    wanted,
    worksheets.items.map(({ name }) => name),
  );
  const name = freeTableName([...tables.items, ...names.items].map((one) => one.name));
  worksheets.add(sheetName);
  await context.sync();
  // The name is surely that of the new sheet: Excel adds none under a name that is taken.
  const sheet = worksheets.getItem(sheetName);
  try {
    const table = await fill(context, sheet, { name, headers, widthsPt, rows });
    memory.set({ id: table.id, name }, about);
    sheet.activate();
    await context.sync();
    return success({ id: table.id, name });
  } catch (error) {
    sheet.delete();
    await context.sync();
    throw error;
  }
}

async function fill(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  { name, headers, widthsPt, rows }: Pick<NewTable, 'headers' | 'widthsPt' | 'rows'> & { name: string },
): Promise<Excel.Table> {
  sheet.getRangeByIndexes(0, 0, 1, headers.length).values = [[...headers]];
  const table = sheet.tables.add(sheet.getRangeByIndexes(0, 0, 1 + rows.length, headers.length), true);
  table.name = name;
  table.load('id');
  sheet.freezePanes.freezeRows(1);
  await context.sync();
  const outline = await outlineOf(context, table, headers);
  if (!outline.ok) throw new Error(outline.failure.message);
  await appended(context, { ...outline.value, bodyRows: 0 }, rows);
  for (const [column, widthPt] of widthsPt.entries()) {
    sheet.getRangeByIndexes(0, column, 1, 1).format.columnWidth = widthPt;
  }
  return table;
}

function freeTableName(taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  let number = 1;
  while (known.has(`desktrades_${number}`)) number++;
  return `DeskTrades_${number}`;
}

const gone = ({ name }: TableKey): Failure => ({
  kind: 'not-found',
  message: `The table ${name} is not in this workbook any more.`,
  next: 'Put the trades into a new sheet.',
});

const TOO_OLD: Failure = {
  kind: 'unsupported',
  message: 'This version of Excel cannot make a table longer from here.',
  next: 'Delete the table and put the trades into a new sheet.',
};

/** In the settings that an add-in has in each workbook: they are saved with it. */
const SETTING = 'SpreadDesk.tradeTables';

/** What a workbook keeps about its tables of trades. */
interface TableMemory {
  all(): KeptTables;
  /** Written with the next sync. */
  set(key: TableKey, about: string): void;
}

/** Reads it, with one sync. What cannot be read is as if it was not there. */
async function kept(context: Excel.RequestContext): Promise<TableMemory> {
  const { settings } = context.workbook;
  const setting = settings.getItemOrNullObject(SETTING);
  setting.load('value');
  await context.sync();
  const value: unknown = setting.isNullObject ? undefined : setting.value;
  const all = KeptTables.safeParse(parsed(value)).data ?? [];
  return {
    all: () => all,
    set: (key, about) => {
      const others = all.filter((one) => one.key.id !== key.id && one.key.name !== key.name);
      settings.add(SETTING, JSON.stringify([...others, { key, about }]));
    },
  };
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}
