import { PageMessage } from '../../src/contract/desk/page-message';
import { BEAT_MS, type AnswerMessage, type GatewayMessage } from '../../src/contract/desk/socket';
import type { Failure } from '../../src/domain/failure';
import type { StartMode } from '../../src/domain/desk-status';
import type { Resource, ResourceKey } from '../../src/domain/resources/resource';
import { pause, type Clock } from '../../src/effects/clock';
import type { FetchInit, SocketEvents, Transport } from '../../src/client/transport';

export interface MemorySocket {
  readonly said: PageMessage[];
  /** The gateway's end says something. */
  tell(message: GatewayMessage): void;
  tellText(text: string): void;
  /** The gateway's end goes away. */
  cut(): void;
  readonly closed: boolean;
}

interface Put {
  readonly path: string;
  readonly token: string | undefined;
  readonly body: unknown;
}

type HttpReply =
  | { status: number; body: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> }
  | 'nothing'
  | 'cut';

/** What it takes for a pairing code. */
export const CODE = 'K7QM-2XTP';

const NOT_PAIRED = { kind: 'signed-out', message: 'Not paired.', next: 'Type the code.' } as const;

/** The gateway as a page sees it, in memory: sessions, sockets and actions, with switches for what can go wrong. */
export class MemoryGateway {
  readonly sockets: MemorySocket[] = [];
  readonly puts: Put[] = [];
  sessionsAsked = 0;
  /** No answer to anything, sockets close at once. */
  down = false;
  /** Opens sockets and says nothing on them. */
  mute = false;
  /** Its process stands still: lines stay open, and nothing more is said on them. */
  stopped = false;
  aheadMs = 0;
  startsIn: StartMode | undefined;
  /** Name of the desk that it works with. */
  desk: string | undefined;
  onPut: (put: Put) => HttpReply = () => 'nothing';
  /** It lies beside the page, and wants no token. */
  functionsFile: HttpReply = 'nothing';
  private known = new Set<string>();

  constructor(private readonly clock: Clock) {}

  /** Whether it knows the browser. */
  isPaired = true;
  /** Why it opens no session, if it does not know the browser or who is behind it may nothing. */
  refusesWith: Failure | undefined;
  /** What the browser keeps. */
  key: string | undefined = 'the-key-of-this-browser';

  readonly transport: Transport = {
    key: { read: () => this.key, keep: (key) => (this.key = key) },
    openSocket: (events) => this.open(events),
    fetch: async (path, init) => {
      if (this.down) throw new TypeError('no route');
      const reply = this.reply(path, init);
      if (reply === 'cut') throw new TypeError('connection reset');
      if (reply === 'nothing') await pause(this.clock, 1e9);
      return typeof reply === 'string' ? new Response('') : new Response(reply.body, reply);
    },
  };

  /** Everything that was known is forgotten, and all lines are cut. */
  restart(): void {
    this.known.clear();
    for (const socket of this.sockets) socket.cut();
  }

  forgetSessions(): void {
    this.known.clear();
  }

  get socket(): MemorySocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error('No socket was opened.');
    return last;
  }

  answer(...answers: AnswerMessage[]): void {
    this.socket.tell({ type: 'answers', answers });
  }

  /** What the page has added and dropped on the newest line, message by message. */
  get watched(): { add: Resource[]; drop: ResourceKey[] }[] {
    return this.socket.said.flatMap((message) =>
      message.type === 'watch' ? [{ add: message.add, drop: message.drop }] : [],
    );
  }

  private reply(path: string, init: FetchInit): HttpReply {
    if (path === '/api/session') return this.session(init);
    if (path === '/functions.json') return this.functionsFile;
    return path === '/api/pair' ? this.pair(init) : this.put(path, init);
  }

  private pair({ body }: FetchInit): HttpReply {
    const { code } = JSON.parse(body ?? '{}') as { code?: string };
    this.isPaired = code === CODE;
    return this.isPaired
      ? { status: 200, body: JSON.stringify({ key: 'a-new-key-for-this-browser' }) }
      : { status: 403, body: JSON.stringify({ failure: { ...NOT_PAIRED, kind: 'denied' } }) };
  }

  private session({ body }: FetchInit): HttpReply {
    this.sessionsAsked += 1;
    const { key } = JSON.parse(body ?? '{}') as { key?: string };
    const failure = key === undefined || !this.isPaired ? NOT_PAIRED : this.refusesWith;
    if (failure) return { status: failure.kind === 'denied' ? 403 : 401, body: JSON.stringify({ failure }) };
    const token = `token-of-the-page-number-${this.sessionsAsked}`;
    this.known.add(token);
    return { status: 200, body: JSON.stringify({ token }) };
  }

  private put(path: string, init: FetchInit): HttpReply {
    const token = init.headers['authorization']?.replace('Bearer ', '');
    const put = { path, token, body: JSON.parse(init.body ?? 'null') as unknown };
    this.puts.push(put);
    return this.known.has(token ?? '') ? this.onPut(put) : { status: 401, body: '{}' };
  }

  private open(events: SocketEvents): { send(text: string): void; close(): void } {
    const said: PageMessage[] = [];
    let closed = false;
    let greeted = false;
    const close = (): void => {
      if (closed) return;
      closed = true;
      queueMicrotask(() => events.closed());
    };
    const tellText = (text: string): void => {
      if (!closed && !this.stopped) events.received(text);
    };
    const socket = {
      said,
      tellText,
      tell: (message: GatewayMessage) => tellText(JSON.stringify(message)),
      cut: close,
      get closed() {
        return closed;
      },
    };
    this.sockets.push(socket);
    const beat = (): void => {
      if (closed) return;
      if (greeted) socket.tell({ type: 'beat' });
      this.clock.after(BEAT_MS, beat);
    };
    this.clock.after(BEAT_MS, beat);
    queueMicrotask(() => (this.down ? close() : events.opened()));
    return {
      close,
      send: (text) => {
        const message = PageMessage.parse(JSON.parse(text));
        said.push(message);
        if (message.type !== 'hello' || this.mute || this.stopped) return;
        greeted = true;
        this.greet(socket, message.token);
      },
    };
  }

  private greet(socket: MemorySocket, token: string): void {
    const refusal = { kind: 'signed-out', message: 'Unknown session.', next: 'Ask for a new one.' } as const;
    queueMicrotask(() =>
      socket.tell(
        this.known.has(token)
          ? {
              type: 'welcome',
              now: this.clock.now() + this.aheadMs,
              ...(this.startsIn && { startsIn: this.startsIn }),
              ...(this.desk !== undefined && { desk: this.desk }),
            }
          : { type: 'refused', failure: refusal },
      ),
    );
  }
}
