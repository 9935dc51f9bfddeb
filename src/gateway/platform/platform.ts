import type { Profile } from '../../contract/service/profile';
import type { Quota } from '../../domain/desk-status';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Breaker, LastCall } from './breaker';
import type { Reading } from './circuit';
import { createService } from './create-service';
import { TIMEOUTS, type HttpPorts } from './http';
import type { Service } from './operations';
import { openOutgoing, type ProxyOptions } from './proxy';
import { Limiter, type PacingFigures } from './rate-limit/limiter';
import { rateLimits } from './rate-limit/rate-limits';
import type { SavedLevel, UsageStore } from './rate-limit/usage';
import type { Credentials } from './secrets';

export interface PlatformStatus {
  readonly signedIn: boolean;
  /** Epoch ms. */
  readonly tokenEndsAt?: number;
  /** Why the desk is not signed in, or why the service cannot be reached just now. */
  readonly failure?: Failure;
  /** Versions that the platform will take away, a sentence each. */
  readonly endsOfLife?: readonly string[];
  /** See `webClient.request` of the profile. */
  readonly webClient?: string;
}

/** The platform as the desk is connected to it: its operations, the session under which they run, what calls are left. */
export interface Platform {
  readonly service: Service;
  readonly status: PlatformStatus;
  /** Whether the service is asked at all just now. */
  readonly reading: Reading;
  /** The operations that fail though others may work. */
  readonly failing: Breaker['failing'];
  /** How the last call ended, whatever becomes of the sign-in; absent before the first one. */
  readonly lastCall?: LastCall | undefined;
  /** Returns its stop function; calling it twice is harmless. */
  onStatusChanged(listener: () => void): () => void;
  quota(): Quota;
  pacing(): PacingFigures;
  /** Signs in with what the settings say. */
  signIn(): Promise<Outcome<unknown>>;
  /**
   * A line that outlives this one, under the session that there is now and with the tokens that are left; absent while the desk is
   * signed out. Whether this gateway leads is not asked there: what it takes off may be taken off twice.
   */
  withdrawingLine(): Promise<WithdrawingLine | undefined>;
}

/** A line for reading beside the operations: signed in as the desk is, and paced by its one limiter. */
export interface SignedLine {
  readonly base: URL;
  readonly http: HttpPorts;
  readonly limiter: Limiter;
  readonly apiKey: string;
  readonly token: string;
}

/** The two calls by which offers of the desk are taken off the market, over connections of their own. */
export interface WithdrawingLine {
  readonly writes: Pick<Service, 'withdrawQuote' | 'deleteProposals'>;
  close(): Promise<void>;
}

interface ConnectedPlatform extends Platform {
  /** Absent while the desk is signed out. */
  line(): SignedLine | undefined;
  /** Forgets the sign-in, saves the level of the limiter and ends the connections. Nothing else works afterwards; twice is harmless. */
  close(): Promise<void>;
}

/** The platform over the network: the service client behind its one limiter. */
export async function connectPlatform(parts: {
  readonly url: string;
  readonly profile: Profile;
  readonly usage: UsageStore;
  readonly credentials?: Credentials;
  readonly clock: Clock;
  readonly log: Log;
  readonly mayLeave?: HttpPorts['mayLeave'];
  readonly proxy?: ProxyOptions | undefined;
}): Promise<ConnectedPlatform> {
  const { url, profile, clock, log, credentials, mayLeave } = parts;
  const limiter = await Limiter.open(rateLimits(profile), { clock, log, store: parts.usage });
  const dispatcher = await openOutgoing(url, parts.proxy, log);
  let closing: Promise<void> | undefined;
  const edge = createService({
    baseUrl: url,
    profile,
    dispatcher,
    clock,
    limiter,
    log,
    ...(mayLeave && { mayLeave }),
  });
  return {
    service: edge.service,
    get status() {
      return edge.status;
    },
    get reading() {
      return edge.reading;
    },
    get failing() {
      return edge.failing;
    },
    get lastCall() {
      return edge.lastCall;
    },
    onStatusChanged: (listener) => edge.onStatusChanged(listener),
    quota: () => limiter.snapshot(),
    pacing: () => limiter.figures(),
    line() {
      const { session } = edge;
      const http = { dispatcher, clock, limits: TIMEOUTS, mayLeave };
      return session && { base: new URL(url), http, limiter, apiKey: session.apiKey, token: session.token };
    },
    async withdrawingLine() {
      const { signedIn } = edge;
      if (!signedIn) return undefined;
      const store = usageInMemory({ tokens: Math.max(0, limiter.snapshot().tokens), at: clock.now() });
      const own = await Limiter.open(rateLimits(profile), { clock, log, store });
      const line = await openOutgoing(url, parts.proxy, log);
      const { service } = createService({
        baseUrl: url,
        profile,
        dispatcher: line,
        clock,
        limiter: own,
        log,
        signedIn,
      });
      return {
        writes: service,
        async close() {
          await own.close();
          await line.close();
        },
      };
    },
    signIn: async () => (credentials ? edge.signIn(credentials) : failed(NO_CREDENTIALS)),
    async close() {
      edge.signOut();
      await limiter.close();
      await (closing ??= dispatcher.close());
    },
  };
}

/** Of a line that ends with this process: what it spends is counted by nobody else. */
const usageInMemory = (level: SavedLevel): UsageStore => ({
  day: async () => ({ leased: 0, counts: [] }),
  lease: async (_, { calls }) => ({ granted: calls, leased: calls }),
  giveBack: async () => undefined,
  takeLevel: async () => level,
  saveLevel: async () => undefined,
});

const NO_CREDENTIALS = {
  kind: 'signed-out',
  message: 'The gateway has no credentials.',
  next: 'Start it with SERVICE_ENVIRONMENT and the credentials set.',
} as const;
