import { moved, type ActionEvent } from '../../src/domain/actions/action-event';
import type { Action, ActionBody } from '../../src/domain/action';
import { ActionId, QuoteId, RequestId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import type { Stores } from '../../src/gateway/storage/stores';
import { keptTrade, type KeptTrade } from '../../src/gateway/storage/trade-store';
import { eachDay } from '../../src/gateway/trades/slices';
import { dayOf } from '../../src/gateway/platform/zone-time';
import { BETWEEN_MS as BETWEEN_TRADES_MS, madeTrade } from '../export/trades';
import { benchStores } from '../kit/stores';

/** A desk has so many quotes live, however long it has worked. */
const LIVE = 10;
const AT_ONCE = 5_000;
const BETWEEN_ACTIONS_MS = 60_000;
const PRICE = Price.parse('84.15');
const QUANTITY = Quantity.parse('10');
const FIRST_MS = Date.UTC(2016, 0, 2, 7);
const DAY_MS = 86_400_000;
const ZONE = 'Europe/Berlin';

/** A data folder that grows in place, so that a large one costs no more than what it has beside the one before. */
export class FilledFolder {
  private lines = 0;
  private quotes = 0;
  private trades = 0;
  /** The first day of which there is a list, as 2026-11-24. */
  private listedFrom = '9999';
  /** When the newest trade was made (epoch ms): older ones come with each growth, so that every size has the same last month. */
  readonly newestAt: number;

  constructor(
    readonly dataFolder: string,
    now: number,
  ) {
    this.newestAt = Math.floor(now / DAY_MS) * DAY_MS - 1;
  }

  /** At least so many lines of the journal, each with its true hash, and exactly so many downloaded trades with their lists. */
  async grow(count: number): Promise<void> {
    const stores = await benchStores(this.dataFolder);
    await this.addLines(stores, count);
    await this.addTrades(stores, count);
    await stores.close();
  }

  /** Quotes that were sent and withdrawn again, or that ended with their request; the first ones stay live. */
  private async addLines({ journal, ended }: Stores, count: number): Promise<void> {
    for (let lines: Action[] = []; this.lines < count; lines = []) {
      while (lines.length < AT_ONCE && this.lines + lines.length < count) {
        const number = this.quotes++;
        const sent = quote(number);
        const last = sent.at(-1);
        lines.push(...sent);
        if (number < LIVE || !last) continue;
        if (number % 2 === 0) lines.push(...withdrawal(number));
        else {
          lines.push(moved(last, { type: 'over', how: 'accepted', at: last.createdAt + 5_000 }));
          await ended.append({ kind: 'quote', id: quoteOf(number) });
        }
      }
      await journal.append(...lines);
      this.lines += lines.length;
    }
  }

  private async addTrades({ trades }: Stores, count: number): Promise<void> {
    const listedAt = this.newestAt + DAY_MS;
    const first = dayOf(this.tradedAt(count - 1), ZONE);
    const days = eachDay({ from: first, to: dayOf(this.newestAt, ZONE) }, ZONE);
    await trades.list([], { days: days.filter(({ day }) => day < this.listedFrom), listedAt });
    this.listedFrom = first;
    while (this.trades < count) {
      const kept: KeptTrade[] = [];
      for (; kept.length < AT_ONCE && this.trades < count; this.trades++) {
        const { trade } = madeTrade(this.trades, this.tradedAt(this.trades));
        kept.push(keptTrade(trade, listedAt));
      }
      await trades.list(kept, { days: [], listedAt });
      await trades.keep(kept);
    }
  }

  private tradedAt(number: number): number {
    return this.newestAt - number * BETWEEN_TRADES_MS;
  }
}

const quoteOf = (number: number): QuoteId => QuoteId.parse(`QT-${number}`);
const requestOf = (number: number): RequestId => RequestId.parse(`RQ-${500_000 + number}`);

function quote(number: number): readonly Action[] {
  const body: ActionBody = {
    kind: 'send-quote',
    requestId: requestOf(number),
    direction: 'ask',
    price: { shape: 'single', price: PRICE },
    quantity: QUANTITY,
    allOrNone: true,
  };
  return steps(2 * number, body, quoteOf(number));
}

const withdrawal = (number: number): readonly Action[] =>
  steps(2 * number + 1, {
    kind: 'withdraw-quote',
    requestId: requestOf(number),
    quoteId: quoteOf(number),
  });

/** Staged, sending, done. */
function steps(number: number, body: ActionBody, quoteId?: QuoteId): readonly Action[] {
  const createdAt = FIRST_MS + number * BETWEEN_ACTIONS_MS;
  const id = ActionId.parse(`00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`);
  const staged: Action = { id, body, shown: 'Ask 10 MW at 84.15', state: 'staged', createdAt };
  const sending = moved(staged, { type: 'sending', at: createdAt + 5, before: { quoteIds: [] } });
  const done: ActionEvent = { type: 'done', at: createdAt + 80, ...(quoteId && { quoteId }) };
  return [staged, sending, moved(sending, done)];
}
