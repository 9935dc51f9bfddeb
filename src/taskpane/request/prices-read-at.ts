import { useMemo } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { useAnswer, usePane } from '../app/hooks';

/** When the prices of a request were read, epoch ms. A proposal is a price as well: the older of the two lists counts. */
export function usePricesReadAt(id: RequestId): number | undefined {
  const { client } = usePane();
  const [quotes, proposals] = useMemo(
    () => [{ kind: 'quotes', id } as const, { kind: 'proposals', id } as const],
    [id],
  );
  const { fetchedAt } = useAnswer(client, quotes, 'aside');
  const other = useAnswer(client, proposals, 'aside').fetchedAt;
  return fetchedAt === undefined ? undefined : Math.min(fetchedAt, other ?? Infinity);
}
