import { Agent, request } from 'node:http';
import { pause, systemClock } from '../../src/effects/clock';
import { Sending, type SentEvents } from './sending';

/** The platform as a sender of events, in a process of its own: so many in one second, and how long each took to be answered. */
const agent = new Agent({ keepAlive: true });

function post(webhook: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const asked = request(webhook, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', () => resolve(0));
    asked.end(body);
  });
}

async function send({ webhook, requestIds, count, withinMs, mark }: Sending): Promise<SentEvents> {
  const tookMs: number[] = [];
  let failed = 0;
  const one = async (at: number): Promise<void> => {
    const about = { 'request-id': requestIds[at % requestIds.length], 'quotation-id': `QT-${mark}-${at}` };
    const startedMs = performance.now();
    const status = await post(webhook, JSON.stringify({ eventType: 'quotation-created', ...about }));
    if (status >= 200 && status < 300) tookMs.push(performance.now() - startedMs);
    else failed += 1;
  };
  const beganMs = performance.now();
  const all: Promise<void>[] = [];
  while (all.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - beganMs) / withinMs) * count));
    while (all.length < due) all.push(one(all.length));
    await pause(systemClock, 1);
  }
  await Promise.all(all);
  return { type: 'sent', tookMs, failed, wallMs: performance.now() - beganMs };
}

process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const sending = Sending.safeParse(message);
  if (sending.success) void send(sending.data).then((sent) => process.send?.(sent));
});
process.send?.({ type: 'ready', url: '' });
