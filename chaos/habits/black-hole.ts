import { connect, createServer, type Socket } from 'node:net';
import { said, type Processes } from '../campaign/processes';

/** What waits to be taken by a program that takes nothing: the system drops whatever else comes. */
const BACKLOG = 1;
const WAITING = BACKLOG + 1;

/** An address at which no connection ever comes about, and none is refused: what is sent to open one is dropped. */
export interface BlackHole {
  readonly port: number;
  close(): void;
}

export async function openBlackHole(processes: Processes): Promise<BlackHole> {
  const child = processes.start({ file: import.meta.filename, execArgv: ['--import', 'tsx'] });
  const port = Number((await said(child, 'deaf'))['port']);
  const waiting = Array.from({ length: WAITING }, () => connect(port, '127.0.0.1'));
  const connected = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => socket.once('connect', () => resolve()).once('error', reject));
  await Promise.all(waiting.map(connected));
  for (const socket of waiting) socket.on('error', () => undefined);
  return {
    port,
    close: () => {
      child.kill('SIGKILL');
      for (const socket of waiting) socket.destroy();
    },
  };
}

/** Listens, says where, and never looks at anything again. */
function goDeaf(): void {
  const server = createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    process.send?.({ type: 'deaf', port }, () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0);
    });
  });
}

if (process.argv[1] === import.meta.filename) goDeaf();
