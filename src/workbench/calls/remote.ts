import { formatAddress } from '../grid/address';
import type { Cell, Rect, Result } from '../grid/cell';
import { CANCEL, CATEGORY, entry, INVOKE } from '../wire/messages';
import type { Entries } from '../wire/wire';
import { type FunctionMeta, wantsParameterAddresses } from './metadata';
import { failedResult, isMixed, ResultRows, toResult } from './values';

export interface Invocation {
  meta: FunctionMeta;
  args: readonly unknown[];
  cell: Cell;
  /** Where each argument came from, null for one that was no reference. */
  origins: readonly (Rect | null)[];
}

/** Runs a function somewhere; `settle` may be called any number of times for a stream. */
export interface Runner {
  /** Gives what ends the call: cancelling twice, or after the answer, is harmless. */
  start(invocation: Invocation, settle: (result: Result) => void): () => void;
}

const CANCELABLE = 1;
const STREAM = 2;
/** What the library's functions runtime is told to do: split big results, flush each 200 ms, at most 2 s apart. */
const FEATURES = [1, 2, 4] as const;

/** How some Excels treat functions. */
interface Habits {
  /** Functions are told no addresses. */
  readonly hidesAddresses: boolean;
  /** A block with an error, or with anything but plain values, is one error. */
  readonly wantsPlainBlocks: boolean;
  /** Each call is made twice, and ended once. */
  readonly startsTwice: boolean;
}
const TODAYS: Habits = { hidesAddresses: false, wantsPlainBlocks: false, startsTwice: false };

interface Pending {
  stream: boolean;
  settle(result: Result): void;
}

/** The add-in's functions, called in its own page. Before the page has announced them, calls wait here. */
export class RemoteFunctions implements Runner {
  readonly stats = { invocations: 0, results: 0, flushes: 0, unreadable: 0 };
  private readonly pending = new Map<number, Pending>();
  private readonly held = new Map<number, () => void>();
  private ready = false;
  private lastId = 0;

  constructor(
    private readonly entries: Entries,
    private readonly sheetName: (id: string) => string,
    private readonly onAnnounced: (again: boolean) => void,
    private readonly habits: Habits = TODAYS,
  ) {}

  features(): readonly number[] {
    return FEATURES;
  }

  /** The page says that it listens, once for each time that it was loaded. A new page knows no old call. */
  announced(): void {
    const again = this.ready;
    this.ready = true;
    this.pending.clear();
    this.onAnnounced(again);
    const waiting = [...this.held.values()];
    this.held.clear();
    for (const post of waiting) post();
  }

  start(invocation: Invocation, settle: (result: Result) => void): () => void {
    if (this.habits.startsTwice) this.startOnce(invocation, () => undefined)();
    return this.startOnce(invocation, settle);
  }

  private startOnce(invocation: Invocation, settle: (result: Result) => void): () => void {
    const id = ++this.lastId;
    const { stream = false, cancelable = false } = invocation.meta.options ?? {};
    const flags = (cancelable ? CANCELABLE : 0) | (stream ? STREAM : 0);
    const post = (): void => {
      this.stats.invocations++;
      this.pending.set(id, { stream, settle });
      this.entries.post(entry(CATEGORY.functions, INVOKE, '', this.message(id, flags, invocation)));
    };
    if (this.ready) post();
    else this.held.set(id, post);
    return () => this.cancel(id, flags);
  }

  results(rows: unknown): void {
    this.stats.flushes++;
    const parsed = ResultRows.safeParse(rows);
    if (!parsed.success) {
      this.stats.unreadable++;
      return;
    }
    for (const [id, succeeded, value, code] of parsed.data) {
      const call = this.pending.get(id);
      if (!call) continue;
      this.stats.results++;
      if (!call.stream) this.pending.delete(id);
      call.settle(succeeded ? this.result(value) : failedResult(value, code));
    }
  }

  private result(value: unknown): Result {
    return this.habits.wantsPlainBlocks && isMixed(value) ? { error: '#VALUE!' } : toResult(value);
  }

  private cancel(id: number, flags: number): void {
    this.held.delete(id);
    if (!this.pending.delete(id) || flags === 0) return;
    this.entries.post(entry(CATEGORY.functions, CANCEL, '', { invocationId: id }));
  }

  private message(id: number, flags: number, { meta, args, cell, origins }: Invocation): unknown[] {
    const where = (rect: Rect): string => formatAddress(rect, this.sheetName(rect.sheet));
    const { requiresAddress, requiresStreamAddress } = meta.options ?? {};
    const isTold = !this.habits.hidesAddresses;
    const wanted = requiresAddress || requiresStreamAddress;
    const address = isTold && wanted ? where({ ...cell, rows: 1, cols: 1 }) : null;
    const addresses =
      isTold && wantsParameterAddresses(meta) ? origins.map((rect) => (rect ? where(rect) : '')) : null;
    return [id, meta.id, args, address, flags, addresses];
  }
}
