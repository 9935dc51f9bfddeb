import * as z from 'zod/mini';
import type { JournalState } from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import {
  contentOf,
  ChainCheck,
  columnsProblem,
  isAsWritten,
  START,
  type CheckedSource,
  type KeptLine,
  type Verification,
} from '../storage/journal-chain';

/** The newest lines, which are checked before anything is sent: those of the last days of a busy desk. */
const TAIL_LINES = 1_000;
/** The whole journal is read after the start is over, a few milliseconds at a time. */
const BEGIN_AFTER_MS = 5_000;
const LINES_AT_ONCE = 100;
const REST_MS = 25;

/** Actions that the newest lines leave in doubt. They are checked on the platform. */
export interface Doubts {
  /** Actions whose newest line is not as it was written: how they ended is not known. */
  readonly ids: ReadonlySet<string>;
  /** A line may be missing: that an action was written down as staged alone does not prove that it was not sent. */
  readonly isAnyMissing: boolean;
}

interface CheckOptions {
  readonly source: CheckedSource;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Whether the journal is as it was written, from its start on: the newest lines at once, then all of it from the first,
 * behind everything else. A broken one stops nothing; it is said.
 */
export class StartCheck {
  private known: JournalState = { state: 'checking' };
  private readonly listeners = new Set<() => void>();
  private check = new ChainCheck();
  private after: number | undefined;
  private cancel: (() => void) | undefined;
  private isStopped = false;
  private readonly doubtful = new Set<string>();

  private constructor(private readonly options: CheckOptions) {}

  /** Checks the newest lines. To be awaited before anything is added: a new line hides that the end was cut off. */
  static async open(options: CheckOptions): Promise<StartCheck> {
    const check = new StartCheck(options);
    await check.tail();
    return check;
  }

  /** Read this before the gateway adds lines. */
  get doubts(): Doubts {
    return { ids: this.doubtful, isAnyMissing: this.known.state === 'broken' };
  }

  read(): JournalState {
    return this.known;
  }

  onChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  /** Goes through all of it, once. */
  start(): void {
    this.later(BEGIN_AFTER_MS);
  }

  stop(): void {
    this.isStopped = true;
    this.cancel?.();
  }

  private async tail(): Promise<void> {
    const { source } = this.options;
    try {
      const { sequence } = await source.head();
      // One line more, for its hash alone: the first of the tail has to follow it.
      const from = sequence - TAIL_LINES - 1;
      const lines = await source.linesAfter(from < 0 ? undefined : from, TAIL_LINES + 1);
      this.judgeEach(lines);
      const [anchor, ...rest] = lines;
      const check = from < 0 || !anchor ? new ChainCheck(START) : new ChainCheck(anchor);
      for (const line of from < 0 ? lines : rest) if (!check.add(line, columnsProblem(line))) break;
      const written = await source.written();
      const { head } = check.result;
      if (head.sequence < written)
        check.fail(`The journal ends at line ${head.sequence}, and ${written} lines were written.`);
      this.found(check.result);
    } catch (error) {
      this.broken(`Its newest lines cannot be read (${reasonOf(error)}).`);
    }
  }

  /** Each line by itself, also behind a broken one: an action stands and falls with its newest. */
  private judgeEach(lines: readonly KeptLine[]): void {
    for (const line of lines) {
      const isRight = isAsWritten(line) && columnsProblem(line) === undefined;
      if (isRight) this.doubtful.delete(line.columns.id);
      // Filed under another action than its own, it may be the newest of either.
      else for (const id of [line.columns.id, idIn(line)]) if (id !== undefined) this.doubtful.add(id);
    }
  }

  private async next(): Promise<void> {
    this.cancel = undefined;
    const lines = await this.chunk();
    if (this.isStopped || !lines) return;
    for (const line of lines) this.check.add(line, columnsProblem(line));
    this.after = lines.at(-1)?.sequence;
    const { result } = this.check;
    if (result.state === 'broken') return this.found(result);
    if (lines.length === LINES_AT_ONCE) return this.later(REST_MS);
    // The finding of the newest lines stays: the end of the journal may be cut off, which no later line shows.
    if (this.known.state === 'checking') this.become({ state: 'whole' });
  }

  private async chunk(): Promise<readonly KeptLine[] | undefined> {
    try {
      return await this.options.source.linesAfter(this.after, LINES_AT_ONCE);
    } catch (error) {
      const read = this.after === undefined ? 'It' : `The part after line ${this.after}`;
      if (!this.isStopped) this.broken(`${read} cannot be read (${reasonOf(error)}).`);
      return undefined;
    }
  }

  private later(waitMs: number): void {
    this.cancel = this.options.clock.after(waitMs, () => void this.next());
  }

  private found(result: Verification): void {
    if (result.state === 'broken') this.broken(result.problem);
  }

  private broken(problem: string): void {
    // The first line that is not right is named; the newest lines may have shown a later one.
    if (this.known.failure?.message === says(problem).message) return;
    this.options.log.error('The journal has been altered or damaged.', { problem });
    this.become({ state: 'broken', failure: says(problem) });
  }

  private become(state: JournalState): void {
    this.known = state;
    for (const listener of [...this.listeners]) listener();
  }
}

const WithId = z.object({ id: z.string() });
const idIn = (line: KeptLine): string | undefined => WithId.safeParse(contentOf(line)).data?.id;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

const says = (problem: string): Failure => ({
  kind: 'unreadable',
  message: `The journal has been altered or damaged. ${problem}`,
  next:
    'Sending goes on. Ask the gateway’s administrator to keep a copy of the ' +
    'data folder as it is, and compare the last trades and live quotes with the platform.',
});
