import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Dispatcher, Pool as PoolOfConnections } from 'undici';
// The package's front page would load all of it: fetch, caches, WebSocket, mocks.
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Clock } from '../../effects/clock';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The complete answer. Header names are lower case. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The start of the body as it may be quoted to a person, where that is not the body itself. */
  readonly shown?: string;
}

/**
 * Why there is no whole answer. `unreachable`: no connection came about, so nothing was sent. All others leave open
 * whether the service has done what was asked; from `answer-stopped` on it had begun to answer. `held-back`: nothing was sent,
 * because this gateway may not.
 */
export type HttpTrouble =
  | 'held-back'
  | 'unreachable'
  | 'no-answer'
  | 'connection-broken'
  | 'answer-stopped'
  | 'answer-broken'
  | 'answer-too-large'
  | 'answer-not-text'
  | 'answer-encoded';

type HttpResult = { ok: true; answer: HttpAnswer } | { ok: false; trouble: HttpTrouble };

/** How long each part of an exchange may take, and how much may come back. */
export interface HttpTimeouts {
  /** Until there is a connection. Far below {@link headersMs}, so that a deadline tells whether anything was sent. */
  readonly connectMs: number;
  /** From the moment at which the request goes out on its connection until the answer's headers are there. */
  readonly headersMs: number;
  /** The longest silence between two pieces of the answer's body. */
  readonly bodyMs: number;
  /** Everything. */
  readonly wholeMs: number;
  /** Of the body as it is read: a small one that unpacks to more than this is not read either. */
  readonly bodyBytesMax: number;
}

export const TIMEOUTS: HttpTimeouts = {
  connectMs: 2_500,
  headersMs: 5_000,
  bodyMs: 5_000,
  wholeMs: 10_000,
  bodyBytesMax: 20_000_000,
};

export interface HttpPorts {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly limits: HttpTimeouts;
  /** Looked at immediately before the first byte, by a gateway that has to be sure that no other one acts; absent: it is alone. */
  readonly mayLeave?: (() => boolean) | undefined;
}

/** One request, sent once: nothing here or below repeats it, follows a redirect, or waits past its deadlines. */
export async function exchange(asked: HttpRequest, outside: HttpPorts): Promise<HttpResult> {
  const underWay = new UnderWay(outside);
  outside.dispatcher.dispatch(
    {
      origin: asked.url.origin,
      path: `${asked.url.pathname}${asked.url.search}`,
      method: asked.method,
      headers: { ...asked.headers, 'accept-encoding': ENCODINGS_READ },
      // The deadlines of the exchange are the ones that count: they follow the clock that was passed in.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(asked.body !== undefined && { body: asked.body }),
    },
    underWay,
  );
  const answer = await underWay.answer;
  if (!answer.ok) return answer;
  const { status, headers, bytes } = answer.value;
  const read = await bodyText(bytes, headers['content-encoding'], outside.limits.bodyBytesMax);
  return read.ok ? { ok: true, answer: { status, headers, body: read.text } } : read;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

type ReceivedResult = { ok: true; value: Received } | { ok: false; trouble: HttpTrouble };

/** Meaning of a failure, by the stage of the exchange. */
const LOST = { waiting: 'unreachable', sent: 'connection-broken', answering: 'answer-broken' } as const;
const LATE = { waiting: 'unreachable', sent: 'no-answer', answering: 'answer-stopped' } as const;

/**
 * One request on its way. undici says that it starts right before the first byte is written, so whatever ends it before
 * that proves that nothing was sent, and one that was given up by then is stopped there.
 */
class UnderWay implements Dispatcher.DispatchHandler {
  readonly answer: Promise<ReceivedResult>;
  private settle!: (result: ReceivedResult) => void;
  private stage: 'waiting' | 'sent' | 'answering' | 'over' = 'waiting';
  private readonly deadlines: Deadlines;
  private controller: Dispatcher.DispatchController | undefined;
  private head: Omit<Received, 'bytes'> = { status: 0, headers: {} };
  private readonly pieces: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly outside: HttpPorts) {
    this.answer = new Promise((resolve) => (this.settle = resolve));
    this.deadlines = new Deadlines(outside.clock, outside.limits, () => this.fail(LATE));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection, or to be written a second time: not a byte of it goes out.
    if (this.stage !== 'waiting') return controller.abort(new Error('It is not sent any more.'));
    if (this.outside.mayLeave?.() === false) {
      this.end({ ok: false, trouble: 'held-back' });
      return controller.abort(new Error('This gateway may not send.'));
    }
    this.stage = 'sent';
    this.controller = controller;
    this.deadlines.sent();
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.stage === 'over') return;
    this.stage = 'answering';
    this.head = { status, headers: flat(headers) };
    this.deadlines.heard();
  }

  onResponseData(_: unknown, piece: Buffer): void {
    if (this.stage === 'over') return;
    this.deadlines.heard();
    this.bytes += piece.length;
    if (this.bytes > this.outside.limits.bodyBytesMax)
      return this.end({ ok: false, trouble: 'answer-too-large' });
    this.pieces.push(piece);
  }

  onResponseEnd(): void {
    this.end({ ok: true, value: { ...this.head, bytes: Buffer.concat(this.pieces) } });
  }

  onResponseError(): void {
    this.fail(LOST);
  }

  private fail(meaning: typeof LOST | typeof LATE): void {
    if (this.stage !== 'over') this.end({ ok: false, trouble: meaning[this.stage] });
  }

  private end(result: ReceivedResult): void {
    if (this.stage === 'over') return;
    this.stage = 'over';
    this.deadlines.end();
    this.settle(result);
    if (!result.ok) this.controller?.abort(new Error('It was given up.'));
  }
}

const flat = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/** Said with every request, so that no answer comes packed in a way that cannot be unpacked. */
const ENCODINGS_READ = 'gzip, deflate, br';

type Unpack = (bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>;

const inflatedZlib: Unpack = promisify(inflate);
const inflatedRaw: Unpack = promisify(inflateRaw);
// "deflate" means zlib's format, but some servers send what is inside it; a zlib header begins with 8 in its low half.
const deflated: Unpack = (bytes, limit) =>
  (((bytes[0] ?? 0) & 15) === 8 ? inflatedZlib : inflatedRaw)(bytes, limit);

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: deflated,
  br: promisify(brotliDecompress),
};

/** More than this is laid over one body by nobody but an attacker. */
const LAYERS_MAX = 3;

type BodyText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly trouble: 'answer-broken' | 'answer-too-large' | 'answer-not-text' | 'answer-encoded';
    };

/** The text of a body, unpacked as its content-encoding says. At no step it grows beyond `bytesMax`. */
async function bodyText(packed: Buffer, encoding = '', bytesMax: number): Promise<BodyText> {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (layers.length > LAYERS_MAX) return { ok: false, trouble: 'answer-encoded' };
  let bytes = packed;
  // The one named last was laid on last. An empty body, as of a 204, is packed in nothing.
  for (const layer of bytes.length === 0 ? [] : layers.reverse()) {
    const unpack = UNPACK[layer];
    if (!unpack) return { ok: false, trouble: 'answer-encoded' };
    try {
      bytes = await unpack(bytes, { maxOutputLength: bytesMax });
    } catch (error) {
      const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      return { ok: false, trouble: tooLarge ? 'answer-too-large' : 'answer-broken' };
    }
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, trouble: 'answer-not-text' };
  }
}

/**
 * The deadlines of one exchange: until there is a connection, from then until the first word of the answer, between any two
 * pieces of it, and for the whole. Whichever passes first calls `passed`, once.
 */
class Deadlines {
  private readonly cancelWhole: () => void;
  private cancelStep: () => void;

  constructor(
    private readonly clock: Clock,
    private readonly limits: { connectMs: number; headersMs: number; bodyMs: number; wholeMs: number },
    private readonly passed: () => void,
  ) {
    this.cancelWhole = clock.after(limits.wholeMs, passed);
    this.cancelStep = clock.after(limits.connectMs, passed);
  }

  /** The request goes out on a connection. */
  sent(): void {
    this.step(this.limits.headersMs);
  }

  /** Something of the answer has come. */
  heard(): void {
    this.step(this.limits.bodyMs);
  }

  end(): void {
    this.cancelWhole();
    this.cancelStep();
  }

  private step(waitMs: number): void {
    this.cancelStep();
    this.cancelStep = this.clock.after(waitMs, this.passed);
  }
}

/**
 * A connection that the service closes at the very moment at which a write goes out on it leaves an unknown outcome
 * behind, so an idle one is given up before the shortest time for which servers commonly keep theirs (5 s), and earlier
 * where the service says so. A service that says that it keeps them longer is not believed: what stands between may not.
 */
const KEEP_ALIVE_MS = 4_000;
/** A write must not wait for a connection that a read is using: the limiter has fewer calls in flight than this. */
const CONNECTIONS_MAX = 256;

/** How connections are kept between calls. Nothing on them repeats a request: a write is sent once. */
export const CONNECTIONS = {
  connections: CONNECTIONS_MAX,
  pipelining: 1,
  connect: { timeout: TIMEOUTS.connectMs },
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MS,
} as const;

/** Connections to one service. */
export const openConnections = (baseUrl: string): PoolOfConnections =>
  new Pool(new URL(baseUrl).origin, CONNECTIONS);
