import { subscribe } from 'node:diagnostics_channel';
import * as z from 'zod/mini';

/** Preloaded into the gateway: it tells when a delivery was answered, and when each call to the platform began and ended. */
const Answered = z.object({
  request: z.object({ url: z.string() }),
  response: z.object({ statusCode: z.number() }),
});
const Asked = z.object({ request: z.object({ path: z.string() }) });

/** Epoch ms with fractions, the same for every process of this machine. */
const at = (): number => performance.timeOrigin + performance.now();
const begun = new WeakMap<object, number>();

subscribe('http.server.response.finish', (message) => {
  const answered = Answered.safeParse(message);
  if (!answered.success || !answered.data.request.url.startsWith('/webhooks/')) return;
  process.send?.({ type: 'answered', status: answered.data.response.statusCode, at: at() });
});
subscribe('undici:request:create', (message) => {
  if (typeof message === 'object' && message !== null && 'request' in message) {
    if (typeof message.request === 'object' && message.request !== null) begun.set(message.request, at());
  }
});
subscribe('undici:request:trailers', (message) => {
  const asked = Asked.safeParse(message);
  if (!asked.success || typeof message !== 'object' || message === null || !('request' in message)) return;
  const since =
    typeof message.request === 'object' && message.request ? begun.get(message.request) : undefined;
  if (since !== undefined)
    process.send?.({ type: 'asked', path: asked.data.request.path, from: since, to: at() });
});
