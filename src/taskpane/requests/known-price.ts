import { useEffect, useMemo, useState } from 'react';
import { bestPrice, type BestPrice } from '../../domain/limits/best-price';
import { orderingPrice } from '../../domain/offer-price';
import type { Direction, Quote } from '../../domain/offers';
import type { OwnLive } from '../../domain/own-offers';
import type { Price } from '../../domain/price';
import { present } from '../../domain/present';
import type { Request } from '../../domain/request';
import type { Answer, Resource } from '../../domain/resources/resource';
import { ourDirection, roleOf } from '../../domain/role';
import {
  LIMITS,
  OPEN_REQUESTS,
  QUOTA,
  useAnswer,
  useNow,
  usePane,
  useUnheard,
  useWatched,
} from '../app/hooks';
import type { SeenPrice } from '../app/seen-prices';
import { ageingOf, type Ageing } from '../ui/age-dot';
import { age, type Formatters } from '../ui/formatters';

/** What a row of the list says of prices. */
interface KnownPrice {
  readonly price?: string | undefined;
  /** It cannot be traded on: another row's price, of a last trade or a proposal. */
  readonly isReference: boolean;
  /** "5 quotes", "mine 30.80", "last trade", "no offers yet", "not read yet" */
  readonly note: string;
  readonly points: readonly SeenPrice[];
  readonly direction: Direction;
  /** The desk's own price, where it stands beside the best one. */
  readonly level?: Price | undefined;
  readonly ageing: Ageing;
  readonly ageText: string;
}

/**
 * What is known of the price of a request. While its row is in sight, its offers are asked for where nothing is known, and once more whenever
 * they are some minutes old; for a row that nobody sees no call is spent.
 */
export function useKnownPrice(
  request: Request,
  { own, isInSight }: { readonly own: readonly OwnLive[]; readonly isInSight: boolean },
): KnownPrice {
  const { client, formatters, prices } = usePane();
  const { id } = request;
  const resources = useMemo(
    () => ({ quotes: { kind: 'quotes', id } as const, proposals: { kind: 'proposals', id } as const }),
    [id],
  );
  const quotes = useAnswer(client, resources.quotes, 'aside');
  const proposals = useAnswer(client, resources.proposals, 'aside');
  const trades = useAnswer(client, LIMITS).value?.lastTrades ?? [];
  const list = useAnswer(client, OPEN_REQUESTS, 'aside');
  const now = useNow();
  const isUnheard = useUnheard() !== undefined;
  const points = useWatched(prices.all).get(id) ?? [];
  const isInitiator = roleOf(request) === 'initiator';
  const offers = isInitiator ? quotes : proposals;
  const resource = isInitiator ? resources.quotes : resources.proposals;
  const { value, fetchedAt } = offers;
  const best = bestPrice(request, {
    quotes: quotes.value?.records ?? [],
    proposals: proposals.value?.records ?? [],
    trades,
  });
  const count = isInitiator ? liveOn(ourDirection(request), quotes.value?.records ?? []) : 0;
  const word = best?.word;
  const price = word === 'last trade' ? undefined : best?.price;
  const readAt =
    price === undefined || best?.of !== undefined ? fetchedAt : (proposals.fetchedAt ?? fetchedAt);
  useEffect(() => {
    if (readAt === undefined) return;
    if (price !== undefined) prices.note(id, { price, ...present({ word }) }, readAt);
    if (value !== undefined) prices.noteRead(id, { best, count, at: readAt });
  });
  const mine = ownPrice(request, own);
  const told = (of: Price): string => formatters.price(of);
  const read = value === undefined ? prices.lastRead(id) : { best, count, at: readAt };
  const course = points.findLast((point) => point.price !== undefined);
  const before = read || price !== undefined ? undefined : lastSeen(request, course);
  const last = read ? read.best : (before ?? best);
  const shown = last?.price ?? mine;
  const isBlank = isInSight && read === undefined && shown === undefined;
  const againMs = useAgainMs();
  const isOld = isInSight && fetchedAt !== undefined && now - fetchedAt >= againMs;
  useReading(resource, { answer: offers, isBlank, isOld });
  // What the desk quoted, and a last trade beside it, are as new as the list.
  const unread = before ? points.at(-1)?.at : (readAt ?? (isInitiator ? undefined : list.fetchedAt));
  const at = read ? read.at : shown === undefined ? undefined : unread;
  // When it was looked for says nothing of a price that was dealt hours ago.
  const { tradedAt } = last ?? {};
  const sightedAt = isInSight && tradedAt === undefined ? at : undefined;
  useEffect(
    () => (sightedAt === undefined ? undefined : prices.sight(id, { at: sightedAt, resource })),
    [prices, id, sightedAt, resource],
  );
  return {
    ...(shown !== undefined && { price: told(shown) }),
    isReference: last?.of === undefined,
    note: noteOf(last, tradedAt === undefined ? last?.word : tradedInWords(tradedAt, { now, formatters }), {
      count: read?.count ?? 0,
      mine: mine === undefined ? undefined : `mine ${told(mine)}`,
      none: read ? 'no offers yet' : 'not read yet',
    }),
    points,
    direction: last?.direction ?? ourDirection(request),
    ...(points.length > 0 && mine !== undefined && { level: mine }),
    ageing: isUnheard || at === undefined || tradedAt !== undefined ? 'old' : ageingOf(now - at),
    ageText:
      tradedAt !== undefined
        ? `traded ${age(now - tradedAt)} ago`
        : at === undefined
          ? 'not read yet'
          : `updated ${age(now - at)} ago`,
  };
}

const AGAIN_MS_MIN = 60_000;
/** Three times as long as a price in a cell waits, whose wish is four seconds. */
const AGAIN_WISH_MS = 12_000;

/** How old a row may get. Where the day's calls are few, cells come first, and rows wait as much longer as they do. */
function useAgainMs(): number {
  const { client } = usePane();
  const stretch = useAnswer(client, QUOTA).value?.plan?.stretch ?? 1;
  return Math.max(AGAIN_MS_MIN, AGAIN_WISH_MS * stretch);
}

/**
 * Asks for offers that the gateway has never read, or whose answer is old: as soon as the calls of the day allow it, which is for the
 * gateway to say.
 */
function useReading(
  resource: Resource,
  {
    answer,
    isBlank,
    isOld,
  }: { answer: Pick<Answer, 'value' | 'failure' | 'idle'>; isBlank: boolean; isOld: boolean },
): void {
  const { client } = usePane();
  const [isReading, setReading] = useState(false);
  const isUnread = isBlank && answer.value === undefined && (isReading || answer.idle === true);
  const isWanted = answer.failure === undefined && (isUnread || isOld);
  if (isWanted !== isReading) setReading(isWanted);
  useEffect(
    () => (isReading ? client.watch(resource, () => undefined) : undefined),
    [client, resource, isReading],
  );
}

/** How many quotes can be taken: also those that have no one price, such as those of a swap that is not ordered. */
const liveOn = (side: Direction, quotes: readonly Quote[]): number =>
  quotes.filter(({ direction, state }) => direction === side && state === 'active').length;

/** The last price that the gateway saw, while nobody has read the offers since this page opened. */
const lastSeen = (request: Request, course: SeenPrice | undefined): BestPrice | undefined =>
  course?.price && {
    price: course.price,
    direction: ourDirection(request),
    word: course.word ?? 'last seen',
  };

/** The price of the desk's newest live offer, as the best one is told. */
function ownPrice(request: Request, own: readonly OwnLive[]): Price | undefined {
  const newest = own.at(-1);
  return newest && orderingPrice(newest.price, request);
}

const TODAY_MS = 12 * 3_600_000;

/** "last trade 11:32", "traded 19 h ago": no longer than its place in a narrow row. */
const tradedInWords = (
  tradedAt: number,
  { now, formatters }: { readonly now: number; readonly formatters: Formatters },
): string =>
  now - tradedAt < TODAY_MS
    ? `last trade ${formatters.minute(tradedAt)}`
    : `traded ${age(now - tradedAt)} ago`;

function noteOf(
  best: BestPrice | undefined,
  word: string | undefined,
  { count, mine, none }: { count: number; mine: string | undefined; none: string },
): string {
  const quotes = best?.of ?? count;
  if (quotes > 0) return quotes === 1 ? '1 quote' : `${quotes} quotes`;
  return mine ?? word ?? none;
}
