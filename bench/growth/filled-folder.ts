import { moved, type ActionEvent } from '../../src/domain/actions/action-event';
import type { Action, ActionBody } from '../../src/domain/action';
import { ActionId, QuoteId, RequestId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import { keptTrade, type KeptTrade } from '../../src/gateway/storage/trade-store';
import { madeTrades } from '../export/trades';
import { benchStores } from '../kit/stores';

/** Lines of one action: staged, sending, done. */
const STEPS = 3;
/** A desk has so many quotes live, however long it has worked. */
const LIVE = 10;
const AT_ONCE = 999;
const BETWEEN_MS = 60_000;
const PRICE = Price.parse('84.15');
const QUANTITY = Quantity.parse('10');
const FIRST_MS = Date.UTC(2024, 0, 2, 7);

/** A data folder after years: so many lines of the journal, of quotes sent and withdrawn again, and so many downloaded trades. */
export async function filledFolder(dataFolder: string, count: number): Promise<void> {
  const stores = await benchStores(dataFolder);
  let lines: Action[] = [];
  const actions = Math.ceil(count / STEPS);
  for (let number = 0; number < actions; number++) {
    lines.push(...lived(number, actions));
    if (lines.length < AT_ONCE) continue;
    await stores.journal.append(...lines);
    lines = [];
  }
  await stores.journal.append(...lines);
  let trades: KeptTrade[] = [];
  for await (const { trade, fetchedAt } of madeTrades(count)) {
    trades.push(keptTrade(trade, fetchedAt));
    if (trades.length < AT_ONCE) continue;
    await stores.trades.keep(trades);
    trades = [];
  }
  await stores.trades.keep(trades);
  await stores.close();
}

/** Every second action withdraws what the one before it sent; the last ones stay. */
function lived(number: number, of: number): readonly Action[] {
  const pair = Math.floor(number / 2);
  const isLive = of - number <= 2 * LIVE;
  const requestId = RequestId.parse(`RQ-${500_000 + pair}`);
  const quoteId = QuoteId.parse(`QT-${pair}-${number % 2 === 0 || isLive ? number : number - 1}`);
  const body: ActionBody =
    number % 2 === 0 || isLive
      ? {
          kind: 'send-quote',
          requestId,
          direction: 'ask',
          price: { shape: 'single', price: PRICE },
          quantity: QUANTITY,
          allOrNone: true,
        }
      : { kind: 'withdraw-quote', requestId, quoteId };
  const createdAt = FIRST_MS + number * BETWEEN_MS;
  const staged: Action = { id: idOf(number), body, shown: 'Ask 10 MW at 84.15', state: 'staged', createdAt };
  const sending = moved(staged, { type: 'sending', at: createdAt + 5, before: { quoteIds: [] } });
  const done: ActionEvent = {
    type: 'done',
    at: createdAt + 80,
    ...(body.kind === 'send-quote' && { quoteId }),
  };
  return [staged, sending, moved(sending, done)];
}

const idOf = (number: number): ActionId =>
  ActionId.parse(`00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`);
