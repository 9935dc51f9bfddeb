import { OPERATIONS, type OperationName } from '../../contract/service/operations';
import type { Profile } from '../../contract/service/profile';
import { failed, success, type Outcome } from '../../domain/failure';
import type { Breaker } from './breaker';
import type { EndsOfLife } from './ends-of-life';
import { exchange, type HttpAnswer, type HttpPorts, type HttpRequest, type HttpTrouble } from './http';
import type { Limiter } from './rate-limit/limiter';
import type { RefusalMeaning, Turn } from './rate-limit/turn';
import { rateLimitResponse } from './rate-limit/rate-limit-response';
import type { Dialect } from './dialect/dialect';
import { callAddress, type PathIds, type Query } from './route';
import { withoutSecretsIn } from './secrets';
import type { Ask, Leaving } from './operations';
import { failureOf, heldBack, leftTooLate, signedOut, troubleFailure } from './errors';
import type { Token } from './token';

/** One operation on one thing. */
export interface Call extends Leaving {
  readonly operation: OperationName;
  readonly ids: PathIds;
  /** Ids of the offer that it takes or answers, for a profile that names them in the address. */
  readonly offerIds?: PathIds;
  readonly query?: Query;
  /** Of a list: not its first page, whose refusal says nothing of the list. */
  readonly isFurther?: boolean;
  /** An address that the service itself gave, in place of the operation's own. */
  readonly url?: URL;
  readonly body?: unknown;
  /** What else is known of it: in the body only where the profile names it. */
  readonly known?: Readonly<Record<string, unknown>>;
  /** The body as the platform wants it, where that is not the JSON of `body`. */
  readonly bodyText?: string;
}

/** Result of sending a call once. `token` is what it was signed with. */
export type Attempt =
  | { readonly kind: 'answered'; readonly answer: HttpAnswer; readonly token: string }
  | { readonly kind: 'refused'; readonly meaning: RefusalMeaning; readonly status: number }
  | { readonly kind: 'trouble'; readonly trouble: HttpTrouble }
  /** Nothing was sent: the token ended while the call waited for its turn. */
  | { readonly kind: 'token-ended' };

export interface AttemptsPorts {
  readonly base: URL;
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly http: HttpPorts;
  readonly limiter: Limiter;
  readonly token: Token;
  /** Receives the result of every attempt, to know whether the platform works. */
  readonly breaker: Pick<Breaker, 'refusal' | 'heard' | 'unsent'>;
  readonly endsOfLife: Pick<EndsOfLife, 'heard'>;
  /** Receives every answer as it came, without secrets. */
  readonly onAnswer?: (call: Call, answer: HttpAnswer) => void;
}

/** Maximum wait of a write for its turn; then it is not sent, because its price is too old. */
const WRITE_WAIT_MS_MAX = 10_000;
/** A withdrawal has no price that grows old: of many at once the last has its turn when the bucket has filled again. */
const WITHDRAWAL_WAIT_MS_MAX = 60_000;

/** Sends a call once: in its turn, signed, with its deadlines. A failure here means that nothing was sent. */
export class Attempts {
  constructor(private readonly outside: AttemptsPorts) {}

  async make(call: Call, ask: Ask): Promise<Outcome<Attempt>> {
    const { lane, signal } = ask;
    const { limiter, token } = this.outside;
    const { write } = OPERATIONS[call.operation];
    const address = call.url ? success(call.url) : callAddress(this.outside, call);
    if (!address.ok) return address;
    const entry = {
      lane,
      operation: call.operation,
      ...(signal && { signal }),
      ...(write && { waitMsMax: lane === 'withdraw' ? WITHDRAWAL_WAIT_MS_MAX : WRITE_WAIT_MS_MAX }),
    };
    // One that seems to be over from the first is used all the same: then it is our own clock that is wrong.
    const maySeemOver = token.held?.hasEnded === true;
    return limiter.run(entry, async (turn) => {
      if (maySeemOver || token.held?.hasEnded !== true)
        return this.send(call, address.value, { ...ask, turn });
      turn.end('unsent');
      return success({ kind: 'token-ended' });
    });
  }

  private async send(
    call: Call,
    url: URL,
    { lane, turn, left }: Ask & { turn: Turn },
  ): Promise<Outcome<Attempt>> {
    const { token, http, breaker, profile } = this.outside;
    const { held, secrets } = token;
    if (!held) {
      turn.end('unsent');
      return failed(token.status.failure ?? signedOut);
    }
    // A machine that slept stops timers, and a renewal may have been waited for: only the clock knows.
    if (call.sendBy !== undefined && http.clock.now() > call.sendBy) {
      turn.end('unsent');
      return failed(leftTooLate);
    }
    // Last check: every call that passes it must report its end.
    const refusal = breaker.refusal(lane, call.operation);
    if (refusal) {
      turn.end('unsent');
      return failed(refusal);
    }
    left?.();
    const result = await exchange(signed({ ...call, url }, held, profile.operations[call.operation]), http);
    if (!result.ok && result.trouble === 'held-back') {
      turn.end('unsent');
      breaker.unsent(call.operation);
      return failed(heldBack);
    }
    if (!result.ok) {
      turn.end('unanswered');
      breaker.heard(troubleFailure(result.trouble), call.operation);
      return success({ kind: 'trouble', trouble: result.trouble });
    }
    const answer = withoutSecretsIn(result.answer, secrets);
    this.outside.endsOfLife.heard(call.operation, answer.headers);
    this.outside.onAnswer?.(call, answer);
    const refused = rateLimitResponse(answer, profile.errors, http.clock.now());
    breaker.heard(!refused && answer.status >= 500 ? failureOf(answer, call) : undefined, call.operation);
    if (!refused) return success({ kind: 'answered', answer, token: held.token });
    return success({ kind: 'refused', meaning: turn.refused(refused), status: answer.status });
  }
}

const signed = (
  {
    operation,
    url,
    body,
    bodyText = body === undefined ? undefined : JSON.stringify(body),
  }: Call & { url: URL },
  { token, apiKey }: { token: string; apiKey: string },
  { method = OPERATIONS[operation].method, headers }: Profile['operations'][OperationName] = {},
): HttpRequest => ({
  method,
  url,
  headers: {
    accept: 'application/json',
    ...headers,
    'x-api-key': apiKey,
    authorization: `Bearer ${token}`,
    ...(bodyText !== undefined && { 'content-type': 'application/json' }),
  },
  ...(bodyText !== undefined && { body: bodyText }),
});
