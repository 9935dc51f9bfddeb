import type { Dispatcher } from 'undici';
import type { Profile } from '../../contract/service/profile';
import { type Failure, type Outcome } from '../../domain/failure';
import type { Lane } from '../../domain/lane';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { Attempts, type AttemptsPorts } from './attempts';
import { authentication, Token, type SignedIn } from './token';
import { Breaker, type LastCall } from './breaker';
import type { Reading } from './circuit';
import { Calls } from './calls';
import { Dialect } from './dialect/dialect';
import { EndsOfLife } from './ends-of-life';
import { TIMEOUTS, type HttpPorts, type HttpTimeouts } from './http';
import type { Limiter } from './rate-limit/limiter';
import type { Credentials } from './secrets';
import type { Service } from './operations';
import { ServiceClient } from './service-client';

export interface ServicePorts {
  /** The service's address; paths of the profile are laid behind it. */
  readonly baseUrl: string;
  readonly profile: Profile;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly log: Log;
  readonly httpLimits?: HttpTimeouts;
  readonly mayLeave?: HttpPorts['mayLeave'];
  readonly onAnswer?: AttemptsPorts['onAnswer'];
  /** A session to go on with; signed out without. */
  readonly signedIn?: SignedIn;
}

/** Sign-in state of the desk, and whether the platform works. */
interface ServiceStatus {
  readonly signedIn: boolean;
  /** Epoch ms. */
  readonly tokenEndsAt?: number;
  /** Why the desk is not signed in, or why the last call got no answer. */
  readonly failure?: Failure;
  /** Versions that the platform will take away, a sentence each. */
  readonly endsOfLife?: readonly string[];
  /** See `webClient.request` of the profile. */
  readonly webClient?: string;
}

/** The edge towards the platform: its operations, and the session under which they run. */
export interface ServiceEdge {
  readonly service: Service;
  readonly status: ServiceStatus;
  readonly reading: Reading;
  readonly failing: Breaker['failing'];
  readonly lastCall: LastCall | undefined;
  /** What a call of the present session is signed with; absent while the desk is signed out. */
  readonly session: { readonly token: string; readonly apiKey: string } | undefined;
  /** The same with what it is renewed by. */
  readonly signedIn: SignedIn | undefined;
  /** Ends the previous session, even if the new sign-in fails. The credentials stay in memory for renewals. */
  signIn(credentials: Credentials): Promise<Outcome<{ tokenEndsAt?: number }>>;
  /** Forgets token and credentials. */
  signOut(): void;
  /** Returns its stop function; calling it twice is harmless. */
  onStatusChanged(listener: () => void): () => void;
}

/** Builds the platform client. The caller owns the dispatcher and the limiter, and closes them. */
export function createService(outside: ServicePorts): ServiceEdge {
  const { profile, clock, limiter, dispatcher, log, onAnswer } = outside;
  const base = new URL(outside.baseUrl);
  const { mayLeave } = outside;
  const http = { dispatcher, clock, limits: outside.httpLimits ?? TIMEOUTS, mayLeave };
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  const breaker = new Breaker({ clock, log, changed });
  const authenticate = authentication({ base, profile, http, limiter, breaker });
  const token = new Token(authenticate, clock, changed, {
    isAlone: profile.auth.newTokenEndsOld,
    before: outside.signedIn,
  });
  const dialect = new Dialect(profile.mapping);
  const endsOfLife = new EndsOfLife({ profile, clock, log, changed });
  const attempts = new Attempts({
    base,
    profile,
    dialect,
    http,
    limiter,
    token,
    breaker,
    endsOfLife,
    ...(onAnswer && { onAnswer }),
  });
  const calls = new Calls(attempts, { token, clock, auth: profile.auth, errors: profile.errors, dialect });
  return {
    service: new ServiceClient(calls, { base, profile, dialect, clock }),
    get status() {
      const { failure = breaker.failure, ...rest } = token.status;
      const { sentences } = endsOfLife;
      return {
        ...rest,
        ...(failure && { failure }),
        ...(sentences.length > 0 && { endsOfLife: sentences }),
        ...(profile.webClient.request !== undefined && { webClient: profile.webClient.request }),
      };
    },
    get reading() {
      return breaker.reading;
    },
    get failing() {
      return breaker.failing;
    },
    get lastCall() {
      return breaker.lastCall;
    },
    get session() {
      return token.held;
    },
    get signedIn() {
      return token.session;
    },
    async signIn(credentials) {
      calls.forget();
      const outcome = await token.signIn(credentials, SIGN_IN_LANE);
      if (outcome.ok) log.info('Signed in', { tokenEndsAt: outcome.value.tokenEndsAt });
      else log.warn('Not signed in', { failure: outcome.failure.message });
      return outcome;
    },
    signOut() {
      const { signedIn } = token.status;
      token.signOut();
      if (signedIn) log.info('Signed out');
    },
    onStatusChanged(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Without it nothing can be withdrawn or accepted, so it may use what is kept for that. */
const SIGN_IN_LANE: Lane = 'submit';
