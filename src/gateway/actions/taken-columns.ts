import { fillOf, type Fill } from '../../domain/delivery/fill';
import type { QuoteId } from '../../domain/identifiers';
import type { LineColumn } from '../../domain/journal/columns';
import { sumOf } from '../../domain/quantity';
import type { TakingTrade } from './own-trades';

/** The trades that took a quote of the desk, as they are known now. */
export type TakenBy = (quoteId: QuoteId) => Promise<readonly TakingTrade[]>;

interface TakenColumn extends Pick<LineColumn, 'kind'> {
  readonly value: (taking: readonly TakingTrade[]) => string | number | undefined;
}

/**
 * What the export adds to the lines of a quote: the trades that took it, by the platform's records. They are no part of the chain: the lines
 * were written before the trades were known.
 */
export const TAKEN_COLUMNS: Readonly<Record<string, TakenColumn>> = {
  'taken-trade-id': { kind: 'text', value: (taking) => taking.map(({ id }) => id).join(' / ') },
  'taken-quantity': { kind: 'number', value: quantityOf },
  'taken-quantity-unit': { kind: 'text', value: (taking) => said(taking, (fill) => fill.quantityUnit) },
  'taken-price': { kind: 'number', value: (taking) => said(taking, (fill) => fill.price) },
  'taken-counterparty': { kind: 'text', value: (taking) => said(taking, (fill) => fill.counterparty) },
  'taken-at': { kind: 'moment', value: lastAt },
};

const fillsIn = (taking: readonly TakingTrade[]): Fill[] =>
  taking.flatMap(({ trade }) => (trade ? [fillOf(trade)] : []));

/** What the records of the trades say, each once. */
const said = (taking: readonly TakingTrade[], of: (fill: Fill) => string | undefined): string =>
  [...new Set(fillsIn(taking).flatMap((fill) => of(fill) ?? []))].join(' / ');

/** Of all trades together; nothing while one of them does not say its own. */
function quantityOf(taking: readonly TakingTrade[]): string | undefined {
  const quantities = fillsIn(taking).flatMap(({ quantity }) => quantity ?? []);
  return taking.length > 0 && quantities.length === taking.length ? sumOf(quantities) : undefined;
}

/** When the last of them was traded, epoch ms. */
function lastAt(taking: readonly TakingTrade[]): number | undefined {
  const times = fillsIn(taking).map(({ at }) => at);
  return times.length > 0 ? Math.max(...times) : undefined;
}
