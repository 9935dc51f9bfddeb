import type { TradeDownloadClient, CapturedPlace } from '../../client/trade-downloads';
import { sameSelection } from '../../domain/trade-download';
import type { CapturedTrade } from '../../domain/trade';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { Shown, type TableKey } from '../../domain/trade-export/trade-table';
import type { KnownTable, TradeTables } from '../excel/trade-tables';
import type { Marks, TypedRow, TypedValue } from '../excel/table-rows';
import { NET_PRICE, type Column } from '../../domain/trade-export/column';
import {
  DAY_FORMAT,
  DECIMAL_FORMAT,
  excelCell,
  MOMENT_FORMAT,
  type ExcelCell,
} from '../../domain/trade-export/excel-cell';
import { PRICE } from '../../domain/trade-export/fields';
import { LocalTime } from '../../domain/local-time';
import { TRADE_COLUMNS, type TablePreset } from '../../domain/trade-export/preset';

export interface ShownTable extends Pick<KnownTable, 'key' | 'sheet'> {
  readonly shown: Shown;
}

/** The tables whose memory can be read. */
export const shownTables = (known: readonly KnownTable[]): ShownTable[] =>
  known.flatMap(({ key, sheet, about }) => {
    const shown = Shown.safeParse(parsed(about));
    return shown.success ? [{ key, sheet, shown: shown.data }] : [];
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The table that shows just this, if the workbook has one: a second press goes on with it. */
export const tableFor = (tables: readonly ShownTable[], wish: Shown): ShownTable | undefined =>
  tables.find(
    ({ shown }) =>
      shown.environment === wish.environment &&
      shown.preset === wish.preset &&
      shown.zone === wish.zone &&
      shown.follows === wish.follows &&
      sameSelection(shown.follows ? { ...shown.wanted, to: wish.wanted.to } : shown.wanted, wish.wanted),
  );

/** How far it is: trades that were read, and what became of them. */
export interface Putting {
  readonly read: number;
  readonly added: number;
  /** Provisional ones that have got their prices. */
  readonly completed: number;
  /** Those that the platform corrected, and that the table showed as they were before. */
  readonly corrected: number;
  /** Those in the table that the platform's list no longer names, and those that it names again. */
  readonly unlisted: number;
  readonly relisted: number;
}
export interface Put extends Putting {
  readonly table: TableKey;
  readonly stopped: boolean;
  /** Values that Excel could not hold as they are. */
  readonly changed: number;
}

interface PutOptions {
  readonly downloads: Pick<TradeDownloadClient, 'rows'>;
  readonly tables: TradeTables;
  /** Trades that were found to be corrected: they are written anew where the table shows something else. */
  readonly corrected?: ReadonlySet<string>;
}
interface PutWatch {
  readonly onProgress: (putting: Putting) => void;
  readonly stopped: () => boolean;
}

/**
 * Puts downloaded trades into a table: a new one, or the one that is given, to which it adds those that are not in it and in
 * which it writes provisional and corrected ones anew, and those whose place on the platform's list changed. What was written stays when it is stopped or fails, and the next press goes on.
 */
export async function putTrades(
  options: PutOptions,
  { shown, table }: { shown: Shown; table?: TableKey | undefined },
  watch: PutWatch,
): Promise<Outcome<Put>> {
  const known = await knownIn(options, shown, table);
  if (!known.ok) return known;
  const held = table && known.value.size;
  const work = new PutWork(options, { shown, table, known: known.value }, watch);
  let after: CapturedPlace | undefined;
  do {
    if (watch.stopped()) return work.ended(true);
    const block = await options.downloads.rows(shown.wanted, { after, forSheet: true, held });
    if (!block.ok) return block;
    const done = await work.take(block.value.trades);
    if (!done.ok) return done;
    after = block.value.next;
  } while (after);
  return work.ended(false);
}

async function knownIn(
  { tables }: PutOptions,
  { preset, zone }: Shown,
  key: TableKey | undefined,
): Promise<Outcome<ReadonlyMap<string, Marks>>> {
  if (!key) return success(new Map());
  return tables.trades({ key, headers: new TypedRows(preset, zone).headers });
}

/** One run: what was in the table before, and what has come into it. */
class PutWork {
  private putting = NOTHING_YET;
  private table: TableKey | undefined;
  private readonly shown: Shown;
  private readonly known: Map<string, Marks>;
  private readonly rows: TypedRows;

  constructor(
    private readonly options: PutOptions,
    wish: { shown: Shown; table: TableKey | undefined; known: ReadonlyMap<string, Marks> },
    private readonly watch: PutWatch,
  ) {
    this.shown = wish.shown;
    this.table = wish.table;
    this.known = new Map(wish.known);
    this.rows = new TypedRows(wish.shown.preset, wish.shown.zone);
  }

  async take(trades: readonly CapturedTrade[]): Promise<Outcome<undefined>> {
    const wanted = trades.filter(
      (captured) =>
        this.corrected.has(captured.trade.id) || isOutdated(this.known.get(captured.trade.id), captured),
    );
    const rows = wanted.map((captured) => this.rows.row(captured));
    const again = rows.filter(({ id }) => this.known.has(id));
    const rewritten = await this.rewrite(again);
    if (!rewritten.ok) return rewritten;
    for (const block of blocksOf(rows.filter(({ id }) => !this.known.has(id)))) {
      if (this.watch.stopped()) break;
      const added = await this.add(block);
      if (!added.ok) return added;
      for (const row of block) this.known.set(row.id, row);
      this.count({ added: block.length });
    }
    this.count({ read: trades.length });
    return success(undefined);
  }

  ended(stopped: boolean): Outcome<Put> {
    if (!this.table) return failed(stopped ? STOPPED : NOTHING);
    return success({ ...this.putting, table: this.table, stopped, changed: this.rows.changed });
  }

  private async rewrite(rows: readonly TypedRow[]): Promise<Outcome<undefined>> {
    if (!this.table || rows.length === 0) return success(undefined);
    const written = new Set<string>();
    for (const block of blocksOf(rows)) {
      const done = await this.options.tables.rewrite({ key: this.table, headers: this.rows.headers }, block);
      if (!done.ok) return done;
      for (const id of done.value) written.add(id);
    }
    const changed = (is: (before: Marks, row: TypedRow) => boolean): number =>
      rows.filter((row) => is(this.known.get(row.id) ?? row, row)).length;
    this.count({
      completed: changed((before, row) => before.provisional && !row.provisional),
      corrected: changed(
        (before, row) => !before.provisional && this.corrected.has(row.id) && written.has(row.id),
      ),
      unlisted: changed((before, row) => before.unlisted === false && row.unlisted === true),
      relisted: changed((before, row) => before.unlisted === true && row.unlisted === false),
    });
    return success(undefined);
  }

  private get corrected(): ReadonlySet<string> {
    return this.options.corrected ?? NONE;
  }

  private async add(rows: readonly TypedRow[]): Promise<Outcome<undefined>> {
    const { tables } = this.options;
    const { headers, widthsPt } = this.rows;
    if (this.table) return tables.append({ key: this.table, headers }, rows);
    const about = JSON.stringify(this.shown);
    const made = await tables.create({ sheet: 'Trades', headers, widthsPt, rows, about });
    if (!made.ok) return made;
    this.table = made.value;
    return success(undefined);
  }

  private count(more: Partial<Putting>): void {
    const { read, added, completed, corrected, unlisted, relisted } = this.putting;
    this.putting = {
      read: read + (more.read ?? 0),
      added: added + (more.added ?? 0),
      completed: completed + (more.completed ?? 0),
      corrected: corrected + (more.corrected ?? 0),
      unlisted: unlisted + (more.unlisted ?? 0),
      relisted: relisted + (more.relisted ?? 0),
    };
    this.watch.onProgress(this.putting);
  }
}

const NONE: ReadonlySet<string> = new Set();
export const NOTHING_YET: Putting = {
  read: 0,
  added: 0,
  completed: 0,
  corrected: 0,
  unlisted: 0,
  relisted: 0,
};

/** Whether a trade is to be written: it is not in the table, is provisional there, or is marked otherwise than it is listed. */
const isOutdated = (row: Marks | undefined, { unlisted = false }: CapturedTrade): boolean =>
  row === undefined || row.provisional || (row.unlisted !== undefined && row.unlisted !== unlisted);

const NOTHING: Failure = {
  kind: 'not-found',
  message:
    'No downloaded trades for these days, venues and commodities, so there is nothing to put into a sheet.',
  next: 'Download them first, or choose other days.',
};
const STOPPED: Failure = {
  kind: 'wrong-state',
  message: 'Stopped before anything was written.',
  next: 'Press again when you want it.',
};

const AS_TEXT = '@';
const EMPTY_FORMATS: Readonly<Record<Column<never>['kind'], string>> = {
  text: AS_TEXT,
  id: AS_TEXT,
  decimal: DECIMAL_FORMAT,
  instant: MOMENT_FORMAT,
  day: DAY_FORMAT,
  boolean: 'General',
};

/** What the values of a kind need, in points. */
const WIDTHS_PT: Readonly<Record<Column<never>['kind'], number>> = {
  text: 84,
  id: 72,
  decimal: 60,
  instant: 170,
  day: 66,
  boolean: 60,
};
const HEADER_CHARACTER_PT = 5.6;
/** Beside its header a column has the button of its filter. */
const FILTER_PT = 26;

/** The columns of a file, but for the net price beside the price: a table goes by its headers, and one of before keeps its own order. */
function readable(columns: readonly Column<CapturedTrade>[]): readonly Column<CapturedTrade>[] {
  const net = columns.find(({ name }) => name === NET_PRICE.name);
  const others = columns.filter((column) => column !== net);
  const at = others.findIndex(({ name }) => name === PRICE.name);
  return net && at >= 0 ? others.toSpliced(at + 1, 0, net) : columns;
}

/** Captured trades as rows of a table of Excel. */
export class TypedRows {
  readonly headers: readonly string[];
  readonly widthsPt: readonly number[];
  /** How many values Excel could not hold as they are: long numbers became text, long texts were cut. */
  changed = 0;
  private readonly columns: readonly Column<CapturedTrade>[];
  private readonly local: LocalTime;

  /** `zone` is the IANA zone of the local moments. */
  constructor(preset: TablePreset, zone: string) {
    this.columns = readable(TRADE_COLUMNS[preset]);
    this.headers = this.columns.map(({ name }) => name);
    this.widthsPt = this.columns.map(({ kind, name }) =>
      Math.max(WIDTHS_PT[kind], Math.ceil(name.length * HEADER_CHARACTER_PT + FILTER_PT)),
    );
    this.local = new LocalTime(zone);
  }

  row(captured: CapturedTrade): TypedRow {
    const cells = this.columns.map((column) => excelCell(column, captured, this.local));
    this.changed += cells.filter((cell) => cell?.kind === 'text' && cell.isChanged).length;
    return {
      id: captured.trade.id,
      provisional: captured.provisional,
      unlisted: captured.unlisted ?? false,
      values: cells.map(valueOf),
      formats: cells.map((cell, index) => formatOf(cell, this.columns[index])),
    };
  }
}

/**
 * Excel takes a text with =, + or - before it for a formula and one like "1E5" or "May 27" for a number or a day, and with an
 * apostrophe before it for what it is. The apostrophe is no part of what the cell then holds.
 */
function valueOf(cell: ExcelCell | undefined): TypedValue {
  if (cell === undefined) return '';
  if (cell.kind === 'value') return cell.value;
  return cell.text === '' ? '' : `'${cell.text}`;
}

function formatOf(cell: ExcelCell | undefined, column: Column<CapturedTrade> | undefined): string {
  if (cell === undefined) return column ? EMPTY_FORMATS[column.kind] : AS_TEXT;
  return cell.kind === 'value' ? cell.format : AS_TEXT;
}

/** Excel on the web takes 5 MB at once; a block is far below it, and short enough that Excel stays at hand. */
const BLOCK_ROWS_MAX = 500;
const BLOCK_TEXT_MAX = 1_000_000;

/** Rows in blocks that Excel takes at once. */
export function blocksOf(rows: readonly TypedRow[]): TypedRow[][] {
  const blocks: TypedRow[][] = [];
  let size = 0;
  for (const row of rows) {
    const own = row.values.reduce((sum: number, value) => sum + String(value).length, 0);
    const block = blocks.at(-1);
    if (block && block.length < BLOCK_ROWS_MAX && size + own <= BLOCK_TEXT_MAX) {
      block.push(row);
      size += own;
    } else {
      blocks.push([row]);
      size = own;
    }
  }
  return blocks;
}
