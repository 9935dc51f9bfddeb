import type { Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { isActionLane, type Lane } from '../../domain/lane';
import type { Clock } from '../../effects/clock';
import {
  authenticateRequest,
  credentialsProblem,
  readToken,
  signInFailure,
  type IssuedToken,
} from './authentication';
import type { Breaker } from './breaker';
import { heldBack, quotaFailure, refusedTwice, signedOut, throttledFailure, troubleFailure } from './errors';
import { exchange, type HttpAnswer, type HttpPorts } from './http';
import { rateLimitResponse } from './rate-limit/rate-limit-response';
import type { Limiter } from './rate-limit/limiter';
import { TokenDoubts } from './token-doubts';
import { clockText } from './rate-limit/service-day';
import type { Queued, Turn } from './rate-limit/turn';
import type { Credentials } from './secrets';

/** Requests a token: one call, in the caller's lane. */
type Authenticate = (credentials: Credentials, lane: Lane) => Queued<IssuedToken>;

/** A session with the platform, as it is held in memory. */
export interface SignedIn {
  readonly kind: 'signed-in';
  readonly credentials: Credentials;
  readonly token: IssuedToken;
  /** Epoch ms from which it is renewed in passing. */
  readonly renewAt: number;
}

type State = { readonly kind: 'signed-out'; readonly failure?: Failure } | SignedIn;

const RENEW_BEFORE_MS = 300_000;
/** A read does not try to renew again this soon after it could not be done. */
const RENEWAL_PAUSE_MS = 5_000;
/**
 * A new token that is refused may be good a moment later, where servers learn of it one after the other: for so long it is tried again and
 * not renewed, twice as long after each that was good for nothing.
 */
const YOUNG_MS_MIN = 7_000;
const YOUNG_MS_MAX = 60_000;
/** An action waits so long for another token than a doubted one, which may be good. A withdrawal goes at once: refused, it is sent again. */
const DOUBT_WAIT_MS_MAX = 1_000;

interface TokenOptions {
  /** A new token ends the one before it. */
  readonly isAlone?: boolean;
  /** A session to go on with. */
  readonly before?: SignedIn | undefined;
}

/** The access token in memory, renewed once for all waiting callers. */
export class Token {
  private readonly isAlone: boolean;
  private state: State;
  private renewal: Queued<string> | undefined;
  /** The token that the platform no longer accepts. */
  private ended: IssuedToken | undefined;
  private lastRenewal: { failure: Failure; until: number } | undefined;
  /** The token that is renewed because the platform may no longer accept it. */
  private doubted: IssuedToken | undefined;
  /** It was a write that was refused with it. */
  private isWriteDoubted = false;
  private readonly doubts: TokenDoubts;
  /** When the present token was renewed, monotonic ms: signing in again after one that no call was served with is no more than that. */
  private renewedAtMs = -Infinity;
  /** How many were issued since a call was served last. */
  private unserved = 0;

  constructor(
    private readonly authenticate: Authenticate,
    private readonly clock: Clock,
    private readonly changed: () => void,
    { isAlone = false, before }: TokenOptions = {},
  ) {
    this.isAlone = isAlone;
    this.doubts = new TokenDoubts(clock);
    this.state = before ?? { kind: 'signed-out' };
  }

  /** The session that there is now, for a line of its own. */
  get session(): SignedIn | undefined {
    return this.state.kind === 'signed-in' ? this.state : undefined;
  }

  get status(): { signedIn: boolean; tokenEndsAt?: number; failure?: Failure } {
    const { state } = this;
    if (state.kind === 'signed-in') return { signedIn: true, ...endOf(state.token) };
    return { signedIn: false, ...(state.failure && { failure: state.failure }) };
  }

  /** Secrets that must never be shown. */
  get secrets(): readonly string[] {
    if (this.state.kind === 'signed-out') return [];
    const { credentials, token } = this.state;
    return [token.text, credentials.clientSecret, credentials.apiKey];
  }

  /** Ends the previous session, even if the new sign-in fails. */
  async signIn(credentials: Credentials, lane: Lane): Promise<Outcome<{ tokenEndsAt?: number }>> {
    const problem = credentialsProblem(credentials);
    if (problem) return failed(problem);
    const asking: State = { kind: 'signed-out' };
    this.move(asking);
    const issued = await this.authenticate(credentials, lane).outcome;
    if (this.state !== asking) return failed(signedOut);
    if (!issued.ok) {
      this.move({ kind: 'signed-out', failure: issued.failure });
      return issued;
    }
    this.hold(credentials, issued.value);
    return success(endOf(issued.value));
  }

  signOut(): void {
    this.move({ kind: 'signed-out' });
  }

  /** The present token for a call about to be sent; never waits. */
  get held(): { token: string; apiKey: string; hasEnded: boolean } | undefined {
    if (this.state.kind === 'signed-out') return undefined;
    const { credentials, token } = this.state;
    return { token: token.text, apiKey: credentials.apiKey, hasEnded: this.hasEnded(token) };
  }

  /** Makes sure that there is a token that has not ended, before a call queues up. */
  async ready(lane: Lane): Promise<Outcome<string>> {
    const { state } = this;
    if (state.kind === 'signed-out') return failed(state.failure ?? signedOut);
    const now = this.clock.now();
    if (this.hasEnded(state.token)) return this.renew(lane);
    const waits = isActionLane(lane) && lane !== 'withdraw';
    if (this.renewal && waits && state.token === this.doubted && this.isWriteDoubted) {
      await this.within(this.renew(lane), DOUBT_WAIT_MS_MAX);
    } else if (now >= state.renewAt) void this.renew(lane);
    return this.state.kind === 'signed-in' ? success(this.state.token.text) : this.ready(lane);
  }

  /** The service no longer accepts `stale`: one renewal for all who come with it. */
  async renewed(stale: string, lane: Lane): Promise<Outcome<string>> {
    const { state } = this;
    if (state.kind === 'signed-out') return failed(state.failure ?? signedOut);
    if (state.token.text !== stale || this.isYoung(stale)) return success(state.token.text);
    this.ended = state.token;
    return this.renew(lane);
  }

  /**
   * `operation` was refused as not signed in: whether that is the platform's word on it alone. Another token was refused for it before, and
   * with this one others are served.
   */
  isMeant(operation: string, token: string): boolean {
    return this.doubts.isRefusedAlone(operation, token) && !this.isYoung(token);
  }

  /** It is the present one, and was renewed just now: one server may know it and another not. */
  isYoung(token: string): boolean {
    const { state } = this;
    if (state.kind === 'signed-out' || state.token.text !== token) return false;
    if (this.clock.now() >= state.token.statedEndsAt) return false;
    const youngMs = Math.min(YOUNG_MS_MAX, YOUNG_MS_MIN * 2 ** Math.max(0, this.unserved - 2));
    return this.clock.monotonicMs() - this.renewedAtMs < youngMs;
  }

  /**
   * A refusal of `call` that may mean that its token has ended: whether there is another one to try with. `undefined` where the refusal
   * is meant. Where none could be had the old one stays in use.
   */
  doubt(stale: string, call: string, lane: Lane): Promise<boolean> | undefined {
    const { state } = this;
    if (state.kind === 'signed-out' || this.doubts.isMeant(call, stale)) return undefined;
    if (state.token.text !== stale) return Promise.resolve(true);
    const isUnderWay = this.renewal !== undefined && this.doubted === state.token;
    if (!isUnderWay && !this.doubts.mayRenew(lane)) return undefined;
    this.isWriteDoubted = isActionLane(lane) || (this.isWriteDoubted && this.doubted === state.token);
    this.doubted = state.token;
    return this.renew(lane).then((renewed) => {
      if (renewed.ok && renewed.value === stale) this.doubts.unfounded(call, stale);
      if (!renewed.ok && isRefusal(renewed.failure)) this.doubts.unhelped();
      return renewed.ok && renewed.value !== stale;
    });
  }

  /** `call` had a success with this token. */
  served(call: string, operation: string, token: string): void {
    this.unserved = 0;
    this.doubts.served(call, operation, token);
  }

  /** A token that had just been renewed was refused as well: the desk is signed out. */
  refused(token: string): Failure {
    const { state } = this;
    if (state.kind === 'signed-out') return state.failure ?? refusedTwice;
    if (state.token.text === token) this.move({ kind: 'signed-out', failure: refusedTwice });
    return refusedTwice;
  }

  /** By its own word, or by that of the service. */
  private hasEnded(token: IssuedToken): boolean {
    return token === this.ended || this.clock.now() >= token.endsAt;
  }

  private async renew(lane: Lane): Promise<Outcome<string>> {
    if (this.renewal) {
      this.renewal.promote(lane);
      return this.renewal.outcome;
    }
    const last = this.lastRenewal;
    if (last && this.clock.monotonicMs() < last.until && !isActionLane(lane)) return failed(last.failure);
    const { state } = this;
    if (state.kind === 'signed-out') return failed(state.failure ?? signedOut);
    let asked = this.authenticate(state.credentials, lane);
    const outcome = asked.outcome
      .then((issued) => {
        if (issued.ok || !isRefusal(issued.failure) || this.state !== state) return issued;
        // Credentials that were good a moment ago: one refusal may be a hiccup, and a desk that is signed out waits for a person.
        asked = this.authenticate(state.credentials, lane);
        return asked.outcome;
      })
      .then((issued) => this.settle(state, issued));
    this.renewal = { outcome, promote: (to) => asked.promote(to) };
    return outcome;
  }

  /** Waits for something, but no longer than that. */
  private within(what: Promise<unknown>, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.clock.after(waitMs, resolve);
      void what.then(() => {
        stop();
        resolve();
      });
    });
  }

  private settle(before: State & { kind: 'signed-in' }, issued: Outcome<IssuedToken>): Outcome<string> {
    if (this.state !== before) return failed(signedOut);
    this.renewal = undefined;
    if (issued.ok) {
      this.hold(before.credentials, issued.value, before.token);
      return success(issued.value.text);
    }
    const { failure } = issued;
    this.lastRenewal = { failure, until: this.clock.monotonicMs() + RENEWAL_PAUSE_MS };
    // A doubt proves nothing: a token that nobody called ended serves until then, whatever was said to signing in.
    const mayServe = before.token === this.doubted && !this.hasEnded(before.token);
    if (isRefusal(failure) && !mayServe) this.move({ kind: 'signed-out', failure });
    return issued;
  }

  /**
   * A service whose tokens all end at the same midnight gives none that lasts longer: then there is nothing to be
   * won before the end, and the next renewal waits for it. So it does where a new token would end the present one, with which
   * calls are under way.
   */
  private hold(credentials: Credentials, token: IssuedToken, before?: IssuedToken): void {
    const lifeMs = token.endsAt - this.clock.now();
    const isWorthIt = !this.isAlone && (before === undefined || token.endsAt > before.endsAt);
    const renewAt = isWorthIt ? token.endsAt - Math.min(RENEW_BEFORE_MS, lifeMs / 4) : token.endsAt;
    this.lastRenewal = undefined;
    if (before || this.unserved > 0) this.renewedAtMs = this.clock.monotonicMs();
    this.unserved = Math.min(10, this.unserved + 1);
    this.move({ kind: 'signed-in', credentials, token, renewAt });
  }

  private move(state: State): void {
    this.state = state;
    if (state.kind === 'signed-out') this.renewal = undefined;
    this.changed();
  }
}

/** The credentials themselves were refused. */
const isRefusal = ({ kind }: Failure): boolean => kind === 'signed-out' || kind === 'denied';

/** Nothing of a token that lasts until it is refused. */
const endOf = ({ endsAt }: IssuedToken): { tokenEndsAt?: number } =>
  Number.isFinite(endsAt) ? { tokenEndsAt: endsAt } : {};

interface AuthenticationPorts {
  readonly base: URL;
  readonly profile: Profile;
  readonly http: HttpPorts;
  readonly limiter: Limiter;
  readonly breaker: Pick<Breaker, 'heard'>;
}

/** Signing in as a call like any other: it waits for its turn, and counts. */
export const authentication =
  (outside: AuthenticationPorts): Authenticate =>
  (credentials, lane) =>
    outside.limiter.enter({ lane, operation: 'authenticate' }, (turn) => ask(outside, credentials, turn));

async function ask(
  outside: AuthenticationPorts,
  credentials: Credentials,
  turn: Turn,
): Promise<Outcome<IssuedToken>> {
  const { base, profile, http, breaker } = outside;
  const request = authenticateRequest(base, profile, credentials);
  if (!request.ok) {
    turn.end('unsent');
    return request;
  }
  const result = await exchange(request.value, http);
  if (!result.ok && result.trouble === 'held-back') {
    turn.end('unsent');
    return failed(heldBack);
  }
  if (!result.ok) {
    turn.end('unanswered');
    const failure = troubleFailure(result.trouble);
    breaker.heard(failure, 'authenticate');
    return failed(failure);
  }
  const { answer } = result;
  const refused = rateLimitResponse(answer, profile.errors, http.clock.now());
  breaker.heard(
    !refused && answer.status >= 500 ? signInFailure(answer, credentials, profile.auth) : undefined,
    'authenticate',
  );
  return tokenOf(result.answer, { outside, credentials, turn });
}

function tokenOf(
  answer: HttpAnswer,
  { outside, credentials, turn }: { outside: AuthenticationPorts; credentials: Credentials; turn: Turn },
): Outcome<IssuedToken> {
  const { profile, http } = outside;
  const now = http.clock.now();
  if (answer.status >= 200 && answer.status < 300) return readToken(answer, profile, now);
  const refused = rateLimitResponse(answer, profile.errors, now);
  if (!refused) return failed(signInFailure(answer, credentials, profile.auth));
  const told = turn.refused(refused);
  const { meaning, until } = told;
  return failed(
    meaning === 'throttled'
      ? throttledFailure(told, false)
      : quotaFailure(until, clockText(until, now, profile.auth.zone)),
  );
}
