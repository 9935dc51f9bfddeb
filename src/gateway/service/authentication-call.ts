import type { Profile } from '../../contract/service/profile';
import { failed, type Outcome } from '../../domain/failure';
import { authenticateRequest, readToken, signInFailure, type IssuedToken } from './authentication';
import type { Breaker } from './breaker';
import { exchange, type HttpAnswer, type HttpOutside } from './http';
import type { Limiter } from './limiter/limiter';
import type { Turn } from './limiter/turn';
import { refusalOf } from './refusal';
import type { Credentials } from './secrets';
import { clockText } from './service-day';
import { quotaFailure, throttledFailure, troubleFailure } from './service-failure';
import type { Authenticate } from './token';

interface Outside {
  readonly base: URL;
  readonly profile: Profile;
  readonly http: HttpOutside;
  readonly limiter: Limiter;
  readonly breaker: Pick<Breaker, 'heard'>;
}

/** Signing in as a call like any other: it waits for its turn, and counts. */
export const authentication =
  (outside: Outside): Authenticate =>
  (credentials, lane) =>
    outside.limiter.enter({ lane, operation: 'authenticate' }, (turn) => ask(outside, credentials, turn));

async function ask(outside: Outside, credentials: Credentials, turn: Turn): Promise<Outcome<IssuedToken>> {
  const { base, profile, http, breaker } = outside;
  const request = authenticateRequest(base, profile, credentials);
  if (!request.ok) {
    turn.end('unsent');
    return request;
  }
  const result = await exchange(request.value, http);
  if (!result.ok) {
    turn.end('unanswered');
    const failure = troubleFailure(result.trouble);
    breaker.heard(failure);
    return failed(failure);
  }
  breaker.heard(result.answer.status >= 500 ? signInFailure(result.answer, credentials) : undefined);
  return tokenOf(result.answer, { outside, credentials, turn });
}

function tokenOf(
  answer: HttpAnswer,
  { outside, credentials, turn }: { outside: Outside; credentials: Credentials; turn: Turn },
): Outcome<IssuedToken> {
  const { profile, http } = outside;
  const now = http.clock.now();
  if (answer.status >= 200 && answer.status < 300) return readToken(answer, profile, now);
  if (answer.status !== 429) return failed(signInFailure(answer, credentials));
  const { meaning, until } = turn.refused(refusalOf(answer, now));
  return failed(
    meaning === 'throttled'
      ? throttledFailure(until, false)
      : quotaFailure(until, clockText(until, now, profile.auth.zone)),
  );
}
