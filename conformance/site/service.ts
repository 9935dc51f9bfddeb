import { request, type Dispatcher } from 'undici';
import type { PathName, Profile } from '../../src/contract/service/profile';
import { textAt } from '../fields';
import { Absent } from '../row';
import { addressOf, type Place } from './address';
import { Reply } from './reply';

export interface Credentials {
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly profile: Profile;
  readonly credentials: Credentials;
  readonly dispatcher: Dispatcher;
  /** Resolves when one more call may be made; called before each of them. */
  readonly turn: () => Promise<void>;
  /**
   * Somebody else's service: an answer to a plain read is used again until something is written, and nothing is tested on
   * a key that the service is throttling.
   */
  readonly spares: boolean;
}

/** What a call carries beside its address. `null` leaves a header out. */
export interface Sent {
  readonly body?: unknown;
  readonly apiKey?: string | null;
  readonly authorization?: string | null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Headers = Readonly<Record<string, string>>;

const WAIT_MS_MAX = 15_000;
const MADE = ['quotation-id', 'price-proposal-id', 'counteroffer-id'];
const FORM = 'application/x-www-form-urlencoded';

/** The service over plain HTTP. It knows addresses and headers, and takes every answer as it comes. */
export class Service {
  /** Identifiers of what was made here: quotes, proposals, counteroffers. */
  readonly made = new Set<unknown>();
  private token = '';
  private readonly remembered = new Map<string, Reply>();

  constructor(private readonly options: ServiceOptions) {}

  get profile(): Profile {
    return this.options.profile;
  }

  get baseUrl(): string {
    return this.options.baseUrl;
  }

  /** The token of the last {@link signIn}. */
  get accessToken(): string {
    return this.token;
  }

  async signIn(): Promise<Reply> {
    const reply = await this.authenticate();
    this.token = textAt(reply.fields, this.profile.auth.tokenField);
    return reply;
  }

  /** Asks for a token; `over` changes what is sent, and `null` leaves it out. */
  authenticate(
    over: {
      readonly version?: string;
      readonly clientSecret?: string | null;
      readonly apiKey?: string | null;
    } = {},
  ): Promise<Reply> {
    const { profile, credentials } = this.options;
    const secret = over.clientSecret === undefined ? credentials.clientSecret : over.clientSecret;
    const parameters = {
      ...profile.auth.fields,
      [profile.auth.idName]: credentials.clientId,
      ...(secret !== null && { [profile.auth.secretName]: secret }),
    };
    const place = over.version === undefined ? {} : { version: over.version };
    const query = profile.auth.credentialsIn === 'query' ? parameters : {};
    const url = addressOf(this.baseUrl, profile.paths.authenticate, { ...place, query });
    const key = this.headers({
      authorization: null,
      ...(over.apiKey !== undefined && { apiKey: over.apiKey }),
    });
    switch (profile.auth.credentialsIn) {
      case 'query':
        return this.exchange('POST', url, { headers: key });
      case 'json': {
        const headers = { ...key, 'content-type': 'application/json' };
        return this.exchange('POST', url, { headers, body: JSON.stringify(parameters) });
      }
      case 'form': {
        const headers = { ...key, 'content-type': FORM };
        return this.exchange('POST', url, { headers, body: new URLSearchParams(parameters).toString() });
      }
      case 'basic': {
        const written = Buffer.from(`${credentials.clientId}:${secret ?? ''}`).toString('base64');
        const headers = { ...key, authorization: `Basic ${written}`, 'content-type': FORM };
        const body = new URLSearchParams(profile.auth.fields).toString();
        return this.exchange('POST', url, { headers, body });
      }
    }
  }

  get(path: PathName, place: Place = {}, sent: Sent = {}): Promise<Reply> {
    return this.send('GET', addressOf(this.baseUrl, this.profile.paths[path], place), sent);
  }

  post(path: PathName, place: Place, body: unknown): Promise<Reply> {
    return this.send('POST', addressOf(this.baseUrl, this.profile.paths[path], place), { body });
  }

  put(path: PathName, place: Place, body: unknown): Promise<Reply> {
    return this.send('PUT', addressOf(this.baseUrl, this.profile.paths[path], place), { body });
  }

  delete(path: PathName, place: Place): Promise<Reply> {
    return this.send('DELETE', addressOf(this.baseUrl, this.profile.paths[path], place), {});
  }

  private async send(method: Method, url: URL, sent: Sent): Promise<Reply> {
    const plain = method === 'GET' && sent.apiKey === undefined && sent.authorization === undefined;
    const known = plain ? this.remembered.get(url.href) : undefined;
    if (known) return known;
    const headers = {
      ...this.headers(sent),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    };
    const body = sent.body === undefined ? undefined : JSON.stringify(sent.body);
    if (method !== 'GET') this.remembered.clear();
    const reply = await this.exchange(method, url, { headers, ...(body !== undefined && { body }) });
    if (method === 'POST' && reply.ok) for (const name of MADE) this.made.add(reply.fields[name]);
    if (plain && this.options.spares && reply.ok) this.remembered.set(url.href, reply);
    return reply;
  }

  private headers({ apiKey = this.options.credentials.apiKey, authorization }: Sent): Headers {
    const bearer = authorization === undefined ? `Bearer ${this.token}` : authorization;
    return {
      ...(apiKey !== null && { 'x-api-key': apiKey }),
      ...(bearer !== null && { authorization: bearer }),
    };
  }

  private async exchange(
    method: Method,
    url: URL,
    sent: { readonly headers: Headers; readonly body?: string },
  ): Promise<Reply> {
    await this.options.turn();
    const { dispatcher } = this.options;
    const answer = await request(url, {
      dispatcher,
      method,
      headersTimeout: WAIT_MS_MAX,
      bodyTimeout: WAIT_MS_MAX,
      ...sent,
    });
    const reply = new Reply(answer.statusCode, answer.headers, await answer.body.text());
    if (reply.status === 429 && this.options.spares) throw new Absent('the service throttles this key now');
    return reply;
  }
}
