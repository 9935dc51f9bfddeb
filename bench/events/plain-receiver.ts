import { createServer } from 'node:http';
import { systemClock } from '../../src/effects/clock';
import { benchStores } from '../kit/stores';

/**
 * What is measured against: a receiver that writes each event by itself into the same kind of file, waits for the disk and
 * answers. Nothing is checked, and nobody hears of them.
 */
const { events } = await benchStores(process.argv[2] ?? '');

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => void parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    const heard = { type: 'quotation-created', heardAt: systemClock.now(), origin: 'pushed', body } as const;
    void events.keep([heard]).then(() => response.writeHead(200).end());
  });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}/` });
});
