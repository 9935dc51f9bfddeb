import { Pool } from 'undici';
import { HTTP_LIMITS } from './http';

/**
 * A connection that the service closes at the very moment at which a write goes out on it leaves an unknown outcome
 * behind, so an idle one is given up before the shortest time for which servers commonly keep theirs (5 s), and earlier
 * where the service says so. A service that says that it keeps them longer is not believed: what stands between may not.
 */
const KEEP_ALIVE_MS = 4_000;
/** A write must not wait for a connection that a read is using: the limiter has fewer calls in flight than this. */
const CONNECTIONS_MAX = 256;

/** Connections to one service, kept between calls. Nothing on them repeats a request: a write is sent once. */
export const openConnections = (baseUrl: string): Pool =>
  new Pool(new URL(baseUrl).origin, {
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    connect: { timeout: HTTP_LIMITS.connectMs },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
