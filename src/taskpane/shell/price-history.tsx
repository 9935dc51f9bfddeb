import { useEffect, useRef, useState } from 'react';
import type { GatewayClient } from '../../client/client';
import type { SeenValue } from '../../domain/history';
import type { RequestId } from '../../domain/identifiers';
import { roleOf } from '../../domain/role';
import { OPEN_REQUESTS, STATUS, useAnswer, usePane, useWatched } from '../app/hooks';
import { courseOf } from '../app/price-course';

/** After the first room and its answers. */
const WAIT_MS = 1_500;
const REQUESTS_MAX = 100;

/**
 * The courses of prices as the gateway saw them, also while no list was in sight here: one question to it for each request whenever
 * the list is opened, which costs no call. Where the desk was asked it sees no quotes but its own, so those requests have none.
 */
export function PriceHistory() {
  const { client, prices } = usePane();
  const requests = useAnswer(client, OPEN_REQUESTS, 'aside').value?.records ?? [];
  const status = useAnswer(client, STATUS).value;
  const [isTime, setTime] = useState(false);
  useEffect(() => client.clock.after(WAIT_MS, () => setTime(true)), [client]);
  const ids = requests
    .filter((request) => roleOf(request) === 'initiator')
    .slice(-REQUESTS_MAX)
    .map(({ id }) => id);
  const key = JSON.stringify(ids);
  const listed = useWatched(prices.listed);
  const platform = JSON.stringify([status?.environment, status?.service, listed]);
  const begun = useRef({ platform, ids: new Set<RequestId>() });
  useEffect(() => {
    if (!isTime) return undefined;
    if (begun.current.platform !== platform) begun.current = { platform, ids: new Set() };
    const known = begun.current.ids;
    const wanted = (JSON.parse(key) as RequestId[]).filter((id) => !known.has(id));
    const stops = wanted.map((id) =>
      once(client, id, (values) => {
        known.add(id);
        const course = courseOf(values, client.clock.now());
        if (course.length > 0) prices.set(id, course);
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [client, prices, isTime, key, platform]);
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
