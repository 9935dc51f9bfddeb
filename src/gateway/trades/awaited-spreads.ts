import { goneOn, type Action } from '../../domain/action';
import type { TradeId } from '../../domain/identifiers';
import { present } from '../../domain/present';
import type { DownloadSelection } from '../../domain/trade-download';

/** An accepted standard spread: its trade is not listed before the operator enters its leg prices. */
export interface AwaitedSpread {
  /** Epoch ms at which it was accepted. */
  readonly at: number;
  /** In lower case; empty where one of a leg is not known. */
  readonly commodities: readonly string[];
  /** Absent where the platform did not name it at once. */
  readonly tradeId?: TradeId;
}

/** Those among these actions, each once. Of one whose trade is named its record says whether it is still awaited. */
export function awaitedSpreads(actions: readonly Action[]): readonly AwaitedSpread[] {
  const spreads = actions.filter(
    ({ state, tradeId, body }) =>
      (state === 'acknowledged' || (state === 'done' && tradeId !== undefined)) &&
      'lastSeen' in body &&
      body.lastSeen.type === 'standard-spread',
  );
  return [...new Map(spreads.map((action) => [action.id, action])).values()].map((action) => ({
    at: goneOn(action),
    commodities: commoditiesOf(action),
    ...present({ tradeId: action.tradeId }),
  }));
}

/** As the filter of a file takes a trade: one of which the commodity is not known belongs to each. */
export const isOfCommodities = (
  { commodities: own }: AwaitedSpread,
  { commodities: wanted }: Pick<DownloadSelection, 'commodities'>,
): boolean => wanted === undefined || own.length === 0 || own.some((commodity) => wanted.includes(commodity));

function commoditiesOf({ before, legs = [] }: Action): readonly string[] {
  const read = before?.committed ?? [];
  const known = (read.length > 0 ? read : legs).map(({ commodity = '' }) => commodity.toLowerCase());
  return known.includes('') ? [] : [...new Set(known)];
}
