import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect } from '../draw';
import type { Kind } from '../vocabulary';
import { enveloped, jsonReply, packed, refusal, waitHeaders, writeAnswer, type Reply } from './answers';
import { ownFilters, pageOf } from './lists';
import { addressesOf, ownAddress, type Named } from './operations';
import { Records, type Fields } from './records';
import { SignIn } from './sign-in';
import { jsonOf, NotUnderstood, ownId, parsed } from './values';

interface Came {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly gone?: AbortSignal;
}

/** More than any list of the simulator's has. */
const WHOLE = '500';
const EVENTS = '/events-of-the-simulator';

/**
 * The simulator as a platform of a drawn dialect. It translates both ways by itself: of the product it knows nothing, and of the
 * profile that is written for the same draw neither.
 */
export class Speaker {
  /** Receives every event, in the platform's own form. */
  onEvent: (event: string) => Promise<void> = async () => undefined;
  private readonly records: Records;
  private readonly signIn: SignIn;
  private readonly named: ReturnType<typeof addressesOf>;
  private readonly server = createServer((incoming, response) => void this.take(incoming, response));

  private constructor(
    private readonly simulator: string,
    private readonly dialect: Dialect,
    private readonly now: () => number,
  ) {
    this.records = new Records(dialect);
    this.signIn = new SignIn(dialect);
    this.named = addressesOf(dialect);
  }

  static async open(simulator: string, dialect: Dialect, now: () => number, port = 0): Promise<Speaker> {
    const speaker = new Speaker(simulator, dialect, now);
    await new Promise<void>((resolve) => speaker.server.listen(port, '127.0.0.1', resolve));
    return speaker;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Where the simulator delivers its events. */
  get events(): string {
    return this.url + EVENTS;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { method = 'GET', headers } = incoming;
      const url = new URL(incoming.url ?? '/', this.url);
      // Whoever has gone away is not answered any more, and the simulator hears of it.
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const asked = { method, url, headers, text: await textOf(incoming), gone: gone.signal };
      this.send(response, await this.answered(asked));
    } catch (error) {
      if (!(error instanceof Broken)) console.error(error);
      incoming.socket.destroy();
    }
  }

  private send(response: ServerResponse, { status, headers, text }: Reply): void {
    const { bytes, headers: encoding } = packed(text, this.dialect);
    const isEmpty = text === '';
    response.writeHead(status, {
      ...headers,
      ...(!isEmpty && encoding),
      ...(status !== 204 && { 'content-length': String(isEmpty ? 0 : bytes.length) }),
      ...(this.dialect.connection === 'closed' && { connection: 'close' }),
    });
    response.end(isEmpty ? undefined : bytes);
  }

  private async answered(asked: Asked): Promise<Reply> {
    if (asked.url.pathname === EVENTS) {
      await this.onEvent(jsonOf(this.records.theirs('event', JSON.parse(asked.text) as Fields)));
      return { status: 200, headers: {}, text: '' };
    }
    try {
      return await this.understood(asked);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      return refusal(error.status, [{ code: 'not-understood', message: error.message }], this.dialect);
    }
  }

  private async understood(asked: Asked): Promise<Reply> {
    const named = this.named(asked.method, asked.url);
    if (!named) throw new NotUnderstood(404, 'There is nothing here.');
    if (named.operation.path === 'authenticate') return this.signedIn(asked);
    this.mustHaveConstants(asked);
    const { operation } = named;
    const ids = Object.fromEntries(
      Object.entries(named.ids).map(([name, text]) => [name, ownId(text, this.dialect)]),
    );
    const own = new URL(ownAddress(operation, ids), this.simulator);
    if (operation.list) return this.list(operation.list, own, asked);
    const body =
      operation.body === undefined
        ? ''
        : JSON.stringify(this.records.own(operation.body, fieldsIn(asked.text)));
    const came = await this.passed({ ...asked, method: operation.method, url: own, text: body });
    if (came.status >= 400) return this.refused(came);
    return operation.isWrite ? this.written({ operation, ids }, came) : this.read(operation.record, came);
  }

  private mustHaveConstants({ url, headers }: Asked): void {
    const wanted = this.dialect['constant parts'];
    if (wanted === 'query' && url.searchParams.get('api-version') !== '7')
      throw new NotUnderstood(400, 'api-version must be 7.');
    if (wanted === 'header' && headers['x-tenant'] !== 'desk-7')
      throw new NotUnderstood(400, 'x-tenant must name the desk.');
  }

  private async signedIn(asked: Asked): Promise<Reply> {
    const form = this.signIn.formOf(asked);
    const came = await this.passed({
      ...asked,
      url: new URL('/v2.0/authenticate', this.simulator),
      headers: {
        'x-api-key': asked.headers['x-api-key'],
        'content-type': 'application/x-www-form-urlencoded',
      },
      text: form,
    });
    if (came.status >= 400) return this.refused(came);
    return jsonReply(200, JSON.stringify(this.signIn.granted(jsonIn(came) as Fields)));
  }

  private async list(kind: Kind, own: URL, asked: Asked): Promise<Reply> {
    for (const [name, value] of ownFilters(asked.url, this.dialect)) own.searchParams.set(name, value);
    own.searchParams.set('page-size', WHOLE);
    const came = await this.passed({ ...asked, url: own, text: '' });
    if (came.status >= 400) return this.refused(came);
    const { items } = jsonIn(came) as { items: Fields[] };
    const page = pageOf(
      items.map((item) => this.records.theirs(kind, item)),
      asked.url,
      this.dialect,
    );
    return jsonReply(200, jsonOf(page.body), page.headers);
  }

  private read(kind: Kind | undefined, came: Came): Reply {
    const record = this.records.theirs(kind ?? 'event', jsonIn(came) as Fields);
    return jsonReply(came.status, jsonOf(enveloped(record, this.dialect)));
  }

  private written({ operation, ids }: Named, came: Came): Reply {
    const kind = operation.record ?? 'quote';
    const said = jsonIn(came) as Fields;
    // The simulator has a word for it that is none of a price proposal.
    const record = operation.path === 'deleteProposals' ? { ...ids, state: 'withdrawn' } : said;
    const naming = Object.fromEntries(Object.entries(record).filter(([name]) => ID_OF[kind] === name));
    const { status, body } = writeAnswer(
      {
        status: came.status,
        record: this.records.theirs(kind, record),
        ids: this.records.theirs(kind, { ...ids, ...naming }),
      },
      this.dialect,
    );
    return jsonReply(status, body === undefined ? '' : jsonOf(body));
  }

  private refused(came: Came): Reply {
    const { errors = [] } = jsonIn(came) as {
      errors?: { code: string; message: string; field?: string }[];
    };
    const reply = refusal(came.status, errors, this.dialect);
    if (came.status !== 429) return reply;
    const waits = waitHeaders(came.headers['retry-after'], this.dialect, this.now());
    return { ...reply, headers: { ...reply.headers, ...waits } };
  }

  private passed({ method, url, headers, text, gone }: Asked): Promise<Came> {
    return new Promise((resolve, reject) => {
      const sent = {
        'x-api-key': headers['x-api-key'],
        authorization: this.signIn.ownAuthorization(headers.authorization),
        'content-type': headers['content-type'],
        ...(text !== '' && { 'content-length': String(Buffer.byteLength(text)) }),
      };
      const said = Object.entries(sent).filter(([, value]) => value !== undefined);
      const options = { method, headers: Object.fromEntries(said), ...(gone && { signal: gone }) };
      const call = request(url, options, (came) => {
        textOf(came).then(
          (body) => resolve({ status: came.statusCode ?? 500, headers: came.headers, text: body }),
          () => reject(new Broken()),
        );
      });
      call.on('error', () => reject(new Broken()));
      call.end(text);
    });
  }
}

/** The simulator broke the line, and so does the speaker. */
class Broken extends Error {}

/** What is no JSON was cut off, or spoilt on its way: whoever translates has nothing to pass on. */
function jsonIn({ text }: Came): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Broken();
  }
}

const ID_OF: Partial<Record<Kind, string>> = {
  quote: 'quotation-id',
  proposal: 'price-proposal-id',
  counteroffer: 'counteroffer-id',
  trade: 'trade-id',
};

function fieldsIn(text: string): Fields {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotUnderstood(400, 'The body is no object.');
  return value as Fields;
}

async function textOf(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
