import type { RequestId, TradeId } from './identifiers';
import type { Action } from './leg';
import type { Price } from './price';
import type { Quantity } from './quantity';
import type { RawRecord } from './record';

/** What the list of trades says of a trade; the details cost one call each, once ever (section 4). */
export interface TradeReference {
  readonly id: TradeId;
  /** Epoch ms. */
  readonly tradedAt: number;
  readonly commodity?: string;
  readonly venue?: string;
  readonly raw: RawRecord;
}

/** A trade of any venue (section 2). Executed deals are untouched by the spread price rule. */
export interface Trade {
  readonly id: TradeId;
  readonly requestId?: RequestId;
  /** Epoch ms. */
  readonly tradedAt: number;
  readonly venue?: string;
  readonly commodity?: string;
  readonly contract?: string;
  readonly action?: Action;
  readonly price?: Price;
  /** One price per leg in the request's order; absent while the service has not given all of them. */
  readonly legPrices?: readonly Price[];
  readonly quantity?: Quantity;
  readonly counterparty?: string;
  readonly raw: RawRecord;
}

/**
 * Whether a trade is known to come from no request: its venue is one of these words, however they are spelt. A venue that is
 * absent or not known may be the request-for-quote venue under its brand name (interface document, naming note).
 */
export const isOfOtherVenue = ({ venue }: Pick<Trade, 'venue'>, otherVenues: readonly string[]): boolean =>
  venue !== undefined && otherVenues.some((other) => wordOf(other) === wordOf(venue));

const wordOf = (text: string): string => text.trim().toLowerCase();
