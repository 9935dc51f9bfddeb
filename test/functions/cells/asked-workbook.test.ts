import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AskedWorkbook, type Emptiness } from '../../../src/functions/cells/asked-workbook';

/** As much of Excel's object model as is asked, over cells by their address. */
class StandIn {
  readonly cells = new Map<string, readonly (readonly string[])[]>();
  readonly loaded: string[][] = [];
  refusesEvents = false;
  pattern: string | undefined;
  private readonly listeners: ((edit: object) => Promise<void>)[] = [];

  run = async (_: unknown, batch: (context: unknown) => Promise<unknown>): Promise<unknown> => {
    const ranges: { at: string; valueTypes?: unknown; load: () => void }[] = [];
    const getItem = (sheet: string) => ({
      id: `id of ${sheet}`,
      load: () => undefined,
      getRange: (address: string) => {
        const range = { at: `${sheet}!${address}`, load: () => undefined };
        ranges.push(range);
        return range;
      },
    });
    let listens: ((edit: object) => Promise<void>) | undefined;
    const context = {
      workbook: {
        worksheets: {
          getItem,
          onChanged: { add: (listener: (edit: object) => Promise<void>) => (listens = listener) },
        },
      },
      application: {
        cultureInfo: { datetimeFormat: { load: () => undefined, shortDatePattern: this.pattern } },
      },
      sync: () => this.sync(ranges, listens),
    };
    return batch(context);
  };

  async edit(address: string, types: readonly (readonly string[])[]): Promise<void> {
    this.cells.set(address, types);
    const [sheet, cells] = address.split('!');
    await this.tell({ worksheetId: `id of ${sheet}`, address: cells, changeType: 'RangeEdited' });
  }

  async tell(edit: object): Promise<void> {
    for (const listener of this.listeners) await listener(edit);
    await settled();
  }

  private sync(
    ranges: { at: string; valueTypes?: unknown }[],
    listens?: (edit: object) => Promise<void>,
  ): Promise<void> {
    if (listens && this.refusesEvents) return Promise.reject(new Error('No events.'));
    if (listens) this.listeners.push(listens);
    if (ranges.length > 0) this.loaded.push(ranges.map(({ at }) => at));
    for (const range of ranges) {
      const types = this.cells.get(range.at);
      if (!types) return Promise.reject(new Error(`There is no ${range.at}.`));
      range.valueTypes = types;
    }
    return Promise.resolve();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let excel: StandIn;
beforeEach(() => {
  excel = new StandIn();
  Reflect.set(globalThis, 'Excel', excel);
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'Excel'));

async function watched(...addresses: string[]) {
  const workbook = new AskedWorkbook();
  const told = addresses.map((address) => {
    const heard: Emptiness[] = [];
    return { heard, stop: workbook.watchEmptiness(address, (emptiness) => heard.push(emptiness)) };
  });
  await settled();
  return told;
}

describe('which cells are empty', () => {
  it('is asked in one request for all formulas that start together', async () => {
    excel.cells.set('Sheet1!A1:B1', [['Empty', 'Double']]).set("It's!A1", [['Empty']]);
    const [one, other] = await watched('Sheet1!A1:B1', "'It''s'!A1");
    expect(one?.heard).toEqual([[[true, false]]]);
    expect(other?.heard).toEqual([[[true]]]);
    expect(excel.loaded).toEqual([['Sheet1!A1:B1', "It's!A1"]]);
  });

  it('is told again after an edit, as long as somebody wants to know', async () => {
    excel.cells.set('S!A1', [['Empty']]);
    const [one] = await watched('S!A1');
    await excel.edit('S!A1', [['Double']]);
    expect(one?.heard).toEqual([[[true]], [[false]]]);
    one?.stop();
    one?.stop();
    await excel.edit('S!A1', [['Empty']]);
    expect(one?.heard).toHaveLength(2);
    expect(excel.loaded).toHaveLength(2);
  });

  it('is read again for the cells alone that an edit touches', async () => {
    for (const address of ['S!A1', 'S!B2:C9', 'S!D:D', 'T!A1']) excel.cells.set(address, [['Empty']]);
    await watched('S!A1', 'S!B2:C9', 'S!D:D', 'T!A1');
    const readBy = async (edit: object): Promise<string[]> => {
      excel.loaded.length = 0;
      await excel.tell({ worksheetId: 'id of S', changeType: 'RangeEdited', ...edit });
      return excel.loaded.flat();
    };
    expect(await readBy({ address: 'A1' })).toEqual(['S!A1']);
    expect(await readBy({ address: 'Z99' })).toEqual([]);
    expect(await readBy({ address: 'C1:E2' })).toEqual(['S!B2:C9', 'S!D:D']);
    expect(await readBy({ address: '1:1' })).toEqual(['S!A1', 'S!D:D']);
    expect(await readBy({ address: 'A1', worksheetId: 'id of T' })).toEqual(['T!A1']);
    expect(await readBy({ address: 'A1', worksheetId: 'id of another' })).toEqual([]);
    expect(await readBy({ address: 'A1:B1,Z9' })).toEqual(['S!A1', 'S!B2:C9', 'S!D:D']);
    expect(await readBy({ address: '3:3', changeType: 'RowInserted' })).toEqual(['S!A1', 'S!B2:C9', 'S!D:D']);
  });

  it('is not known for an address that Excel does not find, and known for the others', async () => {
    excel.cells.set('S!A1', [['Empty']]);
    const [one, other] = await watched('[Book2]S!A1', 'S!A1');
    expect(one?.heard).toEqual([undefined]);
    expect(other?.heard).toEqual([[[true]]]);
  });

  it('is not told where edits cannot be followed', async () => {
    excel.cells.set('S!A1', [['Empty']]);
    excel.refusesEvents = true;
    const [one] = await watched('S!A1');
    expect(one?.heard).toEqual([undefined]);
  });
});

it('how days are written is asked of Excel, and unknown where it fails', async () => {
  excel.pattern = 'dd/MM/yyyy';
  expect(await new AskedWorkbook().shortDatePattern()).toBe('dd/MM/yyyy');
  Reflect.deleteProperty(globalThis, 'Excel');
  expect(await new AskedWorkbook().shortDatePattern()).toBeUndefined();
});
