import { createServer } from 'node:http';
import { systemClock } from '../../src/effects/clock';
import { openDatabase } from '../../src/gateway/storage/database';
import { sqliteEvents } from '../../src/gateway/storage/events';

/**
 * What is measured against: a receiver that writes each event by itself into the same kind of file, waits for the disk and
 * answers. Nothing is checked, and nobody hears of them.
 */
const opened = openDatabase(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.failure.message);
const events = sqliteEvents(opened.value);

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => void parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    events.keep([{ type: 'quotation-created', heardAt: systemClock.now(), origin: 'pushed', body }]);
    response.writeHead(200).end();
  });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}/` });
});
