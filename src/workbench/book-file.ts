import { bookOf, type SavedBook } from './files/saved-book';
import { readXlsx } from './files/xlsx-reader';
import { writeXlsx } from './files/xlsx-writer';
import type { Grid } from './grid/port';

/** The file that the page is to be opened with, once: a book is opened by a page that knows no other. */
const OPENED = 'workbench.opened';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface BookFileOptions {
  readonly save: HTMLElement;
  readonly open: HTMLElement;
  readonly file: HTMLInputElement;
  readonly grid: Grid;
  /** What the add-in keeps in the book. */
  readonly settings: ReadonlyMap<string, unknown>;
  /** Resolves when nothing calculates any more, and rejects when that takes long. */
  readonly settled: () => Promise<void>;
  readonly say: (sentence: string) => void;
}

/** *Save* and *Open* in the workbench's own bar. A page with a changed book is not left without a question. */
export function offerFiles({ save, open, file, grid, settings, settled, say }: BookFileOptions): void {
  let isChanged = false;
  // What the book begins with is no change of a person's.
  void settled()
    .catch(() => undefined)
    .then(() => grid.cells.onEdit(() => void (isChanged = true)));
  window.addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault();
  });
  const saveBook = async (): Promise<void> => {
    // What still calculates, as after a sheet was deleted, would be saved as errors; what waits for an answer is saved as it stands.
    await settled().catch(() => undefined);
    download(writeXlsx(bookOf(grid, settings)));
    isChanged = false;
  };
  save.addEventListener('click', () => {
    saveBook().catch((problem: unknown) => say(`The workbook was not saved: ${sentenceOf(problem)}`));
  });
  open.addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen)
      reopenWith(chosen, () => (isChanged = false)).catch((problem: unknown) => say(sentenceOf(problem)));
  });
}

function download(bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: XLSX }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'Book1.xlsx';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function reopenWith(file: File, onLeave: () => void): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Before the book in sight is left for it.
  readXlsx(bytes);
  sessionStorage.setItem(OPENED, textOf(bytes));
  onLeave();
  window.location.reload();
}

/** The workbook that a person has opened; null when the page is to begin with its own. */
export function takeOpened(): SavedBook | null {
  const text = sessionStorage.getItem(OPENED);
  sessionStorage.removeItem(OPENED);
  return text === null ? null : readXlsx(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
}

const textOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

function sentenceOf(problem: unknown): string {
  if (problem instanceof DOMException) return 'The workbook is too large to be opened here.';
  return problem instanceof Error ? problem.message : String(problem);
}
