import { legsOfFill, tradedPrice } from '../delivery/fill-legs';
import { namedOffers } from '../pre-trade';
import type { CapturedTrade } from '../trade';
import { isCancelled } from '../trade-state';

/** By whose clock a moment is shown: UTC, or the zone that the reader of the file chose. */
type Clock = 'utc' | 'local';

interface Kind<K extends string, R, V> {
  /** The header: stable, and documented in docs/export-files.md. Units stand in columns of their own. */
  readonly name: string;
  readonly kind: K;
  /** `undefined` where the record does not say it. */
  readonly value: (record: R) => V | undefined;
}

/** One column of an export: what a file or a typed table needs to know to write a value as what it is. */
export type Column<R> =
  | Kind<'text', R, string>
  /** Always text, also where it looks like a number: "007", "1E5". */
  | Kind<'id', R, string>
  /** Exact decimal text such as "-4.25", never rounded. `counts`: an amount, which is shown without decimals where it has none. */
  | (Kind<'decimal', R, string> & { readonly counts?: boolean })
  /** Epoch ms. */
  | (Kind<'instant', R, number> & { readonly clock: Clock })
  /** A day of the service's zone, yyyy-mm-dd. */
  | Kind<'day', R, string>
  | Kind<'boolean', R, boolean>;

/** The desk's own data about a captured trade. */
export const TRADED_AT_UTC: Column<CapturedTrade> = {
  name: 'traded-at-utc',
  kind: 'instant',
  clock: 'utc',
  value: ({ trade }) => trade.tradedAt,
};
export const TRADED_AT_LOCAL: Column<CapturedTrade> = {
  ...TRADED_AT_UTC,
  name: 'traded-at-local',
  clock: 'local',
};
/** True while the operator has not entered all prices: a later export may say more. */
export const PROVISIONAL: Column<CapturedTrade> = {
  name: 'provisional',
  kind: 'boolean',
  value: ({ provisional }) => provisional,
};
/** True when the platform's list, read later, does not name the trade any more: to be asked about, and never dropped. */
export const NOT_LISTED: Column<CapturedTrade> = {
  name: 'not-listed',
  kind: 'boolean',
  value: ({ unlisted = false }) => unlisted,
};
/** True where the record itself says that the trade was undone: then it is in no sum, and its amounts are no deal. */
export const CANCELLED: Column<CapturedTrade> = {
  name: 'cancelled',
  kind: 'boolean',
  value: ({ trade }) => isCancelled(trade.raw),
};
export const FETCHED_AT_UTC: Column<CapturedTrade> = {
  name: 'fetched-at-utc',
  kind: 'instant',
  clock: 'utc',
  value: ({ fetchedAt }) => fetchedAt,
};

/**
 * Of a single its price, of two legs their net price, as `DESK.TRADES` shows it. Blank for a swap, also where the platform states one price of it: it
 * is no price for power.
 */
export const NET_PRICE: Column<CapturedTrade> = {
  name: 'net-price',
  kind: 'decimal',
  value: ({ trade }) => (legsOfFill(trade).length <= 2 ? tradedPrice(trade) : undefined),
};
/** The quote that was taken, where the record of the trade names it: what the journal knows it by. */
export const QUOTE_ID: Column<CapturedTrade> = {
  name: 'quote-id',
  kind: 'id',
  value: ({ trade }) => namedOffers(trade.raw).quoteId,
};
