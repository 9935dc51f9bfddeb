import { isFinal, type Action } from '../../domain/action';
import type { ActionId } from '../../domain/identifiers';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { LocalSource } from '../answers/local-source';
import type { JournalStore } from './journal-store';

const SHOWN_MAX = 200;
const WRITE_AGAIN_MS = 5_000;

/** The journal as it is shown and written: what could not be written after a send is kept here and written again. */
export class Journal implements LocalSource {
  private readonly shown = new Map<ActionId, Action>();
  private readonly unwritten = new Map<ActionId, Action>();
  private readonly listeners = new Set<() => void>();
  private cancel: (() => void) | undefined;

  constructor(
    private readonly store: JournalStore,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Reads what is shown, and gives what is not final. */
  async open(): Promise<readonly Action[]> {
    const unresolved = await this.store.unresolved();
    const newest = await this.store.newest(SHOWN_MAX);
    for (const action of [...newest].reverse()) this.shown.set(action.id, action);
    for (const action of unresolved) this.shown.set(action.id, action);
    return unresolved;
  }

  read(): readonly Action[] {
    return [...this.shown.values()].sort((a, b) => b.createdAt - a.createdAt);
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async find(id: ActionId): Promise<Action | undefined> {
    return this.unwritten.get(id) ?? (await this.store.find(id));
  }

  /** Whether the line is on disk. Nothing may be sent when it is not. */
  async write(action: Action): Promise<boolean> {
    try {
      await this.store.append(action);
    } catch (error) {
      this.log.error('The journal cannot be written.', { action: action.id, error: String(error) });
      return false;
    }
    this.show(action);
    return true;
  }

  /** Writes what has already happened: when the disk refuses, it is true all the same and is written later. */
  async record(action: Action): Promise<void> {
    this.unwritten.delete(action.id);
    if (await this.write(action)) return;
    this.unwritten.set(action.id, action);
    this.show(action);
    this.cancel ??= this.clock.after(WRITE_AGAIN_MS, () => void this.writeAgain());
  }

  /** Whether everything that happened is on disk. */
  get isWhole(): boolean {
    return this.unwritten.size === 0;
  }

  stop(): void {
    this.cancel?.();
  }

  private async writeAgain(): Promise<void> {
    this.cancel = undefined;
    for (const [id, action] of [...this.unwritten]) {
      // A newer line may have been written meanwhile; an older one must never follow it.
      if (this.unwritten.get(id) !== action) continue;
      if ((await this.write(action)) && this.unwritten.get(id) === action) this.unwritten.delete(id);
    }
    if (!this.isWhole) this.cancel ??= this.clock.after(WRITE_AGAIN_MS, () => void this.writeAgain());
  }

  private show(action: Action): void {
    this.shown.set(action.id, action);
    for (const [id, oldest] of this.shown) {
      if (this.shown.size <= SHOWN_MAX) break;
      if (isFinal(oldest)) this.shown.delete(id);
    }
    for (const listener of this.listeners) listener();
  }
}
