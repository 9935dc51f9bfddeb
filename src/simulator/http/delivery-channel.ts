import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './call';
import type { Delivery } from './platform';

const JSON_TYPE = 'application/json';
const CHUNK_BYTES = 64 * 1024;

/** Sends a delivery over its connection, however broken it is meant to be. */
export async function send(delivery: Delivery, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  switch (delivery.kind) {
    case 'answer':
      await answered(delivery.answer, reply);
      return;
    case 'malformed':
      await reply.code(delivery.status).type(JSON_TYPE).send('{"trade-id":"TR-7');
      return;
    case 'huge':
      await reply
        .code(delivery.status)
        .type(JSON_TYPE)
        .send(Readable.from(hugeText(delivery.bytes)));
      return;
    case 'truncated':
      truncated(delivery.answer, reply);
      return;
    case 'hang':
      reply.hijack();
      return;
    case 'reset':
      reply.hijack();
      request.raw.socket.resetAndDestroy();
  }
}

async function answered({ status, body, headers = {} }: Answer, reply: FastifyReply): Promise<void> {
  void reply.code(status).headers(headers);
  await (body === undefined ? reply.send() : reply.type(JSON_TYPE).send(JSON.stringify(body)));
}

/** Promises the whole answer, sends half of it, and closes the connection. */
function truncated({ status, body }: Answer, reply: FastifyReply): void {
  const text = JSON.stringify(body ?? {});
  reply.hijack();
  reply.raw.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(text) });
  reply.raw.write(text.slice(0, Math.ceil(text.length / 2)), () => reply.raw.destroy());
}

function* hugeText(bytes: number): Generator<string> {
  yield '{"items":[],"padding":"';
  const chunk = 'x'.repeat(CHUNK_BYTES);
  for (let sent = 0; sent < bytes; sent += CHUNK_BYTES) yield chunk;
  yield '"}';
}
