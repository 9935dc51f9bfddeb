import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { wayOf, type Way } from './answers';
import { habitOf, type Habit } from './habit';
import { pageOf, type Answer } from './pages';
import { isList, callTargetOf, type CallTarget } from './call-target';
import { DESK, ShownRecords, type Fields } from './shown-records';

/** An answer of the simulator; `isCut`: its connection broke within the body. */
interface Came {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly isCut: boolean;
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** One write as it came in. */
export interface Write {
  readonly place: CallTarget;
  readonly method: string;
}

/** As much as the simulator gives at once: what is shown of it is decided here. */
const WHOLE_LIST = '500';
const JSON_LIKE = /json/;

/**
 * A service of other habits than the simulator's, in front of it. It shares no code with what is tried: it reads
 * addresses, lists and records by itself, as the interface document and its filled gaps have them.
 */
export class HabitProxy {
  readonly writes: Write[] = [];
  /** Told of each write before anything is done about it, and when it was carried out. */
  onWrite: (number: number, when: 'arrived' | 'carried out') => void = () => undefined;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly showing: ShownRecords;
  private isArmed = false;
  /** Writes from this one on are answered in its own way. */
  private answersFrom = Infinity;
  private isCalm = false;
  private later = 0;

  private constructor(
    private readonly server: Server,
    private readonly upstream: string,
    private readonly habits: readonly Habit[],
  ) {
    this.showing = new ShownRecords(habits, () => Date.now());
    server.on('request', (asked, reply) => {
      this.take(asked, reply).catch(() => reply.destroy());
    });
  }

  static async open(upstream: string, habits: readonly Habit[]): Promise<HabitProxy> {
    const server = createServer({ keepAliveTimeout: 60_000 });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new HabitProxy(server, upstream, habits);
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  }

  /** Writes that were answered and are still to be executed. */
  get pending(): number {
    return this.later;
  }

  /** From now on it shows things in its own way; what is there by now, it shows as it is. */
  arm(): void {
    this.isArmed = true;
    this.showing.arm();
  }

  /** From now on it takes writes in its own way. */
  answer(): void {
    this.answersFrom = this.writes.length + 1;
  }

  /** Shows all that happened, and takes writes as usual. */
  calm(): void {
    this.isCalm = true;
    this.showing.calm();
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private async take(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const asked: Asked = { method, url, headers, body: await bytesOf(incoming) };
    const place = callTargetOf(method, url);
    if (place.isWrite) return this.write(asked, place, reply);
    if (isList(place) && this.changesLists) return this.list(asked, place, reply);
    const came = await this.passed(asked);
    this.deliver(reply, came, came.isCut ? undefined : this.shown(place, came));
  }

  private get changesLists(): boolean {
    return this.habits.length > 0;
  }

  /** One record, as it is shown by now. */
  private shown(place: CallTarget, came: Came): Answer | undefined {
    if (place.isWrite || came.status !== 200 || this.habits.length === 0) return undefined;
    const record = fieldsIn(came);
    if (!record) return undefined;
    const shown = this.showing.record(place, record);
    if (!shown) return NOT_FOUND;
    return { status: 200, headers: typeOf(came), body: JSON.stringify(shown) };
  }

  private async list(asked: Asked, place: CallTarget, reply: ServerResponse): Promise<void> {
    const [path = '', search = ''] = asked.url.split('?');
    const query = new URLSearchParams(search);
    const whole = new URLSearchParams(query);
    whole.set('page', '1');
    whole.set('page-size', WHOLE_LIST);
    const came = await this.passed({ ...asked, url: `${path}?${whole.toString()}` });
    const records = came.isCut || came.status !== 200 ? undefined : recordsIn(came);
    if (!records) return this.deliver(reply, came);
    const isFirst = (query.get('page') ?? '1') === '1';
    this.deliver(reply, came, pageOf(this.showing.list(place, records, isFirst), query, this.habits));
  }

  private async write(asked: Asked, place: CallTarget, reply: ServerResponse): Promise<void> {
    const number = this.writes.push({ place, method: asked.method });
    this.onWrite(number, 'arrived');
    if (place.sort === 'quotes' && this.isArmed) {
      this.showing.rival(place.requestId ?? '', fieldsOf(asked.body) ?? {}, number);
    }
    const nth = number - this.answersFrom + 1;
    const way = nth > 0 && !this.isCalm ? wayOf(this.habits, nth) : USUAL;
    if (way.kind === 'instead') return this.send(reply, way.answer);
    if (way.kind === 'later') return this.laterOn(asked, way, reply);
    const before = way.kind === 'as before' ? await this.asBefore(asked, place) : undefined;
    if (before) return this.send(reply, before);
    const came = await this.passed(asked);
    this.onWrite(number, 'carried out');
    const isDone = !came.isCut && came.status >= 200 && came.status < 300;
    this.deliver(reply, came, way.kind === 'afterwards' && isDone ? way.answer : undefined);
  }

  private async laterOn(asked: Asked, way: Extract<Way, { kind: 'later' }>, reply: ServerResponse) {
    this.later += 1;
    this.send(reply, way.answer);
    try {
      await pause(way.laterMs);
      await this.passed(asked);
    } catch {
      // What breaks now, nobody hears of.
    } finally {
      this.later -= 1;
    }
  }

  /** What a service says that answers a change with the record, and has not made the change. */
  private async asBefore(asked: Asked, { sort, requestId, id }: CallTarget): Promise<Answer | undefined> {
    const { 'content-length': _, 'content-type': __, ...headers } = asked.headers;
    const read = async (url: string): Promise<Came> =>
      this.passed({ method: 'GET', url, headers, body: Buffer.alloc(0) });
    const one = (record: unknown): Answer | undefined =>
      record ? { status: 200, headers: JSON_TYPE, body: JSON.stringify(record) } : undefined;
    if (sort === 'quote') {
      const quotes = recordsIn(await read(`/v2.3/tender/requests/${requestId}/quotations`));
      const quote = quotes?.find((known) => known['quotation-id'] === id);
      return quote?.['state'] === 'active' ? one(quote) : undefined;
    }
    if (sort === 'proposals' && asked.method === 'DELETE') {
      const proposals = recordsIn(await read(`/v2.3/tender/requests/${requestId}/price-proposals`));
      return one(proposals?.find(({ counterparty }) => counterparty === DESK));
    }
    if (sort === 'risk') {
      const risks = recordsIn(await read('/v2.2/risk/commodities'));
      return one(risks?.find(({ commodity }) => commodity === id));
    }
    if (sort === 'risk settings') return one(fieldsIn(await read(asked.url)));
    return undefined;
  }

  private passed({ method, url, headers, body }: Asked): Promise<Came> {
    return new Promise((resolve, reject) => {
      const { host: _, connection: __, 'accept-encoding': ___, ...kept } = headers;
      const going = request(
        new URL(url, this.upstream),
        { agent: this.agent, method, headers: kept },
        (came) => {
          const parts: Buffer[] = [];
          const end = (isCut: boolean): void =>
            resolve({
              status: came.statusCode ?? 0,
              headers: came.headers,
              body: Buffer.concat(parts),
              isCut,
            });
          came.on('data', (part: Buffer) => void parts.push(part));
          came.on('end', () => end(false));
          came.on('error', () => end(true));
        },
      );
      going.on('error', reject);
      going.end(body);
    });
  }

  /** What came, or another answer in its place; a connection that broke breaks here as well. */
  private deliver(reply: ServerResponse, came: Came, answer?: Answer): void {
    if (answer) return this.send(reply, answer);
    const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...headers } = came.headers;
    if (came.isCut) {
      reply.writeHead(came.status, headers);
      reply.write(came.body, () => reply.destroy());
      return;
    }
    this.finish(reply, came.status, headers, came.body);
  }

  private send(reply: ServerResponse, { status, headers, body }: Answer): void {
    this.finish(reply, status, headers, Buffer.from(body));
  }

  private finish(
    reply: ServerResponse,
    status: number,
    { 'content-length': _, ...headers }: IncomingMessage['headers'],
    body: Buffer,
  ): void {
    const isPacked = habitOf(this.habits, 'packs unasked') && JSON_LIKE.test(headers['content-type'] ?? '');
    const bytes = isPacked ? gzipSync(body) : body;
    reply.writeHead(status, {
      ...headers,
      ...(isPacked && { 'content-encoding': 'gzip' }),
      ...(status !== 204 && { 'content-length': String(bytes.length) }),
      // A connection that is kept is one that came about.
      ...(habitOf(this.habits, 'drops connections') && { connection: 'close' }),
    });
    reply.end(status === 204 ? undefined : bytes);
  }
}

const USUAL: Way = { kind: 'usual' };
const JSON_TYPE = { 'content-type': 'application/json' };
const NOT_FOUND: Answer = {
  status: 404,
  headers: JSON_TYPE,
  body: JSON.stringify({ errors: [{ code: 'not-found', message: 'There is no such record.' }] }),
};

const typeOf = ({ headers }: Came): Record<string, string> => ({
  'content-type': headers['content-type'] ?? 'application/json',
});

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function fieldsOf(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const fieldsIn = ({ body }: Came): Fields | undefined => fieldsOf(body);

function recordsIn({ body }: Came): readonly Fields[] | undefined {
  const items = fieldsOf(body)?.['items'];
  return Array.isArray(items) ? items.filter(isFields) : undefined;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
