import { request, type Dispatcher } from 'undici';
import { OPERATIONS, type OperationName } from '../../src/contract/service/operations';
import type { PathName, Profile } from '../../src/contract/service/profile';
import { at } from '../fields';
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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Headers = Readonly<Record<string, string>>;

/** Everything of one call: also an answer that drips. */
const CALL_MS_MAX = 30_000;
/** A run against another service does not sign in again and again. */
const RENEWALS_MAX = 3;
const MADE = ['quotation-id', 'price-proposal-id', 'counteroffer-id'];
const FORM = 'application/x-www-form-urlencoded';

const NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

/** The operation that a path serves, by its stated method: reading and writing risk settings share one path. */
const operationOf = (method: Method, path: PathName): OperationName | 'authenticate' =>
  NAMES.find((name) => OPERATIONS[name].path === path && OPERATIONS[name].method === method) ??
  'authenticate';

/** What one run knows, whichever row has learned it. */
class Session {
  token = '';
  /** The answer that brought the first token. */
  signedIn: Reply | undefined;
  renewals = 0;
  /** Identifiers of what was made here: quotes, proposals, counteroffers. */
  readonly made = new Set<unknown>();
  readonly remembered = new Map<string, Reply>();
}

/** The service over plain HTTP. It knows addresses and headers, and takes every answer as it comes. */
export class Service {
  constructor(
    private readonly options: ServiceOptions,
    private readonly session = new Session(),
    private readonly ended?: AbortSignal,
  ) {}

  /** The same service for one row: when the signal comes, its calls end and no new one is made. */
  until(ended: AbortSignal): Service {
    return new Service(this.options, this.session, ended);
  }

  get profile(): Profile {
    return this.options.profile;
  }

  get baseUrl(): string {
    return this.options.baseUrl;
  }

  /** The token that the service gave last. */
  get accessToken(): string {
    return this.session.token;
  }

  /** Whether an offer was made by this run. */
  hasMade(id: unknown): boolean {
    return this.session.made.has(id);
  }

  /** The token in an answer to signing in; empty where there is none. */
  tokenIn({ fields }: Reply): string {
    const { tokenField } = this.profile.auth;
    const token = at(fields, tokenField) ?? at(fields, ...tokenField.split('.'));
    return typeof token === 'string' ? token : '';
  }

  /** Somebody else's service is signed in to once: what it answered then is the answer. */
  async signIn(): Promise<Reply> {
    const known = this.options.spares ? this.session.signedIn : undefined;
    const reply = known ?? (await this.authenticate());
    this.session.signedIn ??= reply;
    return reply;
  }

  /**
   * Asks for a token; `over` changes what is sent, and `null` leaves it out. Whatever token comes is used from then on: it may have ended
   * the one before.
   */
  async authenticate(over: Parameters<Service['asked']>[0] = {}): Promise<Reply> {
    const reply = await this.asked(over);
    const token = reply.ok ? this.tokenIn(reply) : '';
    if (token !== '') this.session.token = token;
    return reply;
  }

  private asked(over: {
    readonly version?: string;
    readonly clientSecret?: string | null;
    readonly apiKey?: string | null;
  }): Promise<Reply> {
    const { profile, credentials } = this.options;
    const secret = over.clientSecret === undefined ? credentials.clientSecret : over.clientSecret;
    const parameters = {
      ...profile.auth.fields,
      [profile.auth.idName]: credentials.clientId,
      ...(secret !== null && { [profile.auth.secretName]: secret }),
    };
    const place = over.version === undefined ? {} : { version: over.version };
    const query = profile.auth.credentialsIn === 'query' ? parameters : {};
    const { query: constant, headers } = profile.operations.authenticate ?? {};
    const url = addressOf(this.baseUrl, profile.paths.authenticate, { ...place, query }, constant);
    const key = {
      ...headers,
      ...this.headers({
        authorization: null,
        ...(over.apiKey !== undefined && { apiKey: over.apiKey }),
      }),
    };
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
    return this.send('GET', path, place, sent);
  }

  post(path: PathName, place: Place, body: unknown): Promise<Reply> {
    return this.send('POST', path, place, { body });
  }

  put(path: PathName, place: Place, body: unknown): Promise<Reply> {
    return this.send('PUT', path, place, { body });
  }

  delete(path: PathName, place: Place): Promise<Reply> {
    return this.send('DELETE', path, place, {});
  }

  private async send(method: Method, path: PathName, place: Place, sent: Sent): Promise<Reply> {
    const { spares } = this.options;
    // What the profile says of this operation beside its path.
    const name = operationOf(method, path);
    const { method: as = method, query, headers } = (name && this.profile.operations[name]) ?? {};
    const url = addressOf(this.baseUrl, this.profile.paths[path], place, query);
    const { remembered, made } = this.session;
    const plain = method === 'GET' && sent.apiKey === undefined && sent.authorization === undefined;
    const known = plain ? remembered.get(url.href) : undefined;
    if (known) return known;
    if (method !== 'GET') remembered.clear();
    const signed = (): Promise<Reply> => this.signed(as, url, { ...sent, constant: headers });
    const reply = await signed();
    const isAgain = spares && plain && reply.status === 401 && (await this.renewed());
    const last = isAgain ? await signed() : reply;
    if (method === 'POST' && last.ok) for (const name of MADE) made.add(last.fields[name]);
    if (plain && spares && last.ok) remembered.set(url.href, last);
    return last;
  }

  private signed(
    method: Method,
    url: URL,
    { constant, ...sent }: Sent & { readonly constant: Headers | undefined },
  ): Promise<Reply> {
    const body = sent.body === undefined ? undefined : JSON.stringify(sent.body);
    const headers = {
      ...constant,
      ...this.headers(sent),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return this.exchange(method, url, { headers, ...(body !== undefined && { body }) });
  }

  /** A token may end in the middle of a run: then there is a new one, a few times at most. */
  private async renewed(): Promise<boolean> {
    if (this.session.renewals >= RENEWALS_MAX) return false;
    this.session.renewals += 1;
    const before = this.session.token;
    await this.authenticate();
    return this.session.token !== before;
  }

  private headers({ apiKey = this.options.credentials.apiKey, authorization }: Sent): Headers {
    const bearer = authorization === undefined ? `Bearer ${this.session.token}` : authorization;
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
    const { dispatcher, turn, spares, profile } = this.options;
    await turn();
    this.ended?.throwIfAborted();
    const deadline = AbortSignal.timeout(CALL_MS_MAX);
    const signal = this.ended ? AbortSignal.any([deadline, this.ended]) : deadline;
    const answer = await request(url, { dispatcher, method, signal, ...sent });
    const text = await answer.body.text();
    const reply = new Reply(answer.statusCode, answer.headers, text, profile.lists.items);
    if (reply.status === 429 && spares) throw new Absent('the service throttles this key now');
    return reply;
  }
}
