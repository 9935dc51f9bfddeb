import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../effects/clock';
import { bodyText, ENCODINGS_READ } from './body-text';
import { Deadlines } from './deadlines';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Whatever the service answered, in full. Header names are lower case. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The start of the body as it may be quoted to a person, where that is not the body itself. */
  readonly shown?: string;
}

/**
 * Why there is no whole answer. `unreachable`: no connection came about, so nothing was sent. All others leave open
 * whether the service has done what was asked; from `answer-stopped` on it had begun to answer.
 */
export type HttpTrouble =
  | 'unreachable'
  | 'no-answer'
  | 'connection-broken'
  | 'answer-stopped'
  | 'answer-broken'
  | 'answer-too-large'
  | 'answer-not-text'
  | 'answer-encoded';

export type HttpResult = { ok: true; answer: HttpAnswer } | { ok: false; trouble: HttpTrouble };

/** How long each part of an exchange may take, and how much may come back. */
export interface HttpLimits {
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

export const HTTP_LIMITS: HttpLimits = {
  connectMs: 2_500,
  headersMs: 5_000,
  bodyMs: 5_000,
  wholeMs: 10_000,
  bodyBytesMax: 20_000_000,
};

export interface HttpOutside {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly limits: HttpLimits;
}

/** One request, sent once: nothing here or below repeats it, follows a redirect, or waits past its deadlines. */
export async function exchange(asked: HttpRequest, outside: HttpOutside): Promise<HttpResult> {
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

/** What a failure means by how far the exchange had come. */
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

  constructor(private readonly outside: HttpOutside) {
    this.answer = new Promise((resolve) => (this.settle = resolve));
    this.deadlines = new Deadlines(outside.clock, outside.limits, () => this.fail(LATE));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection, or to be written a second time: not a byte of it goes out.
    if (this.stage !== 'waiting') return controller.abort(new Error('It is not sent any more.'));
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
