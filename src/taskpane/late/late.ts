import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { Observable, type Watchable } from '../observable';

/** `away`: nobody asked for it yet. `failed`: its file did not come; asking again tries again. `broken`: it came and has a fault. */
export type Arrival<T> =
  | { readonly kind: 'away' | 'coming' | 'failed' }
  | { readonly kind: 'here'; readonly value: T }
  | { readonly kind: 'broken'; readonly fault: unknown };

/** What can be fetched before it is wanted. */
export interface Ahead {
  readonly ahead: () => Promise<void>;
}

/** A part of the add-in whose code comes in a file of its own, when it is first wanted. */
export class Late<T> implements Ahead {
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
  async ahead(): Promise<void> {
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
  message: 'This part of SpreadDesk could not be loaded. Everything else works on.',
  next: 'Check that the gateway runs, then try again. If SpreadDesk was updated meanwhile, reload the pane.',
};
