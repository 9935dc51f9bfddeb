import type { DeskClient } from '../../client/client';
import type { Action } from '../../domain/action';
import { mappingProblem, recognised, type Mapping } from '../../domain/bulk/column';
import { sentence, type Failure } from '../../domain/failure';
import type { ActionId } from '../../domain/identifiers';
import { Observable } from '../observable';
import type { Presses } from '../pressing/presses';
import type { Sheet } from '../sheet';
import type { Area } from '../sheet/place';
import type { ResultPlace } from '../sheet/results';
import type { Figures } from '../words/figures';
import { BatchRun, STOPPED, type BatchRunParts } from './batch-run';
import { BLANK, type BulkState } from './bulk-state';
import { checkedRow } from './check';
import { without, type Known } from './known';
import { MappingMemory } from './mapping-memory';
import { otherwise, difference, marketMoved } from './moved';
import { planned } from './plan';
import { acts, type PlannedRow } from './planned-row';
import { ResultWriter } from './result-writer';
import { readRows, type Intent, type RowRead } from './row';
import { RowIds } from './row-ids';
import { RowResults } from './row-results';
import { tableOf, type SheetTable } from './table';
import { Watching } from './watching';

export interface BulkDeskParts {
  readonly client: Pick<DeskClient, 'watch' | 'find' | 'newActionId' | 'clock'>;
  readonly presses: Presses;
  readonly figures: Figures;
  readonly isArmed: () => boolean;
  readonly sheet: () => Sheet | undefined;
}

/** Answers come one by one: rows are held against them together. */
const PLAN_EVERY_MS = 100;

/** The sheet as input for many quotes at once: read, looked at, pressed once, and followed until every row has its truth. */
export class BulkDesk {
  readonly state = new Observable<BulkState>(BLANK);
  private readonly watching: Watching;
  private readonly ids: RowIds;
  private reads: readonly RowRead[] = [];
  private written: ReadonlyMap<ActionId, Action> = new Map();
  private run: BatchRun | undefined;
  private writer: ResultWriter | undefined;
  private cancelPlan: (() => void) | undefined;
  private zone = 'UTC';
  /** Which look at the sheet this is: what an older one is still waiting for is dropped. */
  private round = 0;

  constructor(private readonly parts: BulkDeskParts) {
    this.watching = new Watching(parts.client, () => this.planSoon());
    this.ids = new RowIds(() => parts.client.newActionId());
  }

  /** By whose clocks moments stand in the sheet: those that cells show. */
  showIn(zone: string): void {
    this.zone = zone;
  }

  /** Reads the sheet in sight. It sends nothing, and writes nothing but what became of rows that were sent before. */
  async check(): Promise<void> {
    const sheet = this.parts.sheet();
    if (!sheet) return this.say(NO_SHEET);
    const round = this.restart();
    const used = await sheet.usedCells();
    if (round !== this.round) return;
    const table = used.ok ? tableOf(used.value) : used;
    if (!table.ok) return this.say(table.failure);
    const own = recognised(table.value.headings);
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
    const sheet = this.parts.sheet();
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
    const sheet = this.parts.sheet();
    if (phase !== 'shown' || !table || !place || !sheet || !rows.some(acts)) return;
    this.change({ phase: 'pressing' });
    const { round } = this;
    const { recall } = this.parts.presses;
    const used = await sheet.usedCells(table.sheet);
    if (round !== this.round) return;
    const shown = rows.filter(acts);
    const meant = new Set(shown.map(({ row }) => row));
    const now = used.ok ? tableOf({ ...used.value, selected: linesOf(table, meant) }) : used;
    if (!now.ok) return this.say(now.failure, 'shown');
    if (now.value.key !== table.key) return this.say(OTHER_HEADINGS, 'shown');
    const reads = readRows(now.value.rows, mapping);
    const fresh = planned(reads, this.known(), this.ids.naming(now.value.rows, this.written));
    const plans = shown.map((plan) => {
      const heldBecause = difference(
        plan,
        fresh.find(({ row }) => row === plan.row),
      );
      return { plan, ...(heldBecause !== undefined && { heldBecause }) };
    });
    await this.begin(plans, { table, mapping, place, sheet, recall });
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
    at: { table: SheetTable; mapping: Mapping; place: ResultPlace; sheet: Sheet; recall: number },
  ): Promise<void> {
    const { client } = this.parts;
    const movedSince: BatchRunParts['movedSince'] = (plan, after) => this.moved(plan, after);
    const run = new BatchRun({ ...this.parts, recall: at.recall, movedSince }, plans);
    const writer = new ResultWriter(at.sheet, client.clock, at.place);
    const results = new RowResults(at.table, at.mapping, this.zone);
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
    this.change({ run: run.rows.get(), phase: 'running', says: '' });
    run.start();
    if (run.isOver) this.change({ phase: 'over' });
    this.restWhenOver(run);
  }

  /** The market of rows that are over is of no more use, and costs calls. */
  private restWhenOver(run: BatchRun): void {
    if (run.isOver) this.watching.close();
  }

  /** Looks at what the desk has of ids beside rows, then at the market, until all of it is known. */
  private async look(round: number): Promise<void> {
    const { table, mapping, unclear } = this.state.get();
    if (!table) return;
    const problem = unclear.length > 0 ? 'Several columns could be meant. Choose one.' : undefined;
    const missing = problem ?? mappingProblem(mapping, table.headings);
    if (missing !== undefined) return this.change({ phase: 'mapping', says: missing });
    this.reads = readRows(table.rows, mapping);
    if (this.reads.length === 0) return this.say(NO_ROWS);
    const beside = table.rows.flatMap(({ written }) => (written === undefined ? [] : [written]));
    const found = await this.parts.client.find(beside);
    if (round !== this.round) return;
    if (!found.ok) return this.say(found.failure);
    this.written = new Map(found.value.map((action) => [action.id, action]));
    this.change({ phase: 'looking', says: '' });
    this.watching.follow(this.intents());
    this.tellBefore(table, mapping);
    this.plan();
  }

  /** The truth of rows that were sent before, as after the pane was closed in the middle of a batch. */
  private tellBefore(table: SheetTable, mapping: Mapping): void {
    const sheet = this.parts.sheet();
    const results = new RowResults(table, mapping, this.zone).ofBefore(this.written);
    if (!sheet || results.length === 0) return;
    this.writer = new ResultWriter(sheet, this.parts.client.clock, table.place);
    this.writer.write(results);
  }

  private planSoon(): void {
    if (this.state.get().phase !== 'looking') return;
    this.cancelPlan ??= this.parts.client.clock.after(PLAN_EVERY_MS, () => {
      this.cancelPlan = undefined;
      this.plan();
    });
  }

  /** Freezes what is shown as soon as everything is known. */
  private plan(): void {
    const { phase, table } = this.state.get();
    if (phase !== 'looking' || !table) return;
    const rows = planned(this.reads, this.known(), this.ids.naming(table.rows, this.written));
    const isWaiting = rows.some(({ kind }) => kind === 'waiting');
    this.change({ rows, phase: isWaiting ? 'looking' : 'shown', shownAt: this.parts.client.clock.now() });
  }

  /** Why a row may not be sent as it was shown. After the withdrawal of what was live the market or what is live can have moved. */
  private moved(plan: PlannedRow, after: 'nothing' | 'withdrawal'): string | undefined {
    const intent = this.intents().find(({ row }) => row === plan.row);
    const known = this.known(this.run);
    if (after === 'nothing') return difference(plan, intent && checkedRow(intent, known, []));
    const now = intent && checkedRow(intent, without(plan.withdrawn, known), []);
    if (now?.kind !== 'new') return otherwise(now);
    return now.market === plan.market ? undefined : marketMoved(plan, now);
  }

  private known(run?: BatchRun): Known {
    const mine = new Set<ActionId>(
      run?.rows.get().flatMap(({ id, withdrawalIds }) => [id, ...withdrawalIds]),
    );
    const { presses, figures } = this.parts;
    const known = this.watching.known({ written: this.written, presses: presses.all.get(), figures });
    return {
      ...known,
      // Rows of the run that are sent and that wait are a part of it, and were counted when it was planned.
      pace: run ? undefined : known.pace,
      presses: known.presses.filter(({ id }) => !mine.has(id)),
      journal: known.journal.filter(({ id }) => !mine.has(id)),
    };
  }

  private intents(): readonly Intent[] {
    return this.reads.flatMap((read) => (read.ok ? [read.intent] : []));
  }

  private restart(): number {
    this.round += 1;
    this.run?.close();
    this.run = undefined;
    this.writer?.close();
    this.cancelPlan?.();
    this.cancelPlan = undefined;
    this.watching.close();
    this.reads = [];
    this.state.set({ ...BLANK, phase: 'reading' });
    return this.round;
  }

  private say(failure: Failure, phase: BulkState['phase'] = 'idle'): void {
    this.change({ phase, says: sentence(failure) });
  }

  private change(change: Partial<BulkState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** The headings and these rows, as if they were selected: whatever else is on the sheet is not meant. */
const linesOf = ({ corner, headed: { from, to } }: SheetTable, rows: ReadonlySet<number>): Area[] =>
  [corner.row, ...rows].map((row) => ({ ...corner, row, rows: 1, column: from, columns: to - from }));

const NO_SHEET: Failure = {
  kind: 'unavailable',
  message: 'There is no spreadsheet here.',
  next: 'Open the pane in Excel.',
};
const NO_ROWS: Failure = {
  kind: 'not-found',
  message: 'There is no row with anything to send below the headings.',
  next: 'Fill in rows, or select those that are meant, and check again.',
};
const OTHER_HEADINGS: Failure = {
  kind: 'wrong-state',
  message: 'The headings are not what they were when the rows were shown. Nothing was sent.',
  next: 'Check the rows again.',
};
