import type { DeskClient } from '../client/client';
import { OFFICE_WAIT_MS, type Office as Place } from './office';
import type { Observable } from './observable';
import type { Sheet } from './sheet';

/** Finds out where the pane is, and says so when that takes too long or cannot be. `sheet` is for Excel. */
export function startOffice(place: Observable<Place>, clock: DeskClient['clock'], sheet: Sheet): void {
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
