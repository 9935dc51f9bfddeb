import { success, type Outcome } from '../../domain/failure';
import { guarded } from './guarded';

/** What the workbook keeps under a name, as text; `undefined` when it keeps nothing. It travels with the workbook. */
export const kept = (name: string): Promise<Outcome<string | undefined>> =>
  guarded(async (context) => {
    const setting = context.workbook.settings.getItemOrNullObject(name);
    setting.load('value');
    await context.sync();
    const value: unknown = setting.isNullObject ? undefined : setting.value;
    return success(typeof value === 'string' ? value : undefined);
  });

export const keep = (name: string, text: string): Promise<Outcome<undefined>> =>
  guarded(async (context) => {
    context.workbook.settings.add(name, text);
    await context.sync();
    return success(undefined);
  });
