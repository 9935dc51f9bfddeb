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

/**
 * As with the client's session, there is nothing in which Excel could hand it to a formula; and all formulas together
 * ask in one request. It is built when the first formula has to ask.
 */
let workbook: Workbook | undefined;

/** The workbook that the add-in's page belongs to. */
export function excelWorkbook(): Workbook {
  workbook ??= new ExcelWorkbook();
  return workbook;
}

/** All that is to be known is asked for in one request; there is never more than one at a time. */
export class ExcelWorkbook implements Workbook {
  private readonly tellers = new Map<string, Set<Tell>>();
  private readonly due = new Set<string>();
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
      return await emptinessOf(addresses);
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
      context.workbook.worksheets.onChanged.add(async () => this.changed());
      await context.sync();
    });
    try {
      await this.listening;
    } catch (refused) {
      this.listening = undefined;
      throw refused;
    }
  }

  // Excel awaits its listeners.
  private changed(): Promise<void> {
    for (const address of this.tellers.keys()) this.due.add(address);
    if (this.due.size > 0) this.readSoon();
    return Promise.resolve();
  }
}

async function emptinessOf(addresses: readonly string[]): Promise<readonly Emptiness[]> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const ranges = addresses.map((address) => rangeAt(context, address));
    for (const range of ranges) range.load('valueTypes');
    await context.sync();
    return ranges.map(({ valueTypes }) =>
      // Excel's own constant is not there before its library is loaded.
      valueTypes.map((row) => row.map((type) => String(type) === 'Empty')),
    );
  });
}

function rangeAt(context: Excel.RequestContext, address: string): Excel.Range {
  const end = address.lastIndexOf('!');
  const sheet = address
    .slice(0, Math.max(0, end))
    .replace(/^'(.*)'$/, '$1')
    .replaceAll("''", "'");
  return context.workbook.worksheets.getItem(sheet).getRange(address.slice(end + 1));
}
