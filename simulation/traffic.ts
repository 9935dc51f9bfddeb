import { subscribe, unsubscribe, type ChannelListener } from 'node:diagnostics_channel';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { Clock } from '../src/effects/clock';
import { Connections } from './connections';

/** One call to the platform, as it left this machine. */
export interface Call {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Epoch ms, and monotonic ms. */
  readonly at: number;
  readonly atMs: number;
  status?: number;
  /** Seconds that a refusal asks to wait. */
  retryAfter?: number;
  /** Its answer came to an end, or it broke. */
  endedAtMs?: number;
  broke?: boolean;
}

interface Sent {
  readonly origin?: unknown;
  readonly method?: unknown;
  readonly path?: unknown;
  readonly headers?: unknown;
}

const QUIET_TURNS = 3;
/** After so many turns without anything happening, whoever has not answered keeps silent on purpose. */
const SILENT_TURNS = 60;
/** After so many, what is under way on a connection is not waited for any longer: nobody reads it. */
const TURNS_MAX = 5_000;
const NOTHING = Buffer.alloc(0);
/** Unpacking is done on threads of the system, which nothing tells of: whoever comes behind it in the queue hears that it is over. */
const unpacked = promisify(deflateRaw);
const BEARER = /Bearer ([\w.~+/=-]+)/;

/**
 * What goes over the network of this process, by what both HTTP clients tell of themselves: which calls left for the
 * platform, and whether anything is still on its way.
 */
export class Traffic {
  readonly calls: Call[] = [];
  /** Access tokens that were sent. */
  readonly tokens = new Set<string>();
  private readonly awaited = new Set<object>();
  private readonly callOf = new WeakMap<object, Call>();
  private readonly connections = new Connections();
  private happened = 0;
  private readonly channels: readonly (readonly [string, ChannelListener])[];

  constructor(private readonly options: { clock: Clock; platform: () => string }) {
    this.channels = [
      ['undici:request:create', (told) => this.left(requestIn(told))],
      ['undici:request:headers', (told) => this.headed(requestIn(told), told)],
      ['undici:request:trailers', (told) => this.ended(requestIn(told))],
      ['undici:request:error', (told) => this.ended(requestIn(told), true)],
      ['http.server.request.start', () => this.moved()],
      ['http.server.response.finish', () => this.moved()],
    ];
    for (const [name, listener] of this.channels) subscribe(name, listener);
  }

  /** Something was heard that no HTTP client tells of. */
  moved(): void {
    this.happened += 1;
  }

  /** Something is to be heard that no HTTP client tells of. */
  awaits(what: object): void {
    this.moved();
    this.awaited.add(what);
  }

  /** It was heard, or will not be any more. */
  met(what: object): void {
    this.moved();
    this.awaited.delete(what);
  }

  /** Whoever asked is gone: nobody hears these answers. */
  abandon(): void {
    const nowMs = this.options.clock.monotonicMs();
    for (const call of this.calls) {
      call.endedAtMs ??= nowMs;
      if (call.status === undefined) call.broke = true;
    }
  }

  end(): void {
    for (const [name, listener] of this.channels) unsubscribe(name, listener);
    this.connections.end();
  }

  /** Until nothing is on its way any more, but for those who keep silent. */
  async settled(): Promise<void> {
    let quiet = 0;
    let isUnpacked = false;
    let seen = this.seen;
    for (let turn = 0; turn < TURNS_MAX; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = this.seen;
      const isQuiet = now === seen && !this.connections.isBusy;
      quiet = isQuiet ? quiet + 1 : 0;
      if (!isQuiet) isUnpacked = false;
      seen = now;
      if (quiet < (this.awaited.size > 0 ? SILENT_TURNS : QUIET_TURNS)) continue;
      if (isUnpacked) break;
      await unpacked(NOTHING);
      isUnpacked = true;
      quiet = 0;
    }
    this.awaited.clear();
  }

  /** Changes whenever anything happens on the network. */
  private get seen(): number {
    return this.happened + this.connections.arrivedCount;
  }

  private left(request: Sent): void {
    this.moved();
    this.awaited.add(request);
    const path = String(request.path);
    if (request.origin !== this.options.platform() || path.startsWith('/simulator/')) return;
    const { clock } = this.options;
    const call: Call = {
      method: String(request.method),
      path,
      at: clock.now(),
      atMs: clock.monotonicMs(),
    };
    this.calls.push(call);
    this.callOf.set(request, call);
    const token = BEARER.exec(JSON.stringify(request.headers))?.[1];
    if (token !== undefined) this.tokens.add(token);
  }

  private headed(request: Sent, told: unknown): void {
    this.moved();
    const call = this.callOf.get(request);
    if (!call) return;
    const { statusCode, headers } = answerIn(told);
    call.status = statusCode;
    const at = headers.findIndex((name) => name.toLowerCase() === 'retry-after');
    if (at >= 0) call.retryAfter = Number(headers[at + 1]);
  }

  private ended(request: Sent, broke = false): void {
    this.moved();
    this.awaited.delete(request);
    const call = this.callOf.get(request);
    if (!call) return;
    call.endedAtMs = this.options.clock.monotonicMs();
    if (broke) call.broke = true;
  }
}

function requestIn(told: unknown): Sent {
  if (isObject(told) && 'request' in told && isObject(told.request)) return told.request;
  throw new Error('The HTTP client tells of no request.');
}

function answerIn(told: unknown): { statusCode: number; headers: string[] } {
  const response = isObject(told) && 'response' in told ? told.response : undefined;
  if (!isObject(response) || !('statusCode' in response) || !('headers' in response)) {
    throw new Error('The HTTP client tells of no answer.');
  }
  const headers = Array.isArray(response.headers) ? response.headers.map(String) : [];
  return { statusCode: Number(response.statusCode), headers };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
