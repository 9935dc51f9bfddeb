import { useMemo } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { useAnswer, usePane } from '../app/hooks';

/** When the lists of prices of a request were read, epoch ms, and the older of the two: a proposal is a price as well. */
export function usePricesReadAt(id: RequestId): {
  readonly quotesAt: number | undefined;
  readonly proposalsAt: number | undefined;
  /** Nothing before the quotes are there. */
  readonly at: number | undefined;
} {
  const { client } = usePane();
  const [quotes, proposals] = useMemo(
    () => [{ kind: 'quotes', id } as const, { kind: 'proposals', id } as const],
    [id],
  );
  const { fetchedAt: quotesAt } = useAnswer(client, quotes, 'aside');
  const { fetchedAt: proposalsAt } = useAnswer(client, proposals, 'aside');
  const at = quotesAt === undefined ? undefined : Math.min(quotesAt, proposalsAt ?? Infinity);
  return { quotesAt, proposalsAt, at };
}
