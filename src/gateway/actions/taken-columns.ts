import type { ExecutedLeg, TakenTrade } from '../../domain/action';
import { fillOf } from '../../domain/delivery/fill';
import { inLegOrder } from '../../domain/delivery/leg-order';
import { executedTerms } from '../../domain/executed';
import type { QuoteId } from '../../domain/identifiers';
import type { LineColumn } from '../../domain/journal/columns';
import { present } from '../../domain/present';
import { lastTakenAt, legTaken, quantityTaken, saidOfTaken, saysLegPrices } from '../../domain/taken';
import type { TakingTrade } from './own-trades';

/** The trades that took a quote of the desk, as they are known now. */
export type TakenBy = (quoteId: QuoteId) => Promise<readonly TakingTrade[]>;

/**
 * What a line says of a trade that took its quote, of so many legs, which are `wanted` where they are known; of one whose record is not at hand its
 * number alone.
 */
export function takenTradeOf(
  { id: tradeId, trade: listed }: TakingTrade,
  legs: number,
  wanted?: readonly ExecutedLeg[],
): TakenTrade {
  if (!listed) return { tradeId };
  const trade = inLegOrder(listed, wanted);
  const fill = fillOf(trade);
  const { at, quantity, quantityUnit, price, counterparty } = fill;
  const leg = legTaken(fill, legs);
  const { priceUnit } = executedTerms({ legs: [...fill.legs] });
  const legPrices = saysLegPrices(trade, legs) ? [...(trade.legPrices ?? [])] : undefined;
  return {
    ...{ tradeId, at },
    ...present({ quantity, quantityUnit, price, legPrices, priceUnit, counterparty, leg }),
  };
}

interface TakenColumn extends Pick<LineColumn, 'kind'> {
  readonly value: (taken: readonly TakenTrade[]) => string | number | undefined;
}

/** The trades that took the quote of a line. */
export const TAKEN_COLUMNS: Readonly<Record<string, TakenColumn>> = {
  'taken-trade-id': { kind: 'text', value: (taken) => said(taken, ({ tradeId }) => tradeId) },
  'taken-quantity': { kind: 'number', value: quantityTaken },
  'taken-quantity-unit': { kind: 'text', value: (taken) => said(taken, (trade) => trade.quantityUnit) },
  'taken-price': { kind: 'number', value: (taken) => said(taken, (trade) => trade.price) },
  'taken-counterparty': { kind: 'text', value: (taken) => said(taken, (trade) => trade.counterparty) },
  'taken-at': { kind: 'moment', value: lastTakenAt },
};

/** After all others of the file, as new ones stand at its end. */
export const LATER_TAKEN_COLUMNS: Readonly<Record<string, TakenColumn>> = Object.fromEntries(
  [0, 1, 2].map((leg) => [
    `taken-leg-${leg + 1}-price`,
    { kind: 'number', value: (taken: readonly TakenTrade[]) => said(taken, (one) => one.legPrices?.[leg]) },
  ]),
);

/** What the records of the trades say, each once. */
const said = (taken: readonly TakenTrade[], of: (trade: TakenTrade) => string | undefined): string =>
  saidOfTaken(taken, of).join(' / ');
