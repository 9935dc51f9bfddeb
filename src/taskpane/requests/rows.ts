import type { OwnQuote } from '../../domain/own-offers';
import { isConcluded, type Request } from '../../domain/request';
import { roleOf } from '../../domain/role';
import type { Formatters } from '../ui/formatters';
import { productInWords } from '../ui/text/product-text';
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
  readonly show: 'all' | Place;
  /** Empty: every commodity. */
  readonly commodity: string;
  readonly text: string;
}

export const NO_FILTER: Filter = { list: 'open', show: 'all', commodity: '', text: '' };

/** What a request wants of the desk: a first quote, or a look at the one that is live; or it is the desk's own. `asked`: it is over. */
export type Place = 'to-quote' | 'quoted' | 'asked' | 'mine' | 'other';

export const PLACE_WORDS: Record<Place, string> = {
  'to-quote': 'To quote',
  quoted: 'Quoted',
  asked: 'Asked',
  mine: 'Mine',
  other: 'Role not given',
};
const ORDER: readonly Place[] = ['to-quote', 'quoted', 'asked', 'mine', 'other'];

export interface Row {
  readonly request: Request;
  readonly place: Place;
  readonly product: string;
  /** The desk's live quotes on it. */
  readonly own: readonly OwnQuote[];
}

export function rowsOf(requests: readonly Request[], own: readonly OwnQuote[]): Row[] {
  return requests.map((request) => {
    const live = own.filter(({ requestId }) => requestId === request.id);
    return { request, place: placeOf(request, live), product: productInWords(request), own: live };
  });
}

function placeOf(request: Request, live: readonly OwnQuote[]): Place {
  const role = roleOf(request);
  if (role === 'initiator') return 'mine';
  if (role === 'unknown') return 'other';
  if (isConcluded(request)) return 'asked';
  return live.length > 0 ? 'quoted' : 'to-quote';
}

/** Rows that pass the filter, first what waits for the desk, then the newest: an order that no price can change. */
export function shownRows(rows: readonly Row[], filter: Filter, formatters: Formatters): Row[] {
  const sought = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows
    .filter(({ request, place }) => {
      if (filter.show !== 'all' && place !== filter.show) return false;
      return filter.commodity === '' || request.commodity === filter.commodity;
    })
    .filter(({ request, product }) => {
      const line = requestLine(requestInWords(request, formatters));
      const text = [request.id, request.commodity, product, line].join(' ').toLowerCase();
      return sought.every((word) => text.includes(word));
    })
    .sort((a, b) => ORDER.indexOf(a.place) - ORDER.indexOf(b.place) || newestFirst(a.request, b.request));
}

function newestFirst(a: Request, b: Request): number {
  return momentOf(b) - momentOf(a) || (a.id < b.id ? -1 : 1);
}

const momentOf = ({ concludedAt, createdAt }: Request): number => concludedAt ?? createdAt ?? 0;

export const commoditiesOf = (requests: readonly Request[]): string[] =>
  [...new Set(requests.flatMap(({ commodity }) => (commodity === undefined ? [] : [commodity])))].sort();
