import type { GatewayClient } from '../../client/client';
import type { AcceptedWarning } from '../../domain/action';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { localTimeOf } from '../../domain/local-time';
import { comparedPrice } from '../../domain/offer-price';
import type { Price } from '../../domain/price';
import type { NarrowerBounds } from '../../domain/program/bounds';
import type { Program, ProgramRow } from '../../domain/program/program';
import { PROGRAM_ROWS_MAX, rowKey, type ProgramKind, type WantedRow } from '../../domain/program/wanted';
import type { ProgramId } from '../../domain/program-mark';
import { present } from '../../domain/present';
import type { Request } from '../../domain/request';
import type { Answer } from '../../domain/resources/resource';
import type { ArmSwitch } from '../app/arm';
import { Observable } from '../app/observable';
import type { Presses } from '../app/presses';
import type { Sheet } from '../excel/sheet';
import { PriceTrack, type TrackPoint } from './price-track';
import { readProgramRows, type ReadRow, type UnknownRow } from './program-row';
import { rowsOf, type ProgramTable } from './program-rows';
import { UnlistedRequests } from './unlisted-requests';
import { comparedDecimals, subtractedDecimals } from '../../domain/decimal';

const HOUR_MS = 3_600_000;
/** So far back a movement counts. */
const WINDOW_MS = HOUR_MS / 2;
/** Seen for less than that, nothing is said of an hour. */
const LEAST_MS = 10_000;

/** How often the wanted prices moved by their step while they were watched, at most in the last half hour. */
class Movement {
  private readonly since: number;
  private readonly last = new Map<string, Price>();
  private moves: number[] = [];

  constructor(private readonly clock: Pick<GatewayClient['clock'], 'now'>) {
    this.since = clock.now();
  }

  saw(rows: readonly ReadRow[]): void {
    const now = this.clock.now();
    for (const { key, price, wanted } of rows) {
      const before = this.last.get(key);
      if (price === undefined) continue;
      if (before !== undefined && !isMove(before, price, wanted.step)) continue;
      if (before !== undefined) this.moves.push(now);
      this.last.set(key, price);
    }
    this.moves = this.moves.filter((at) => now - at <= WINDOW_MS);
  }

  /** For how long it was watched, half an hour at most. */
  get watchedMs(): number {
    return Math.min(WINDOW_MS, this.clock.now() - this.since);
  }

  /** `undefined` while it was not watched for long enough. */
  perHour(): number | undefined {
    const { watchedMs } = this;
    return watchedMs < LEAST_MS ? undefined : Math.round((this.moves.length * HOUR_MS) / watchedMs);
  }
}

function isMove(before: Price, price: Price, step: Price | undefined): boolean {
  if (before === price) return false;
  const apart = subtractedDecimals(price, before).replace('-', '');
  return step === undefined || comparedDecimals(apart, step) >= 0;
}

/** What a start would do now, as the gateway said. */
export type ProgramPreview = Extract<
  Awaited<ReturnType<GatewayClient['programs']['preview']>>,
  { readonly ok: true }
>['value'];

/** `draft`: not started. `starting`: pressed. `running`: the gateway has it, and this page speaks for it. `over`: it has ended. */
export type ProgramPhase = 'draft' | 'starting' | 'running' | 'over';

export interface SheetProgramState {
  readonly phase: ProgramPhase;
  readonly name: string;
  readonly kind: ProgramKind;
  readonly bounds: NarrowerBounds;
  readonly rows: readonly ReadRow[];
  readonly unknown: readonly UnknownRow[];
  /** Epoch ms at which the sheet was read last. */
  readonly readAt?: number;
  /** Epoch ms at which the gateway was told last. */
  readonly saidAt?: number;
  /** Why it could not be read since. */
  readonly trouble?: Failure;
  readonly paused: ReadonlySet<string>;
  readonly preview?: ProgramPreview & { readonly at: number };
  /** The gateway is asked for a preview. */
  readonly isChecking?: boolean;
  /** A sentence for the person; empty when there is nothing to say. */
  readonly says: string;
}

interface SheetProgramOptions {
  readonly client: Pick<GatewayClient, 'watch' | 'clock' | 'programs' | 'sayWanted' | 'newProgramId'>;
  readonly arm: Pick<ArmSwitch, 'arm' | 'armed' | 'used'>;
  readonly presses: Pick<Presses, 'massWithdrawal'>;
  readonly sheet: Sheet;
  readonly table: ProgramTable;
  readonly name: string;
}

/** So often the sheet is read, and the gateway hears that it was. */
export const READ_EVERY_MS = 1_000;
/** A change is read at once, and a burst of them as one. */
const CHANGED_MS = 100;
/** A preview says what would be sent now: it does not hold for longer. */
export const PREVIEW_HOLDS_MS = 60_000;

/**
 * A table of a sheet whose offers are to follow its cells. The page reads it and says what is wanted, whole and numbered; what is sent
 * is the gateway's. It is silent as soon as the sheet cannot be read, and the gateway takes everything back then.
 */
export class SheetProgram {
  readonly id: ProgramId;
  readonly state: Observable<SheetProgramState>;
  readonly movement: Movement;
  private readonly tracks = new Map<string, PriceTrack>();
  private readonly requestsSeen = new Map<string, Request>();
  private readonly leaves: (() => void)[] = [];
  private requests: Answer<{ readonly kind: 'open-requests' }> = { state: 'waiting' };
  private readonly unlisted: UnlistedRequests;
  private zone = 'UTC';
  private said: string | undefined;
  private number = 0;
  private cancel: () => void = () => {};
  private reading: Promise<void> | undefined;
  private isClosed = false;
  private seen = false;

  constructor(private readonly options: SheetProgramOptions) {
    const { client, arm, sheet, name } = options;
    this.id = client.newProgramId();
    this.movement = new Movement(client.clock);
    this.state = new Observable<SheetProgramState>({
      phase: 'draft',
      name,
      kind: 'quotes',
      bounds: {},
      rows: [],
      unknown: [],
      paused: new Set(),
      says: '',
    });
    const soon = (): void => this.readSoon(CHANGED_MS);
    this.unlisted = new UnlistedRequests(client, soon);
    // An Excel that tells of no changes is read once a second all the same.
    this.leaves.push(
      () => this.unlisted.close(),
      sheet.onChanged(soon, () => undefined),
      sheet.onSelectionChanged(
        () => this.state.get().phase === 'running' && arm.used(),
        () => undefined,
      ),
      arm.arm.subscribe(() => this.armTurned()),
      client.watch({ kind: 'open-requests' }, (answer) => {
        this.requests = answer;
        soon();
      }),
      client.watch({ kind: 'status' }, ({ value }) => {
        if (value) this.zone = value.shownZone ?? value.zone;
      }),
      client.watch({ kind: 'programs' }, ({ value }) => this.hear(value)),
    );
    void this.read();
  }

  get sheetName(): string {
    return this.options.table.sheet;
  }

  change(change: Partial<Pick<SheetProgramState, 'name' | 'kind' | 'bounds'>>): void {
    if (this.state.get().phase !== 'draft') return;
    const { preview: _, ...rest } = this.state.get();
    this.state.set({ ...rest, ...change });
    void this.readNow();
  }

  /** Nothing is wanted of a paused row until a person lets it go on. */
  pause(keys: readonly string[], isPaused: boolean): void {
    const paused = new Set(this.state.get().paused);
    for (const key of keys) {
      if (isPaused) paused.add(key);
      else paused.delete(key);
    }
    this.set({ paused });
    void this.readNow();
  }

  /** What a start would send now. It sends nothing. */
  async check(): Promise<void> {
    await this.readNow();
    const { phase, trouble, rows } = this.state.get();
    if (phase !== 'draft' || trouble) return;
    if (rows.length > PROGRAM_ROWS_MAX) return this.set({ says: TOO_MANY });
    this.set({ isChecking: true, says: '' });
    const asked = { ...this.asked([], ''), ...present({ changesPerHour: this.movement.perHour() }) };
    const preview = await this.options.client.programs.preview(asked);
    const { preview: _, isChecking: _busy, ...rest } = this.state.get();
    const at = this.options.client.clock.now();
    this.state.set(
      preview.ok
        ? { ...rest, preview: { ...preview.value, at } }
        : { ...rest, says: sentence(preview.failure) },
    );
  }

  /**
   * By one press: from now on the offers follow the cells. `accepted`: the warnings that were ticked, by the keys of their rows;
   * `counted`: how many rows follow and how many are held, as the press said.
   */
  async start(accepted: ReadonlyMap<string, readonly AcceptedWarning[]>, counted: string): Promise<void> {
    const { phase, preview } = this.state.get();
    if (phase !== 'draft' || !preview || !this.options.arm.armed) return;
    const shown = offersIn(this.state.get().rows);
    this.set({ phase: 'starting', says: '' });
    await this.readNow();
    const { trouble, rows } = this.state.get();
    const isOld = this.options.client.clock.now() - preview.at > PREVIEW_HOLDS_MS;
    const why = trouble ? sentence(trouble) : isOld || shown !== offersIn(rows) ? CHECK_AGAIN : undefined;
    if (why !== undefined) return this.backToDraft(why);
    const told = rows.flatMap(({ key, wanted: { requestId, direction } }) => {
      const ticked = accepted.get(key);
      return ticked ? [{ requestId, direction, accepted: [...ticked] }] : [];
    });
    this.said = JSON.stringify(wantedIn(rows));
    const started = await this.options.client.programs.start(this.asked(told, counted));
    if (started.ok) {
      this.set({ phase: 'running' });
      // Its first word after the start: cells may have moved meanwhile.
      return void this.readNow();
    }
    // Not known whether it runs: as long as this page is silent it stops by itself.
    if (started.failure.kind === 'unknown-outcome')
      return this.set({ phase: 'over', says: sentence(started.failure) });
    this.backToDraft(sentence(started.failure));
  }

  /** Stops it, and everything of it is withdrawn. The page is silent from now on, whatever the gateway answers. */
  async stop(): Promise<Outcome<Program>> {
    const { phase } = this.state.get();
    if (phase === 'draft' || phase === 'starting') return failed(NOT_STARTED);
    this.set({ phase: 'over' });
    this.rest();
    const stopped = await this.options.client.programs.stop(this.id);
    this.set({ says: stopped.ok ? '' : sentence(stopped.failure) });
    return stopped;
  }

  /** Lets a held row go on at the price that the person has seen. */
  async release({ requestId, direction }: ProgramRow, shownPrice: Price): Promise<void> {
    const released = await this.options.client.programs.release(this.id, {
      requestId,
      direction,
      shownPrice,
    });
    this.set({ says: released.ok ? '' : sentence(released.failure) });
  }

  /** The request of a row as it was known last, also once it is not among the open ones any more. */
  requestOf(key: string): Request | undefined {
    return this.requestsSeen.get(key);
  }

  /** The prices of a row since the page watches it. */
  trackOf(key: string): readonly TrackPoint[] {
    return this.tracks.get(key)?.points ?? [];
  }

  keyOf(row: Pick<WantedRow, 'requestId' | 'direction'>): string {
    return rowKey(this.state.get().kind, row);
  }

  /** Nothing of it is read or said any more. */
  close(): void {
    this.rest();
    for (const leave of this.leaves.splice(0)) leave();
  }

  private rest(): void {
    this.isClosed = true;
    this.cancel();
  }

  private backToDraft(says: string): void {
    const { preview: _, ...rest } = this.state.get();
    this.state.set({ ...rest, phase: 'draft', says });
  }

  private asked(accepted: Parameters<GatewayClient['programs']['start']>[0]['accepted'], counted: string) {
    const { name, kind, bounds, rows } = this.state.get();
    return {
      id: this.id,
      name: name.trim(),
      kind,
      bounds,
      rows: wantedIn(rows),
      number: this.number,
      accepted,
      shown: `Start ${name.trim()} from ${this.sheetName}: ${counted}`.slice(0, 500),
      pressedAt: this.options.client.clock.now(),
      recall: this.options.presses.massWithdrawal,
    };
  }

  private readSoon(waitMs: number): void {
    if (this.isClosed) return;
    this.cancel();
    this.cancel = this.options.client.clock.after(waitMs, () => void this.read());
  }

  /** The sheet as it stands after this was called: a look that is under way may have begun before. */
  private async readNow(): Promise<void> {
    await this.reading;
    await this.read();
  }

  private read(): Promise<void> {
    this.reading ??= this.readOnce().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    if (this.isClosed) return;
    const used = await this.options.sheet.usedCells(this.options.table.sheet);
    if (this.isClosed) return;
    const read = used.ok ? this.rowsIn(used.value) : used;
    if (read.ok) this.hasRead(read.value);
    // Silent: a cell that is being edited, a question of Excel and a stopped Excel look alike from here.
    else this.set({ trouble: read.failure });
    this.readSoon(READ_EVERY_MS);
  }

  private rowsIn(used: Parameters<typeof rowsOf>[0]): Outcome<ReturnType<typeof readProgramRows>> {
    const { kind, paused } = this.state.get();
    const { value, state, fetchedAt: listedAt } = this.requests;
    const known = new Map(value?.records.map((request) => [request.id, request]));
    const rows = rowsOf(used, this.options.table);
    const around = {
      kind,
      paused,
      request: (id: RequestId) =>
        known.get(id) ?? (listedAt === undefined ? undefined : this.unlisted.find(id, listedAt)),
      ...present({ listedAt }),
      none: used.isByHand
        ? 'Excel is set to manual calculation: prices may be old.'
        : value === undefined
          ? 'The open requests are being read.'
          : state === 'stale'
            ? 'The list of open requests is too old.'
            : undefined,
      local: localTimeOf(this.zone),
      now: this.options.client.clock.now(),
    };
    if (rows.ok) return success(readProgramRows(rows.value, this.options.table.mapping, around));
    // The table is gone: that is known, and nothing of it is wanted.
    return this.state.get().phase === 'running'
      ? success({ rows: this.without(sentence(rows.failure)), unknown: [] })
      : rows;
  }

  private without(why: string): ReadRow[] {
    return this.state.get().rows.map(({ wanted, ...row }) => {
      const { offer: _, ...rest } = wanted;
      return { ...row, wanted: { ...rest, why: why.slice(0, 200) } };
    });
  }

  private hasRead({ rows, unknown }: ReturnType<typeof readProgramRows>): void {
    const { trouble: _, ...rest } = this.state.get();
    const at = this.options.client.clock.now();
    this.state.set({ ...rest, rows, unknown, readAt: at });
    this.movement.saw(rows);
    for (const { key, wanted, price, request } of rows) {
      this.track(key).wanted(at, wanted.offer && price);
      if (request) this.requestsSeen.set(key, request);
    }
    this.tell();
  }

  private tell(): void {
    const { phase, rows } = this.state.get();
    if (phase !== 'running') return;
    const wanted = wantedIn(rows).slice(0, PROGRAM_ROWS_MAX);
    const text = JSON.stringify(wanted);
    if (text !== this.said) this.number += 1;
    const isSaid = this.options.client.sayWanted({
      id: this.id,
      number: this.number,
      rows: wanted,
      armed: this.options.arm.armed,
    });
    if (!isSaid) return;
    this.said = text;
    this.set({ saidAt: this.options.client.clock.now() });
  }

  /** Trading off is said at once: the program stops by it. */
  private armTurned(): void {
    if (!this.options.arm.armed) this.tell();
  }

  private hear(programs: readonly Program[] | undefined): void {
    const own = programs?.find(({ id }) => id === this.id);
    const { phase } = this.state.get();
    if (own) this.followLive(own);
    const isGone = this.seen && programs !== undefined && !own;
    this.seen ||= own !== undefined;
    if (phase !== 'running' || !(isGone || own?.state === 'stopped' || own?.state === 'stopping')) return;
    this.set({ phase: 'over', says: isGone ? FORGOTTEN : '' });
    this.rest();
  }

  private followLive(own: Program): void {
    const at = this.options.client.clock.now();
    for (const row of own.rows) {
      const key = rowKey(own.kind, row);
      const request = this.requestOf(key);
      const price = row.live && request && comparedPrice(row.live.offer.price, request);
      this.track(key).live(at, price);
    }
  }

  private track(key: string): PriceTrack {
    const track = this.tracks.get(key) ?? new PriceTrack();
    this.tracks.set(key, track);
    return track;
  }

  private set(change: Partial<SheetProgramState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

const wantedIn = (rows: readonly ReadRow[]): WantedRow[] => rows.map(({ wanted }) => wanted);

/** Which rows are to be live, with which quantity: equal for equal ones. Their prices move, and are bounded. */
const offersIn = (rows: readonly ReadRow[]): string =>
  JSON.stringify(
    rows.flatMap(({ key, wanted: { offer } }) => (offer ? [[key, offer.quantity, offer.allOrNone]] : [])),
  );

const TOO_MANY = `More than ${PROGRAM_ROWS_MAX} rows: too many for one program. Select fewer rows and begin again.`;
const CHECK_AGAIN =
  'The rows are not those that were checked, or the check is more than a minute old. Not started: check them again.';
const FORGOTTEN =
  'The desk was restarted: the program has stopped, and what it had live is withdrawn first of all.';
const NOT_STARTED: Failure = {
  kind: 'wrong-state',
  message: 'This program has not started.',
  next: 'There is nothing to stop.',
};
