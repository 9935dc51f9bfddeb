import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { CREDENTIALS } from '../src/simulator/http/access';
import { hostileRecord, ID_MARK } from './hostile-texts';
import { PLANTED } from './marks';

/**
 * `plain`: as the simulator answers. `hostile`: every text of a record starts as a formula does and carries markup.
 * `echoing`: every call but the sign-in is refused, and the refusal repeats all that was sent, credentials included; `rude`:
 * the sign-in too.
 */
export type Mood = 'plain' | 'hostile' | 'echoing' | 'rude';

const TO_SIMULATOR: ReadonlyMap<string, string> = new Map([
  [PLANTED.apiKey.value, CREDENTIALS.apiKey],
  [PLANTED.clientId.value, CREDENTIALS.clientId],
  [PLANTED.clientSecret.value, CREDENTIALS.clientSecret],
]);
const TOKEN_FIELD = 'access-token';
const Issued = z.looseObject({ [TOKEN_FIELD]: z.string() });
const ECHOED = [400, 403, 409, 422, 500, 503];

export interface HeardCall {
  readonly method: string;
  readonly path: string;
}

/** A platform that means no good, before a simulator that answers for it. */
export class HostileService {
  mood: Mood = 'plain';
  readonly calls: HeardCall[] = [];
  private token = '';

  private constructor(
    private readonly server: Server,
    private readonly simulator: string,
  ) {}

  static async start(simulator: string): Promise<HostileService> {
    const server = createServer();
    const service = new HostileService(server, simulator);
    server.on('request', (request, response) => {
      service.answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    // It listens on a port and not on a pipe.
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await textOf(request);
    this.calls.push({ method, path: url });
    const isSignIn = url.includes('authenticate');
    if (this.mood === 'rude' || (this.mood === 'echoing' && !isSignIn))
      return this.echo(response, { url, headers, body });
    const reply = await fetch(`${this.simulator}${plainPath(url)}`, {
      method,
      headers: {
        'content-type': headers['content-type'] ?? 'application/json',
        'x-api-key': TO_SIMULATOR.get(String(headers['x-api-key'])) ?? 'wrong',
        ...(headers.authorization !== undefined && { authorization: this.own(headers.authorization) }),
      },
      ...(method !== 'GET' && { body: isSignIn ? plainForm(body) : body.replaceAll(ID_MARK, '') }),
    });
    const text = await reply.text();
    const said = isSignIn ? this.issued(text) : this.mood === 'hostile' ? hostileRecord(text) : text;
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(said);
  }

  private echo(response: ServerResponse, sent: Readonly<Record<string, unknown>>): void {
    const { apiKey, clientSecret, accessToken } = PLANTED;
    const message = `Refused: ${JSON.stringify({ ...sent, apiKey, clientSecret, accessToken })}`;
    const status = ECHOED[this.calls.length % ECHOED.length] ?? 400;
    const errors = [{ code: 'refused', message, field: message }];
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ errors, message }));
  }

  private own(authorization: string): string {
    return authorization.replace(PLANTED.accessToken.value, this.token);
  }

  private issued(text: string): string {
    const read = Issued.safeParse(JSON.parse(text));
    if (!read.success) return text;
    this.token = read.data[TOKEN_FIELD];
    return JSON.stringify({ ...read.data, [TOKEN_FIELD]: PLANTED.accessToken.value });
  }
}

const plainForm = (body: string): string =>
  new URLSearchParams(
    [...new URLSearchParams(body)].map(([name, value]) => [name, TO_SIMULATOR.get(value) ?? value]),
  ).toString();

const plainPath = (url: string): string =>
  url.replaceAll(encodeURIComponent(ID_MARK), '').replaceAll(`/${ID_MARK}`, '/');
