import type { Request } from '../../domain/request';
import type { Formatters } from '../ui/formatters';
import { requestInWords, requestLine, roleOf, type RequestWords, type Role } from '../ui/text/request-text';

/** Days in the service's zone, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Filter {
  readonly list: 'open' | 'closed';
  /** Of the closed ones; absent: today, whenever that is. */
  readonly period?: Period | undefined;
  readonly role: 'all' | 'recipient' | 'initiator';
  /** Empty: every commodity. */
  readonly commodity: string;
  readonly text: string;
}

export const NO_FILTER: Filter = { list: 'open', role: 'all', commodity: '', text: '' };

export interface Row {
  readonly request: Request;
  readonly role: Role;
  readonly words: RequestWords;
}

/** The requests that pass the filter, newest first: an order that no price can change. */
export function rowsOf(requests: readonly Request[], filter: Filter, formatters: Formatters): Row[] {
  const sought = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return requests
    .map((request) => ({ request, role: roleOf(request), words: requestInWords(request, formatters) }))
    .filter(({ request, role }) => {
      if (filter.role !== 'all' && role !== filter.role) return false;
      return filter.commodity === '' || request.commodity === filter.commodity;
    })
    .filter(({ request, words }) => {
      const text = [request.id, request.commodity, requestLine(words)].join(' ').toLowerCase();
      return sought.every((word) => text.includes(word));
    })
    .sort((a, b) => newestFirst(a.request, b.request));
}

function newestFirst(a: Request, b: Request): number {
  return momentOf(b) - momentOf(a) || (a.id < b.id ? -1 : 1);
}

const momentOf = ({ concludedAt, createdAt }: Request): number => concludedAt ?? createdAt ?? 0;

export const commoditiesOf = (requests: readonly Request[]): string[] =>
  [...new Set(requests.flatMap(({ commodity }) => (commodity === undefined ? [] : [commodity])))].sort();
