import type { CapturedTrade } from '../captured-trade';
import type { Column } from './column';

/** What the desk itself knows of a trade that it captured. */
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
export const FETCHED_AT_UTC: Column<CapturedTrade> = {
  name: 'fetched-at-utc',
  kind: 'instant',
  clock: 'utc',
  value: ({ fetchedAt }) => fetchedAt,
};
