import { useEffect, useMemo } from 'react';
import { bestPrice, type BestPrice } from '../../domain/limits/best-price';
import { netPrice, type Direction } from '../../domain/offers';
import type { OwnQuote } from '../../domain/own-offers';
import type { Price } from '../../domain/price';
import { present } from '../../domain/present';
import { netSidesOf, type Request } from '../../domain/request';
import { ourDirection } from '../../domain/role';
import { LIMITS, OPEN_REQUESTS, useAnswer, useNow, usePane, useWatched } from '../app/hooks';
import type { SeenPrice } from '../app/seen-prices';
import { ageingOf, type Ageing } from '../ui/age-dot';
import { age } from '../ui/formatters';
import { netInWords } from '../ui/text/request-text';

/** What a row of the list says of prices. */
interface KnownPrice {
  readonly price?: string | undefined;
  /** It cannot be traded on: another row's price, of a last trade or a proposal. */
  readonly isReference: boolean;
  /** "5 quotes", "mine 30.80", "last trade", "no price yet" */
  readonly note: string;
  readonly points: readonly SeenPrice[];
  readonly direction: Direction;
  /** The desk's own price, where it stands beside the best one. */
  readonly level?: Price | undefined;
  readonly ageing: Ageing;
  readonly ageText: string;
}

/** What is known of the price of a request anyway: for the list's sake nothing is asked. */
export function useKnownPrice(request: Request, own: readonly OwnQuote[]): KnownPrice {
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
  const points = useWatched(prices.all).get(id) ?? [];
  const best = bestPrice(request, {
    quotes: quotes.value?.records ?? [],
    proposals: proposals.value?.records ?? [],
    trades,
  });
  const readAt = quotes.fetchedAt ?? proposals.fetchedAt;
  const word = best?.word;
  const price = word === 'last trade' ? undefined : best?.price;
  useEffect(() => {
    if (price !== undefined && readAt !== undefined) prices.note(id, { price, ...present({ word }) }, readAt);
  }, [prices, id, price, word, readAt]);
  const mine = ownPrice(request, own);
  const told = (of: Price): string => netInWords(of, request, formatters);
  const at = price === undefined ? list.fetchedAt : readAt;
  const shown = best?.price ?? mine;
  return {
    ...(shown !== undefined && { price: told(shown) }),
    isReference: best?.of === undefined,
    note: noteOf(best, mine === undefined ? undefined : `mine ${told(mine)}`),
    points,
    direction: best?.direction ?? ourDirection(request),
    ...(points.length > 0 && mine !== undefined && { level: mine }),
    ageing: at === undefined ? 'old' : ageingOf(now - at),
    ageText: at === undefined ? 'not read yet' : `updated ${age(now - at)} ago`,
  };
}

/** The net price of the desk's newest live quote. */
function ownPrice(request: Request, own: readonly OwnQuote[]): Price | undefined {
  const newest = own.at(-1);
  return newest && netPrice(newest.price, netSidesOf(request));
}

function noteOf(best: BestPrice | undefined, mine: string | undefined): string {
  if (best?.of !== undefined) return best.of === 1 ? '1 quote' : `${best.of} quotes`;
  return mine ?? best?.word ?? 'no price yet';
}
