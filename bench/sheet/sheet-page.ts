import type { WebSocket } from 'ws';
import type { RunningGateway } from '../../simulation/running-gateway';
import { socketTransport } from '../../simulation/socket-transport';
import type { GatewayClient } from '../../src/client/client';
import { createGatewayClient } from '../../src/client/gateway-client';
import type { Transport } from '../../src/client/transport';
import { systemChance } from '../../src/effects/chance';
import { systemClock, type Clock } from '../../src/effects/clock';
import { systemIds } from '../../src/effects/ids';
import type { Formula } from '../../src/functions/cells/context';
import { CellBlock } from './cell-block';
import { installExcelNames } from './excel-names';
import { PageHttp } from './page-http';

/** The add-in's page without a browser: the real client over a real socket, and the functions' own streams as cells. */
export class SheetPage {
  readonly client: GatewayClient;
  /** Monotonic ms. */
  readonly openedAtMs = systemClock.monotonicMs();
  private readonly sockets = new Set<WebSocket>();
  private readonly http: PageHttp;
  private isClosed = false;

  constructor(private readonly gateway: RunningGateway) {
    installExcelNames();
    this.http = new PageHttp(gateway.url);
    this.client = createGatewayClient({
      transport: this.transport(),
      clock: this.clock(),
      ids: systemIds,
      chance: systemChance,
    });
  }

  /** Resolves when the gateway knows the page. */
  connected(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.client.watchConnection((connection) => {
        if (connection !== 'open') return;
        queueMicrotask(() => stop());
        resolve();
      });
    });
  }

  /** Excel calculates these cells, all at once. */
  calculate(reads: readonly (() => Formula)[]): CellBlock {
    return new CellBlock(reads, this.client);
  }

  close(): void {
    this.isClosed = true;
    for (const socket of this.sockets) socket.terminate();
    this.http.close();
  }

  /** A page that is closed has no timers any more. */
  private clock(): Clock {
    const after: Clock['after'] = (waitMs, fn) => systemClock.after(waitMs, () => !this.isClosed && fn());
    return { ...systemClock, after };
  }

  private transport(): Transport {
    const overSockets = socketTransport(() => this.gateway, this.sockets);
    return { ...overSockets, fetch: (path, init) => this.http.fetch(path, init) };
  }
}
