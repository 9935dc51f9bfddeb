import type { GatewayClient } from '../../client/client';
import type { Sheet } from '../excel/sheet';
import type { Observable } from './observable';

/**
 * Where the pane is. `waiting`: not known yet. `excel`: in Excel. `browser`: in a page without a spreadsheet. `missing`:
 * Excel's own library did not load, so that the pane works but the sheet cannot be reached.
 */
export type Office =
  | { readonly kind: 'waiting' | 'browser' | 'missing' | 'slow'; readonly background?: string }
  | { readonly kind: 'excel'; readonly sheet: Sheet; readonly background?: string };

export const OFFICE_WAIT_MS = 10_000;

/** Finds out where the pane is, and says so when that takes too long or cannot be. `sheet` is for Excel. */
export function startOffice(place: Observable<Office>, clock: GatewayClient['clock'], sheet: Sheet): void {
  if (typeof Office === 'undefined') {
    place.set({ kind: 'missing' });
    return;
  }
  const cancel = clock.after(OFFICE_WAIT_MS, () => place.set({ kind: 'slow' }));
  void Office.onReady(({ host }) => {
    cancel();
    place.set(host === Office.HostType.Excel ? { kind: 'excel', sheet, ...themed() } : { kind: 'browser' });
  });
}

// Not every host has a theme, whatever the declarations say.
function themed(): { background?: string } {
  const theme: Partial<Office.OfficeTheme> | undefined = Office.context.officeTheme;
  return theme?.bodyBackgroundColor === undefined ? {} : { background: theme.bodyBackgroundColor };
}
