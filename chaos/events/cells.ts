import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { RequestId } from '../../src/domain/identifiers';
import type { Quote } from '../../src/domain/offers';
import type { Request } from '../../src/domain/request';
import type { TradeReference } from '../../src/domain/trade';
import type { Truth } from '../campaign/platform';

export const Raw = z.record(z.string(), z.unknown());
export type Raw = z.infer<typeof Raw>;

/** A kind of record, and what a page has of one. */
export type Shown =
  | { readonly kind: 'request'; readonly record: Request }
  | { readonly kind: 'quote'; readonly record: Quote }
  | { readonly kind: 'trade'; readonly record: TradeReference };

/** How a shown record and one of the truth are compared: by all their fields, under the numbers of the service's own records. */
export interface Comparison {
  readonly shown: (shown: Shown) => Raw;
  readonly truth: (kind: Shown['kind'], record: Raw) => Raw;
}

/** The simulator's own dialect: each field as it came. */
export const AS_IT_CAME: Comparison = {
  shown: ({ record: { raw } }) => ({ ...Raw.parse(raw) }),
  truth: (_, record) => record,
};

/** What a page shows, as it is compared. */
export interface Cells {
  readonly open: readonly Raw[] | undefined;
  readonly trades: readonly Raw[] | undefined;
  readonly requests: ReadonlyMap<RequestId, Raw | undefined>;
  readonly quotes: ReadonlyMap<RequestId, readonly Raw[] | undefined>;
}

const DESK = 'Your Desk';

/** What is shown otherwise than it is on the platform, each in a few words; empty when every cell is right. */
export function wrongCells(
  cells: Cells,
  truth: Pick<Truth, 'requests' | 'quotes' | 'trades'>,
  { truth: compared }: Comparison = AS_IT_CAME,
): string[] {
  const ids = [...cells.requests.keys()];
  return [
    ...wrongOpen(cells, truth.requests),
    ...wrongTrades(cells, truth.trades, ids),
    ...ids.flatMap((id) => {
      const request = truth.requests.find((one) => one['request-id'] === id);
      const isRight = isDeepStrictEqual(cells.requests.get(id), request && compared('request', request));
      return isRight ? [] : [`request ${id}`];
    }),
    ...ids.flatMap((id) => {
      const request = truth.requests.find((one) => one['request-id'] === id);
      const visible = truth.quotes
        .filter(
          (quote) =>
            quote['request-id'] === id &&
            (request?.['role'] === 'initiator' || quote['counterparty'] === DESK),
        )
        .map((quote) => compared('quote', quote));
      const shown = cells.quotes.get(id);
      const isRight =
        shown && isDeepStrictEqual(sorted(shown, 'quotation-id'), sorted(visible, 'quotation-id'));
      return isRight ? [] : [`quotes of ${id} (${shortly(shown)} instead of ${shortly(visible)})`];
    }),
  ];
}

function wrongOpen({ open }: Cells, requests: readonly Raw[]): string[] {
  const wanted = numbers(
    requests.filter(({ state }) => state === 'open'),
    'request-id',
  );
  return open && isDeepStrictEqual(numbers(open, 'request-id'), wanted) ? [] : ['open requests'];
}

/** Of other days and venues there are more; those of the watched requests are what changes here. */
function wrongTrades({ trades }: Cells, all: readonly Raw[], ids: readonly RequestId[]): string[] {
  const made = all.filter((trade) => ids.some((id) => trade['request-id'] === id));
  const shown = new Set(trades?.map((trade) => trade['trade-id']));
  return trades && made.every((trade) => shown.has(trade['trade-id'])) ? [] : ['trades'];
}

/** Which quotes they are, for whoever has to find out why. */
const shortly = (quotes: readonly Raw[] | undefined): string =>
  quotes?.map((quote) => `${String(quote['quotation-id'])} ${String(quote['state'])}`).join(', ') ??
  'nothing';

const numbers = (records: readonly Raw[], name: string): string[] =>
  records.map((record) => String(record[name])).sort();

const sorted = (records: readonly Raw[], name: string): Raw[] =>
  [...records].sort((a, b) => String(a[name]).localeCompare(String(b[name])));
