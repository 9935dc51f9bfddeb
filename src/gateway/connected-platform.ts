import type { Profile } from '../contract/service/profile';
import { failed } from '../domain/failure';
import type { Clock } from '../effects/clock';
import type { Log } from '../effects/log';
import type { Platform } from './platform';
import { openConnections } from './service/connections';
import { createService } from './service/create-service';
import { Limiter } from './service/limiter/limiter';
import { pacingLimits } from './service/limiter/limits';
import type { UsageStore } from './service/limiter/usage';
import type { Credentials } from './service/secrets';

export interface ConnectedPlatform extends Platform {
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
}): Promise<ConnectedPlatform> {
  const { url, profile, clock, log, credentials } = parts;
  const limiter = await Limiter.open(pacingLimits(profile), { clock, log, store: parts.usage });
  const dispatcher = openConnections(url);
  const edge = createService({ baseUrl: url, profile, dispatcher, clock, limiter, log });
  return {
    service: edge.service,
    get status() {
      return edge.status;
    },
    get reading() {
      return edge.reading;
    },
    onStatusChanged: (listener) => edge.onStatusChanged(listener),
    quota: () => limiter.snapshot(),
    signIn: async () => (credentials ? edge.signIn(credentials) : failed(NO_CREDENTIALS)),
    async close() {
      edge.signOut();
      await limiter.close();
      if (!dispatcher.closed) await dispatcher.close();
    },
  };
}

const NO_CREDENTIALS = {
  kind: 'signed-out',
  message: 'The gateway has nothing to sign in with.',
  next: 'Start it with SERVICE_ENVIRONMENT and the credentials set.',
} as const;
