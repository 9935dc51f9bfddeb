import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import {
  CUT_OFF,
  TOO_LARGE,
  TOO_MANY,
  TOO_SLOW,
  WRONG_HOST,
  WRONG_TOKEN,
  wrongSender,
  type Rejection,
} from './delivery-rejections';
import type { Letterbox, Receiver } from './receiver';
import { maySend, senderOf } from './senders';

export const DELIVERY_ROUTE = '/webhooks/:token';
export const deliveryPath = (token: string): string => DELIVERY_ROUTE.replace(':token', token);

const BODY_BYTES_MAX = 64 * 1024;
const BODY_MS_MAX = 5_000;
/** The service does not hold back for its receiver, so a burst may come on as many connections as it likes. */
const DELIVERIES_MAX = 1_000;

export interface DeliveryOptions {
  readonly receiver: Receiver;
  /** Names under which deliveries may come, in lower case with their ports. */
  readonly hosts: () => ReadonlySet<string>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The one route of the receiver. A stranger is told nothing but a status, and without the token nothing but that there is
 * nothing; no body is read and nothing written for him. The content type is not asked for: the service states none.
 */
export async function deliveries(app: FastifyInstance, options: DeliveryOptions): Promise<void> {
  const { receiver, clock } = options;
  let reading = 0;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
    if (!isTheirs) options.log.error('A delivery broke.', { error: String(error) });
    return reply.code(isTheirs ? 400 : 503).send();
  });
  const onRequest = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const box = receiver.knock(tokenOf(request));
    const turned = strange(options, request, box);
    // The framework would refuse a type that it cannot read, and the bytes are read whatever they are called.
    delete request.raw.headers['content-type'];
    if (!turned) return undefined;
    (box && turned.status !== 404 ? box.tally : receiver.strangers).refuse(turned.failure);
    return turned.status === 404 ? nothingHere(reply) : sent(reply, turned);
  };
  app.post(DELIVERY_ROUTE, { onRequest }, async (request, reply) => {
    const box = receiver.knock(tokenOf(request));
    if (!box) return nothingHere(reply);
    reading += 1;
    const outcome = reading > DELIVERIES_MAX ? TOO_MANY : taken(receiver, box, { request, clock });
    const turned = await Promise.resolve(outcome).finally(() => (reading -= 1));
    if (!turned) {
      box.tally.accept();
      return reply.code(200).send();
    }
    box.tally.refuse(turned.failure);
    return sent(reply, turned);
  });
}

async function taken(
  receiver: Receiver,
  box: Letterbox,
  { request, clock }: { readonly request: FastifyRequest; readonly clock: Clock },
): Promise<Rejection | undefined> {
  const { headers, raw } = request;
  const body = await deliveredBody(raw, { bytesMax: BODY_BYTES_MAX, deadlineMs: BODY_MS_MAX, clock });
  return 'turned' in body ? body.turned : receiver.take(box, { headers, bytes: body.bytes });
}

/** What is wrong before a word of the delivery has been read. */
function strange(
  { hosts }: DeliveryOptions,
  { headers, socket }: FastifyRequest,
  box: Letterbox | undefined,
): Rejection | undefined {
  if (!hosts().has((headers.host ?? '').toLowerCase())) return WRONG_HOST;
  if (!box) return WRONG_TOKEN;
  const { senders } = box.rules;
  const sender = senderOf(senders, socket.remoteAddress, forwardedFor(headers['x-forwarded-for']));
  return maySend(senders, sender) ? undefined : wrongSender(sender);
}

/** As any address at which there is nothing. */
function nothingHere(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

// What is left unread of a refused delivery must not be waited for.
const sent = (reply: FastifyReply, { status }: Rejection): FastifyReply =>
  reply.code(status).header('connection', 'close').send();

const Params = z.object({ token: z.string() });
const tokenOf = ({ params }: FastifyRequest): string => {
  const read = Params.safeParse(params);
  return read.success ? read.data.token : '';
};

const forwardedFor = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

interface BodyLimits {
  readonly bytesMax: number;
  readonly deadlineMs: number;
  readonly clock: Clock;
}

type Read = { readonly bytes: Buffer } | { readonly turned: Rejection };

/** The bytes as they came. Whoever sends too much or too slowly is waited for no longer. */
function deliveredBody(request: IncomingMessage, limits: BodyLimits): Promise<Read> {
  const { bytesMax, deadlineMs, clock } = limits;
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.resolve({ turned: TOO_LARGE });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (read: Read): void => {
      cancel();
      request.removeAllListeners('data');
      resolve(read);
    };
    const cancel = clock.after(deadlineMs, () => end({ turned: TOO_SLOW }));
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > bytesMax) end({ turned: TOO_LARGE });
      else parts.push(part);
    });
    request.on('end', () => end({ bytes: Buffer.concat(parts) }));
    request.on('error', () => end({ turned: CUT_OFF }));
    request.on('close', () => end({ turned: CUT_OFF }));
  });
}
