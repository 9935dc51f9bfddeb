import { Pool } from 'undici';

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 30_000;
// A write must not wait for a connection that a read is using; the limiter has fewer calls in flight than this.
const CONNECTIONS_MAX = 256;

/** Connections to one service, kept alive between calls. Nothing on them repeats a request: a write is sent once. */
export const openConnections = (baseUrl: string): Pool =>
  new Pool(new URL(baseUrl).origin, {
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
