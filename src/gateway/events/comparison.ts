import type { Listing } from '../../domain/record';
import { isConcluded, type Request } from '../../domain/request';
import type { PlatformEvent } from '../../domain/event';
import { isOfOtherVenue, type TradeReference } from '../../domain/trade';
import { isFinalRequest } from '../../domain/finality';
import type { Checkpoint } from '../storage/checkpoint';
import { LATE_MS_MAX } from './affected-resources';

/** What the platform's lists say now; those of what is over reach back as far as anything may still appear late. */
export interface Lists {
  /** Epoch ms at which they were asked for. */
  readonly at: number;
  readonly open: Listing<Request>;
  readonly concluded: Listing<Request>;
  readonly trades: Listing<TradeReference>;
  /** Venue words of trades that come from no request. */
  readonly otherVenues: readonly string[];
}

export type Found = Pick<PlatformEvent, 'type' | 'requestId' | 'tradeId'>;

export interface Comparison {
  readonly found: readonly Found[];
  /** Requests that are no longer open, and about whose end nothing final is listed. */
  readonly unsettled: readonly string[];
  readonly known: Pick<Checkpoint, 'at' | 'openIds' | 'missing' | 'concluded' | 'trades'>;
}

/** Identifiers are kept a little longer than lists reach back. */
const KEPT_MS = LATE_MS_MAX + 2 * 24 * 3_600_000;

/** What the lists say that was not known. Without a mark all of it is taken as known: nobody wants news of years. */
export function compared(mark: Checkpoint | undefined, lists: Lists): Comparison {
  const { at, open, concluded, trades, otherVenues } = lists;
  const openNow = open.records.map(({ id }) => id as string);
  const isOpen = new Set(openNow);
  const over = concluded.records.filter((request) => isConcluded(request) && !isOpen.has(request.id));
  const ended = over.filter(isFinalRequest);
  const waiting = over.filter((request) => !isFinalRequest(request)).map(({ id }) => id as string);
  const listed = new Set([...openNow, ...over.map(({ id }) => id as string)]);
  const unlisted = (mark?.openIds ?? []).filter((id) => !listed.has(id));
  // A list with gaps does not say what is gone.
  const isWhole = open.unreadable.length === 0 && concluded.unreadable.length === 0;
  const gone = isWhole ? unlisted : [];
  const missing = merged(
    gone.map((id) => ({ id, at })),
    mark?.missing.filter(({ id }) => !listed.has(id)) ?? [],
    at,
  );
  const known = {
    at,
    openIds: [...new Set([...openNow, ...waiting, ...(isWhole ? [] : unlisted)])],
    missing,
    concluded: merged(
      mark?.concluded,
      ended.map(({ id, concludedAt }) => ({ id, at: concludedAt ?? at })),
      at,
    ),
    trades: merged(
      mark?.trades,
      trades.records.map(({ id, tradedAt }) => ({ id, at: tradedAt })),
      at,
    ),
  };
  if (!mark) return { found: [], unsettled: [], known };
  const knownOpen = new Set([...mark.openIds, ...mark.missing.map(({ id }) => id)]);
  const knownEnded = new Set(mark.concluded.map(({ id }) => id));
  const knownTrades = new Set(mark.trades.map(({ id }) => id));
  return {
    found: [
      ...openNow
        .filter((id) => !knownOpen.has(id) && !knownEnded.has(id))
        .map((requestId) => ({ type: 'request-created', requestId })),
      ...ended
        .filter(({ id }) => !knownEnded.has(id))
        .map(({ id, state }) => ({ type: `request-${state}`, requestId: id })),
      ...trades.records
        .filter(({ id }) => !knownTrades.has(id))
        .map((trade) => tradeFound(trade, otherVenues)),
    ],
    unsettled: [...new Set([...waiting, ...missing.map(({ id }) => id)])],
    known,
  };
}

/** Deals of other venues come from no request; the platform has no event for them that is known. */
const tradeFound = (trade: TradeReference, otherVenues: readonly string[]): Found => ({
  type: isOfOtherVenue(trade, otherVenues) ? 'trade-listed' : 'request-traded',
  tradeId: trade.id,
});

type Dated = Checkpoint['trades'][number];

function merged(before: readonly Dated[] = [], now: readonly Dated[], at: number): Dated[] {
  const all = new Map([...before, ...now].map((one) => [one.id, one]));
  return [...all.values()].filter((one) => one.at >= at - KEPT_MS);
}

/** One event for a deal and the request that it ended, once it is known that they belong together. */
export function joined(found: readonly Found[], requestOf: ReadonlyMap<string, string>): Found[] {
  const withRequest = found.map((one): Found => {
    const requestId = one.tradeId === undefined ? undefined : requestOf.get(one.tradeId);
    return requestId === undefined ? one : { ...one, requestId };
  });
  const told = new Set(
    withRequest.flatMap(({ tradeId, requestId }) => (tradeId === undefined ? [] : [requestId])),
  );
  return withRequest.filter(
    ({ type, tradeId, requestId }) =>
      type !== 'request-traded' || tradeId !== undefined || !told.has(requestId),
  );
}
