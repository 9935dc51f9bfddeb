import type Big from 'big.js';
import type { ContractKind } from './contract-kind';
import { priceUnit, quantityUnit, wireLeg, type Leg } from './leg';
import { isoTime } from './zone';

/** An executed deal of any venue. The legs carry the desk's own actions, its quantities and the prices dealt. */
export interface Trade {
  readonly id: string;
  readonly venue: 'tender' | 'market' | 'green';
  readonly requestId: string | null;
  readonly tradedAt: number;
  readonly kind: ContractKind;
  readonly legs: readonly [Leg, ...Leg[]];
  readonly quantity: Big;
  readonly counterparty: string;
  readonly allOrNone: boolean;
  readonly preTrade: Readonly<Record<string, string>>;
  /** From which side it was executed. */
  readonly view: 'initiator' | 'recipient' | 'order-book';
}

/** What the list of trades says of one. */
export const wireReference = (trade: Trade): Record<string, unknown> => ({
  'trade-id': trade.id,
  'traded-at': isoTime(trade.tradedAt),
  commodity: trade.legs[0].commodity,
  venue: trade.venue,
});

export function wireTrade(trade: Trade): Record<string, unknown> {
  const [first, second] = trade.legs;
  const single = second === undefined;
  return {
    ...wireReference(trade),
    'request-id': trade.requestId,
    contract: trade.kind.contract,
    ...(trade.kind.spreadType && { 'spread-type': trade.kind.spreadType }),
    ...(trade.kind.swapType && { spreadType: trade.kind.swapType }),
    market: single ? first.market : null,
    'delivery-start': single ? first.delivery.start : null,
    'delivery-end': single ? first.delivery.end : null,
    'load-profile': single ? first.loadProfile : null,
    action: single ? first.action : null,
    price: single ? (first.price?.toNumber() ?? null) : null,
    'price-unit': priceUnit(first.commodity),
    currency: 'EUR',
    quantity: trade.quantity.toNumber(),
    'quantity-unit': quantityUnit(first.commodity),
    counterparty: trade.counterparty,
    'all-or-none': trade.allOrNone,
    legs: trade.legs.map(wireLeg),
    'pre-trade': trade.preTrade,
    execution: { view: trade.view },
  };
}
