import { isFinal, type Action } from '../../domain/action';
import { ActionId } from '../../domain/identifiers';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { LocalSource } from '../cache/fetch';
import { CommitInDoubt } from '../storage/commit-in-doubt';
import { doubted, type JournalStore } from '../storage/journal-store';
import type { Doubts } from './journal-check';

const SHOWN_MAX = 200;
const WRITE_AGAIN_MS = 5_000;
/** A quote whose end was written down is followed for so long: what ended with its request may still turn out to have been taken. */
const OVER_MS = 86_400_000;
/** Actions whose lines go into one commit. */
const GROUP_MAX = 500;

const NO_DOUBTS: Doubts = { ids: new Set(), isAnyMissing: false };

/**
 * What became of lines. `in-doubt`: they may be on disk or not, which this journal will never know. It writes nothing any more, now or
 * later, and nothing is said of their actions: that is for the next gateway, which reads what is really there.
 */
export type Kept = 'written' | 'refused' | 'in-doubt';

/** Actions of the past in which what still counts is looked for at the start: they are read once for all who ask. */
export const PAST_MAX = 5_000;

/** The journal as shown and stored: lines that could not be written after sending are kept and retried. */
export class Journal implements LocalSource {
  private readonly shown = new Map<ActionId, Action>();
  private readonly unwritten = new Map<ActionId, Action>();
  private readonly listeners = new Set<() => void>();
  private queued: Queued[] = [];
  private writing: Promise<void> | undefined;
  private cancel: (() => void) | undefined;
  private over = false;
  private isStarting = true;
  private past: { readonly countMax: number; readonly actions: readonly Action[] } | undefined;
  /** How many writes were asked for. */
  private asked = 0;

  constructor(
    private readonly store: JournalStore,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly doubts: Doubts = NO_DOUBTS,
  ) {}

  /** Loads the shown entries, and returns the open ones. */
  async open(): Promise<readonly Action[]> {
    const open = new Map<ActionId, Action>();
    for (const action of await this.store.unresolved()) open.set(action.id, this.asFarAsKnown(action));
    for (const text of this.doubts.ids) {
      const id = ActionId.safeParse(text);
      const action = id.success ? await this.store.find(id.data) : undefined;
      if (action) open.set(action.id, doubted(action));
    }
    for (const action of [...(await this.newest(SHOWN_MAX))].reverse()) this.shown.set(action.id, action);
    for (const action of open.values()) this.shown.set(action.id, action);
    return [...open.values()];
  }

  /** The newest actions, newest first, as they were left behind. Several ask at the start, of whom the first alone reads them. */
  async newest(countMax: number): Promise<readonly Action[]> {
    const { past, asked } = this;
    if (past && past.countMax >= countMax) return past.actions.slice(0, countMax);
    const actions = (await this.store.newest(countMax)).map((action) => this.asFarAsKnown(action));
    if (this.isStarting && asked === this.asked) this.past = { countMax, actions };
    return actions;
  }

  /** The start is over: what was read of the past is not kept for others any more. */
  begun(): void {
    this.isStarting = false;
    this.past = undefined;
  }

  /** Actions that may be live, of any age; a damaged line does not prove an end. Quotes that were over a day ago are left out. */
  async standing(): Promise<readonly Action[]> {
    const overBefore = this.clock.now() - OVER_MS;
    const standing = await this.store.standing(this.doubts.ids, overBefore);
    return standing.map((action) => this.asFarAsKnown(action));
  }

  private asFarAsKnown(action: Action): Action {
    const { ids, isAnyMissing } = this.doubts;
    return ids.has(action.id) || (isAnyMissing && mayHaveGone(action)) ? doubted(action) : action;
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

  /**
   * Whether the lines are on disk: all of them or none. Nothing may be sent unless they are. What is to be written within
   * one turn, as when many quotes are withdrawn at once, costs one commit.
   */
  write(...actions: readonly Action[]): Promise<Kept> {
    this.asked += 1;
    this.past = undefined;
    return new Promise((told) => {
      this.queued.push({ actions, told });
      this.writing ??= this.writeQueued();
    });
  }

  /** Records something that has already happened: if the disk refuses, it is written later. */
  async record(action: Action): Promise<Kept> {
    this.unwritten.delete(action.id);
    const kept = await this.write(action);
    if (kept !== 'refused') return kept;
    this.unwritten.set(action.id, action);
    this.show([action]);
    this.cancel ??= this.clock.after(WRITE_AGAIN_MS, () => void this.writeAgain());
    return kept;
  }

  /** Whether everything that happened is on disk. */
  get isWhole(): boolean {
    return this.unwritten.size === 0;
  }

  /** Whether it was left in doubt, and says and writes nothing more. */
  get isOver(): boolean {
    return this.over;
  }

  stop(): void {
    this.cancel?.();
  }

  /** From here on nothing is written, at once or later: what is in memory may be older than what another gateway has written. */
  private giveUp(): void {
    this.over = true;
    this.unwritten.clear();
    this.stop();
  }

  private async writeAgain(): Promise<void> {
    this.cancel = undefined;
    for (const [id, action] of [...this.unwritten]) {
      // A newer line may have been written meanwhile; an older one must never follow it.
      if (this.unwritten.get(id) !== action) continue;
      await this.write(action);
    }
    if (!this.isWhole && !this.over)
      this.cancel ??= this.clock.after(WRITE_AGAIN_MS, () => void this.writeAgain());
  }

  private async writeQueued(): Promise<void> {
    await Promise.resolve();
    while (this.queued.length > 0) {
      const group = this.queued.splice(0, GROUP_MAX);
      const actions = group.flatMap((queued) => queued.actions);
      const kept = await this.appended(actions);
      if (kept === 'written') {
        // A kept older line must never be written after a newer one.
        for (const { id } of actions) this.unwritten.delete(id);
        this.show(actions);
      }
      for (const { told } of group) told(kept);
    }
    this.writing = undefined;
  }

  private async appended(actions: readonly Action[]): Promise<Kept> {
    if (this.over) return 'in-doubt';
    try {
      await this.store.append(...actions);
      return 'written';
    } catch (error) {
      if (error instanceof CommitInDoubt) {
        this.giveUp();
        return 'in-doubt';
      }
      this.log.error('The journal cannot be written.', {
        actions: actions.map(({ id }) => id).join(' '),
        error: String(error),
      });
      return 'refused';
    }
  }

  private show(actions: readonly Action[]): void {
    for (const action of actions) this.shown.set(action.id, action);
    const over = this.shown.size - SHOWN_MAX;
    if (over > 0) {
      // Of an action of long ago one more line may be written: the oldest leave, and not those that were shown first.
      const ended = [...this.shown.values()].filter(isFinal).sort((a, b) => a.createdAt - b.createdAt);
      for (const { id } of ended.slice(0, over)) this.shown.delete(id);
    }
    for (const listener of this.listeners) listener();
  }
}

interface Queued {
  readonly actions: readonly Action[];
  readonly told: (kept: Kept) => void;
}

/** Its line says that it was not sent; one that is missing may say otherwise. */
const mayHaveGone = ({ state }: Action): boolean => state === 'staged' || state === 'waiting';
