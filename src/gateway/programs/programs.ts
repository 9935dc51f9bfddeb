import type {
  ProgramPreview,
  ProgramPreviewBody,
  ProgramReleaseBody,
  ProgramStartBody,
} from '../../contract/desk/programs';
import type { Action } from '../../domain/action';
import type { Quota } from '../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { QuoteId, type RequestId } from '../../domain/identifiers';
import { programReleaseNoted, programStartNoted, programStopNoted } from '../../domain/notes/program-notes';
import type { By } from '../../domain/person';
import { mustStop, type Moment } from '../../domain/program/alive';
import { BUILT_IN_BOUNDS, narrowed, type DeskBounds } from '../../domain/program/bounds';
import type { Program, StopReason } from '../../domain/program/program';
import { rowKey, rowsTwice, type ProgramKind, type WantedRow } from '../../domain/program/wanted';
import type { ProgramId } from '../../domain/program-mark';
import { isConcluded } from '../../domain/request';
import type { Resource } from '../../domain/resources/resource';
import { isOld } from '../actions/action-errors';
import { leftTooLate } from '../platform/errors';
import type { DeskEntries } from '../actions/desk-entries';
import type { Halts } from '../actions/halts';
import type { MassWithdrawals } from '../actions/mass-withdrawals';
import { Watchers } from '../actions/watchers';
import { pause } from '../../effects/clock';
import { previewOf, type PreviewOptions } from './preview';
import { ProgramRun, stopWords, type ProgramDesk } from './program-run';
import type { Asking, Programming, WantedMessage } from './programming';

/** Why somebody may not run a program just now. */
export type Starter = (by: By | undefined) => 'session-over' | 'not-permitted' | undefined;

export interface ProgramsOptions
  extends Omit<ProgramDesk, 'mayChange' | 'changed' | 'listedAt'>, Pick<PreviewOptions, 'limits' | 'read'> {
  readonly entries: Pick<DeskEntries, 'write' | 'record'>;
  readonly halts: Pick<Halts, 'read' | 'onChange' | 'failureOf'>;
  readonly recalls: Pick<MassWithdrawals, 'number' | 'onChange'>;
  /** The bounds of this desk as they are now. */
  readonly bounds: () => DeskBounds;
  readonly starter: Starter;
  readonly platform: {
    readonly isSignedIn: () => boolean;
    readonly isReachable: () => boolean;
    readonly quota: () => Pick<Quota, 'perDay' | 'left' | 'reserve'>;
  };
  readonly known: KnownData;
  /** Who is named where the gateway stops one by itself. */
  readonly gateway: By;
}

/** What the desk knows of requests and their quotes, and how it is kept known. */
interface KnownData {
  /** Epoch ms of which it is, as far as the platform says; absent: it was never read. */
  readonly isOf: (resource: Resource) => number | undefined;
  /** Epoch ms at which it was read. What came old is no younger when it is read again at once. */
  readonly fetchedAt: (resource: Resource) => number | undefined;
  readonly watch: (resource: Resource) => () => void;
  readonly refresh: (resource: Resource) => void;
}

/** How often everything is looked at beside what is told. */
const LOOK_EVERY_MS = 250;
const MINUTE_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;
/** Before the gateway ends it waits so long for its programs to be off the market. */
const CLOSING_MS_MAX = 5_000;

/** All programs of a desk. Each is started by a person's press, and stopped by whatever ends the reason for it to run. */
export class Programs implements Programming {
  private readonly runs = new Map<ProgramId, ProgramRun>();
  /** Those whose start is being written down: their rows are taken, and what their page says meanwhile counts afterwards. */
  private readonly starting = new Map<
    ProgramId,
    { readonly keys: readonly string[]; said?: WantedMessage }
  >();
  private readonly watched = new Map<string, { readonly stop: () => void; askedAtMs: number }>();
  private readonly watchers: Watchers;
  private readonly desk: ProgramDesk;
  private changes: number[] = [];
  private awakeUntilMs = -Infinity;
  private looked: Moment;
  private cancel: (() => void) | undefined;
  private stopsListening: (() => void)[] = [];
  private recall: number;
  private isClosed = false;

  constructor(private readonly options: ProgramsOptions) {
    this.watchers = new Watchers(options.clock);
    this.looked = this.moment;
    this.recall = options.recalls.number;
    this.desk = {
      ...options,
      listedAt: (id) => options.known.fetchedAt({ kind: 'proposals', id }),
      mayChange: () => this.changesNow.length < options.bounds().deskChangesPerMinute,
      changed: () => void this.changes.push(options.clock.monotonicMs()),
    };
  }

  /** What earlier runs left live is taken off, first of all; no program goes on by itself. */
  async begin(open: readonly Action[]): Promise<void> {
    const { ledger, halts, recalls, clock } = this.options;
    const standing = await ledger.start();
    const left = [...standing, ...open].filter(({ program, body }) => program && 'direction' in body);
    const ids = new Set(left.flatMap(({ program }) => program?.id ?? []));
    for (const id of ids) {
      const actions = left.filter(({ program }) => program?.id === id);
      const [first] = actions;
      if (!first?.program) continue;
      const { name, startedBy } = first.program;
      const run = new ProgramRun({
        id,
        name,
        kind: kindOf(first),
        bounds: BUILT_IN_BOUNDS.bounds,
        startedBy,
        startedAt: Math.min(...actions.map(({ createdAt }) => createdAt)),
        desk: this.desk,
      });
      this.runs.set(id, run);
      run.inherit(actions);
      if (run.left > 0) this.stopRun(run, 'restarted');
      else this.runs.delete(id);
    }
    this.looked = { now: clock.now(), monotonicMs: clock.monotonicMs() };
    this.stopsListening = [
      halts.onChange(() => void (halts.read() && this.stopAll('halted'))),
      recalls.onChange(() => {
        if (recalls.number > this.recall) this.stopAll('withdraw-all');
        this.recall = recalls.number;
      }),
    ];
    this.wake();
  }

  /** Stops all, and waits for a while until they are off the market. */
  async close(): Promise<void> {
    const { clock } = this.options;
    this.isClosed = true;
    for (const stop of this.stopsListening) stop();
    const endMs = clock.monotonicMs() + CLOSING_MS_MAX;
    this.stopAll('restarted');
    while (this.left > 0 && clock.monotonicMs() < endMs) await pause(clock, LOOK_EVERY_MS / 5);
    this.cancel?.();
    this.cancel = undefined;
    for (const { stop } of this.watched.values()) stop();
    this.watched.clear();
  }

  read(): readonly Program[] {
    const { callsLeft } = this;
    const since = this.options.clock.now() - KEPT_MS;
    for (const [id, run] of this.runs)
      if (!run.isRunning && run.left === 0 && (run.stoppedAt ?? 0) < since) this.runs.delete(id);
    const runs = [...this.runs.values()].reverse();
    const sorted = [
      ...runs.filter(({ isRunning }) => isRunning),
      ...runs.filter(({ isRunning }) => !isRunning),
    ];
    return sorted.map((run) => run.view(callsLeft));
  }

  onChange(listener: () => void): () => void {
    return this.watchers.join(listener);
  }

  async preview(asked: ProgramPreviewBody, { by }: Asking): Promise<Outcome<ProgramPreview>> {
    const bounds = narrowed(this.options.bounds().bounds, asked.bounds);
    if ('wider' in bounds) return failed(widerThanDesk(bounds.wider));
    const blocked = this.blocked(asked);
    if (blocked) return failed(blocked);
    return success(await previewOf(asked, { ...this.options, by, bounds, callsLeft: this.callsLeft }));
  }

  async start(asked: ProgramStartBody, { by }: Asking): Promise<Outcome<Program>> {
    const { options, desk } = this;
    const { id, name, kind, rows, shown, number } = asked;
    const known = this.runs.get(id);
    if (known) return success(known.view(this.callsLeft));
    const bounds = narrowed(options.bounds().bounds, asked.bounds);
    if ('wider' in bounds) return failed(widerThanDesk(bounds.wider));
    const blocked = this.mayNotStart(asked, by);
    if (blocked) return failed(blocked);
    const run = new ProgramRun({
      id,
      name,
      kind,
      bounds,
      startedBy: by,
      startedAt: options.clock.now(),
      desk,
    });
    run.onReached = (why) => this.stopRun(run, why);
    // Taken before it is written down, so that another one of its name or rows waits for nothing.
    this.runs.set(id, run);
    const keys = rows.map((row) => rowKey(kind, row));
    this.starting.set(id, { keys });
    const accepted = new Map(asked.accepted.map((one) => [rowKey(kind, one), one.accepted]));
    const isWritten = await options.entries.write(programStartNoted(by, { name, rows: rows.length, shown }));
    const said = this.starting.get(id)?.said;
    this.starting.delete(id);
    const late = isWritten ? this.stoppedMeanwhile(asked, run) : NOT_WRITTEN;
    if (late) {
      this.runs.delete(id);
      return failed(late);
    }
    run.hear();
    run.want(rows, number, (row) => accepted.get(rowKey(kind, row)));
    if (said) this.wanted(said, by);
    this.keepKnown();
    this.wake();
    run.reconcile();
    this.watchers.tell();
    return success(run.view(this.callsLeft));
  }

  stop(id: ProgramId, by: By | undefined): Outcome<Program> {
    const run = this.runs.get(id);
    if (!run) return failed(NO_SUCH_PROGRAM);
    this.stopRun(run, 'person', by);
    return success(run.view(this.callsLeft));
  }

  release(
    id: ProgramId,
    { requestId, direction, shownPrice, accepted }: ProgramReleaseBody,
    by: By | undefined,
  ): Outcome<Program> {
    const run = this.runs.get(id);
    if (!run?.isRunning) return failed(NO_SUCH_PROGRAM);
    if (!isStarter(run, by)) return failed(NOT_YOURS);
    const problem = run.release(rowKey(run.kind, { requestId, direction }), shownPrice, accepted);
    if (problem !== undefined) return failed(notReleased(problem));
    const { name } = run;
    void this.options.entries.record(programReleaseNoted(by, { name, requestId, price: shownPrice }));
    this.watchers.tell();
    return success(run.view(this.callsLeft));
  }

  wanted(message: WantedMessage, by: By | undefined): void {
    const { id, number, rows, armed } = message;
    const run = this.runs.get(id);
    if (!run?.isRunning) return;
    if (!isStarter(run, by)) return this.stopRun(run, 'session-over');
    // A machine that slept hears before it looks: what was silent for too long stays stopped.
    const why = this.whyStop(run);
    if (why) return this.stopRun(run, why);
    if (!armed) return this.stopRun(run, 'disarmed');
    if (number < run.number) return;
    run.hear();
    const starting = this.starting.get(id);
    if (starting) return void (number >= (starting.said?.number ?? 0) && (starting.said = message));
    if (number === run.number) return;
    const others = this.keysOf(run);
    run.want(
      rows.filter((row) => !others.has(rowKey(run.kind, row))),
      number,
      () => undefined,
    );
    this.keepKnown();
    run.reconcile();
    this.watchers.tell();
  }

  /** An action has ended: what went live although its program has stopped is taken off at once. */
  ended(action: Action): void {
    const { ledger } = this.options;
    const { program, body } = action;
    const requestId = 'requestId' in body ? body.requestId : undefined;
    const stood = requestId && ledger.proposalOn(requestId);
    ledger.learn(action);
    const isOff = stood && stood !== ledger.proposalOn(requestId);
    if (isOff && program?.id !== stood.mark.id)
      this.runs.get(stood.mark.id)?.lost(requestId, stood.proposalId);
    const takes = (run: ProgramRun): boolean =>
      program
        ? run.id === program.id
        : body.kind === (run.kind === 'quotes' ? 'withdraw-quote' : 'delete-proposals');
    for (const run of this.runs.values()) if (takes(run)) run.ended(action);
    // What was said to be off stands again as soon as the journal has been read.
    if (action.corrected !== undefined) this.awakeUntilMs = this.options.clock.monotonicMs() + MINUTE_MS;
    if (!this.isClosed) this.wake();
    this.watchers.tell();
  }

  /** The outcome of a program's offer is unknown, and these records may be it. */
  mayBe(action: Action, ids: readonly string[]): void {
    const run = action.program && this.runs.get(action.program.id);
    run?.mayBe(
      action,
      ids.flatMap((id) => QuoteId.safeParse(id).data ?? []),
    );
  }

  private get moment(): Moment {
    const { clock } = this.options;
    return { now: clock.now(), monotonicMs: clock.monotonicMs() };
  }

  private get running(): ProgramRun[] {
    return [...this.runs.values()].filter(({ isRunning }) => isRunning);
  }

  private get left(): number {
    return [...this.runs.values()].reduce((sum, run) => sum + run.left, 0);
  }

  private get changesNow(): number[] {
    const since = this.options.clock.monotonicMs() - MINUTE_MS;
    this.changes = this.changes.filter((atMs) => atMs > since);
    return this.changes;
  }

  /** Of the share of the day that programs may use, and no more than the platform's day has for anything but withdrawing. */
  private get callsLeft(): number {
    const { platform, bounds, ledger } = this.options;
    const { perDay, left, reserve } = platform.quota();
    const share = Math.floor((perDay * bounds().callsPercent) / 100) - ledger.spentToday;
    return Math.max(0, Math.min(share, left - reserve));
  }

  private whyStop(run: ProgramRun): StopReason | undefined {
    const { options } = this;
    const { bounds, startedBy } = run;
    return mustStop({
      at: this.moment,
      heard: run.heard,
      looked: this.looked,
      lookEveryMs: LOOK_EVERY_MS,
      silenceMs: bounds.silenceMs,
      until: bounds.until,
      isHalted: options.halts.read() !== undefined,
      starter: options.starter(startedBy),
      isSignedIn: options.platform.isSignedIn(),
      isReachable: options.platform.isReachable(),
      dataAgeMs: this.dataAgeMs(run),
      dataAgeMsMax: bounds.dataAgeMs,
      callsNeeded: run.callsNeeded,
      callsLeft: this.callsLeft,
    });
  }

  /** Looks at everything, and goes on doing so while something runs or is not off yet. */
  private look(): void {
    for (const run of this.running) {
      const why = this.whyStop(run);
      if (why) this.stopRun(run, why);
    }
    this.looked = this.moment;
    this.keepKnown();
    for (const run of this.runs.values()) run.reconcile();
  }

  private wake(): void {
    if (this.cancel) return;
    this.looked = this.moment;
    const next = (): void => {
      this.cancel = undefined;
      const isAwake = this.options.clock.monotonicMs() < this.awakeUntilMs;
      if (this.running.length === 0 && this.left === 0 && !isAwake) return;
      this.cancel = this.options.clock.after(LOOK_EVERY_MS, () => {
        this.look();
        next();
      });
    };
    next();
  }

  private stopAll(why: StopReason): void {
    for (const run of this.running) this.stopRun(run, why);
  }

  private stopRun(run: ProgramRun, why: StopReason, by?: By): void {
    if (!run.isRunning) return;
    run.stop(why, by);
    const { entries, gateway } = this.options;
    const noted = programStopNoted(why === 'person' ? by : gateway, {
      name: run.name,
      why: stopWords(why, by),
    });
    void entries.record(noted);
    this.wake();
    this.watchers.tell();
  }

  /** Why a program cannot be started as it is. */
  private blocked({
    kind,
    rows,
    name,
    id,
  }: Pick<ProgramStartBody, 'kind' | 'rows' | 'name' | 'id'>): Failure | undefined {
    const { halts, platform } = this.options;
    const halt = halts.read();
    if (halt) return halts.failureOf(halt);
    if (this.isClosed || !platform.isSignedIn()) return SIGNED_OUT;
    if (rowsTwice(kind, rows)) return ROWS_TWICE;
    const others = this.running.filter((run) => run.id !== id);
    if (others.some((run) => run.name === name)) return nameTaken(name);
    const taken = new Map(others.flatMap((run) => this.rowsOf(run).map((key) => [key, run] as const)));
    const [twice] = rows.filter((row) => taken.has(rowKey(kind, row)));
    return twice && rowTaken(twice, taken.get(rowKey(kind, twice))?.name ?? '');
  }

  private mayNotStart(asked: ProgramStartBody, by: By | undefined): Failure | undefined {
    const { recalls, clock, starter } = this.options;
    if (asked.pressedAt !== undefined && isOld(asked.pressedAt, clock.now())) return leftTooLate;
    if ((asked.recall ?? recalls.number) < recalls.number) return WITHDRAWN_SINCE;
    if (by === undefined || starter(by)) return NOT_KNOWN;
    if (this.callsLeft === 0) return NO_CALLS;
    return this.blocked(asked);
  }

  /** What happened while the start was being written down counts. */
  private stoppedMeanwhile({ recall }: ProgramStartBody, run: ProgramRun): Failure | undefined {
    const { recalls, halts } = this.options;
    const halt = halts.read();
    if (halt) return halts.failureOf(halt);
    if ((recall ?? this.recall) < recalls.number) return WITHDRAWN_SINCE;
    return run.isRunning ? undefined : STOPPED_SINCE;
  }

  private keysOf(except: ProgramRun): ReadonlySet<string> {
    return new Set(this.running.filter((run) => run !== except).flatMap((run) => this.rowsOf(run)));
  }

  private rowsOf({ id, keys }: ProgramRun): readonly string[] {
    return [...keys, ...(this.starting.get(id)?.keys ?? [])];
  }

  private resourcesOf(run: ProgramRun): readonly Resource[] {
    return [...new Set(run.requestIds)].flatMap((id: RequestId): Resource[] => [
      { kind: 'request', id },
      { kind: run.kind === 'quotes' ? 'quotes' : 'proposals', id },
    ]);
  }

  /** Since when the oldest of its requests, and what stands on them, was read; from its start on where it never was. */
  private dataAgeMs(run: ProgramRun): number {
    const { known, clock, market } = this.options;
    const now = clock.now();
    const ages = this.resourcesOf(run).map((resource) => {
      const request = 'id' in resource ? market.request(resource.id as RequestId) : undefined;
      // What is over does not change any more, and its rows are.
      return request && isConcluded(request) ? 0 : now - Math.max(known.isOf(resource) ?? 0, run.startedAt);
    });
    return Math.max(0, ...ages);
  }

  /** Its requests are watched while it runs, and read anew before they are too old; these reads are part of its calls. */
  private keepKnown(): void {
    const { known, clock, ledger } = this.options;
    const wanted = new Set<string>();
    for (const run of this.running)
      for (const resource of this.resourcesOf(run)) {
        const key = JSON.stringify(resource);
        wanted.add(key);
        const one = this.watched.get(key) ?? { stop: known.watch(resource), askedAtMs: clock.monotonicMs() };
        this.watched.set(key, one);
        const ageMs = clock.now() - (known.fetchedAt(resource) ?? 0);
        const isDue =
          ageMs > run.bounds.dataAgeMs / 2 && clock.monotonicMs() - one.askedAtMs > run.bounds.dataAgeMs / 10;
        if (!isDue) continue;
        one.askedAtMs = clock.monotonicMs();
        ledger.spend(run.id, 1);
        known.refresh(resource);
      }
    for (const [key, { stop }] of this.watched)
      if (!wanted.has(key)) {
        stop();
        this.watched.delete(key);
      }
  }
}

const kindOf = ({ body }: Pick<Action, 'body'>): ProgramKind =>
  body.kind !== 'send-proposal'
    ? 'quotes'
    : body.proposalKind === 'firm'
      ? 'firm-proposals'
      : 'indicative-proposals';

/** A program is of the page that started it: another session of the same person is another page. */
const isStarter = ({ startedBy }: ProgramRun, by: By | undefined): boolean =>
  startedBy !== undefined && by?.session === startedBy.session;

const NOTHING_SENT = 'Nothing was sent.';
const wrongState = (message: string, next: string): Failure => ({
  kind: 'wrong-state',
  message,
  next: `${NOTHING_SENT} ${next}`,
});
const NO_SUCH_PROGRAM: Failure = {
  kind: 'not-found',
  message: 'No such program runs.',
  next: 'It may have stopped: see the room Programs.',
};
const NOT_YOURS: Failure = {
  kind: 'denied',
  message: 'Only the page that started a program lets a row of it go on.',
  next: 'Anybody who may withdraw can stop it.',
};
const notReleased = (problem: string): Failure => ({
  kind: 'price-moved',
  message: problem,
  next: 'The row stays held. See its price now, and press again if you mean it.',
});
const widerThanDesk = (name: string): Failure => ({
  kind: 'invalid-argument',
  message: `The bound ${name} of this program would be wider than this desk’s.`,
  next: `${NOTHING_SENT} Choose one that is narrower; the policy of the desk says how far it may go.`,
  fields: [{ path: `bounds.${name}`, message: 'It is wider than the desk’s.' }],
});
const NOT_WRITTEN: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, probably because the disk is full.',
  next: `${NOTHING_SENT} Free disk space in the gateway’s data folder, then start it again.`,
};
const NOT_KNOWN: Failure = {
  kind: 'denied',
  message: 'The gateway does not know who starts this program.',
  next: `${NOTHING_SENT} Reload the pane and start it again.`,
};
const SIGNED_OUT = wrongState('The desk is signed out of the platform.', 'Sign in, then start it again.');
const ROWS_TWICE = wrongState('Two rows of this program are about the same place.', 'Leave one of them.');
const WITHDRAWN_SINCE = wrongState(
  'Everything was withdrawn since it was pressed.',
  'Start it again if you still want it.',
);
const STOPPED_SINCE = wrongState('It was stopped before it began.', 'Start it again if you still want it.');
const NO_CALLS = wrongState(
  'The calls that programs may use today are used up.',
  'They are counted anew tomorrow; the policy says how many there are.',
);
const nameTaken = (name: string): Failure =>
  wrongState(`A program “${name}” runs already.`, 'Stop it first, or choose another name.');
const rowTaken = ({ requestId, direction }: WantedRow, name: string): Failure =>
  wrongState(
    `The ${direction} of ${requestId} is in the program “${name}”.`,
    'Stop that first, or leave the row out.',
  );
