import { useEffect, useState } from 'react';
import type { GatewayClient } from '../../client/client';
import type { RequestId } from '../../domain/identifiers';
import type { SeenValue } from '../../domain/history';
import { Price } from '../../domain/price';
import { roleOf } from '../../domain/role';
import { OPEN_REQUESTS, useAnswer, usePane } from '../app/hooks';
import type { SeenPrice } from '../app/seen-prices';

/** After the first room and its answers. */
const WAIT_MS = 1_500;
const REQUESTS_MAX = 100;

/**
 * Lets the courses of prices begin with what the gateway saw before this page was opened: one question to it for each request, which costs no
 * call. Where the desk was asked it sees no quotes but its own, so those requests have none.
 */
export function PriceHistory() {
  const { client, prices } = usePane();
  const requests = useAnswer(client, OPEN_REQUESTS, 'aside').value?.records ?? [];
  const [isTime, setTime] = useState(false);
  useEffect(() => client.clock.after(WAIT_MS, () => setTime(true)), [client]);
  const ids = requests
    .filter((request) => roleOf(request) === 'initiator')
    .slice(-REQUESTS_MAX)
    .map(({ id }) => id);
  const key = JSON.stringify(ids);
  useEffect(() => {
    if (!isTime) return undefined;
    const wanted = (JSON.parse(key) as RequestId[]).filter((id) => !prices.isBegun(id));
    const stops = wanted.map((id) => once(client, id, (values) => prices.begin(id, pointsOf(values))));
    return () => stops.forEach((stop) => stop());
  }, [client, prices, isTime, key]);
  return null;
}

/** What the gateway has seen of a request's best price, as it is now. */
function once(
  client: Pick<GatewayClient, 'watch'>,
  id: RequestId,
  tell: (values: readonly SeenValue[]) => void,
): () => void {
  let isTold = false;
  let stop = (): void => {};
  stop = client.watch(
    { kind: 'history', id, field: 'best' },
    ({ value }) => {
      if (isTold || !value) return;
      isTold = true;
      tell(value);
      stop();
    },
    { by: 'aside' },
  );
  if (isTold) stop();
  return stop;
}

/** Values as points; a gap where the next one begins later than one was good for. */
export function pointsOf(values: readonly SeenValue[]): SeenPrice[] {
  return values.flatMap(({ at, until, value }, index): SeenPrice[] => {
    const price = Price.safeParse(value);
    const next = values[index + 1]?.at ?? Infinity;
    return [{ at, ...(price.success && { price: price.data }) }, ...(until < next ? [{ at: until }] : [])];
  });
}
