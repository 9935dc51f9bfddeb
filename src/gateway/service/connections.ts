import { Pool } from 'undici';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * A connection that the service closes at the very moment at which a write goes out on it leaves an unknown outcome
 * behind, so an idle one is given up early, unless the service itself says how long it keeps it.
 */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MS_MAX = 60_000;
/** A write must not wait for a connection that a read is using: the limiter has fewer calls in flight than this. */
const CONNECTIONS_MAX = 256;

/** Connections to one service, kept between calls. Nothing on them repeats a request: a write is sent once. */
export const openConnections = (baseUrl: string): Pool =>
  new Pool(new URL(baseUrl).origin, {
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
  });
