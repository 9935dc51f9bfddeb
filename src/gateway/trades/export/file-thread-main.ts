import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { giveMarkets } from '../../../domain/delivery/given-markets';
import type { Written } from '../../../domain/trade-export/coverage';
import type { KeptTrade } from '../../storage/trade-store';
import type { FileTask, FromFileThread, ToFileThread } from './file-thread';
import { writeKeptFile } from './kept-file';

/** Pieces of trades that are asked for before they are needed, and of the file that are under way: neither thread waits for the other. */
const AHEAD = 2;
const UNDER_WAY_MAX = 4;

const port = parentPort;
if (!port) throw new Error('This program runs as a thread of the gateway.');
const { options, markets } = workerData as FileTask;
giveMarkets(markets);

const arrived: (readonly KeptTrade[] | undefined)[] = [];
let underWay = 0;
port.on('message', (said: ToFileThread) => {
  if (said.kind === 'trades') arrived.push(said.kept);
  else underWay -= 1;
});
const nextMessage = (): Promise<void> => new Promise((resolve) => port.once('message', () => resolve()));
const say = (said: FromFileThread, handedOver: readonly ArrayBuffer[] = []): void =>
  port.postMessage(said, handedOver);

async function* kept(): AsyncGenerator<readonly KeptTrade[]> {
  for (let asked = 0; asked < AHEAD; asked++) say({ kind: 'more' });
  for (;;) {
    while (arrived.length === 0) await nextMessage();
    const piece = arrived.shift();
    if (!piece) return;
    say({ kind: 'more' });
    yield piece;
  }
}

async function passOn(piece: Buffer): Promise<void> {
  const bytes = new Uint8Array(piece);
  underWay += 1;
  say({ kind: 'bytes', bytes }, [bytes.buffer]);
  while (underWay >= UNDER_WAY_MAX) await nextMessage();
}

let written: Written | undefined;
await writeKeptFile(options, kept(), {
  sink: new Writable({
    write: (piece: Buffer, _encoding, done) => void passOn(piece).then(() => done(), done),
  }),
  onCounted: (counted) => (written = counted),
});
if (written) say({ kind: 'written', written });
