import { readDialogWord, type DialogResult } from '../../domain/dialog-word';

/** In percent of the screen. */
const SIZE = { height: 60, width: 30 };
/** Office's own number for a window that a person closed. */
const CLOSED = 12_006;

const NO_DIALOG: DialogResult = {
  problem:
    'Excel did not open the window. If a browser blocked it, allow windows for this page, then press Sign in again.',
};

/** Opens a page of the gateway in a window of Office, and resolves with what it says at its end: nothing where it was closed. */
export function openDialog(page: string): Promise<DialogResult> {
  return new Promise((resolve) => {
    // Not where office.js did not load, or in a page without Excel.
    const office = typeof Office === 'undefined' ? undefined : (Office.context as Partial<Office.Context>).ui;
    if (typeof office?.displayDialogAsync !== 'function') return resolve(inOwnWindow(page));
    office.displayDialogAsync(page, { ...SIZE, promptBeforeOpen: false }, ({ status, value: dialog }) => {
      if (status !== Office.AsyncResultStatus.Succeeded) return resolve(NO_DIALOG);
      dialog.addEventHandler(Office.EventType.DialogMessageReceived, (told) => {
        dialog.close();
        resolve('message' in told ? readDialogWord(told.message) : {});
      });
      dialog.addEventHandler(Office.EventType.DialogEventReceived, (told) => {
        resolve('error' in told && told.error === CLOSED ? {} : NO_DIALOG);
      });
    });
  });
}

/** Its last page shows a code to type: without Office it cannot tell the pane. */
const inOwnWindow = (page: string): DialogResult =>
  window.open(page, '_blank', 'popup,width=480,height=640') ? {} : NO_DIALOG;
