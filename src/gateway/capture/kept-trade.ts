import { answerWriters } from '../../contract/desk/answer-value';
import { readTrade } from '../../contract/service/read-trade';
import type { CapturedTrade } from '../../domain/captured-trade';
import type { Trade } from '../../domain/trade';
import { isFinalTrade } from '../answers/permanence';
import type { KeptTrade, Selection, TradeStore } from './trade-store';

const PIECE = 100;

/** A trade as it is kept: its record, and beside it what it is looked for by. */
export const keptTrade = (trade: Trade, fetchedAt: number): KeptTrade => ({
  id: trade.id,
  tradedAt: trade.tradedAt,
  venue: trade.venue?.toLowerCase(),
  commodity: trade.commodity?.toLowerCase(),
  json: JSON.stringify(answerWriters.trade(trade)),
  final: isFinalTrade(trade),
  fetchedAt,
});

/** The inverse. It was readable when it was kept; what a newer version cannot read any more is left out. */
export function capturedTrade({ json, final, fetchedAt, unlisted }: KeptTrade): CapturedTrade | undefined {
  const trade = readTrade(JSON.parse(json));
  return trade.ok
    ? { trade: trade.value, provisional: !final, fetchedAt, ...(unlisted && { unlisted }) }
    : undefined;
}

/** Every kept trade of a selection, a piece in memory at a time. */
export async function* allKept(
  store: Pick<TradeStore, 'piece'>,
  selection: Selection,
): AsyncGenerator<CapturedTrade> {
  let piece = await store.piece(selection, { countMax: PIECE });
  while (piece.length > 0) {
    for (const kept of piece) {
      const trade = capturedTrade(kept);
      if (trade) yield trade;
    }
    piece = await store.piece(selection, { after: piece.at(-1), countMax: PIECE });
  }
}
