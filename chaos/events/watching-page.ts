import type { WebSocket } from 'ws';
import type { RunningGateway } from '../../simulation/running-gateway';
import { socketTransport } from '../../simulation/socket-transport';
import { createGatewayClient } from '../../src/client/gateway-client';
import type { RequestId } from '../../src/domain/identifiers';
import type { Request } from '../../src/domain/request';
import type { Resource, ValueOf } from '../../src/domain/resources/resource';
import { systemChance } from '../../src/effects/chance';
import { systemClock, type Clock } from '../../src/effects/clock';
import { systemIds } from '../../src/effects/ids';
import { hastyClock } from '../campaign/hasty-clock';
import type { Cells, Comparison, Raw, Shown } from './cells';

const ASK_AGAIN_MS = 2_000;

/** A page over real sockets that watches what cells show. When the gateway is gone it comes back to the next one by itself. */
export class WatchingPage {
  private readonly shown = new Map<string, readonly Raw[]>();
  private readonly sockets = new Set<WebSocket>();
  private isClosed = false;
  /** Reads that had failed and were asked for again. */
  askedAgain = 0;

  constructor(
    gatewayNow: () => RunningGateway,
    private readonly ids: readonly RequestId[],
    private readonly comparison: Comparison,
  ) {
    const client = createGatewayClient({
      transport: socketTransport(gatewayNow, this.sockets),
      clock: this.clock(),
      ids: systemIds,
      chance: systemChance,
    });
    const watch = <R extends Resource>(resource: R, show: (value: ValueOf<R> | undefined) => void): void =>
      void client.watch(resource, ({ value, state }) => {
        show(value);
        if (state === 'failed') this.askAgain(() => client.refresh([resource]));
      });
    const requests = (records: readonly Request[]): Shown[] =>
      records.map((record) => ({ kind: 'request', record }));
    watch({ kind: 'open-requests' }, (value) => this.show('open', value && requests(value.records)));
    watch({ kind: 'trades' }, (value) =>
      this.show(
        'trades',
        value?.records.map((record) => ({ kind: 'trade', record })),
      ),
    );
    for (const id of ids) {
      watch({ kind: 'request', id }, (value) => this.show(`request ${id}`, value && requests([value])));
      watch({ kind: 'quotes', id }, (value) =>
        this.show(
          `quotes ${id}`,
          value?.records.map((record) => ({ kind: 'quote', record })),
        ),
      );
    }
  }

  /** What its cells show now; `undefined` where they wait. */
  get cells(): Cells {
    return {
      open: this.shown.get('open'),
      trades: this.shown.get('trades'),
      requests: new Map(this.ids.map((id) => [id, this.shown.get(`request ${id}`)?.[0]])),
      quotes: new Map(this.ids.map((id) => [id, this.shown.get(`quotes ${id}`)])),
    };
  }

  close(): void {
    this.isClosed = true;
    for (const socket of this.sockets) socket.terminate();
  }

  /** As a person would: where nothing polls, nobody else asks again for what could not be read. */
  private askAgain(ask: () => unknown): void {
    this.askedAgain += 1;
    this.clock().after(ASK_AGAIN_MS, () => void ask());
  }

  private show(name: string, records: readonly Shown[] | undefined): void {
    if (records === undefined) this.shown.delete(name);
    else
      this.shown.set(
        name,
        records.map((shown) => this.comparison.shown(shown)),
      );
  }

  /** A page that is closed has no timers any more. */
  private clock(): Clock {
    const hasty = hastyClock(systemClock);
    const after: Clock['after'] = (waitMs, fn) => hasty.after(waitMs, () => !this.isClosed && fn());
    return { ...hasty, after };
  }
}
