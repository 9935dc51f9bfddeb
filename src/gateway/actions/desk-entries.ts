import { NOTED, type DeskEntry, type Noted } from '../../domain/desk-entry';
import type { Clock } from '../../effects/clock';
import { systemIds, type Ids } from '../../effects/ids';
import type { Log } from '../../effects/log';
import type { LocalSource } from '../cache/fetch';
import { CommitInDoubt } from '../storage/commit-in-doubt';
import type { JournalStore } from '../storage/journal-store';

const SHOWN_MAX = 200;
const WRITE_AGAIN_MS = 5_000;

interface DeskEntriesOptions {
  readonly store: Pick<JournalStore, 'append' | 'entries'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids?: Ids;
}

/** What is done on the desk beside actions, as lines of the same journal. */
export class DeskEntries implements LocalSource {
  private readonly listeners = new Set<() => void>();
  /** Of what happened and is not on disk yet, the oldest first. */
  private unwritten: readonly DeskEntry[] = [];
  private last: Promise<unknown> = Promise.resolve();
  private cancel: (() => void) | undefined;
  /** A line was left in doubt: nothing is written any more, for what is in memory may be there already. */
  private isOver = false;

  private constructor(
    private readonly options: DeskEntriesOptions,
    private shown: readonly DeskEntry[],
  ) {}

  static async open(options: DeskEntriesOptions): Promise<DeskEntries> {
    return new DeskEntries(options, await options.store.entries(SHOWN_MAX));
  }

  /** The newest, newest first. */
  read(): readonly DeskEntry[] {
    return this.shown;
  }

  onChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  /** Writes down what is about to happen, and says whether it is on disk. What is not must not happen. */
  write(noted: Noted): Promise<boolean> {
    const entry = this.entryOf(noted);
    return this.inTurn(async () => {
      const isWritten = await this.appended(...this.unwritten, entry);
      if (isWritten) this.unwritten = [];
      if (isWritten) this.show(entry);
      return isWritten;
    });
  }

  /** Writes down what has happened, and says whether it is on disk already: if the disk refuses, it is written later. */
  record(noted: Noted): Promise<boolean> {
    const entry = this.entryOf(noted);
    this.show(entry);
    return this.inTurn(() => {
      this.unwritten = [...this.unwritten, entry];
      return this.writeUnwritten();
    });
  }

  /** Whether everything that happened is on disk. */
  get isWhole(): boolean {
    return this.unwritten.length === 0;
  }

  /** After what is being written. */
  async stop(): Promise<void> {
    await this.last;
    this.cancel?.();
  }

  private async writeUnwritten(): Promise<boolean> {
    if (await this.appended(...this.unwritten)) this.unwritten = [];
    else if (!this.isOver)
      this.cancel ??= this.options.clock.after(WRITE_AGAIN_MS, () => {
        this.cancel = undefined;
        void this.inTurn(() => this.writeUnwritten());
      });
    return this.isWhole;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result;
    return result;
  }

  private async appended(...entries: readonly DeskEntry[]): Promise<boolean> {
    if (this.isOver) return false;
    try {
      await this.options.store.append(...entries);
      return true;
    } catch (error) {
      this.isOver = error instanceof CommitInDoubt;
      this.options.log.error('The journal cannot be written.', {
        entries: entries.map(({ entry }) => entry).join(' '),
        error: String(error),
      });
      return false;
    }
  }

  private entryOf({ entry, ...rest }: Noted): DeskEntry {
    const { clock, ids = systemIds } = this.options;
    return { id: ids.uuid(), state: NOTED, entry, createdAt: clock.now(), ...rest };
  }

  private show(entry: DeskEntry): void {
    this.shown = [entry, ...this.shown].slice(0, SHOWN_MAX);
    for (const listener of [...this.listeners]) listener();
  }
}
