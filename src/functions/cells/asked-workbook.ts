/** Which cells of a range are empty, row by row; `undefined` when Excel does not say. */
export type Emptiness = readonly (readonly boolean[])[] | undefined;

/** What formulas ask of Excel itself, because their arguments do not say it. */
export interface Workbook {
  /** Tells which cells of an address such as "Sheet1!A1:B2" are empty, and tells it again after edits. */
  watchEmptiness(address: string, tell: (emptiness: Emptiness) => void): () => void;
  /** How the user's system writes a day, e.g. "M/d/yyyy"; `undefined` when Excel does not say. */
  shortDatePattern(): Promise<string | undefined>;
}

type Tell = (emptiness: Emptiness) => void;
/** What Excel says of an edit. */
type Edit = Pick<Excel.WorksheetChangedEventArgs, 'worksheetId' | 'address' | 'changeType'>;

/** All that is to be known is asked for in one request; there is never more than one at a time. */
export class AskedWorkbook implements Workbook {
  private readonly tellers = new Map<string, Set<Tell>>();
  private readonly due = new Set<string>();
  /** Excel's id of each sheet, by the name under which it was read. */
  private readonly sheets = new Map<string, string>();
  private reading = false;
  private listening: Promise<void> | undefined;

  watchEmptiness(address: string, tell: Tell): () => void {
    const tellers = this.tellers.get(address) ?? new Set<Tell>();
    this.tellers.set(address, tellers.add(tell));
    this.due.add(address);
    this.readSoon();
    return () => {
      tellers.delete(tell);
      if (tellers.size === 0 && this.tellers.get(address) === tellers) this.tellers.delete(address);
    };
  }

  async shortDatePattern(): Promise<string | undefined> {
    try {
      return await Excel.run({ delayForCellEdit: true }, async (context) => {
        const dates = context.application.cultureInfo.datetimeFormat;
        dates.load('shortDatePattern');
        await context.sync();
        return dates.shortDatePattern;
      });
    } catch {
      return undefined;
    }
  }

  /** Formulas start in bunches: those of one turn are read together. */
  private readSoon(): void {
    if (this.reading) return;
    this.reading = true;
    queueMicrotask(() => void this.readAll());
  }

  private async readAll(): Promise<void> {
    while (this.due.size > 0) {
      const addresses = [...this.due].filter((address) => this.tellers.has(address));
      this.due.clear();
      const found = await this.read(addresses);
      for (const [index, address] of addresses.entries()) {
        for (const tell of this.tellers.get(address) ?? []) tell(found[index]);
      }
    }
    this.reading = false;
  }

  /** One address that Excel cannot find must not hide the others, so after a failure each is asked for alone. */
  private async read(addresses: readonly string[]): Promise<readonly Emptiness[]> {
    try {
      await this.listen();
      return await emptinessOf(addresses, this.sheets);
    } catch {
      if (addresses.length <= 1) return [undefined];
      const found: Emptiness[] = [];
      for (const address of addresses) found.push(...(await this.read([address])));
      return found;
    }
  }

  /**
   * Where Excel hands an empty cell over as 0, typing a 0 changes no argument, so no formula is calculated for it. What
   * is not followed is not answered.
   */
  private async listen(): Promise<void> {
    this.listening ??= Excel.run({ delayForCellEdit: true }, async (context) => {
      context.workbook.worksheets.onChanged.add(async (event) => this.changed(event));
      await context.sync();
    });
    try {
      await this.listening;
    } catch (refused) {
      this.listening = undefined;
      throw refused;
    }
  }

  /** An edit costs work for the cells that it touches alone. Excel awaits its listeners. */
  private changed({ worksheetId, address, changeType }: Edit): Promise<void> {
    const edited = changeType === 'RangeEdited' ? areaIn(address) : undefined;
    for (const watched of this.tellers.keys()) {
      const { sheet, area } = placeOf(watched);
      const isThere = (this.sheets.get(sheet) ?? worksheetId) === worksheetId;
      if (isThere && (!edited || !area || touches(edited, area))) this.due.add(watched);
    }
    if (this.due.size > 0) this.readSoon();
    return Promise.resolve();
  }
}

async function emptinessOf(
  addresses: readonly string[],
  sheets: Map<string, string>,
): Promise<readonly Emptiness[]> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const places = addresses.map(placeOf);
    const proxies = new Map(
      [...new Set(places.map(({ sheet }) => sheet))].map((name) => {
        const sheet = context.workbook.worksheets.getItem(name);
        sheet.load('id');
        return [name, sheet] as const;
      }),
    );
    const ranges = places.map(({ sheet, cells }) => proxies.get(sheet)?.getRange(cells));
    for (const range of ranges) range?.load('valueTypes');
    await context.sync();
    for (const [name, { id }] of proxies) sheets.set(name, id);
    return ranges.map((range) =>
      // Excel's own constant is not there before its library is loaded.
      range?.valueTypes.map((row) => row.map((type) => String(type) === 'Empty')),
    );
  });
}

/** Rows and columns from 1, both ends included. */
interface Area {
  readonly rows: readonly [first: number, last: number];
  readonly columns: readonly [first: number, last: number];
}

/** "'My sheet'!A1:B2" in its parts. */
function placeOf(address: string): { sheet: string; cells: string; area: Area | undefined } {
  const end = address.lastIndexOf('!');
  const sheet = address
    .slice(0, Math.max(0, end))
    .replace(/^'(.*)'$/, '$1')
    .replaceAll("''", "'");
  const cells = address.slice(end + 1);
  return { sheet, cells, area: areaIn(cells) };
}

const CELLS = /^\$?([A-Z]*)\$?(\d*)(?::\$?([A-Z]*)\$?(\d*))?$/;

/** "A1", "A1:B2", whole columns "A:B" or whole rows "1:2"; nothing for what is written otherwise, such as several areas. */
function areaIn(cells: string): Area | undefined {
  const match = CELLS.exec(cells.toUpperCase());
  if (!match) return undefined;
  const [, left = '', top = '', right = left, bottom = top] = match;
  return {
    rows: [Number(top || 1), Number(bottom || Infinity)],
    columns: [columnOf(left) || 1, columnOf(right) || Infinity],
  };
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const overlap = ([a, b]: Area['rows'], [c, d]: Area['rows']): boolean => a <= d && c <= b;
const touches = (one: Area, other: Area): boolean =>
  overlap(one.rows, other.rows) && overlap(one.columns, other.columns);
