import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { hostOf, type Place } from './target';

/** An answer as it stands on the wire. */
export interface Reply {
  readonly status: number;
  /** By lower-case name; what came several times is joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** What came back on one connection. */
export interface Heard {
  readonly text: string;
  /** The server ended it. */
  readonly isClosed: boolean;
  readonly ms: number;
}

export type Bytes = string | Buffer;
interface Waiting {
  readonly waitMs?: number;
  /** Between two pieces. */
  readonly everyMs?: number;
  /** Once an answer came, what follows it is waited for no longer than this. */
  readonly settleMs?: number;
  readonly localAddress?: string;
}

const WAIT_MS = 5_000;

export function openSocket(place: Place, localAddress?: string): Socket {
  const where = { host: '127.0.0.1', port: place.port, ...(localAddress !== undefined && { localAddress }) };
  const socket =
    place.certificate === undefined
      ? connectPlain(where)
      : connectTls({ ...where, servername: 'localhost', ca: place.certificate });
  socket.setNoDelay(true);
  return socket;
}

/** Writes bytes as they are, in pieces, and listens until the server closes or the wait is over. */
export async function exchange(
  place: Place,
  pieces: Bytes | readonly Bytes[],
  { waitMs = WAIT_MS, everyMs = 0, settleMs = waitMs, localAddress }: Waiting = {},
): Promise<Heard> {
  const startedMs = performance.now();
  const socket = openSocket(place, localAddress);
  const parts: Buffer[] = [];
  let isClosed = false;
  const over = new AbortController();
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      if (parts.push(part) > 1 || settleMs === waitMs) return;
      void pause(settleMs, undefined, { signal: over.signal }).then(resolve, () => undefined);
    });
    socket.on('error', () => undefined);
    socket.on('end', () => (isClosed = true));
    socket.on('close', () => {
      isClosed = true;
      resolve();
    });
  });
  void written(socket, typeof pieces === 'string' || Buffer.isBuffer(pieces) ? [pieces] : pieces, everyMs);
  await Promise.race([closed, pause(waitMs, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
  const heard = {
    text: Buffer.concat(parts).toString('latin1'),
    isClosed,
    ms: performance.now() - startedMs,
  };
  socket.destroy();
  return heard;
}

async function written(socket: Socket, pieces: readonly Bytes[], everyMs: number): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    if (everyMs > 0) await pause(everyMs, undefined, { ref: false });
  }
}

export interface Question {
  readonly method?: string;
  /** The request target, byte for byte. */
  readonly path: string;
  /** Sent as they are; a `host` in them takes the place of the right one. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Bytes;
  readonly waitMs?: number;
  readonly localAddress?: string;
}

/** One question on a connection of its own; nothing when no answer came. */
export async function ask(place: Place, question: Question): Promise<Reply | undefined> {
  const { method = 'GET', path, headers = {}, body, waitMs, localAddress } = question;
  const given = {
    host: hostOf(place),
    connection: 'close',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  const { text } = await exchange(place, body === undefined ? [head] : [head, body], {
    ...(waitMs !== undefined && { waitMs }),
    ...(localAddress !== undefined && { localAddress }),
  });
  return repliesIn(text, method === 'HEAD')[0];
}

export const bearer = (token: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
});
export const JSON_TYPE = { 'content-type': 'application/json' } as const;

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})/;

/** Every answer that stands in a text, one after the other. */
export function repliesIn(text: string, isHead = false): Reply[] {
  const replies: Reply[] = [];
  let rest = text;
  for (;;) {
    const status = Number(STATUS_LINE.exec(rest)?.[1] ?? 0);
    const end = rest.indexOf('\r\n\r\n');
    if (status === 0 || end < 0) return replies;
    const headers = headersIn(rest.slice(0, end));
    const tail = rest.slice(end + 4);
    const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304;
    const { body, used } = hasBody ? bodyIn(tail, headers) : { body: '', used: 0 };
    replies.push({ status, headers, body });
    rest = tail.slice(used);
  }
}

function headersIn(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const former = headers.get(name);
    headers.set(name, former === undefined ? value : `${former}, ${value}`);
  }
  return headers;
}

function bodyIn(tail: string, headers: ReadonlyMap<string, string>): { body: string; used: number } {
  if (headers.get('transfer-encoding') === 'chunked') return chunksIn(tail);
  const used = Number(headers.get('content-length') ?? tail.length);
  return { body: tail.slice(0, used), used };
}

function chunksIn(tail: string): { body: string; used: number } {
  let body = '';
  for (let at = 0; ;) {
    const line = tail.indexOf('\r\n', at);
    const size = Number.parseInt(tail.slice(at, line), 16);
    if (line < 0 || !(size > 0)) return { body, used: line < 0 ? tail.length : line + 4 };
    body += tail.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}

/** An answer in a few words. */
export const shownReply = (reply: Reply | undefined): string =>
  reply === undefined ? 'no answer, line cut' : `answered ${reply.status}`;
