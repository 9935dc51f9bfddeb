import type { GatewayClient } from '../../client/client';
import { present } from '../../domain/present';
import type { Action } from '../../domain/action';
import {
  mappingProblem,
  mappingsIn,
  recognised,
  withMapping,
  type Mapping,
  type Recognised,
  type TableKind,
} from '../../domain/bulk/column';
import { sentence, type Failure } from '../../domain/failure';
import type { ActionId } from '../../domain/identifiers';
import { acts, type PlannedRow, type RunRow } from '../app/batch-rows';
import { BatchRun, STOPPED, type BatchRunOptions } from '../app/batch-run';
import { Observable } from '../app/observable';
import type { Presses } from '../app/presses';
import type { Area } from '../excel/address';
import type { ResultPlace } from '../excel/results';
import type { Sheet } from '../excel/sheet';
import type { Formatters } from '../ui/formatters';
import { keyColumn, tableOf, type SheetRow, type SheetTable } from '../quoting/table';
import { difference, RowIds, type Naming } from './plan';
import { ResultWriter, RowResults } from './results';

/**
 * `mapping`: a person has to say which column means what. `looking`: rows are held against what comes in. `shown`: frozen as
 * it is shown, and can be pressed. `pressing`: the sheet is read once more. `over`: nothing is on its way any more.
 */
export type BatchPhase =
  'idle' | 'reading' | 'mapping' | 'looking' | 'shown' | 'pressing' | 'running' | 'over';

export interface BatchState {
  readonly phase: BatchPhase;
  readonly table?: SheetTable;
  /** Where results are written. */
  readonly place?: ResultPlace;
  readonly mapping: Mapping;
  readonly unclear: Recognised['unclear'];
  readonly rows: readonly PlannedRow[];
  /** Epoch ms at which the rows were frozen. */
  readonly shownAt?: number;
  /** The sheet says something else by now than the rows that are shown. */
  readonly isOld?: boolean;
  readonly run?: readonly RunRow[];
  /** A sentence for the person; empty when there is nothing to say. */
  readonly says: string;
}

const BLANK: BatchState = { phase: 'idle', mapping: {}, unclear: [], rows: [], says: '' };

export interface TableBatchOptions {
  readonly client: Pick<GatewayClient, 'watch' | 'find' | 'newActionId' | 'clock'>;
  readonly presses: Presses;
  readonly formatters: Formatters;
  readonly isArmed: () => boolean;
  readonly sheet: () => Sheet | undefined;
}

/** Around the rows of a table: what the desk took of them before, and the batch that is on its way. */
export interface BatchKnown {
  /** By the ids that stand beside rows. */
  readonly written: ReadonlyMap<ActionId, Action>;
  /** The batch itself, of which a row is part; absent before the press. */
  readonly run?: BatchRun | undefined;
}

/** What the rows of one kind of table want: how they are read, and held against what is known. */
export interface BatchRows<Read> {
  readonly kind: TableKind;
  /** The headings of what is written beside them. */
  readonly results: readonly string[];
  /** The rows that say anything. */
  read(rows: readonly SheetRow[], mapping: Mapping): readonly Read[];
  /** From now on what these rows need is watched, and nothing else; `onChange` is told of what comes in. */
  follow(reads: readonly Read[], onChange: () => void): void;
  close(): void;
  plan(reads: readonly Read[], known: BatchKnown, named: Naming): PlannedRow[];
  /** Whether the list of live quotes lacks one that the desk has just called live: it comes a moment later. */
  isBehind(known: BatchKnown): boolean;
  /** Why a row may not be sent as it was shown; `undefined` when nothing has moved. */
  moved(
    plan: PlannedRow,
    after: 'nothing' | 'withdrawal',
    around: BatchKnown & { readonly reads: readonly Read[] },
  ): string | undefined;
  /** Whether the gateway withdraws what a quote takes the place of. */
  readonly gatewayReplaces: boolean;
  /** Whether an action that is named beside a row was about what the row says now. */
  isAbout(action: Action, row: SheetRow, mapping: Mapping): boolean;
}

/** Answers come one by one: rows are held against them together. */
const PLAN_EVERY_MS = 100;
/** So long after a change in the sheet the rows are read: typing comes in bursts. */
const CHANGED_MS = 300;

/** The sheet as input for many actions at once: read, looked at, pressed once, and followed until every row has its truth. */
export class TableBatch<Read> {
  readonly state = new Observable<BatchState>(BLANK);
  private readonly ids: RowIds;
  private reads: readonly Read[] = [];
  private written: ReadonlyMap<ActionId, Action> = new Map();
  private run: BatchRun | undefined;
  private writer: ResultWriter | undefined;
  private cancelPlan: (() => void) | undefined;
  private cancelRead: (() => void) | undefined;
  private stopListening: (() => void) | undefined;
  private zone = 'UTC';
  /** Which look at the sheet this is: what an older one is still waiting for is dropped. */
  private round = 0;

  constructor(
    private readonly options: TableBatchOptions,
    private readonly rows: BatchRows<Read>,
  ) {
    this.ids = new RowIds(() => options.client.newActionId());
  }

  get kind(): TableKind {
    return this.rows.kind;
  }

  /** By whose clocks moments stand in the sheet: those that cells show. */
  showIn(zone: string): void {
    this.zone = zone;
  }

  /** Reads the sheet in sight. It sends nothing, and writes nothing but what became of rows that were sent before. */
  async check(): Promise<void> {
    const sheet = this.options.sheet();
    if (!sheet) return this.say(NO_SHEET);
    const round = this.restart();
    const used = await sheet.usedCells();
    if (round !== this.round) return;
    const table = used.ok ? tableOf(used.value, this.rows.kind, this.rows.results) : used;
    if (!table.ok) return this.say(table.failure);
    const own = recognised(table.value.headings, this.rows.kind);
    const kept = await new MappingMemory(sheet).recall(table.value.key);
    if (round !== this.round) return;
    const mapping = kept ?? own.mapping;
    const unclear = kept ? [] : own.unclear;
    this.change({ table: table.value, place: table.value.place, mapping, unclear });
    await this.look(round);
  }

  /** A person says which column means what; it is remembered for these headings. */
  async map(mapping: Mapping): Promise<void> {
    const { table } = this.state.get();
    const sheet = this.options.sheet();
    if (!table || !sheet) return;
    const round = this.restart();
    this.change({ table, place: table.place, mapping, unclear: [] });
    await new MappingMemory(sheet).remember(table.key, mapping);
    if (round === this.round) await this.look(round);
  }

  putResultsAt(place: ResultPlace): void {
    this.change({ place });
  }

  /** Sends, once, what was shown. Rows that are not as they were shown any more are held back. */
  async press(): Promise<void> {
    const { table, mapping, rows, phase, place } = this.state.get();
    const sheet = this.options.sheet();
    if (phase !== 'shown' || !table || !place || !sheet || !rows.some(acts)) return;
    this.change({ phase: 'pressing' });
    const { round } = this;
    const { massWithdrawal } = this.options.presses;
    const used = await sheet.usedCells(table.sheet);
    if (round !== this.round) return;
    const shown = rows.filter(acts);
    const meant = new Set(shown.map(({ row }) => row));
    const now = used.ok
      ? tableOf({ ...used.value, selected: linesOf(table, meant) }, this.rows.kind, this.rows.results)
      : used;
    if (!now.ok) return this.say(now.failure, 'shown');
    if (now.value.key !== table.key) return this.say(OTHER_HEADINGS, 'shown');
    const reads = this.rows.read(now.value.rows, mapping);
    const named = this.ids.naming(now.value.rows, this.written);
    const fresh = this.rows.plan(reads, { written: this.written }, named);
    const plans = shown.map((plan) => {
      const heldBecause = difference(
        plan,
        fresh.find(({ row }) => row === plan.row),
      );
      return { plan, ...present({ heldBecause }) };
    });
    await this.begin(plans, { table, mapping, place, sheet, massWithdrawal });
  }

  stop(why = STOPPED): void {
    this.run?.stop(why);
    if (this.state.get().phase !== 'pressing') return;
    this.round += 1;
    this.change({ phase: 'shown', says: why });
  }

  /** The desk works in another environment, or a person starts anew: nothing of this is meant any more. */
  forget(): void {
    this.run?.stop();
    this.restart();
    this.state.set(BLANK);
  }

  private async begin(
    plans: ConstructorParameters<typeof BatchRun>[1],
    at: { table: SheetTable; mapping: Mapping; place: ResultPlace; sheet: Sheet; massWithdrawal: number },
  ): Promise<void> {
    const { client } = this.options;
    const movedSince: BatchRunOptions['movedSince'] = (plan, after) =>
      this.rows.moved(plan, after, { written: this.written, run: this.run, reads: this.reads });
    const { massWithdrawal } = at;
    const gatewayReplaces = () => this.rows.gatewayReplaces;
    const run = new BatchRun({ ...this.options, massWithdrawal, gatewayReplaces, movedSince }, plans);
    const writer = new ResultWriter(at.sheet, client.clock, at.place);
    const results = this.results(at.table, at.mapping);
    const { round } = this;
    const written = await writer.first(run.rows.get().map((row) => results.ofRun(row)));
    if (round !== this.round) return;
    if (!written.ok) return this.say(written.failure, 'shown');
    for (const { plan } of plans) if (plan.id) this.ids.use(plan.id);
    this.run = run;
    this.writer = writer;
    writer.trouble.subscribe(() => {
      const trouble = writer.trouble.get();
      this.change({ says: trouble ? sentence(trouble) : '' });
    });
    let before = run.rows.get();
    run.rows.subscribe(() => {
      const now = run.rows.get();
      const changed = now.filter((row, place) => row !== before[place]);
      writer.write(changed.map((row) => results.ofRun(row)));
      before = now;
      this.change({ run: now, phase: run.isOver ? 'over' : 'running' });
      this.restWhenOver(run);
    });
    this.listenNoMore();
    this.change({ run: run.rows.get(), phase: 'running', says: '' });
    run.start();
    if (run.isOver) this.change({ phase: 'over' });
    this.restWhenOver(run);
  }

  /** The market of rows that are over is of no more use, and costs calls. */
  private restWhenOver(run: BatchRun): void {
    if (run.isOver) this.rows.close();
  }

  /** Looks at what the desk has of ids beside rows, then at the market, until all of it is known. */
  private async look(round: number): Promise<void> {
    const { table, mapping, unclear } = this.state.get();
    if (!table) return;
    const problem = unclear.length > 0 ? 'Several columns match. Choose one.' : undefined;
    const missing = problem ?? mappingProblem(mapping, table.headings, this.rows.kind);
    if (missing !== undefined) return this.change({ phase: 'mapping', says: missing });
    this.reads = this.rows.read(table.rows, mapping);
    if (this.reads.length === 0) return this.say(NO_ROWS);
    const found = await this.options.client.find([...new Set(table.rows.flatMap(({ before }) => before))]);
    if (round !== this.round) return;
    if (!found.ok) return this.say(found.failure);
    this.written = new Map(found.value.map((action) => [action.id, action]));
    this.change({ phase: 'looking', says: '' });
    this.rows.follow(this.reads, () => this.planSoon());
    this.tellBefore(table, mapping);
    this.plan();
  }

  /** The truth of rows that were sent before, as after the pane was closed in the middle of a batch. */
  private tellBefore(table: SheetTable, mapping: Mapping): void {
    const sheet = this.options.sheet();
    const isAbout = (action: Action, row: SheetRow): boolean => this.rows.isAbout(action, row, mapping);
    const results = this.results(table, mapping).ofBefore(this.written, isAbout);
    if (!sheet || results.length === 0) return;
    this.writer = new ResultWriter(sheet, this.options.client.clock, table.place);
    this.writer.write(results);
  }

  private planSoon(): void {
    if (this.state.get().phase !== 'looking') return;
    this.cancelPlan ??= this.options.client.clock.after(PLAN_EVERY_MS, () => {
      this.cancelPlan = undefined;
      this.plan();
    });
  }

  /** Freezes what is shown as soon as everything is known. */
  private plan(): void {
    const { phase, table } = this.state.get();
    if (phase !== 'looking' || !table) return;
    const named = this.ids.naming(table.rows, this.written);
    const rows = this.rows.plan(this.reads, { written: this.written }, named);
    // What only takes risk off waits for nothing.
    const isOff = rows.every(({ kind }) => kind === 'withdraw' || kind === 'deletion');
    const isBehind = !isOff && this.rows.isBehind({ written: this.written });
    const isWaiting = isBehind || rows.some(({ kind }) => kind === 'waiting');
    if (isBehind) this.planSoon();
    this.change({ rows, phase: isWaiting ? 'looking' : 'shown', shownAt: this.options.client.clock.now() });
    // An Excel that tells of no changes has the rows read at the press all the same.
    if (!isWaiting)
      this.stopListening ??= this.options.sheet()?.onChanged(
        () => this.readSoon(),
        () => undefined,
      );
  }

  private readSoon(): void {
    this.cancelRead ??= this.options.client.clock.after(CHANGED_MS, () => {
      this.cancelRead = undefined;
      void this.compare();
    });
  }

  /** Whether the sheet still says what is shown. An Excel that is busy with a cell tells of its change afterwards. */
  private async compare(): Promise<void> {
    const { table, mapping, phase } = this.state.get();
    const sheet = this.options.sheet();
    if (phase !== 'shown' || !table || !sheet) return;
    const { round } = this;
    const used = await sheet.usedCells(table.sheet);
    if (round !== this.round || this.state.get().phase !== 'shown' || !used.ok) return;
    const selected = linesOf(table, new Set(table.rows.map(({ row }) => row)));
    const now = tableOf({ ...used.value, selected }, this.rows.kind, this.rows.results);
    const isSame =
      now.ok &&
      now.value.key === table.key &&
      JSON.stringify(this.rows.read(now.value.rows, mapping)) === JSON.stringify(this.reads);
    if (!isSame) this.change({ isOld: true });
  }

  private listenNoMore(): void {
    this.stopListening?.();
    this.stopListening = undefined;
    this.cancelRead?.();
    this.cancelRead = undefined;
  }

  private results(table: SheetTable, mapping: Mapping): RowResults {
    return new RowResults(table, keyColumn(table, mapping, this.rows.kind), this.zone);
  }

  private restart(): number {
    this.round += 1;
    this.run?.close();
    this.run = undefined;
    this.writer?.close();
    this.cancelPlan?.();
    this.cancelPlan = undefined;
    this.listenNoMore();
    this.rows.close();
    this.reads = [];
    this.state.set({ ...BLANK, phase: 'reading' });
    return this.round;
  }

  private say(failure: Failure, phase: BatchPhase = 'idle'): void {
    this.change({ phase, says: sentence(failure) });
  }

  private change(change: Partial<BatchState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** The headings and these rows, as if they were selected: whatever else is on the sheet is not meant. */
const linesOf = ({ corner, headed: { from, to } }: SheetTable, rows: ReadonlySet<number>): Area[] =>
  [corner.row, ...rows].map((row) => ({ ...corner, row, rows: 1, column: from, columns: to - from }));

const NO_SHEET: Failure = {
  kind: 'unavailable',
  message: 'No spreadsheet is open.',
  next: 'Open the pane in Excel.',
};
const NO_ROWS: Failure = {
  kind: 'not-found',
  message: 'No row below the headings has anything to send.',
  next: 'Fill in rows, or select the right ones, and check again.',
};
const OTHER_HEADINGS: Failure = {
  kind: 'wrong-state',
  message: 'The headings changed after the rows were shown. Nothing was sent.',
  next: 'Check the rows again.',
};

const NAME = 'SpreadDesk.bulk.mappings';

/** Which column means what, by the headings of its table. The workbook keeps it: whoever opens it need not say it again. */
class MappingMemory {
  constructor(private readonly sheet: Pick<Sheet, 'kept' | 'keep'>) {}

  async recall(key: string): Promise<Mapping | undefined> {
    return mappingsIn(await this.text()).find((one) => one.key === key)?.mapping;
  }

  async remember(key: string, mapping: Mapping): Promise<void> {
    await this.sheet.keep(NAME, withMapping(mappingsIn(await this.text()), key, mapping));
  }

  private async text(): Promise<string | undefined> {
    const kept = await this.sheet.kept(NAME);
    return kept.ok ? kept.value : undefined;
  }
}
