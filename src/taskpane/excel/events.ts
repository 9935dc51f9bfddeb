import type { Failure } from '../../domain/failure';
import { refusal } from './guarded';

/** Told when Excel cannot be listened to. */
export type Refused = (failure: Failure) => void;

const MOVING: ReadonlySet<string> = new Set([
  'RowInserted',
  'RowDeleted',
  'ColumnInserted',
  'ColumnDeleted',
  'CellInserted',
  'CellDeleted',
]);

/** Tells of every new selection, and of another sheet in sight, until the returned function is called. */
export const onSelectionChanged = (listener: () => void, refused: Refused): (() => void) =>
  listening(async (context) => {
    const { worksheets } = context.workbook;
    const tell = (): Promise<void> => Promise.resolve(listener());
    const handlers = [worksheets.onSelectionChanged.add(tell), worksheets.onActivated.add(tell)];
    await context.sync();
    return handlers;
  }, refused);

/** Tells on which sheet cells came to stand elsewhere because rows, columns or cells were inserted or deleted. */
export const onMoved = (listener: (sheet: string) => void, refused: Refused): (() => void) =>
  listening(async (context) => {
    const handler = context.workbook.worksheets.onChanged.add(async ({ changeType, worksheetId }) => {
      if (!MOVING.has(changeType)) return;
      const sheet = await sheetName(worksheetId);
      if (sheet !== undefined) listener(sheet);
    });
    await context.sync();
    return [handler];
  }, refused);

/** Tells of every change of a cell by a person or by an add-in, not by a calculation. */
export const onChanged = (listener: () => void, refused: Refused): (() => void) =>
  listening(async (context) => {
    const handler = context.workbook.worksheets.onChanged.add(() => Promise.resolve(listener()));
    await context.sync();
    return [handler];
  }, refused);

interface Handler {
  readonly context: { sync(): Promise<unknown> };
  remove(): void;
}

/** Excel takes and lets go of listeners in its own time: one that is no longer wanted when it is taken is let go at once. */
function listening(
  listen: (context: Excel.RequestContext) => Promise<readonly Handler[]>,
  refused: Refused,
): () => void {
  let handlers: readonly Handler[] = [];
  let wanted = true;
  Excel.run(listen).then(
    (taken) => {
      handlers = taken;
      if (!wanted) letGo(handlers);
    },
    (error: unknown) => refused(refusal(error)),
  );
  return () => {
    if (wanted) letGo(handlers);
    wanted = false;
  };
}

function letGo(handlers: readonly Handler[]): void {
  for (const handler of handlers) {
    handler.remove();
    // An Excel that is going away keeps no listener.
    handler.context.sync().catch(() => undefined);
  }
}

/** `undefined` for a sheet that has gone meanwhile. */
async function sheetName(id: string): Promise<string | undefined> {
  try {
    return await Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.getItemOrNullObject(id);
      sheet.load('name');
      await context.sync();
      return sheet.isNullObject ? undefined : sheet.name;
    });
  } catch {
    return undefined;
  }
}
