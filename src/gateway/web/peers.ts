import { constants } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:https';
import type { ConnectionOptions } from 'node:tls';
import { CONNECTIONS_MAX, HANDSHAKE_MS_MAX, TIMES } from './application';

/**
 * The line between two machines of a desk. Both hold one key and prove it to each other while the connection is made (TLS with a
 * pre-shared key, and a fresh exchange for each connection): there is no certificate to renew, no header that a page could send, and
 * nothing that was overheard opens another connection. Everything on it is encrypted.
 */
const LINE = {
  // Node knows pre-shared keys for TLS 1.2 alone; of its ciphers this one is authenticated and forward secret.
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;
const IDENTITY = 'spreaddesk-peer';

/** A server that only machines of the desk reach: a connection without the key ends before a byte of a request is read. */
export const peerServer =
  (key: Buffer) =>
  (handler: RequestListener): Server => {
    const proof = {
      ...LINE,
      handshakeTimeout: HANDSHAKE_MS_MAX,
      // A ticket would open a later connection without the key.
      secureOptions: constants.SSL_OP_NO_TICKET,
      pskCallback: (_socket: unknown, identity: string) => (identity === IDENTITY ? key : null),
    };
    const server = createServer({ ...TIMES, ...proof }, handler);
    server.maxConnections = CONNECTIONS_MAX;
    return server;
  };

/** How a machine of the desk connects to another one. */
export const peerConnect = (
  key: Buffer,
): Required<
  Pick<ConnectionOptions, 'ciphers' | 'minVersion' | 'maxVersion' | 'pskCallback' | 'checkServerIdentity'>
> => ({
  ...LINE,
  pskCallback: () => ({ psk: key, identity: IDENTITY }),
  // There is no certificate: who answers has proven the key.
  checkServerIdentity: () => undefined,
});
