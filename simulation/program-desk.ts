import '../src/client/programs';
import type { GatewayClient } from '../src/client/client';
import { RequestId } from '../src/domain/identifiers';
import type { Program } from '../src/domain/program/program';
import { WantedRow } from '../src/domain/program/wanted';
import type { ProgramId } from '../src/domain/program-mark';
import type { Chance } from '../src/effects/chance';
import { oneOf } from '../src/simulator/world/counterparty';
import { quantityUnit } from '../src/simulator/world/leg';
import { quoteDirection } from '../src/simulator/world/offer';
import { marketPrice } from '../src/simulator/world/participants';
import type { TenderRequest } from '../src/simulator/world/tender-request';
import type { Post } from './people';
import { ownQuotesIn, type Premises } from './premises';
import type { LiveSeen, ProgramSeen } from './seen';
import type { Workbook } from './workbook';

/** Who has the three programs. */
const SLOTS: readonly Post[] = ['trader', 'second', 'second'];
const STARTS_PER_DAY = 60;
const STOPS_PER_DAY = 12;
const ROWS_MIN = 2;
const ROWS_MORE = 3;
/** Half of the silence after which a program stops. */
const WORD_MS = 2_000;
const MOVES_PER_WORD = 0.05;
const EMPTY_PER_WORD = 0.01;
/** Above it another person has to approve, and for that no program waits. */
const MW_MAX = 20;

interface Options {
  readonly premises: Premises;
  readonly chance: Chance;
  readonly isCalm: () => boolean;
  readonly bookOf: (post: Post) => Workbook;
}

interface Row {
  readonly request: TenderRequest;
  price: number;
  isEmpty: boolean;
}

/** Two traders with three programs between them, whose prices walk and whose cells fail now and then. */
export class ProgramDesk {
  readonly programs: ProgramSeen[] = [];
  readonly live: LiveSeen[] = [];
  private readonly did = { started: 0, refused: 0 };
  private readonly stops = new Map<string, number>();
  private slots: Slot[] = [];
  private cancel: () => void = () => undefined;

  constructor(private readonly options: Options) {}

  /** In the morning each opens a workbook. */
  come(): void {
    const [trader, second] = [this.options.bookOf('trader'), this.options.bookOf('second')];
    this.slots = SLOTS.map((post) => new Slot(this.options, post === 'trader' ? trader : second));
    this.say();
  }

  /** In the evening programs are stopped, and the books are closed. */
  async go(): Promise<void> {
    for (const slot of this.slots) await this.stop(slot);
    this.cancel();
    for (const slot of this.slots) slot.close();
    this.slots = [];
  }

  async work(happens: (perDay: number) => boolean, isHalted: boolean): Promise<void> {
    for (const slot of this.slots) {
      if (slot.isIdle && !isHalted && happens(STARTS_PER_DAY)) await this.start(slot);
      else if (!slot.isIdle && happens(STOPS_PER_DAY)) await this.stop(slot);
    }
  }

  /** What people want to read of them. */
  get remark(): string {
    const calls = this.programs.reduce((sum, one) => sum + one.calls, 0);
    const stops = [...this.stops].map(([why, count]) => `${count} ${why}`).join(', ');
    const { started, refused } = this.did;
    const words = this.programs.reduce((sum, { said }) => sum + said.length, 0);
    return `${started} programs (${refused} more were refused) with ${words} changes of what is wanted came to ${calls} calls. They stopped: ${stops}.`;
  }

  private async start(slot: Slot): Promise<void> {
    const taken = new Set(this.slots.flatMap(({ rows }) => rows.map(({ request }) => request.id)));
    const started = await slot.start(taken);
    if (!started) return;
    if (typeof started === 'string') return void (this.did.refused += 1);
    this.did.started += 1;
    this.programs.push(started);
  }

  private async stop(slot: Slot): Promise<void> {
    if (await slot.stop()) this.count('person');
  }

  /** Every page says what it wants, again and again; what the platform has is looked at. */
  private say(): void {
    const { premises, isCalm } = this.options;
    for (const slot of this.slots) {
      const ended = slot.say();
      if (ended) this.count(ended);
    }
    if (isCalm()) this.look();
    this.cancel = premises.clock.after(WORD_MS, () => this.say());
  }

  private count(why: string): void {
    this.stops.set(why, (this.stops.get(why) ?? 0) + 1);
  }

  private look(): void {
    const { premises } = this.options;
    const atMs = premises.clock.monotonicMs();
    const ids = new Set(this.programs.flatMap(({ said }) => said.map(({ requestId }) => requestId)));
    for (const { id, requestId, direction, state, price } of ownQuotesIn(premises.world)) {
      if (state !== 'active' || !ids.has(requestId) || price.shape !== 'legs') continue;
      this.live.push({ atMs, quoteId: id, requestId, direction, price: price.legs[0].toFixed() });
    }
  }
}

/** One program at a time, on the page of one trader. */
class Slot {
  rows: Row[] = [];
  private id: ProgramId | undefined;
  private seen: ProgramSeen | undefined;
  private known: Program | undefined;
  private number = 0;
  private readonly client: GatewayClient;

  constructor(
    private readonly options: Options,
    private readonly book: Workbook,
  ) {
    this.client = book.client;
    this.client.watch({ kind: 'programs' }, ({ value }) => {
      this.known = value?.find(({ id }) => id === this.id) ?? this.known;
    });
  }

  get isIdle(): boolean {
    return this.id === undefined;
  }

  /** The words of the refusal, where the gateway refuses it; nothing where there is nothing to quote. */
  async start(taken: ReadonlySet<string>): Promise<ProgramSeen | string | undefined> {
    const { premises, chance } = this.options;
    const choices = premises.world
      .openRequests()
      .filter((request) => isQuotable(request) && !taken.has(request.id));
    const count = ROWS_MIN + Math.floor(chance() * ROWS_MORE);
    const requests = new Set(
      Array.from({ length: count }, () => choices.length > 0 && oneOf(choices, chance)),
    );
    this.rows = [...requests].flatMap((request) => {
      const price = request && marketPrice(premises.world, request, 'quoter');
      return request && price && price.shape === 'legs'
        ? [{ request, price: price.legs[0].toNumber(), isEmpty: false }]
        : [];
    });
    if (this.rows.length === 0) return undefined;
    const id = this.client.newProgramId();
    this.id = id;
    this.known = undefined;
    this.number = 1;
    const seen: ProgramSeen = { id, said: [], calls: 0 };
    this.seen = seen;
    const rows = this.wanted();
    const terms = { kind: 'quotes' as const, bounds: {}, accepted: [], shown: 'as it stood there' };
    const name = `Curve ${id.slice(0, 8)}`;
    const started = await premises.passing(
      this.client.programs.start({ id, name, rows, number: this.number, ...terms }),
    );
    if (started.ok) return seen;
    // Without an answer it may run: it stops by itself as nobody speaks for it.
    this.forget();
    return started.failure.kind === 'unknown-outcome' ? seen : started.failure.message;
  }

  async stop(): Promise<boolean> {
    const { id } = this;
    if (id === undefined) return false;
    this.forget();
    await this.options.premises.passing(this.client.programs.stop(id));
    return true;
  }

  /** Says what it wants; answers why the program has stopped, where it has. */
  say(): string | undefined {
    const { id, known } = this;
    if (id === undefined) return undefined;
    if (this.seen && known) this.seen.calls = known.calls;
    if (known?.stopped) {
      this.forget();
      return known.stopped.why;
    }
    const { chance } = this.options;
    for (const row of this.rows) {
      if (chance() < MOVES_PER_WORD)
        row.price = Number((row.price * (1 + (chance() - 0.5) * 0.01)).toFixed(2));
      if (chance() < EMPTY_PER_WORD) row.isEmpty = !row.isEmpty;
    }
    this.number += 1;
    this.client.sayWanted({ id, number: this.number, rows: this.wanted(), armed: true });
    return undefined;
  }

  close(): void {
    this.book.close();
  }

  /** From now on nothing of it is wanted. */
  private forget(): void {
    for (const { request } of this.rows) this.note(request.id, undefined);
    this.rows = [];
    this.id = undefined;
  }

  private wanted(): WantedRow[] {
    return this.rows.map(({ request, price, isEmpty }, at) => {
      const written = isEmpty ? undefined : String(Number(price.toFixed(2)));
      this.note(request.id, written);
      return WantedRow.parse({
        row: at,
        requestId: RequestId.parse(request.id),
        direction: quoteDirection(request),
        ...(written === undefined
          ? { why: '#N/A in price' }
          : {
              offer: {
                price: { shape: 'single', price: written },
                quantity: request.remaining.toFixed(),
                allOrNone: request.allOrNone,
              },
            }),
      });
    });
  }

  private note(requestId: string, price: string | undefined): void {
    const last = this.seen?.said.findLast((one) => one.requestId === requestId);
    if (last && last.price === price) return;
    this.seen?.said.push({ requestId, price, atMs: this.options.premises.clock.monotonicMs() });
  }
}

const isQuotable = ({ role, kind, legs, remaining }: TenderRequest): boolean =>
  role === 'recipient' &&
  kind.contract === 'single' &&
  quantityUnit(legs[0].commodity) === 'MW' &&
  remaining.lte(MW_MAX);
