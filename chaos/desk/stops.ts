import { subscribe } from 'node:diagnostics_channel';
import * as z from 'zod/mini';

/** Where a gateway stands still by itself, once: after its line is written, or after its last look before the first byte. */
export const STOPS = { committed: 'undici:request:create', looked: 'undici:client:sendHeaders' } as const;
export type Stop = keyof typeof STOPS;

const Order = z.object({ type: z.literal('stop'), at: z.enum(['committed', 'looked']) });
const Told = z.object({ request: z.object({ method: z.string(), path: z.string() }) });

/** Loaded into a gateway beside its own program. Signing in is no write. */
let wanted: Stop | undefined;
process.on('message', (message) => {
  const order = Order.safeParse(message);
  if (order.success) wanted = order.data.at;
});
for (const [stop, channel] of Object.entries(STOPS)) {
  subscribe(channel, (message) => {
    const told = Told.safeParse(message).data?.request;
    if (wanted !== stop || !told || told.method === 'GET' || told.path.includes('authenticate')) return;
    wanted = undefined;
    process.kill(process.pid, 'SIGSTOP');
  });
}
