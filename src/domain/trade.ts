import type { RequestId, TradeId } from './identifiers';
import type { Side } from './leg';
import type { Price } from './price';
import type { Quantity } from './quantity';
import type { RawRecord } from './record';

/** List record of a trade; the details cost one call each, once ever (section 4). */
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
  readonly action?: Side;
  readonly price?: Price;
  /** One price per leg in the request's order; absent while the service has not given all of them. */
  readonly legPrices?: readonly Price[];
  readonly quantity?: Quantity;
  readonly counterparty?: string;
  readonly raw: RawRecord;
}

/** Whether its record calls it a single: then it is of one leg, and no spread whose leg prices come later. */
export const isSingle = ({ raw }: Pick<Trade, 'raw'>): boolean =>
  typeof raw['contract'] === 'string' && raw['contract'].toLowerCase() === 'single';

/**
 * Whether a trade is known to come from no request: its venue is one of these words, however they are spelt. A venue that is
 * absent or not known may be the request-for-quote venue under its brand name (interface document, naming note).
 */
export const isOfOtherVenue = ({ venue }: Pick<Trade, 'venue'>, otherVenues: readonly string[]): boolean =>
  venue !== undefined && otherVenues.some((other) => wordOf(other) === wordOf(venue));

const wordOf = (text: string): string => text.trim().toLowerCase();

/** A trade as the trade store keeps it: fetched once ever, unless it is provisional. */
export interface CapturedTrade {
  readonly trade: Trade;
  /** The operator has not entered all prices yet: it is fetched again by a later capture. */
  readonly provisional: boolean;
  /** The platform's list, read after its details were, does not name it any more. It was executed all the same. */
  readonly unlisted?: boolean | undefined;
  /** Epoch ms at which its details were read. */
  readonly fetchedAt: number;
}
