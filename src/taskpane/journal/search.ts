import { useEffect, useState } from 'react';
import type { GatewayClient } from '../../client/client';
import { requestIdOf } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import type { Fill } from '../../domain/delivery/fill';
import { productInWords } from '../../domain/delivery/product-words';
import type { RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import type { Entry } from '../app/journal-entries';
import { usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { STATE_WORDS, endingOf, outcomeWord } from '../../domain/actions/state-words';
import { outcomeSentence, pressedInWords } from '../ui/text/action-text';
import { isSought } from './typed-day';

/** What an action is found by beside its own line: its day, who pressed it, its request, and the trades in which its quote was taken. */
interface Around {
  /** "2026-11-26" */
  readonly day: string;
  readonly today: string;
  readonly who: string;
  readonly request?: Request | undefined;
  readonly fills: readonly Fill[];
  readonly fillWords: (fill: Fill) => string;
}

/** Whether every word stands in what its card says, or in what else is known of it: ids, names, product, price, note, answer, fill, day. */
export function holds(
  entry: Entry,
  words: string,
  { day, today, who, request, fills, fillWords }: Around,
  formatters: Formatters,
): boolean {
  const { before, at: _, ...known } = entry;
  const ending = endingOf(entry);
  const text = [
    factsOf(entry.body).label,
    outcomeWord(ending, entry),
    STATE_WORDS[ending],
    pressedInWords(entry, who),
    outcomeSentence(ending, entry, formatters, who),
    before?.offered?.counterparty,
    request && productsIn(request),
    ...fills.flatMap((fill) => ['Taken', fillWords(fill), fill.tradeId, productsIn(fill)]),
    // The names of its fields are no content.
    JSON.stringify(known).replaceAll(/"[\w-]+":/g, ' '),
  ]
    .filter(Boolean)
    .join(' ');
  return isSought(words, { text, day, today });
}

/** "NL/DE Cal-27 base NL power DE power" */
const productsIn = (traded: Parameters<typeof productInWords>[0]): string =>
  [productInWords(traded), ...traded.legs.flatMap(({ market, commodity }) => [market, commodity])].join(' ');

/** The requests of these actions, as far as the gateway knows them: none is asked for, and none is looked for while nobody searches. */
export function useRequestsOf(
  entries: readonly Entry[],
  isSearching: boolean,
): ReadonlyMap<RequestId, Request> {
  const { client } = usePane();
  const [requests, setRequests] = useState<ReadonlyMap<RequestId, Request>>(new Map());
  const ids = new Set(entries.flatMap(({ body, newRequestId }) => requestIdOf(body) ?? newRequestId ?? []));
  const key = isSearching ? JSON.stringify([...ids]) : '[]';
  useEffect(() => {
    const stops = (JSON.parse(key) as RequestId[]).map((id) =>
      watchRequest(client, id, (request) => setRequests((known) => new Map(known).set(id, request))),
    );
    return () => stops.forEach((stop) => stop());
  }, [client, key]);
  return requests;
}

const watchRequest = (
  client: Pick<GatewayClient, 'watch'>,
  id: RequestId,
  tell: (request: Request) => void,
): (() => void) =>
  client.watch({ kind: 'request', id }, ({ value }) => value && tell(value), { by: 'aside' });
