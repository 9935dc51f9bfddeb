import { seededChance, type Chance } from '../src/effects/chance';
import type { Dialect } from '../dialects/draw';
import type { DownloadSelection } from '../src/domain/trade-download';
import { dayOf, timeOfDay } from '../src/gateway/platform/zone-time';
import { oneOf } from '../src/simulator/world/counterparty';
import { Colleagues } from './colleagues';
import { deskFormulas, requestFormulas, tradeFormulas } from './formulas';
import { Market } from './market';
import type { Post } from './people';
import { Premises } from './premises';
import { ProgramDesk } from './program-desk';
import type { CellSeen } from './seen';
import { KINDS, Trader, type Kind } from './trader';
import { Trouble } from './trouble';
import { TruePrices } from './true-prices';
import { Workbook } from './workbook';

const ZONE = 'Europe/Berlin';
const BEAT_MS = 20_000;
const BEATS_PER_DAY = (12 * 3_600_000) / BEAT_MS;
const OPENS_MINUTES = 7 * 60;
const CLOSES_MINUTES = 19 * 60;
const BOOKS_MAX = 2;
const REQUESTS_IN_BOOK = 3;
const LOST_SHARE = 0.3;
/** A day; what is pressed on a halted desk is the more to be seen. */
const PRESSES = 120;
const PRESSES_WHILE_HALTED = 800;
/** After the last day nothing is disturbed any more: over midnight, since its calls may be spent, and then some hours. */
const REST_MS = 9 * 3_600_000;

export interface WeekOptions {
  readonly seed: number;
  readonly days: number;
  /** Midnight of the first day or any later moment of it, epoch ms. */
  readonly startsAt: number;
  /** The platform speaks it; the simulator's own unless given. */
  readonly dialect?: Dialect | undefined;
  /** Two traders have three programs between them. */
  readonly programs: boolean;
  readonly tell: (line: string) => void;
}

/** Days at a desk, with everything that may go wrong, in time that goes by itself. */
export class Week {
  readonly cells: CellSeen[] = [];
  readonly trader: Trader;
  readonly colleagues: Colleagues;
  readonly programs: ProgramDesk | undefined;
  readonly trouble: Trouble;
  readonly happened: Record<'clean' | 'killed' | 'slept' | 'strangers' | 'books', number> = {
    clean: 0,
    killed: 0,
    slept: 0,
    strangers: 0,
    books: 0,
  };
  private readonly books: Workbook[] = [];
  private readonly chance: Chance;
  private readonly prices: TruePrices;
  private readonly market: Market;

  private constructor(
    readonly premises: Premises,
    private readonly options: WeekOptions,
  ) {
    const chance = seededChance(options.seed + 2);
    this.chance = chance;
    this.prices = new TruePrices(premises.world);
    this.market = new Market({ world: premises.world, chance, prices: this.prices });
    this.trouble = new Trouble({ premises, chance });
    this.trader = new Trader({
      premises,
      chance,
      isCalm: () => this.trouble.isCalm,
      beforePress: async (kind) => {
        if (chance() < 0.15) await this.trouble.withPress(kind);
      },
    });
    this.colleagues = new Colleagues({
      premises,
      chance: seededChance(options.seed + 3),
      isCalm: () => this.trouble.isCalm,
      bookOf: (post) => this.openBook(post),
      files: () => this.wanted(),
    });
    this.programs = options.programs
      ? new ProgramDesk({
          premises,
          chance: seededChance(options.seed + 4),
          isCalm: () => this.trouble.isCalm,
          bookOf: (post) => this.openBook(post),
        })
      : undefined;
  }

  static async open(options: WeekOptions): Promise<Week> {
    const { seed, startsAt, dialect, programs } = options;
    return new Week(await Premises.open({ seed, startsAt, trades: 300, dialect, programs }), options);
  }

  async live(): Promise<void> {
    const { premises, options: parts } = this;
    for (let day = 0; day < parts.days; day++) {
      await this.night();
      await this.tradingDay();
      const { calls } = premises.traffic;
      parts.tell(
        `${dayOf(premises.clock.now(), ZONE)}: ${calls.length} calls, ${this.cells.length} cells so far`,
      );
    }
    await this.rest();
  }

  /** A book of this person. */
  openBook(post: Post): Workbook {
    const { premises, prices, cells } = this;
    return new Workbook({ premises, prices, chance: this.chance, seen: cells, post });
  }

  /** Until trading begins; one book stays open over it. */
  private async night(): Promise<void> {
    const { clock } = this.premises;
    const now = clock.now();
    const today = timeOfDay(now, OPENS_MINUTES, ZONE);
    const opensAt = now < today ? today : timeOfDay(today + 24 * 3_600_000, OPENS_MINUTES, ZONE);
    await this.premises.pass(opensAt - now);
  }

  private async tradingDay(): Promise<void> {
    const { premises } = this;
    premises.post.lostShare = LOST_SHARE;
    const closesAt = timeOfDay(premises.clock.now(), CLOSES_MINUTES, ZONE);
    this.open();
    this.colleagues.come();
    this.programs?.come();
    void this.capture();
    while (premises.clock.now() < closesAt) {
      await this.beat();
      await premises.pass(BEAT_MS);
    }
    while (this.books.length > 1) this.books.shift()?.close();
    await this.programs?.go();
    await this.colleagues.go();
  }

  private async beat(): Promise<void> {
    const { chance, books } = this;
    const happens = (perDay: number): boolean => chance() < perDay / BEATS_PER_DAY;
    this.market.stir();
    if (books.length < BOOKS_MAX && happens(60)) this.open();
    if (books.length > 1 && happens(40)) books.shift()?.close();
    const book = oneOf(books, chance);
    if (happens(this.colleagues.isHalted ? PRESSES_WHILE_HALTED : PRESSES))
      await this.trader.work(book, this.someKind());
    if (happens(4)) await this.trader.withdrawAll(book);
    await this.colleagues.work(happens);
    await this.programs?.work(happens, this.colleagues.isHalted);
    const [waiting] = this.colleagues.waiting;
    if (waiting && happens(8)) await this.trader.cancel(book, waiting);
    if (happens(50)) await this.trouble.withReads();
    if (happens(1.5)) await this.stranger();
    if (happens(2)) await this.restart();
    if (happens(3)) await this.kill(book);
    if (happens(1)) await this.sleep();
  }

  /** Nobody has said how a drawn dialect writes a new request. */
  private someKind(): Kind {
    const kind = oneOf(KINDS, this.chance);
    return kind === 'create-request' && this.options.dialect ? 'send-quote' : kind;
  }

  private open(): void {
    const { world } = this.premises;
    const book = this.openBook('trader');
    this.happened.books += 1;
    this.books.push(book);
    book.calculate(deskFormulas());
    const open = world.openRequests();
    for (let count = 0; count < REQUESTS_IN_BOOK; count++) {
      book.calculate(requestFormulas(oneOf(open, this.chance).id));
    }
    const trades = [...world.trades.keys()].slice(-40);
    for (let count = 0; count < 3; count++) book.calculate(tradeFormulas(oneOf(trades, this.chance)));
  }

  private async capture(): Promise<void> {
    const { client } = this.books[0] ?? this.openBook('trader');
    await client.captures.start(client.captures.newId(), this.wanted());
  }

  /** The trades of the weeks before until today. */
  wanted(): DownloadSelection {
    const now = this.premises.clock.now();
    return { from: dayOf(now - 21 * 24 * 3_600_000, ZONE), to: dayOf(now, ZONE) };
  }

  private async stranger(): Promise<void> {
    this.happened.strangers += 1;
    await this.trouble.stranger();
  }

  private async restart(): Promise<void> {
    this.happened.clean += 1;
    await this.premises.endGateway();
    await this.premises.pass(2_000 + this.chance() * 60_000);
    await this.premises.startGateway();
  }

  /** Half of the times while a write is on its way. */
  private async kill(book: Workbook): Promise<void> {
    this.happened.killed += 1;
    if (this.chance() < 0.5) {
      const kind = this.someKind();
      await this.trouble.slowWrite(kind);
      await this.trader.work(book, kind);
      await this.premises.pass(this.chance() * 1_000);
    }
    await this.premises.killGateway();
    await this.premises.pass(1_000 + this.chance() * 20_000);
    await this.premises.startGateway();
  }

  /** The lid is closed: the wall clock goes on, and nothing else does. */
  private async sleep(): Promise<void> {
    this.happened.slept += 1;
    this.trouble.begin();
    this.premises.clock.jump(5 * 60_000 + this.chance() * 40 * 60_000);
    await this.premises.pass(BEAT_MS);
  }

  private async rest(): Promise<void> {
    this.premises.post.lostShare = 0;
    await this.trouble.over();
    await this.premises.pass(REST_MS);
  }

  closeBooks(): void {
    for (const book of this.books.splice(0)) book.close();
  }
}
