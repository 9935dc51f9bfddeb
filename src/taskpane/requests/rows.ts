import type { Fill } from '../../domain/delivery/fill';
import type { OwnLive } from '../../domain/own-offers';
import type { Request } from '../../domain/request';
import { listedAs, STANDING_WORDS, standingOf, type Standing } from '../app/standing';
import type { Formatters } from '../ui/formatters';
import { productInWords } from '../../domain/delivery/product-words';
import { requestInWords, requestLine } from '../ui/text/request-text';

/** Days in the service's zone, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Filter {
  readonly list: 'open' | 'closed';
  /** Of the closed ones; absent: today, whenever that is. */
  readonly period?: Period | undefined;
  readonly show: 'all' | Standing;
  /** Empty: every commodity. */
  readonly commodity: string;
  readonly text: string;
}

export const NO_FILTER: Filter = { list: 'open', show: 'all', commodity: '', text: '' };

const ORDER = Object.keys(STANDING_WORDS);

export interface Row {
  readonly request: Request;
  readonly standing: Standing;
  readonly product: string;
  /** What the desk has live on it, quotes last. */
  readonly own: readonly OwnLive[];
}

/** `own`: what the desk has live; `fills`: what it traded. */
export function rowsOf(requests: readonly Request[], own: Row['own'], fills: readonly Fill[]): Row[] {
  return requests.map((request) => {
    const live = own.filter(({ requestId }) => requestId === request.id);
    const standing = standingOf(request, live, fills);
    return { request, standing, product: productInWords(request), own: live };
  });
}

/** Rows that pass the filter, first what waits for the desk, then the newest: an order that no price can change. */
export function shownRows(rows: readonly Row[], filter: Filter, formatters: Formatters): Row[] {
  const sought = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows
    .filter(({ request, standing }) => {
      if (filter.show !== 'all' && listedAs(standing) !== filter.show) return false;
      return filter.commodity === '' || request.commodity === filter.commodity;
    })
    .filter(({ request, product }) => {
      const line = requestLine(requestInWords(request, formatters));
      const text = [request.id, request.commodity, product, line].join(' ').toLowerCase();
      return sought.every((word) => text.includes(word));
    })
    .sort(
      (a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) || newestFirst(a.request, b.request),
    );
}

function newestFirst(a: Request, b: Request): number {
  return momentOf(b) - momentOf(a) || (a.id < b.id ? -1 : 1);
}

const momentOf = ({ concludedAt, createdAt }: Request): number => concludedAt ?? createdAt ?? 0;

export const commoditiesOf = (requests: readonly Request[]): string[] =>
  [...new Set(requests.flatMap(({ commodity }) => (commodity === undefined ? [] : [commodity])))].sort();
