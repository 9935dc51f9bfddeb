import { FailureAnswer } from '../contract/desk/answers';
import { ROUTES, type Address, type Route } from '../contract/desk/routes';
import { present } from '../domain/present';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { Clock } from '../effects/clock';
import type { FetchAnswer, Transport } from './transport';

const SESSION_DEADLINE_MS = 10_000;
/** A whole journal of years may have to be read from disk. */
const FILE_DEADLINE_MS = 120_000;

export interface Network {
  readonly transport: Transport;
  readonly clock: Clock;
}

/** What a call to the gateway needs. */
export interface Gateway extends Network {
  readonly token: SessionToken;
}

interface Call {
  /** The route's own unless parts of it are filled in. */
  readonly path?: string;
  readonly deadlineMs: number;
  /** No whole answer came in time, or one that cannot be read. */
  readonly unanswered: Failure;
  /** The gateway refused a new session too, so nothing was done; without it the gateway's own words are told. */
  readonly refused?: Failure;
  /** There is no session and nothing was sent; without it the failure of the session is told. */
  readonly unsent?: Failure;
}

type WithBody<Body> = unknown extends Body ? { readonly body?: never } : { readonly body: Body };

/**
 * The one call of the page to a route of the gateway. Only what the gateway refused with 401, before it read it, is sent once
 * more, under a new session and with the same path and body. Nothing else is ever sent again: without an answer nobody knows
 * here what was done. Failures that the gateway tells are told as they are. It never throws.
 */
export async function call<Body, Answer>(
  gateway: Gateway,
  route: Route<Body, Answer>,
  { path = route.path, deadlineMs, body, unanswered, refused, unsent }: Call & WithBody<Body>,
): Promise<Outcome<Answer>> {
  const { method } = route;
  const answer = await authorized(gateway, { method, path, body, deadlineMs, read: readJson });
  if (!answer.ok) return unsent ? failed(unsent) : answer;
  if (answer.value?.status === 401 && refused) return failed(refused);
  return outcomeIn(answer.value, route, unanswered);
}

/** A call that leads to a session, and so wants none. */
export async function callBeforeSession<Body, Answer>(
  network: Network,
  route: Route<Body, Answer>,
  { deadlineMs, body, unanswered }: Pick<Call, 'deadlineMs' | 'unanswered'> & WithBody<Body>,
): Promise<Outcome<Answer>> {
  const { method, path } = route;
  const answer = await exchange(network, { method, path, body, deadlineMs, read: readJson });
  return outcomeIn(answer, route, unanswered);
}

function outcomeIn<Answer>(
  answer: JsonAnswer | undefined,
  route: Pick<Route<unknown, Answer>, 'answer'>,
  unanswered: Failure,
): Outcome<Answer> {
  const refusal = FailureAnswer.safeParse(answer?.json);
  if (refusal.success) return failed(refusal.data.failure);
  const done = route.answer.safeParse(answer?.json);
  return answer?.status === 200 && done.success ? success(done.data) : failed(unanswered);
}

/** A file as the gateway gave it out, byte for byte, under the name that it is to have. */
export interface GatewayFile {
  readonly name: string;
  readonly content: Blob;
  /** The address that it came from. */
  readonly source: string;
}

export const NO_FILE: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not send the whole file.',
  next: 'Check that the gateway runs, then try again.',
};

/** A file that the gateway gives out; `name` where it gives it none. */
export async function download(
  gateway: Gateway,
  { method, path }: Address,
  { query, name }: { query?: string; name: string },
): Promise<Outcome<GatewayFile>> {
  const source = query === undefined ? path : `${path}?${query}`;
  const answer = await authorized(gateway, {
    method,
    path: source,
    deadlineMs: FILE_DEADLINE_MS,
    read: async (given) => ({ status: given.status, headers: given.headers, content: await given.blob() }),
  });
  if (!answer.ok) return answer;
  if (!answer.value) return failed(NO_FILE);
  const { status, content, headers } = answer.value;
  if (status === 200) return success({ name: nameIn(headers) ?? name, content, source });
  const refusal = FailureAnswer.safeParse(parsed(await content.text()));
  return failed(refusal.success ? refusal.data.failure : NO_FILE);
}

const nameIn = (headers: FetchAnswer['headers']): string | undefined =>
  /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];

interface Exchange<T> extends Address {
  readonly body?: unknown;
  readonly deadlineMs: number;
  readonly read: (answer: FetchAnswer) => Promise<T>;
}

/** Under the session of the page, and once more under a new one when the gateway did not know it. `undefined`: no answer. */
async function authorized<T extends { readonly status: number }>(
  gateway: Gateway,
  sent: Exchange<T>,
): Promise<Outcome<T | undefined>> {
  const first = await authorizedOnce(gateway, sent);
  return first.ok && first.value?.status === 401 ? authorizedOnce(gateway, sent) : first;
}

async function authorizedOnce<T extends { readonly status: number }>(
  gateway: Gateway,
  sent: Exchange<T>,
): Promise<Outcome<T | undefined>> {
  const token = await gateway.token.current();
  if (!token.ok) return token;
  const answer = await exchange(gateway, { ...sent, authorization: `Bearer ${token.value}` });
  if (answer?.status === 401) await gateway.token.refused(token.value);
  return success(answer);
}

/** One exchange with the gateway; `undefined` when no whole answer came within the deadline. It never throws. */
function exchange<T>(
  { transport, clock }: Network,
  { method, path, body = {}, authorization, deadlineMs, read }: Exchange<T> & { authorization?: string },
): Promise<T | undefined> {
  const abort = new AbortController();
  let expire = (): void => {};
  const expired = new Promise<undefined>((resolve) => {
    expire = clock.after(deadlineMs, () => {
      abort.abort();
      resolve(undefined);
    });
  });
  const carriesBody = method !== 'GET';
  const answered = transport
    .fetch(path, {
      method,
      headers: {
        ...(carriesBody && { 'content-type': 'application/json' }),
        ...present({ authorization }),
      },
      ...(carriesBody && { body: JSON.stringify(body) }),
      signal: abort.signal,
    })
    .then(read)
    .catch(() => undefined);
  return Promise.race([answered, expired]).finally(() => expire());
}

interface JsonAnswer {
  readonly status: number;
  readonly json: unknown;
}

const readJson = async (answer: FetchAnswer): Promise<JsonAnswer> => ({
  status: answer.status,
  json: parsed(await answer.text()),
});

/** `undefined` for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NO_SESSION: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway does not answer.',
  next: 'Nothing was sent. Check that it is running; the pane reconnects automatically.',
};

/**
 * The page's session with the gateway: a token in memory alone, asked for once by all who need it, and again after
 * the gateway has said that it does not know it (as it does after a restart).
 */
export class SessionToken {
  private token: Promise<Outcome<string>> | undefined;

  constructor(private readonly network: Network) {}

  /** The token, or why there is none: `signed-out` when the browser has to be paired. The next call asks anew then. */
  current(): Promise<Outcome<string>> {
    this.token ??= this.ask();
    return this.token;
  }

  /** The gateway refused this token. A newer one is kept, so that two refusals cost one new session. */
  async refused(token: string): Promise<void> {
    const asked = this.token;
    const known = await asked;
    if (known?.ok && known.value === token && this.token === asked) this.token = undefined;
  }

  private async ask(): Promise<Outcome<string>> {
    const opened = await callBeforeSession(this.network, ROUTES.openSession, {
      body: present({ key: this.network.transport.key.read() }),
      deadlineMs: SESSION_DEADLINE_MS,
      unanswered: NO_SESSION,
    });
    if (opened.ok) return success(opened.value.token);
    this.token = undefined;
    return opened;
  }
}
