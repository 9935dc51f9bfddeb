import { SESSION_PATH, SessionAnswer } from '../contract/desk/http';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { Clock } from '../effects/clock';
import type { FetchAnswer, FetchInit, Transport } from './transport';

const SESSION_DEADLINE_MS = 10_000;

export interface HttpAnswer {
  readonly status: number;
  /** The parsed body; `undefined` when it is not JSON. */
  readonly body: unknown;
}

type Network = { readonly transport: Transport; readonly clock: Clock };
type Asked = Omit<FetchInit, 'signal'> & { readonly deadlineMs: number };

/** One exchange with the gateway; `undefined` when no whole answer came within the deadline. It never throws. */
export const exchange = (parts: Network, path: string, asked: Asked): Promise<HttpAnswer | undefined> =>
  exchanged(parts, path, {
    ...asked,
    read: async (answer) => ({ status: answer.status, body: json(await answer.text()) }),
  });

/** The same, with the whole answer read by `read`. */
export async function exchanged<T>(
  { transport, clock }: Network,
  path: string,
  { deadlineMs, read, ...init }: Asked & { readonly read: (answer: FetchAnswer) => Promise<T> },
): Promise<T | undefined> {
  const abort = new AbortController();
  let expire = (): void => {};
  const expired = new Promise<undefined>((resolve) => {
    expire = clock.after(deadlineMs, () => {
      abort.abort();
      resolve(undefined);
    });
  });
  const answered = transport
    .fetch(path, { ...init, signal: abort.signal })
    .then(read)
    .catch(() => undefined);
  return Promise.race([answered, expired]).finally(() => expire());
}

/** `undefined` for what is not JSON. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NO_SESSION: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway does not answer.',
  next: 'Nothing was sent. Check that it is running; the page connects again by itself.',
};

/**
 * The page's session with the gateway: a token in memory alone, asked for once by all who need it, and again after
 * the gateway has said that it does not know it (as it does after a restart).
 */
export class SessionToken {
  private token: Promise<Outcome<string>> | undefined;

  constructor(private readonly parts: { transport: Transport; clock: Clock }) {}

  /** The token, or `unavailable` when the gateway gave none; the next call asks anew then. */
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
    const answer = await exchange(this.parts, SESSION_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      deadlineMs: SESSION_DEADLINE_MS,
    });
    const parsed = SessionAnswer.safeParse(answer?.status === 200 ? answer.body : undefined);
    if (parsed.success) return success(parsed.data.token);
    this.token = undefined;
    return failed(NO_SESSION);
  }
}
