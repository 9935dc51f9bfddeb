import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { PostgresHost } from '../../src/gateway/storage/postgres/place';

/** The lines of one gateway to every server, which can be cut so that neither side notices. */
export class Lines {
  private readonly sockets = new Set<net.Socket>();
  private readonly servers: net.Server[] = [];
  readonly hosts: PostgresHost[] = [];
  private isDark = false;

  static async open(to: readonly PostgresHost[]): Promise<Lines> {
    const lines = new Lines();
    for (const target of to) {
      const server = net.createServer((near) => lines.join(near, net.connect(target.port, target.host)));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      lines.servers.push(server);
      lines.hosts.push({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    }
    return lines;
  }

  /** From now on nothing comes through, and no connection ends because of it. */
  cut(): void {
    this.isDark = true;
  }

  /** Whatever was dark for so long is gone; new connections come through. */
  mend(): void {
    this.isDark = false;
    for (const socket of [...this.sockets]) socket.destroy();
  }

  close(): void {
    this.mend();
    for (const server of this.servers) server.close();
  }

  private join(near: net.Socket, far: net.Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => void (this.isDark || to.write(bytes)));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        if (!this.isDark) to.destroy();
      });
    }
  }
}
