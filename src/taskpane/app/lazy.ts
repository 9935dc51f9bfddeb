import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { onMoved, onSelectionChanged } from '../excel/events';
import type { Sheet } from '../excel/sheet';
import { Observable, type Watchable } from './observable';

/** `away`: nobody asked for it yet. `failed`: its file did not come; asking again tries again. `broken`: it came and has a fault. */
type Arrival<T> =
  | { readonly kind: 'away' | 'coming' | 'failed' }
  | { readonly kind: 'here'; readonly value: T }
  | { readonly kind: 'broken'; readonly fault: unknown };

/** What can be fetched before it is wanted. */
export interface Preloadable {
  readonly preload: () => Promise<void>;
}

/** A part of the add-in whose code comes in a file of its own, when it is first wanted. */
export class Lazy<T> implements Preloadable {
  private readonly observable = new Observable<Arrival<T>>({ kind: 'away' });
  private coming: Promise<void> | undefined;

  constructor(private readonly load: () => Promise<T>) {}

  get arrival(): Watchable<Arrival<T>> {
    return this.observable;
  }

  /** Asks for it unless it is here or on its way. A fault of the code itself is thrown; a file that does not come is said. */
  async fetch(): Promise<Outcome<T>> {
    const before = this.observable.get().kind;
    if (before === 'away' || before === 'failed') this.coming = this.bring();
    await this.coming;
    const after = this.observable.get();
    if (after.kind === 'here') return success(after.value);
    if (after.kind === 'broken') throw after.fault;
    return failed(NOT_LOADED);
  }

  /** Fetches it before it is wanted. Resolves however that ends. */
  async preload(): Promise<void> {
    await this.fetch().catch(() => undefined);
  }

  private async bring(): Promise<void> {
    this.observable.set({ kind: 'coming' });
    try {
      this.observable.set({ kind: 'here', value: await this.load() });
    } catch (fault) {
      this.observable.set(isMissingFile(fault) ? { kind: 'failed' } : { kind: 'broken', fault });
    }
  }
}

/** What webpack throws when the file of a part cannot be had. */
const isMissingFile = (fault: unknown): boolean => fault instanceof Error && fault.name === 'ChunkLoadError';

/** The gateway that would have served it is away, or serves another version by now. */
export const NOT_LOADED: Failure = {
  kind: 'unavailable',
  message: 'This part of SpreadDesk could not be loaded. Everything else still works.',
  next: 'Check that the gateway runs, then try again. If SpreadDesk was updated, reload the pane.',
};

/** The spreadsheet for a page that is not to wait for the code that works on it: it comes when it is first wanted. */
export function lazySheet(lazy: Lazy<Sheet>): Sheet {
  const through = async <T>(ask: (sheet: Sheet) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const sheet = await lazy.fetch();
    return sheet.ok ? ask(sheet.value) : sheet;
  };
  return {
    selectedRow: () => through((sheet) => sheet.selectedRow()),
    insertFormula: (formula) => through((sheet) => sheet.insertFormula(formula)),
    insertSheet: (plan) => through((sheet) => sheet.insertSheet(plan)),
    selection: () => through((sheet) => sheet.selection()),
    activeSheet: () => through((sheet) => sheet.activeSheet()),
    selectCell: (address) => through((sheet) => sheet.selectCell(address)),
    spillsOf: (cells) => through((sheet) => sheet.spillsOf(cells)),
    reenter: (name) => through((sheet) => sheet.reenter(name)),
    usedCells: (name) => through((sheet) => sheet.usedCells(name)),
    writeResults: (place, results) => through((sheet) => sheet.writeResults(place, results)),
    kept: (name) => through((sheet) => sheet.kept(name)),
    keep: (name, text) => through((sheet) => sheet.keep(name, text)),
    // What moves before the code is here has to be heard too.
    onSelectionChanged,
    onMoved,
  };
}
