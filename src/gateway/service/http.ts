import { request, type Dispatcher } from 'undici';
import type { Clock } from '../../effects/clock';
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
  | 'answer-not-text';

export type HttpResult = { ok: true; answer: HttpAnswer } | { ok: false; trouble: HttpTrouble };

/** How long each part of an exchange may take, and how much may come back. */
export interface HttpLimits {
  /** From the start until the answer's headers are there. */
  readonly headersMs: number;
  /** The longest silence between two pieces of the answer's body. */
  readonly bodyMs: number;
  /** Everything. */
  readonly wholeMs: number;
  readonly bodyBytesMax: number;
}

export const HTTP_LIMITS: HttpLimits = {
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

// The name was not found, or nobody listens there: not a byte of the request has left.
const UNREACHABLE = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

class TooLarge extends Error {}
class NotText extends Error {}

/** One request, sent once: nothing here or below repeats it, follows a redirect, or waits past its deadlines. */
export async function exchange(asked: HttpRequest, outside: HttpOutside): Promise<HttpResult> {
  const deadlines = new Deadlines(outside.clock, outside.limits);
  let begun = false;
  try {
    const { statusCode, headers, body } = await request(asked.url, {
      dispatcher: outside.dispatcher,
      method: asked.method,
      headers: asked.headers,
      signal: deadlines.signal,
      // The deadlines above are the ones that count: they follow the clock that was passed in.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(asked.body !== undefined && { body: asked.body }),
    });
    begun = true;
    const text = await textOf(body, deadlines, outside.limits.bodyBytesMax);
    return { ok: true, answer: { status: statusCode, headers: flat(headers), body: text } };
  } catch (error) {
    return { ok: false, trouble: troubleOf(error, begun, deadlines) };
  } finally {
    deadlines.end();
  }
}

async function textOf(body: AsyncIterable<Buffer>, deadlines: Deadlines, bytesMax: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  deadlines.heard();
  for await (const piece of body) {
    deadlines.heard();
    bytes += piece.length;
    if (bytes > bytesMax) throw new TooLarge();
    pieces.push(piece);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new NotText();
  }
}

function troubleOf(error: unknown, begun: boolean, deadlines: Deadlines): HttpTrouble {
  if (deadlines.passed) return begun ? 'answer-stopped' : 'no-answer';
  if (error instanceof TooLarge) return 'answer-too-large';
  if (error instanceof NotText) return 'answer-not-text';
  if (begun) return 'answer-broken';
  return error instanceof Error && 'code' in error && UNREACHABLE.has(error.code)
    ? 'unreachable'
    : 'connection-broken';
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
