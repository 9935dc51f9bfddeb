import { subscribe } from 'node:diagnostics_channel';
import net from 'node:net';
import { isWrite } from './kill-step';

/** So many writes find no connection, after the first ones: what would open one goes to an address where it is dropped. */
export interface Dropped {
  readonly port: number;
  readonly writes: number;
  readonly after: number;
}

/** From here on, in this process. It is told by the HTTP client of each write that is about to look for a connection. */
export function dropConnections({ port, writes, after }: Dropped): void {
  const { connect } = net;
  let seen = 0;
  let owed = 0;
  subscribe('undici:request:create', (message) => {
    if (!isWrite(message)) return;
    seen += 1;
    if (seen > after && seen <= after + writes) owed += 1;
  });
  const opened = (options: net.TcpNetConnectOpts): net.Socket => {
    if (owed === 0) return connect(options);
    owed -= 1;
    return connect({ ...options, port });
  };
  Object.assign(net, { connect: opened });
}
