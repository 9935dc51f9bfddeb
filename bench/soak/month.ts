import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deskFormulas, requestFormulas, tradeFormulas } from '../../simulation/formulas';
import { Market } from '../../simulation/market';
import type { Post } from '../../simulation/people';
import { Premises } from '../../simulation/premises';
import type { CellSeen } from '../../simulation/seen';
import { KINDS, Trader } from '../../simulation/trader';
import { TruePrices } from '../../simulation/true-prices';
import { Workbook } from '../../simulation/workbook';
import { isConcluded } from '../../src/domain/request';
import { seededChance, type Chance } from '../../src/effects/chance';
import { dayOf, timeOfDay } from '../../src/gateway/platform/zone-time';
import { rowCounts } from '../../src/gateway/storage/row-counts';
import { oneOf } from '../../src/simulator/world/counterparty';
import { heapBytes, objectBytes } from '../kit/heap';

const ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;
const BEAT_MS = 20_000;
/** Minutes of the day in which there is work; between them the desk is open, and nobody is there. */
const BUSY = [
  [9 * 60, 9 * 60 + 25],
  [14 * 60, 14 * 60 + 25],
] as const;
const SAMPLED_MINUTES = 22 * 60;
const BOOKS_MAX = 3;
const REQUESTS_IN_BOOK = 3;
const LOST_SHARE = 0.2;
/** What is over on the platform for so long is taken out of the simulator, which keeps everything otherwise. */
const OVER_MS = 2 * DAY_MS;
const DOWNLOADED_DAYS = 7;

/** Short, so that a month shows whether what is old is let go. */
export const KEPT = { historyDays: 4, eventDays: 4, answerDays: 3 } as const;

/** What the desk holds at the end of a day. */
export interface DaySample {
  readonly day: string;
  /** Of the whole process: desk, pages and platform. */
  readonly heapBytes: number;
  /** The same without what the engine keeps of the program itself, as machine code. */
  readonly objectBytes: number;
  /** Of the one clock of desk, pages and platform. */
  readonly timers: number;
  readonly diskBytes: number;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Trading days at a real gateway that is never started again, in time that goes by itself. */
export class Month {
  readonly happened = { books: 0, presses: 0, events: 0, files: 0, downloads: 0 };
  private readonly chance: Chance;
  private readonly books: Workbook[] = [];
  private readonly seen: CellSeen[] = [];
  private prices: TruePrices;
  private market: Market;
  private trader: Trader;

  private constructor(
    readonly premises: Premises,
    seed: number,
  ) {
    this.chance = seededChance(seed + 2);
    [this.prices, this.market, this.trader] = this.everybody();
  }

  static async open(seed: number, startsAt: number): Promise<Month> {
    return new Month(await Premises.open({ seed, startsAt, trades: 300, programs: false, kept: KEPT }), seed);
  }

  async day(): Promise<DaySample> {
    const { premises, books } = this;
    premises.post.lostShare = LOST_SHARE;
    for (const [from, to] of BUSY) {
      await this.until(from);
      this.openBook();
      await this.download();
      const endsAt = timeOfDay(premises.clock.now(), to, ZONE);
      while (premises.clock.now() < endsAt) {
        await this.beat();
        await premises.pass(BEAT_MS);
      }
      await this.takeFiles();
      for (const book of books.splice(0)) book.close();
    }
    await this.until(SAMPLED_MINUTES);
    this.tidy();
    return this.sample();
  }

  end(): Promise<void> {
    return this.premises.end();
  }

  /** Until this minute of the day, or of the next one where it has passed. */
  private async until(minutes: number): Promise<void> {
    const now = this.premises.clock.now();
    const today = timeOfDay(now, minutes, ZONE);
    await this.premises.pass((now < today ? today : timeOfDay(now + DAY_MS, minutes, ZONE)) - now);
  }

  private async beat(): Promise<void> {
    const { chance, books } = this;
    this.market.stir();
    if (books.length < BOOKS_MAX && chance() < 0.1) this.openBook();
    if (books.length > 1 && chance() < 0.1) books.shift()?.close();
    const book = oneOf(books, chance);
    if (chance() < 0.3) await this.trader.work(book, oneOf(KINDS, chance));
    if (chance() < 0.02) await this.trader.withdrawAll(book);
  }

  private openBook(post: Post = 'trader'): void {
    const { premises, prices, chance, seen, happened } = this;
    const book = new Workbook({ premises, prices, chance, seen, post });
    this.books.push(book);
    happened.books += 1;
    book.calculate(deskFormulas());
    for (let count = 0; count < REQUESTS_IN_BOOK; count++)
      book.calculate(requestFormulas(oneOf(premises.world.openRequests(), chance).id));
    const trades = [...premises.world.trades.keys()].slice(-40);
    for (let count = 0; count < REQUESTS_IN_BOOK; count++)
      book.calculate(tradeFormulas(oneOf(trades, chance)));
  }

  private wanted() {
    const now = this.premises.clock.now();
    return { from: dayOf(now - DOWNLOADED_DAYS * DAY_MS, ZONE), to: dayOf(now, ZONE) };
  }

  private async download(): Promise<void> {
    const { captures } = this.firstBook.client;
    const begun = await this.premises.passing(captures.start(captures.newId(), this.wanted()));
    if (begun.ok) this.happened.downloads += 1;
  }

  private async takeFiles(): Promise<void> {
    const { client } = this.firstBook;
    for (const format of ['csv', 'xlsx', 'jsonl'] as const) {
      const file = await this.premises.passing(
        client.captures.file(this.wanted(), { format, preset: 'full' }),
      );
      if (file.ok) this.happened.files += 1;
    }
    const journal = await this.premises.passing(client.exportJournal('csv'));
    if (journal.ok) this.happened.files += 1;
  }

  private get firstBook(): Workbook {
    const [book] = this.books;
    if (!book) throw new Error('No book is open.');
    return book;
  }

  /** Whoever keeps a list for a judge begins anew, and what is long over leaves the simulator: both would grow, and neither is the desk's. */
  private tidy(): void {
    const { premises, happened, trader, seen } = this;
    happened.presses += trader.presses.length;
    happened.events += premises.post.letters.length;
    for (const list of [premises.traffic.calls, premises.post.letters, premises.logged, seen])
      list.length = 0;
    premises.traffic.tokens.clear();
    [this.prices, this.market, this.trader] = this.everybody();
    const { world, clock } = premises;
    for (const [id, request] of world.requests) {
      if (!isConcluded(request) || clock.now() - request.createdAt < OVER_MS) continue;
      for (const records of [world.requests, world.quotes, world.proposals, world.counteroffers])
        records.delete(id);
    }
  }

  private everybody(): [TruePrices, Market, Trader] {
    const { premises, chance } = this;
    const prices = new TruePrices(premises.world);
    const trader = new Trader({ premises, chance, isCalm: () => true, beforePress: async () => undefined });
    return [prices, new Market({ world: premises.world, chance, prices }), trader];
  }

  private async sample(): Promise<DaySample> {
    const { clock, dataFolder } = this.premises;
    return {
      day: dayOf(clock.now(), ZONE),
      heapBytes: heapBytes(),
      objectBytes: await objectBytes(),
      timers: clock.pending,
      diskBytes: bytesIn(dataFolder),
      rows: rowsIn(dataFolder),
    };
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

function rowsIn(dataFolder: string): Readonly<Record<string, number>> {
  const counted = rowCounts({ dataFolder, environment: 'simulator' });
  if (!counted.ok) throw new Error(counted.failure.message);
  return counted.value;
}
