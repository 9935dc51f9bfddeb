import type { RemoteResource } from './fetch';
import { dayOf } from '../platform/zone-time';

/** Normal poll interval per kind of resource, in ms, if calls cost nothing. */
export interface PollIntervals {
  readonly openRequestsMs: number;
  readonly quotesMs: number;
  readonly requestMs: number;
  readonly analyticsMs: number;
  readonly riskMs: number;
  readonly tradesMs: number;
  /** Lists of past days, records that are over but may still get their last prices, and what hardly ever changes. */
  readonly settledMs: number;
}

export const DEFAULT_POLL_INTERVALS: PollIntervals = {
  openRequestsMs: 5_000,
  quotesMs: 4_000,
  requestMs: 20_000,
  analyticsMs: 30_000,
  riskMs: 30_000,
  tradesMs: 6_000,
  settledMs: 300_000,
};

export function pollIntervalMs(
  resource: RemoteResource,
  pollIntervals: PollIntervals,
  { now, zone }: { now: number; zone: string },
): number {
  switch (resource.kind) {
    case 'open-requests':
      return pollIntervals.openRequestsMs;
    case 'quotes':
    case 'proposals':
    case 'counteroffers':
      return pollIntervals.quotesMs;
    case 'request':
      return pollIntervals.requestMs;
    case 'analytics':
      return pollIntervals.analyticsMs;
    case 'trades':
      return isOver(resource.to, { now, zone }) ? pollIntervals.settledMs : pollIntervals.tradesMs;
    case 'concluded-requests':
      return isOver(resource.to, { now, zone }) ? pollIntervals.settledMs : pollIntervals.requestMs;
    case 'risks':
    case 'risk-settings':
      return pollIntervals.riskMs;
    case 'trade':
    case 'trade-load-shapes':
    case 'request-load-shapes':
    case 'recipients':
      return pollIntervals.settledMs;
  }
}

/** `from` without `to` goes on until today, so only a last day that has passed is over. */
export const isOver = (last: string | undefined, { now, zone }: { now: number; zone: string }): boolean =>
  last !== undefined && last < dayOf(now, zone);

const STALE_AFTER_INTERVALS = 10;
const STALE_MS_MIN = 120_000;

/** How old an answer may grow before it is no longer shown, given the longer of its wished and planned interval. */
export const ageLimitMs = (intervalMs: number): number =>
  Math.max(STALE_MS_MIN, STALE_AFTER_INTERVALS * intervalMs);

const BACK_OFF_MS_MAX = 300_000;

/** The wait after this many failures in a row: doubling, up to five minutes, shortened by chance up to a half. */
export const backOffMs = (intervalMs: number, failures: number, chance: number): number =>
  Math.max(
    intervalMs,
    Math.min(BACK_OFF_MS_MAX, intervalMs * 2 ** Math.min(failures, 10)) * (1 - chance / 2),
  );
