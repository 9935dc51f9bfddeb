import { KeptTables, type TableKey } from '../../domain/trade-export/trade-table';

/** In the settings that an add-in has in each workbook: they are saved with it. */
const SETTING = 'SpreadDesk.tradeTables';

/** What a workbook keeps about its tables of trades. */
export interface TableMemory {
  all(): KeptTables;
  /** Written with the next sync. */
  set(key: TableKey, about: string): void;
}

/** Reads it, with one sync. What cannot be read is as if it was not there. */
export async function kept(context: Excel.RequestContext): Promise<TableMemory> {
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
