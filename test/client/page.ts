import type { GatewayClient } from '../../src/client/client';
import { createGatewayClient } from '../../src/client/gateway-client';
import { resourceKey, type Answer, type Resource } from '../../src/domain/resources/resource';
import { RequestId } from '../../src/domain/identifiers';
import { seededChance } from '../../src/effects/chance';
import { countedIds } from '../../src/effects/ids';
import { ManualClock } from '../../src/effects/manual-clock';
import { MemoryGateway } from './memory-gateway';

export const START = Date.parse('2026-11-20T12:00:00Z');

export const requestOf = (id: string): Resource & { kind: 'request' } => ({
  kind: 'request',
  id: RequestId.parse(id),
});
export const keyOf = (id: string) => resourceKey(requestOf(id));

/** A request as the service writes it. */
export const rawRequest = (id: string, over: Record<string, unknown> = {}) => ({
  'request-id': id,
  state: 'open',
  contract: 'single',
  commodity: 'power',
  legs: [{ action: 'buy', market: 'DE', quantity: 10, 'quantity-unit': 'MW' }],
  ...over,
});

interface Page {
  readonly clock: ManualClock;
  readonly gateway: MemoryGateway;
  readonly client: GatewayClient;
}

/** A page that has just been opened, and the gateway it belongs to. */
export async function openPage(arrange: (gateway: MemoryGateway) => void = () => undefined): Promise<Page> {
  const clock = new ManualClock(START);
  const gateway = new MemoryGateway(clock);
  arrange(gateway);
  const client = createGatewayClient({
    transport: gateway.transport,
    clock,
    ids: countedIds(),
    chance: seededChance(1),
  });
  await clock.advance(0);
  return { clock, gateway, client };
}

/** Watches and keeps what was told, the newest last. */
export function listen<R extends Resource>(client: GatewayClient, resource: R) {
  const told: Answer<R>[] = [];
  const stop = client.watch(resource, (answer) => told.push(answer));
  return {
    told,
    stop,
    get last(): Answer<R> {
      const last = told.at(-1);
      if (!last) throw new Error('Nothing was told.');
      return last;
    },
  };
}
